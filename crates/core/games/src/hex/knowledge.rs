//! Search knowledge of Hex.

use hexarium_kernel::{Knowledge, Player, Rng, Rules, SearchParams, Trace, share};

use super::{Action, HSearchLimits, Hex, State};

impl<const W: usize> Knowledge for Hex<W> {
    fn search_params(&self) -> SearchParams {
        SearchParams {
            exploration: 0.3,
            expansion_threshold: 4,
            examination_threshold: 256,
            rave_bias: 0.002,
            first_play_reduction: 0.0,
            contempt: 0.0,
        }
    }

    fn priors(&self, state: &State<W>, actions: &[Action], weights: &mut [f32]) {
        let [one, other] = Player::BOTH.map(|player| self.currents(state, player));
        let floor = 0.1 / self.game.size as f32;
        for (action, weight) in actions.iter().zip(weights) {
            if let Action::Place(cell) = action {
                let place = usize::from(self.game.rimmed.places[cell.index()]);
                let both = one[place] + other[place] + floor;
                *weight = both * both;
            }
        }
    }

    fn prune(&self, state: &State<W>, actions: &mut Vec<Action>) {
        self.leave_out_inferior(state, actions);
    }

    fn examine(&self, state: &State<W>, actions: &mut Vec<Action>) -> Option<Player> {
        self.examine_state(state, HSearchLimits::SEARCH, actions)
    }

    fn analyse_for_proof(&self, state: &State<W>, actions: &mut Vec<Action>, weights: &mut Vec<f32>) -> Option<Player> {
        self.analyse_state_for_proof(state, actions, weights)
    }

    fn proof_key(&self, state: &State<W>) -> u64 {
        self.turned_key(state)
    }

    fn trace_id(&self, action: Action) -> Option<usize> {
        match action {
            Action::Place(cell) => Some(cell.index()),
            Action::Swap | Action::Pass => None,
        }
    }

    fn playout(&self, state: &State<W>, (): &(), rng: &mut Rng, trace: &mut Trace) -> f32 {
        if self.may_swap(state) {
            // Taking the swap changes the owner of the first stone, so this action is sampled
            // separately.
            let mut state = *state;
            if let Some(action) = self.random_action(&state, rng, &mut Vec::new()) {
                self.apply(&mut state, &mut (), action);
            }
            return share(Some(self.bridged_winner(&state, rng, trace)));
        }
        share(Some(self.bridged_winner(state, rng, trace)))
    }
}
