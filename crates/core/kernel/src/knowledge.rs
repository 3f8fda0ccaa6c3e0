//! Search knowledge of a game.

use hexarium_geometry::Bits;

use crate::{PerPlayer, Player, Rng, Rules};

/// Search knowledge of a game beyond its rules. Every method has a default without knowledge, so
/// `impl Knowledge for MyGame {}` makes a game playable, and each method that a game adds makes it
/// play better.
///
/// Scores are the first player's: a turn may have several actions, so a sign that changes with
/// every action would be wrong. Searches must give the same result on every machine. So nothing
/// here may depend on a clock, and of floating point only `+ - * /` and `sqrt`, which are exact
/// everywhere, may be used.
pub trait Knowledge: Rules {
    /// Returns the parameters of the tree search for this game.
    fn search_params(&self) -> SearchParams {
        SearchParams::default()
    }

    /// Returns the number of nodes searched in about a second on one thread: the budget of the
    /// highest level.
    fn nodes_a_second(&self) -> u64 {
        100_000
    }

    /// Returns the score of a state for the first player; 0 is even, and [`win_chance`] gives the
    /// chance to win. Called only while the game is in progress, also in the middle of a turn.
    fn evaluate(&self, _state: &Self::State) -> i32 {
        0
    }

    /// Sets the prior weight of each action: any scale, above 0. `weights` is filled with 1.
    fn priors(&self, _state: &Self::State, _actions: &[Self::Action], _weights: &mut [f32]) {}

    /// Removes actions that need not be searched: for each one removed, one that stays must be at
    /// least as good. At least one stays. Proofs rely on this.
    fn prune(&self, _state: &Self::State, _actions: &mut Vec<Self::Action>) {}

    /// Returns the winner with best play, if it is certain before the game is over.
    fn proven_winner(&self, _state: &Self::State) -> Option<Player> {
        None
    }

    /// Solves a state by a method of this game: returns the winner with best play (`None` for a
    /// draw) and an action. Visits about `budget` positions at most and returns `None` if that is
    /// not enough or if the game has no such method.
    fn solve(&self, _state: &Self::State, _budget: u64) -> Option<(Option<Player>, Self::Action)> {
        None
    }

    /// Analyses a state for a proof, at a cost that only a proof justifies. Returns the winner if
    /// it is certain; otherwise leaves the actions to search in `actions`, as
    /// [`prune`](Knowledge::prune) does, and their weights in `weights`. Overridden by games in
    /// which the three share most of their work.
    fn analyse_for_proof(
        &self,
        state: &Self::State,
        actions: &mut Vec<Self::Action>,
        weights: &mut Vec<f32>,
    ) -> Option<Player> {
        let winner = self.proven_winner(state);
        if winner.is_none() {
            self.prune(state, actions);
        }
        weights.clear();
        weights.resize(actions.len(), 1.0);
        self.priors(state, actions, weights);
        winner
    }

    /// Examines a state that the tree search visits often: [`SearchParams::examination_threshold`]
    /// times. Returns the winner if it is certain. Removes actions as [`prune`](Knowledge::prune)
    /// does; if the player to move is the winner, an action that stays wins.
    fn examine(&self, _state: &Self::State, _actions: &mut Vec<Self::Action>) -> Option<Player> {
        None
    }

    /// Returns a key that only states of the same value share: the same for all images of a state
    /// under the symmetries of the game.
    fn proof_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// Whether the player to move may be able to win within the current turn. `true` is always
    /// correct; `false` must be certain, and saves the search from trying.
    fn may_win_this_turn(&self, _state: &Self::State) -> bool {
        true
    }

    /// Returns the RAVE id of an action, below [`Trace::IDS`], for games in which actions commute,
    /// so that an action that was good later is probably good now.
    fn trace_id(&self, _action: Self::Action) -> Option<usize> {
        None
    }

    /// Plays on from a state by any policy and for any number of actions, and returns the first
    /// player's share of the win, from 0 to 1. Records the actions in `trace` if they have ids.
    fn playout(&self, state: &Self::State, memory: &Self::Memory, rng: &mut Rng, _trace: &mut Trace) -> f32 {
        share(self.rollout(state, memory, rng, self.length_bound() as u32))
    }
}

/// Returns the first player's share of a result: 1 for a win, ½ for a draw.
pub const fn share(winner: Option<Player>) -> f32 {
    match winner {
        Some(Player::First) => 1.0,
        Some(Player::Second) => 0.0,
        None => 0.5,
    }
}

/// Returns the chance to win of a score: 100 is 3 in 4, 300 is 7 in 8. Not the usual logistic
/// curve, because the exponential function differs from machine to machine in its last bits.
///
/// ```
/// use hexarium_kernel::win_chance;
///
/// assert_eq!([0, 100, -100].map(win_chance), [0.5, 0.75, 0.25]);
/// ```
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
    /// The visits of a node at which the game examines it; 0 disables examinations.
    pub examination_threshold: u32,
    /// The rate at which an action's own visits outweigh its RAVE value; 0 disables RAVE.
    pub rave_bias: f32,
    /// The value of an untried action below that of its parent.
    pub first_play_reduction: f32,
    /// The amount by which a draw is worth less than half a win to the searching player. For games
    /// that are drawn often, so that the stronger player avoids draws.
    pub contempt: f32,
}

impl Default for SearchParams {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            expansion_threshold: 1,
            examination_threshold: 0,
            rave_bias: 0.0,
            first_play_reduction: 0.1,
            contempt: 0.0,
        }
    }
}

/// The actions that each player made in a playout.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The ids of the actions, as bits.
    pub played: PerPlayer<Bits<6>>,
}

impl Trace {
    /// The number of ids.
    pub const IDS: usize = 384;
}
