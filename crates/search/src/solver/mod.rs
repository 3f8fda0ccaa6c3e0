//! The truth about a position, where the game is small enough.
//!
//! "Does the first player win?" is proven or refuted; if it is refuted and drawn games were met on the way, "does the second player win?"
//! is asked as well; if that is refuted too, the position is a draw. See [`search`] for how.

mod grounds;
mod search;
mod studies;
mod table;

use hexarium_kernel::{Knowledge, Match, Player, Repetition};

use crate::report::{Limits, Stop, Watch};
use grounds::Grounds;
use search::Search;
use studies::Studies;
use table::Table;

/// What a solver has found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution<A> {
    /// Who wins with best play.
    pub value: Value,
    /// An action that keeps the value: one that wins where the player to move wins, one that draws in a draw, any in a lost position.
    /// None in a finished game and where nothing is known.
    pub action: Option<A>,
    /// Positions looked at, each time they are; positions that the game's own way of solving looks at are not counted.
    pub nodes: u64,
    /// Bytes in use for the table.
    pub memory: usize,
    /// Why it ended.
    pub stop: Stop,
}

/// The value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// This player wins, whatever the other does.
    Won(Player),
    /// Neither can win against best play.
    Drawn,
    /// Not found out.
    Unknown,
}

impl Value {
    /// `first`, `second`, `draw` or `unknown`.
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

/// Finds out who wins with best play. The game's own way comes first, where it has one; then a search for proofs.
pub fn solve<G: Knowledge>(game: &Match<G>, limits: &Limits, watch: Watch) -> Solution<G::Action> {
    if let Some(outcome) = game.outcome() {
        return Solution { value: Value::of(outcome.winner), action: None, nodes: 0, memory: 0, stop: Stop::GameOver };
    }
    let rules = &**game.rules();
    if !is_historic(rules)
        && let Some((winner, action)) = own_way(rules, game.state(), limits, watch)
    {
        let value = Value::of(winner);
        return Solution { value, action: Some(action), nodes: 0, memory: 0, stop: Stop::Proven };
    }
    let mut table = Table::new(limits.memory / 4 * 3);
    let mut studies = Studies::new(limits.memory / 4);
    let mut nodes = 0;
    let mut drawing = None;
    for claimant in Player::BOTH {
        let memories = (&mut table, &mut studies);
        let mut search = Search::new(rules, claimant, game.cursor().clone(), memories, limits, nodes);
        let finding = search.run(watch);
        nodes = search.nodes;
        let memory = table.bytes() + studies.bytes();
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
            // The player to move has refuted the claim with this action.
            drawing = finding.action;
        }
        if claimant == Player::Second {
            // A first player to move has refuted the second claim, a second player the first one; nobody lost more.
            return answer(Value::Drawn, drawing, Stop::Proven);
        }
    }
    unreachable!("the second claim is answered one way or the other")
}

/// What the game's own way of solving says. It knows neither the memory nor the watch, so it is given budgets that grow from small ones,
/// with a look at the watch in between, up to as many positions as would fit into the memory at [`POSITION_BYTES`] each.
fn own_way<G: Knowledge>(
    rules: &G,
    state: &G::State,
    limits: &Limits,
    watch: Watch,
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

/// What a position is taken to cost a game's own way of solving.
const POSITION_BYTES: usize = 64;

/// Whether results may depend on how a position was reached.
fn is_historic<G: Knowledge>(rules: &G) -> bool {
    rules.repetition() != Repetition::Free || rules.turn_limit().is_some()
}
