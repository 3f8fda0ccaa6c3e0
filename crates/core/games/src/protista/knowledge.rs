//! Search knowledge of Protista.

use hexarium_kernel::{Knowledge, Player, Rng, SearchParams, Trace, win_chance};

use super::{Action, Memory, Protista, State};

impl<const W: usize, const N: usize> Knowledge for Protista<W, N> {
    fn search_params(&self) -> SearchParams {
        SearchParams { contempt: 0.35, ..SearchParams::default() }
    }

    fn nodes_a_second(&self) -> u64 {
        250_000
    }

    fn evaluate(&self, state: &State<W, N>) -> i32 {
        self.score(state)
    }

    fn priors(&self, state: &State<W, N>, actions: &[Action], weights: &mut [f32]) {
        self.action_priors(state, actions, weights);
    }

    fn proven_winner(&self, state: &State<W, N>) -> Option<Player> {
        self.wins_at_once(state).then_some(state.to_move)
    }

    fn may_win_this_turn(&self, state: &State<W, N>) -> bool {
        self.wins_at_once(state) || self.may_win_later(state)
    }

    /// Returns the static evaluation. Random play is uninformative here, because every piece can
    /// reach any cell within a few moves.
    fn playout(&self, state: &State<W, N>, _: &Memory<W>, _: &mut Rng, _: &mut Trace) -> f32 {
        win_chance(self.score(state))
    }
}
