//! Search knowledge of Coalesce.

use hexarium_kernel::{Knowledge, Player, Rng, SearchParams, Trace, win_chance};

use super::form::form;
use super::weights::{FINENESS, WEIGHTS};
use super::{Action, Coalesce, State, groups};

/// The score difference to the best action at which the weight of an action falls to a quarter.
const SHARPNESS: f32 = 20.0;

/// The maximum number of groups minus holes for which a win within the turn is searched at every
/// position, by steps left, 1 and 2. Above it such wins are very rare.
const WIN_SEARCH_LIMIT: [i32; 2] = [3, 4];

impl Knowledge for Coalesce {
    fn search_params(&self) -> SearchParams {
        SearchParams { exploration: 0.5, ..SearchParams::default() }
    }

    fn nodes_a_second(&self) -> u64 {
        190_000
    }

    fn evaluate(&self, state: &State) -> i32 {
        let score = self.score(state);
        if state.to_move == Player::First { score } else { -score }
    }

    /// Computes weights from the evaluation of the position after each action. This also finds
    /// steps that join own groups or split the opponent's.
    fn priors(&self, state: &State, actions: &[Action], weights: &mut [f32]) {
        let mut best = f32::NEG_INFINITY;
        for (weight, &action) in weights.iter_mut().zip(actions) {
            let mut after = *state;
            if let Action::Step { from, to } = action {
                self.step(&mut after, from, to);
            }
            let score = if after.steps == 2 {
                after.steps = 1;
                self.score(&after)
            } else {
                (after.to_move, after.steps) = (state.to_move.other(), 2);
                -self.score(&after)
            };
            *weight = score as f32;
            best = best.max(*weight);
        }
        for weight in weights {
            let behind = 1.0 + (best - *weight) / SHARPNESS;
            *weight = 1.0 / (behind * behind);
        }
    }

    fn prune(&self, state: &State, actions: &mut Vec<Action>) {
        let occupied = state.occupied().0[0];
        let room = groups::around(self.board.all().0[0] & !occupied);
        // A pass followed by a step equals the step followed by a pass, and moving to an empty
        // space and back equals two passes.
        if state.steps == 2 && room & state.pieces[state.to_move].0[0] != 0 && actions.len() > 1 {
            actions.retain(|&action| action != Action::Pass);
        }
        // A full line rotates as a whole, whichever piece pushes.
        let mut turned = [0; 6];
        actions.retain(|&action| {
            let Action::Step { from, to } = action else { return true };
            let push = self.push(from, to).expect("a pseudo-legal step goes to the next cell of a line");
            let line = push.line();
            if line & !occupied != 0 {
                return true;
            }
            // Lines of one direction are disjoint.
            let turned = &mut turned[push.direction()];
            let new = *turned & line == 0;
            *turned |= line;
            new
        });
    }

    /// Returns the side to move if it can unite all its pieces within the turn. (History could only
    /// forbid this in a game that started from a set-up position in the middle of a turn, with
    /// exactly that board.)
    fn proven_winner(&self, state: &State) -> Option<Player> {
        let own = state.pieces[state.to_move].0[0];
        let is_near = groups::groups_less_holes(own) <= WIN_SEARCH_LIMIT[usize::from(state.steps - 1)];
        (is_near && self.may_win_this_turn(state)).then_some(state.to_move)
    }

    /// Exact: all relevant steps are tried. The opponent's pieces do not matter, because if both
    /// colours form one group, the player who made the turn wins.
    fn may_win_this_turn(&self, state: &State) -> bool {
        self.can_join(state.pieces[state.to_move].0[0], state.occupied().0[0], state.steps)
    }

    /// Returns the static evaluation. Random steps tear groups apart, so playouts are
    /// uninformative.
    fn playout(&self, state: &State, (): &(), _: &mut Rng, _: &mut Trace) -> f32 {
        win_chance(self.evaluate(state))
    }
}

impl Coalesce {
    /// Returns the evaluation for the side to move.
    #[inline]
    fn score(&self, state: &State) -> i32 {
        let weights = &WEIGHTS[usize::from(self.edge_moves)][usize::from(state.steps - 1)];
        let form = |player| form(state.pieces[player].0[0]);
        let (mover, other) = (form(state.to_move), form(state.to_move.other()));
        let mut score = weights.tempo;
        for (i, (mover, other)) in mover.iter().zip(&other).enumerate() {
            score += weights.mover[i] * mover - weights.other[i] * other;
        }
        score / FINENESS
    }
}
