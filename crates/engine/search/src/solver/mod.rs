//! The exact solution of a position, where the game is small enough.
//!
//! The claim "the first player wins" is proven or refuted. If it is refuted and drawn games were
//! met, the claim "the second player wins" follows; if that is refuted too, the position is a draw.
//! [`search`] holds the algorithm.

mod analysis_cache;
mod grounds;
mod search;
mod table;

use hexarium_kernel::{Knowledge, Match, Player, Repetition};

use crate::report::{Limits, Stop, StopCondition};
use analysis_cache::AnalysisCache;
use grounds::Grounds;
use search::Search;
use table::Table;

/// The result of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution<A> {
    /// The game-theoretic value.
    pub value: Value,
    /// An action that preserves the value: a winning one in a won position, a drawing one in a
    /// draw, any in a lost position. `None` in a finished game and where the value is unknown.
    pub action: Option<A>,
    /// Positions searched, counting revisits; positions searched by the game's own solver are not
    /// counted.
    pub nodes: u64,
    /// Bytes in use by the table.
    pub memory: usize,
    /// The reason why the search ended.
    pub stop: Stop,
}

/// The value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// This player can force a win.
    Won(Player),
    /// Neither player can force a win.
    Drawn,
    /// Not solved within the limits.
    Unknown,
}

impl Value {
    /// Returns `first`, `second`, `draw` or `unknown`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won(player) => player.word(),
            Self::Drawn => "draw",
            Self::Unknown => "unknown",
        }
    }

    const fn of(winner: Option<Player>) -> Self {
        match winner {
            Some(player) => Self::Won(player),
            None => Self::Drawn,
        }
    }
}

/// Solves the position: with the game's own solver first, where it has one, then with proof-number
/// search.
///
/// ```
/// use std::sync::Arc;
///
/// use hexarium_games::hex::{Hex, SPEC};
/// use hexarium_kernel::{Game, Match, Options, Player};
/// use hexarium_search::{Limits, Value, solve};
///
/// let options = Options::new(SPEC.options, [("size", "3")])?;
/// let mut game = Match::new(Arc::new(Hex::<1>::configure(&options)?));
/// let solution = solve(&game, &Limits::UNTIL_STOPPED, &mut |_| true);
/// assert_eq!(solution.value, Value::Won(Player::First));
/// // The corner is a weak first stone.
/// game.play(game.find("a1")?);
/// let solution = solve(&game, &Limits::UNTIL_STOPPED, &mut |_| true);
/// assert_eq!(solution.value, Value::Won(Player::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<G: Knowledge>(game: &Match<G>, limits: &Limits, watch: StopCondition) -> Solution<G::Action> {
    if let Some(outcome) = game.outcome() {
        return Solution { value: Value::of(outcome.winner), action: None, nodes: 0, memory: 0, stop: Stop::GameOver };
    }
    let rules = &**game.rules();
    if !is_historic(rules)
        && let Some((winner, action)) = run_own_solver(rules, game.state(), limits, watch)
    {
        let value = Value::of(winner);
        return Solution { value, action: Some(action), nodes: 0, memory: 0, stop: Stop::Proven };
    }
    let mut table = Table::new(limits.memory / 4 * 3);
    let mut analyses = AnalysisCache::new(limits.memory / 4);
    let mut nodes = 0;
    let mut drawing = None;
    for claimant in Player::BOTH {
        let memories = (&mut table, &mut analyses);
        let mut search = Search::new(rules, claimant, game.cursor().clone(), memories, limits, nodes);
        let finding = search.run(watch);
        nodes = search.nodes;
        let memory = table.bytes() + analyses.bytes();
        let answer = |value, action, stop| Solution { value, action, nodes, memory, stop };
        let Some(known) = finding.known else { return answer(Value::Unknown, None, finding.stop) };
        if known.is_proven() {
            return answer(Value::Won(claimant), finding.action, Stop::Proven);
        }
        if known.rests_on.has(Grounds::HORIZON) {
            return answer(Value::Unknown, None, Stop::Depth);
        }
        if !known.rests_on.has(Grounds::DRAWS) {
            return answer(Value::Won(claimant.other()), finding.action, Stop::Proven);
        }
        if game.to_move() != claimant {
            // The side to move refuted the claim with this action.
            drawing = finding.action;
        }
        if claimant == Player::Second {
            // The first player refutes the second claim, the second player the first one; either
            // action draws.
            return answer(Value::Drawn, drawing, Stop::Proven);
        }
    }
    unreachable!("the second claim is answered one way or the other")
}

/// Runs the game's own solver. It knows neither the memory limit nor the stop condition, so its
/// budget grows from a small one, with a poll of the stop condition in between, up to as many
/// positions as fit into the memory at [`POSITION_BYTES`] each.
fn run_own_solver<G: Knowledge>(
    rules: &G,
    state: &G::State,
    limits: &Limits,
    watch: StopCondition,
) -> Option<(Option<Player>, G::Action)> {
    let most = limits.nodes.min((limits.memory / POSITION_BYTES) as u64);
    let mut budget = most.min(1 << 16);
    while watch(0) {
        let answer = rules.solve(state, budget);
        if answer.is_some() || budget == most {
            return answer;
        }
        budget = budget.saturating_mul(4).min(most);
    }
    None
}

/// Estimated memory per position of a game's own solver.
const POSITION_BYTES: usize = 64;

/// Whether results may depend on the path to a position.
fn is_historic<G: Knowledge>(rules: &G) -> bool {
    rules.repetition() != Repetition::Free || rules.turn_limit().is_some()
}
