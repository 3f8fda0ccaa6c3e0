//! Alpha-beta search.
//!
//! Iterative deepening with principal variation search. Scores are relative to the side to move and
//! are negated only where the side to move changes, so turns of several actions need no special
//! case. Late actions are searched with reduced depth first, which matters most in games with a
//! hundred actions. No action is pruned outright, so every reported win or loss is sound, whatever
//! the shortcuts.

mod node;
mod order;
mod root;
mod score;
mod style;
mod table;

use hexarium_kernel::{Knowledge, Match, Repetition, win_chance};

use crate::report::{Limits, Line, Proof, Report, Stop, StopCondition};
use node::Search;
use order::History;
use root::Choices;
use score::CERTAIN;
pub use style::Shortcuts;
use table::Table;

/// Alpha-beta search with a transposition table that persists between searches.
pub struct AlphaBeta<G: Knowledge> {
    shortcuts: Shortcuts,
    table: Table,
    history: History,
    game: std::marker::PhantomData<fn(G)>,
}

/// The nodes and the depth spent on a forced action.
const ONLY_ACTION: (u64, u32) = (2000, 4);

/// Node limit below which actions close to the best receive exact scores.
const FEW_NODES: u64 = 20_000;

impl<G: Knowledge> Default for AlphaBeta<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Knowledge> AlphaBeta<G> {
    /// Creates a search with an empty table.
    pub fn new() -> Self {
        Self::with(Shortcuts::USUAL)
    }

    /// Creates a search with the given shortcuts.
    pub fn with(shortcuts: Shortcuts) -> Self {
        Self { shortcuts, table: Table::new(), history: History::new(), game: std::marker::PhantomData }
    }

    /// Searches the current position of the game.
    pub fn search(&mut self, game: &Match<G>, limits: &Limits, watch: StopCondition) -> Report<G::Action> {
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
        // A table keyed by position alone cannot prove results that depend on history.
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
        // A bound from an earlier iteration may exceed the current score of the best action.
        let win = f32::min(win, cap);
        if i == 0 {
            cap = win;
        }
        Line { action: choice.action, visits: choice.nodes, win, pv: choice.pv.clone(), proof }
    };
    choices.iter().enumerate().map(line).collect()
}

/// Whether the line ends the game within the current turn as a win for the side to move. Such a win
/// is independent of the history.
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
