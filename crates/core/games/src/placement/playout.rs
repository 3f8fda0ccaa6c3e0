//! Search knowledge that every placement game can use.

use hexarium_kernel::{Flow, Player, Rng, Rules, Trace, share};

use super::{Action, Placement, PlacementGame, State};

/// Returns the id of an action for [`Knowledge::trace_id`](hexarium_kernel::Knowledge::trace_id):
/// the index of the cell of a placement.
pub fn trace_id(action: Action) -> Option<usize> {
    match action {
        Action::Place(cell) => Some(cell.index()).filter(|&id| id < Trace::IDS),
        Action::Swap | Action::Pass => None,
    }
}

impl<G: Placement<W>, const W: usize> PlacementGame<G, W> {
    /// Plays random actions to the end, records the placements in the trace, and returns the first
    /// player's share of the win: an implementation of
    /// [`Knowledge::playout`](hexarium_kernel::Knowledge::playout) for searches with RAVE.
    pub fn traced_playout(&self, state: &State<G::Links, W>, rng: &mut Rng, trace: &mut Trace) -> f32 {
        let mut state = *state;
        let mut winner: Option<Player> = self.outcome(&state).and_then(|outcome| outcome.winner);
        while winner.is_none() {
            let Some(action) = self.random_action(&state, rng, &mut Vec::new()) else { break };
            let player = state.to_move;
            if let Some(id) = trace_id(action) {
                trace.played[player].insert(hexarium_geometry::Cell(id as u16));
            }
            if self.apply(&mut state, &mut (), action) == Flow::GameOver {
                winner = self.outcome(&state).and_then(|outcome| outcome.winner);
                break;
            }
        }
        share(winner)
    }
}
