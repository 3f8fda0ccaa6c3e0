//! Players of any game behind one object-safe interface.

use hexarium_kernel::{AnyMatch, Game, Match};

use crate::brain::Brain;
use crate::crew::{Alone, Crew};
use crate::opponent::Opponent;
use crate::report::{Limits, Proof, Report, Stop, Watch};

/// A player of some game, for everything that does not need to know which.
pub trait Thinker: Send {
    /// What the opponent would do in this match, which must be one of the thinker's game: anything else is answered like a game
    /// that is over.
    fn think(&mut self, game: &dyn AnyMatch, opponent: &Opponent, watch: Watch) -> Thought {
        self.think_together(game, opponent, &mut Alone(watch))
    }
    /// The same with several hands, which help a tree search without a limit of nodes and nothing else.
    fn think_together(&mut self, game: &dyn AnyMatch, opponent: &Opponent, crew: &mut dyn Crew) -> Thought;
    /// Forgets earlier searches.
    fn forget(&mut self);
    /// The most bytes that a search may take.
    fn set_memory(&mut self, bytes: usize);
}

/// What a search has found out, in the game's notation.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The actions looked at, best first; empty only when the game is over.
    pub lines: Vec<ThoughtLine>,
    /// Nodes looked at.
    pub nodes: u64,
    /// Bytes in use.
    pub memory: usize,
    /// Why it ended.
    pub stop: Stop,
}

/// What is known of an action.
#[derive(Clone, PartialEq, Debug)]
pub struct ThoughtLine {
    /// The action.
    pub action: String,
    /// How much of the search went into it.
    pub visits: u64,
    /// The chance to win of the player who makes it.
    pub win: f32,
    /// The expected play, this action first.
    pub pv: Vec<String>,
    /// What is certain, seen from the player who makes it.
    pub proof: Option<Proof>,
}

impl Thought {
    /// The best action.
    pub fn best(&self) -> Option<&str> {
        self.lines.first().map(|line| &*line.action)
    }
}

/// The seed of an engine that was given none: the same everywhere, so that a level plays the same in a browser as on a command line.
pub const SEED: u64 = 1;

/// A thinker for a game.
pub fn thinker<G: Game>(seed: u64) -> Box<dyn Thinker> {
    Box::new(Mind::<G> { brain: Brain::new(seed), memory: Limits::MEMORY })
}

struct Mind<G: Game> {
    brain: Brain<G>,
    memory: usize,
}

impl<G: Game> Thinker for Mind<G> {
    fn think_together(&mut self, game: &dyn AnyMatch, opponent: &Opponent, crew: &mut dyn Crew) -> Thought {
        match game.as_any().downcast_ref::<Match<G>>() {
            Some(game) => in_words(game, self.brain.think_together(game, opponent, self.memory, crew)),
            None => Thought { lines: Vec::new(), nodes: 0, memory: 0, stop: Stop::GameOver },
        }
    }
    fn forget(&mut self) {
        self.brain.forget();
    }
    fn set_memory(&mut self, bytes: usize) {
        self.memory = bytes;
    }
}

fn in_words<G: Game>(game: &Match<G>, report: Report<G::Action>) -> Thought {
    let rules = game.rules();
    let texts = |pv: &[G::Action]| {
        let mut cursor = game.cursor().clone();
        let text = |&action: &G::Action| {
            let text = rules.action_text(&cursor.state, action);
            cursor.play(rules, action);
            text
        };
        pv.iter().map(text).collect()
    };
    let lines = report.lines.iter().map(|line| ThoughtLine {
        action: rules.action_text(game.state(), line.action),
        visits: line.visits,
        win: line.win,
        pv: texts(&line.pv),
        proof: line.proof,
    });
    Thought { lines: lines.collect(), nodes: report.nodes, memory: report.memory, stop: report.stop }
}
