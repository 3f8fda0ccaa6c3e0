//! Action ids and feature planes of Coalesce: the steps by direction, then the pass.

use hexarium_geometry::{Cell, Direction};
use hexarium_kernel::{ActionFeature, ActionPlanes, Encode, Mapping, PerPlayer, Player, Raster};

use super::{Action, Coalesce, State, pair};

/// The viewing player's pieces, the opponent's pieces, whether the viewing player is to move,
/// whether two steps are left, the board.
const PLANES: usize = 5;

impl Encode for Coalesce {
    fn action_count(&self) -> usize {
        self.pushes.len() + 1
    }

    fn action_id(&self, _: &State, action: Action) -> usize {
        match action {
            Action::Step { from, to } => usize::from(self.push_numbers[pair(from, to)]),
            Action::Pass => self.pushes.len(),
        }
    }

    fn action_of(&self, _: &State, id: usize) -> Option<Action> {
        if id == self.pushes.len() {
            return Some(Action::Pass);
        }
        let (from, to) = self.step_of(id)?;
        Some(Action::Step { from, to })
    }

    fn planes(&self) -> [usize; 3] {
        self.raster().shape(PLANES)
    }

    fn write_planes(&self, state: &State, eye: Player, out: &mut [f32]) {
        let mut brush = self.raster().brush(out);
        brush.set(state.pieces[eye]);
        brush.set(state.pieces[eye.other()]);
        brush.flag(state.to_move == eye);
        brush.flag(state.steps == 2);
        brush.set(self.board.all());
    }

    fn cells(&self) -> Vec<bool> {
        self.raster().cells()
    }

    /// A plane for the steps in each direction; the pass.
    fn action_planes(&self) -> ActionPlanes {
        ActionPlanes { planes: Direction::ALL.len(), globals: 1 }
    }

    fn action_features(&self, _: &State, action: Action, out: &mut Vec<ActionFeature>) {
        out.push(match action {
            Action::Step { from, to } => {
                self.raster().feature(self.direction(from, to).map_or(0, Direction::index), from)
            }
            Action::Pass => ActionFeature::Global(0),
        });
    }

    fn symmetries(&self) -> Vec<Mapping> {
        let turns = self.raster().turns(&self.board).into_iter();
        turns
            .map(|turn| {
                let steps = (0..self.pushes.len()).filter_map(|id| self.step_of(id));
                let moved = steps.map(|(from, to)| self.push_numbers[pair(turn.cell(from), turn.cell(to))].into());
                let moved: Vec<usize> = moved.collect();
                let directions = Direction::ALL.map(|direction| turn.direction(direction).index());
                turn.mapping(moved.into_iter().chain([self.pushes.len()]), directions.into_iter())
            })
            .collect()
    }

    fn transformed(&self, state: &State, mapping: &Mapping) -> State {
        let pieces = PerPlayer(state.pieces.0.map(|pieces| self.raster().moved(pieces, mapping)));
        State { pieces, ..*state }
    }
}

impl Coalesce {
    fn raster(&self) -> &Raster {
        self.raster.get_or_init(|| Raster::new(&self.board))
    }

    /// Returns the step with this number, in the order of the tables.
    fn step_of(&self, mut number: usize) -> Option<(Cell, Cell)> {
        for way in &self.ways {
            if number < way.steppers.len() {
                let from = way.steppers.nth(number);
                return Some((from, way.next(from)));
            }
            number -= way.steppers.len();
        }
        None
    }
}
