//! What is known about playing Coalesce well.

use hexarium_kernel::{Knowledge, Method, Player, Rng, Trace, TreeStyle, win_chance};

use super::form::form;
use super::weights::{FINENESS, WEIGHTS};
use super::{Action, Coalesce, State, groups};

/// By how many points an action must fall behind the best one for its weight to sink to a quarter.
const SHARPNESS: f32 = 20.0;

/// With more groups less holes than this, a win within the turn is so rare that it is not looked for at every position: by steps
/// left, 1 and 2.
const WORTH_A_LOOK: [i32; 2] = [3, 4];

impl Knowledge for Coalesce {
    fn method(&self) -> Method {
        Method::Tree(TreeStyle { exploration: 0.5, ..TreeStyle::default() })
    }

    fn nodes_a_second(&self) -> u64 {
        190_000
    }

    fn evaluate(&self, state: &State) -> i32 {
        let score = self.score(state);
        if state.to_move == Player::First { score } else { -score }
    }

    /// By what the position after each action looks like. This also finds what joins own groups, or splits the other's.
    fn weigh(&self, state: &State, actions: &[Action], weights: &mut [f32]) {
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

    fn narrow(&self, state: &State, actions: &mut Vec<Action>) {
        let occupied = state.occupied().0[0];
        let room = groups::around(self.board.all().0[0] & !occupied);
        // First a pass and then a step is first the step and then a pass; and to go into an empty space and back is two passes.
        if state.steps == 2 && room & state.pieces[state.to_move].0[0] != 0 && actions.len() > 1 {
            actions.retain(|&action| action != Action::Pass);
        }
        // Whoever pushes, a full line turns as a whole.
        let mut turned = [0; 6];
        actions.retain(|&action| {
            let Action::Step { from, to } = action else { return true };
            let push = self.push(from, to).expect("a candidate goes to the next cell of a line");
            let line = push.line();
            if line & !occupied != 0 {
                return true;
            }
            // Lines of one direction have no cell in common.
            let turned = &mut turned[push.direction()];
            let new = *turned & line == 0;
            *turned |= line;
            new
        });
    }

    /// A player who can bring all pieces together within the turn has won. (History could forbid it only where that very position was
    /// set up by hand, in the middle of a turn, and the game began there.)
    fn foresee(&self, state: &State) -> Option<Player> {
        let own = state.pieces[state.to_move].0[0];
        let worth_a_look = groups::groups_less_holes(own) <= WORTH_A_LOOK[usize::from(state.steps - 1)];
        (worth_a_look && self.may_win_this_turn(state)).then_some(state.to_move)
    }

    /// Exact: everything that could do it is tried. What becomes of the other colour does not matter, for if both form one group,
    /// the turn's player wins.
    fn may_win_this_turn(&self, state: &State) -> bool {
        self.can_join(state.pieces[state.to_move].0[0], state.occupied().0[0], state.steps)
    }

    /// Random steps tear groups apart, so nothing is played out: the position is judged as it is.
    fn playout(&self, state: &State, (): &(), _: &mut Rng, _: &mut Trace) -> f32 {
        win_chance(self.evaluate(state))
    }
}

impl Coalesce {
    /// How good a state is for the player to move.
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
