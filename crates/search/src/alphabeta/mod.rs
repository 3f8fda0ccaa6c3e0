//! Alpha-beta search.
//!
//! Iterative deepening with principal variation search. Scores are seen from the player to move and change their sign only where
//! the player does, so turns of several actions are nothing special. Actions that come late in the order are looked at less
//! deeply first, which matters most in games with a hundred actions; none is left out, so a win or a loss that the search
//! reports is one, whatever the shortcuts.

mod node;
mod order;
mod root;
mod score;
mod style;
mod table;

use hexarium_kernel::{Knowledge, Match, Repetition, win_chance};

use crate::report::{Limits, Line, Proof, Report, Stop, Watch};
use node::Search;
use order::History;
use root::Choices;
use score::CERTAIN;
pub use style::Shortcuts;
use table::Table;

/// Alpha-beta with a table that is kept from search to search.
pub struct AlphaBeta<G: Knowledge> {
    shortcuts: Shortcuts,
    table: Table,
    history: History,
    game: std::marker::PhantomData<fn(G)>,
}

/// How many nodes and actions an only action is worth.
const ONLY_ACTION: (u64, u32) = (2000, 4);

/// Searches with fewer nodes than this give true scores to the actions close to the best one.
const FEW_NODES: u64 = 20_000;

impl<G: Knowledge> Default for AlphaBeta<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Knowledge> AlphaBeta<G> {
    /// A search that knows nothing yet.
    pub fn new() -> Self {
        Self::with(Shortcuts::USUAL)
    }

    /// A search with these shortcuts.
    pub fn with(shortcuts: Shortcuts) -> Self {
        Self { shortcuts, table: Table::new(), history: History::new(), game: std::marker::PhantomData }
    }

    /// Searches from where the game stands.
    pub fn search(&mut self, game: &Match<G>, limits: &Limits, watch: Watch) -> Report<G::Action> {
        if game.outcome().is_some() {
            return Report::game_over();
        }
        let rules = &**game.rules();
        let mut choices = Choices::new(game);
        let only = choices.len() == 1;
        let (mut nodes, mut depth) = (limits.nodes, limits.depth);
        if only {
            (nodes, depth) = (nodes.min(ONLY_ACTION.0), depth.min(ONLY_ACTION.1));
        }
        self.table.begin(limits.memory);
        self.history.fade();
        let mut shortcuts = self.shortcuts;
        shortcuts.true_scores |= limits.nodes < FEW_NODES;
        let working = (&mut self.table, &mut self.history);
        let mut search = Search::new(rules, game.cursor().clone(), working, shortcuts, nodes, watch);
        // What the game's history decides is not proven by a table that knows nothing of history.
        let sure = rules.repetition() == Repetition::Free && rules.turn_limit().is_none();
        let stop = choices.deepen(&mut search, depth, sure);
        let (nodes, judged) = (search.nodes, search.judged);
        let exhausted = sure && stop == Stop::Proven && !judged;
        let lines = report(game, &choices, sure, exhausted);
        let stop = if only { Stop::OnlyAction } else { stop };
        Report { lines, nodes, memory: self.table.bytes(), stop }
    }
}

fn report<G: Knowledge>(game: &Match<G>, choices: &Choices<G>, sure: bool, exhausted: bool) -> Vec<Line<G::Action>> {
    let mut cap = 1.0;
    let line = |(i, choice): (usize, &root::RootChoice<G::Action>)| {
        let proof = match choice.score {
            CERTAIN.. if choice.reached && (sure || wins_this_turn(game, &choice.pv)) => Some(Proof::Win),
            score if score <= -CERTAIN && sure => Some(Proof::Loss),
            0 if exhausted && i == 0 => Some(Proof::Draw),
            _ => None,
        };
        let win = match proof {
            Some(Proof::Win) => 1.0,
            Some(Proof::Loss) => 0.0,
            _ => win_chance(choice.score),
        };
        // A bound from an earlier look may be above what the best action has come down to since.
        let win = f32::min(win, cap);
        if i == 0 {
            cap = win;
        }
        Line { action: choice.action, visits: choice.nodes, win, pv: choice.pv.clone(), proof }
    };
    choices.iter().enumerate().map(line).collect()
}

/// Whether the game ends with these actions within the turn under way, in a win for its player: then no history can matter.
fn wins_this_turn<G: Knowledge>(game: &Match<G>, line: &[G::Action]) -> bool {
    let (rules, me) = (game.rules(), game.to_move());
    let mut cursor = game.cursor().clone();
    for &action in line {
        if rules.to_move(&cursor.state) != me {
            return false;
        }
        if let (_, Some(outcome)) = cursor.play(rules, action) {
            return outcome.winner == Some(me);
        }
    }
    false
}
