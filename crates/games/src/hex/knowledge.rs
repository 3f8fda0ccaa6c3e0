//! What is known about playing Hex well.

use hexarium_kernel::{Knowledge, Player};

use super::{Action, Hex, State};

impl<const W: usize> Knowledge for Hex<W> {
    fn study(&self, state: &State<W>, actions: &mut Vec<Action>, weights: &mut Vec<f32>) -> Option<Player> {
        self.study_state(state, actions, weights)
    }

    fn proof_key(&self, state: &State<W>) -> u64 {
        self.turned_key(state)
    }
}
