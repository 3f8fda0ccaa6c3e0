//! Action ids and feature planes of March of the Fire Ants: placements, changes within the buffer,
//! moves, the pass.

use hexarium_geometry::{Cell, Direction};
use hexarium_kernel::{ActionFeature, ActionPlanes, Encode, Mapping, PerPlayer, Player, Raster};

use super::{Action, FireAnts, PIECES, State};
use crate::pairs::Pairs;

/// Stones and queens of the viewing player and of the opponent, both reserves, whether the viewing
/// player is to move, the regular spaces, the buffer.
const PLANES: usize = 9;

/// The number of action planes.
const ACTION_PLANES: usize = 5;

/// Tables computed on first use.
#[derive(Debug)]
pub(super) struct Numbers {
    raster: Raster,
    /// The buffer spaces, where stones are placed.
    places: Vec<Cell>,
    /// Origins and destinations of moves and, if the game has them, of changes. Changes lead to the
    /// buffer, moves never do.
    pairs: Pairs,
}

impl Encode for FireAnts {
    fn action_count(&self) -> usize {
        let Numbers { places, pairs, .. } = self.numbers();
        places.len() + pairs.len() + 1
    }

    fn action_id(&self, _: &State, action: Action) -> usize {
        let Numbers { places, pairs, .. } = self.numbers();
        let id = match action {
            Action::Place(cell) => places.binary_search(&cell).ok(),
            Action::Change { from, to } | Action::Move { from, to } => {
                pairs.number(from, to).map(|pair| places.len() + pair)
            }
            Action::Pass => None,
        };
        id.unwrap_or(places.len() + pairs.len())
    }

    fn action_of(&self, _: &State, id: usize) -> Option<Action> {
        let Numbers { places, pairs, .. } = self.numbers();
        if let Some(&cell) = places.get(id) {
            return Some(Action::Place(cell));
        }
        if id == places.len() + pairs.len() {
            return Some(Action::Pass);
        }
        let (from, to) = pairs.get(id - places.len())?;
        Some(if self.buffer.has(to) { Action::Change { from, to } } else { Action::Move { from, to } })
    }

    fn planes(&self) -> [usize; 3] {
        self.numbers().raster.shape(PLANES)
    }

    fn write_planes(&self, state: &State, eye: Player, out: &mut [f32]) {
        let mut brush = self.numbers().raster.brush(out);
        for player in [eye, eye.other()] {
            brush.set(state.stones[player]);
            brush.set(state.queens[player]);
            brush.all(f32::from(state.reserve[player]) / PIECES as f32);
        }
        brush.flag(state.to_move == eye);
        brush.set(self.regular);
        brush.set(self.buffer);
    }

    fn cells(&self) -> Vec<bool> {
        self.numbers().raster.cells()
    }

    /// Placements, origins and destinations of changes and of moves; the pass.
    fn action_planes(&self) -> ActionPlanes {
        ActionPlanes { planes: ACTION_PLANES, globals: 1 }
    }

    fn action_features(&self, _: &State, action: Action, out: &mut Vec<ActionFeature>) {
        let raster = &self.numbers().raster;
        match action {
            Action::Place(cell) => out.push(raster.feature(0, cell)),
            Action::Change { from, to } => out.extend([raster.feature(1, from), raster.feature(2, to)]),
            Action::Move { from, to } => out.extend([raster.feature(3, from), raster.feature(4, to)]),
            Action::Pass => out.push(ActionFeature::Global(0)),
        }
    }

    fn symmetries(&self) -> Vec<Mapping> {
        let Numbers { raster, places, pairs } = self.numbers();
        let pass = places.len() + pairs.len();
        let turns = raster.turns(&self.board).into_iter();
        turns
            .map(|turn| {
                let placed = places.iter().filter_map(|&cell| places.binary_search(&turn.cell(cell)).ok());
                let moved = pairs.iter().filter_map(|(from, to)| pairs.number(turn.cell(from), turn.cell(to)));
                let moved = moved.map(|pair| places.len() + pair);
                let ids: Vec<usize> = placed.chain(moved).chain([pass]).collect();
                turn.mapping(ids.into_iter(), 0..ACTION_PLANES)
            })
            .collect()
    }

    fn transformed(&self, state: &State, mapping: &Mapping) -> State {
        let moved = |sets: PerPlayer<_>| PerPlayer(sets.0.map(|set| self.numbers().raster.moved(set, mapping)));
        self.assemble(moved(state.stones), moved(state.queens), state.to_move)
    }
}

impl FireAnts {
    fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| {
            let buffer = self.buffer;
            let changes = buffer.iter().filter(|_| self.buffer_shift).flat_map(move |from| {
                let others = buffer.iter().filter(move |&to| to != from);
                others.map(move |to| (from, to))
            });
            let moves = self.board.cells().iter().flat_map(|&from| {
                let along = move |d| self.board.ray(from, d).take_while(|&to| self.regular.has(to));
                Direction::ALL.into_iter().flat_map(along).map(move |to| (from, to))
            });
            Numbers {
                raster: Raster::new(&self.board),
                places: buffer.iter().collect(),
                pairs: Pairs::new(64, changes.chain(moves)),
            }
        })
    }
}
