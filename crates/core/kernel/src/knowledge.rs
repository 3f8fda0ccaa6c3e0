//! What a game knows about playing it well.

use hexarium_geometry::Bits;

use crate::{PerPlayer, Player, Rng, Rules};

/// What a game can tell a search beyond its rules. Everything has a default that knows nothing, so
/// `impl Knowledge for MyGame {}` makes a game playable, and each method that a game adds makes it play better.
///
/// Scores are seen from one fixed side, the first player's: a turn may have several actions, and a sign that flips with every
/// action would be wrong. Searches must give the same result on every machine, so nothing here may depend on a clock, and
/// of floating point only `+ - * /` and `sqrt`, which are exact everywhere, may be used.
pub trait Knowledge: Rules {
    /// The parameters of the tree search for this game.
    fn search_params(&self) -> SearchParams {
        SearchParams::default()
    }

    /// How many nodes the search looks at in about a second on one thread: the budget of the highest level.
    fn nodes_a_second(&self) -> u64 {
        100_000
    }

    /// How good a state is for the first player: 0 is even, and [`win_chance`] says what chance a score stands for. Called only
    /// while the game goes on, also in the middle of a turn.
    fn evaluate(&self, _state: &Self::State) -> i32 {
        0
    }

    /// How promising each action is, beside the others: weights above 0 of any scale. `weights` comes filled with 1.
    fn weigh(&self, _state: &Self::State, _actions: &[Self::Action], _weights: &mut [f32]) {}

    /// Leaves out actions that need not be looked at: for each one that goes, one that stays must be at least as good. At least
    /// one stays. Proofs rely on this.
    fn narrow(&self, _state: &Self::State, _actions: &mut Vec<Self::Action>) {}

    /// Who wins with best play, where that is certain before the game is over.
    fn proven_winner(&self, _state: &Self::State) -> Option<Player> {
        None
    }

    /// Who wins with best play and with which action, by a way of solving that only this game has. `budget` is about how many
    /// positions may be looked at; `None` when that is not enough, or there is no such way.
    fn solve(&self, _state: &Self::State, _budget: u64) -> Option<(Option<Player>, Self::Action)> {
        None
    }

    /// Everything about a state that a proof can use, at a price that pays only for a proof: who wins, where that is certain; or else
    /// the actions that need to be looked at, left in `actions` as by [`Knowledge::narrow`], with a weight for each. For games in which
    /// the three have most of their work in common.
    fn study(&self, state: &Self::State, actions: &mut Vec<Self::Action>, weights: &mut Vec<f32>) -> Option<Player> {
        let winner = self.proven_winner(state);
        if winner.is_none() {
            self.narrow(state, actions);
        }
        weights.clear();
        weights.resize(actions.len(), 1.0);
        self.weigh(state, actions, weights);
        winner
    }

    /// A key that only states of the same value share: one for all images of a state under the symmetries of the game.
    fn proof_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// Whether the player to move may be able to win within the turn under way. Saying `true` is always right; saying `false`
    /// must be certain, and saves the search from trying.
    fn may_win_this_turn(&self, _state: &Self::State) -> bool {
        true
    }

    /// The number of an action where actions commute, so that one that was good later is probably good now (RAVE); below
    /// [`Trace::IDS`].
    fn trace_id(&self, _action: Self::Action) -> Option<usize> {
        None
    }

    /// Plays on from a state by whatever policy and as far as it says something, and returns the first player's share of the
    /// win, from 0 to 1. Takes note of the actions in `trace` if they have ids.
    fn playout(&self, state: &Self::State, memory: &Self::Memory, rng: &mut Rng, _trace: &mut Trace) -> f32 {
        share(self.rollout(state, memory, rng, self.length_bound() as u32))
    }
}

/// The first player's share of a result.
pub const fn share(winner: Option<Player>) -> f32 {
    match winner {
        Some(Player::First) => 1.0,
        Some(Player::Second) => 0.0,
        None => 0.5,
    }
}

/// The chance to win that a score stands for: 100 is 3 in 4, 300 is 7 in 8. Not the usual logistic curve, because the
/// exponential function differs from machine to machine in its last bits.
pub fn win_chance(score: i32) -> f32 {
    let x = score as f32 / 100.0;
    0.5 + 0.5 * x / (1.0 + x.abs())
}

/// Parameters of the tree search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchParams {
    /// The weight of exploration.
    pub exploration: f32,
    /// The visits of a leaf at which it is expanded.
    pub expansion_threshold: u32,
    /// How fast an action's own visits outweigh its RAVE value; 0 disables RAVE.
    pub rave_bias: f32,
    /// The value of an untried action below that of its parent.
    pub first_play_reduction: f32,
    /// How much less than half a win a draw is worth to the searching player. For games that are
    /// drawn often, so that the stronger player avoids draws.
    pub contempt: f32,
}

impl Default for SearchParams {
    fn default() -> Self {
        Self { exploration: 1.0, expansion_threshold: 1, rave_bias: 0.0, first_play_reduction: 0.1, contempt: 0.0 }
    }
}

/// Which actions each player made in a playout.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The ids of the actions, as bits.
    pub played: PerPlayer<Bits<6>>,
}

impl Trace {
    /// Ids are below this.
    pub const IDS: usize = 384;
}
