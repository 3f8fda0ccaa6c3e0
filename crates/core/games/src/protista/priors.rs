//! Move priors.

use hexarium_geometry::Bits;

use super::{Action, Protista, State, Win};

/// Bonuses on top of [`PLAIN`].
mod bonus {
    pub(super) const KILL: i32 = 60;
    pub(super) const BIRTH: i32 = 30;
    pub(super) const HIT: i32 = 10;
    pub(super) const HIT_ON_GOAL: i32 = 40;
    pub(super) const HOLD: i32 = 150;
    /// For entering a goal; reduced by each step left.
    pub(super) const ARRIVE: i32 = 40;
    pub(super) const STEP_LEFT: i32 = 8;
    pub(super) const STEP_MADE: i32 = 4;
    pub(super) const ESCAPE: i32 = 15;
    pub(super) const EXPOSE: i32 = -15;
    pub(super) const LOOP: i32 = 50;
    pub(super) const DECLINE: i32 = -20;
}

/// The score of a move without any bonus.
const PLAIN: i32 = 64;

impl<const W: usize, const N: usize> Protista<W, N> {
    /// Computes weights from kills, generation, progress towards the goals (enemy targets or king),
    /// threats and loops. All of them follow from the own pieces after the move, so no move is
    /// applied.
    pub(super) fn action_priors(&self, state: &State<W, N>, actions: &[Action], weights: &mut [f32]) {
        let mover = state.to_move;
        let own = state.pieces[mover];
        let enemy = state.pieces[mover.other()];
        let goals = match self.win {
            Win::Targets => state.targets[mover.other()],
            Win::King => enemy & state.kings,
        };
        let held = (own & goals).len() as i32;
        let away = self.steps_from(goals & !own);
        let danger = self.reach(state, mover.other());
        for (&action, weight) in actions.iter().zip(weights) {
            let after = self.own_after(state, action);
            let (gone, come) = (own & !after, after & !own);
            let len = |set: Bits<W>| set.len() as i32;
            let mut score = bonus::KILL * len(come & enemy) + bonus::HOLD * (len(after & goals) - held);
            score += match action {
                Action::Triangle { .. } | Action::Grow(_) => bonus::BIRTH * len(come),
                Action::Hit { at, .. } if goals.has(at) => bonus::HIT_ON_GOAL,
                Action::Hit { .. } | Action::Fly { hit: true, .. } => bonus::HIT,
                Action::Done => bonus::DECLINE,
                _ => 0,
            };
            let nearest = |set: Bits<W>| set.iter().map(|cell| i32::from(away[cell.index()])).min();
            if let Some(front) = nearest(come) {
                score += (bonus::ARRIVE - bonus::STEP_LEFT * front).max(0);
                score += nearest(gone).map_or(0, |back| bonus::STEP_MADE * (back - front));
            }
            score += bonus::ESCAPE * len(gone & danger.strikes) + bonus::EXPOSE * len(come & danger.lands);
            if !self.loops(after).is_empty() {
                score += bonus::LOOP;
            }
            let promise = (PLAIN + score.clamp(4 - PLAIN, 400)) as f32;
            *weight = promise * promise;
        }
    }

    /// Returns the distance of each cell from the nearest of these cells.
    fn steps_from(&self, cells: Bits<W>) -> [u8; N] {
        let mut steps = [u8::MAX >> 1; N];
        let (mut reached, mut fresh, mut count) = (cells, cells, 0);
        while !fresh.is_empty() {
            fresh.iter().for_each(|cell| steps[cell.index()] = count);
            fresh = self.board.neighbours_of(fresh) & !reached;
            reached |= fresh;
            count += 1;
        }
        steps
    }
}
