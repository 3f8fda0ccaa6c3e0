//! Engines for any game behind one object-safe interface.

use hexarium_kernel::{AnyMatch, Game, Match};

use crate::guide::Guide;
use crate::opponent::Opponent;
use crate::report::{Limits, Proof, Report, Stop, StopCondition};
use crate::search_state::SearchState;
use crate::threads::{SingleThread, Threads};

/// An engine for some game, for callers that do not know its type.
pub trait Engine: Send {
    /// Searches the match with the given opponent's settings. A match of another game gets the
    /// result of a finished game.
    fn think(&mut self, game: &dyn AnyMatch, opponent: &Opponent, stop_condition: StopCondition) -> Analysis {
        self.think_parallel(game, opponent, &mut SingleThread(stop_condition))
    }
    /// Like [`think`](Engine::think) with several threads, which are used only by a tree search
    /// without a node limit.
    fn think_parallel(&mut self, game: &dyn AnyMatch, opponent: &Opponent, threads: &mut dyn Threads) -> Analysis;
    /// Discards the results of earlier searches.
    fn clear(&mut self);
    /// Sets the memory limit in bytes.
    fn set_memory(&mut self, bytes: usize);
}

/// The result of a search, in the game's notation.
///
/// ```
/// use hexarium_games::hex::Hex;
/// use hexarium_games::registry;
/// use hexarium_search::{Opponent, Proof, SEED, engine};
///
/// let game = registry::open("hex(size=3)", &[])?;
/// // Blue connects top to bottom with a3 or b3.
/// let state = game.at_position("RB./.B./..R b")?;
/// let mut engine = engine::<Hex<1>>(SEED);
/// let analysis = engine.think(&*state, &Opponent::level(5), &mut |_| true);
/// let best = &analysis.lines[0];
/// assert!(["a3", "b3"].contains(&best.action.as_str()));
/// assert_eq!((best.proof, best.win), (Some(Proof::Win), 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The searched actions, best first; empty only when the game is over.
    pub lines: Vec<AnalysisLine>,
    /// Nodes searched.
    pub nodes: u64,
    /// Bytes in use.
    pub memory: usize,
    /// The reason why the search ended.
    pub stop: Stop,
}

/// The evaluation of an action.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisLine {
    /// The action.
    pub action: String,
    /// Search effort spent on the action.
    pub visits: u64,
    /// Win probability of the player who makes it.
    pub win: f32,
    /// The principal variation, starting with this action.
    pub pv: Vec<String>,
    /// The proven result for the player who makes it.
    pub proof: Option<Proof>,
}

impl Analysis {
    /// Returns the best action.
    pub fn best(&self) -> Option<&str> {
        self.lines.first().map(|line| &*line.action)
    }
}

/// The default seed of an engine: the same on every platform, so that a level plays the same in a
/// browser as on a command line.
pub const SEED: u64 = 1;

/// Creates an engine for a game.
pub fn engine<G: Game>(seed: u64) -> Box<dyn Engine> {
    Box::new(SearchEngine::<G> { search: SearchState::new(seed), memory: Limits::MEMORY })
}

/// Creates an engine whose tree search has a guide.
pub fn guided_engine<G: Game>(seed: u64, guide: Box<dyn Guide<G>>) -> Box<dyn Engine> {
    Box::new(SearchEngine { search: SearchState::with_guide(seed, guide), memory: Limits::MEMORY })
}

struct SearchEngine<G: Game> {
    search: SearchState<G>,
    memory: usize,
}

impl<G: Game> Engine for SearchEngine<G> {
    fn think_parallel(&mut self, game: &dyn AnyMatch, opponent: &Opponent, threads: &mut dyn Threads) -> Analysis {
        match game.as_any().downcast_ref::<Match<G>>() {
            Some(game) => in_words(game, self.search.think_parallel(game, opponent, self.memory, threads)),
            None => Analysis { lines: Vec::new(), nodes: 0, memory: 0, stop: Stop::GameOver },
        }
    }
    fn clear(&mut self) {
        self.search.clear();
    }
    fn set_memory(&mut self, bytes: usize) {
        self.memory = bytes;
    }
}

fn in_words<G: Game>(game: &Match<G>, report: Report<G::Action>) -> Analysis {
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
    let lines = report.lines.iter().map(|line| AnalysisLine {
        action: rules.action_text(game.state(), line.action),
        visits: line.visits,
        win: line.win,
        pv: texts(&line.pv),
        proof: line.proof,
    });
    Analysis { lines: lines.collect(), nodes: report.nodes, memory: report.memory, stop: report.stop }
}
