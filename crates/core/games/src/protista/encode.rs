//! Action ids and feature planes of Protista: one block of ids for each kind of move.
//!
//! Whether a step or a flight hits a stack follows from the board, so it is not part of the id.
//! Moves with the same effect are one move, named by the first of its names in reading order
//! (ruling 5). A reflection of the board changes which name is first, so ids have no symmetries.

use hexarium_geometry::{Bits, Cell, Direction};
use hexarium_kernel::{ActionFeature, ActionPlanes, Brush, Encode, Player, Raster};

use super::{Action, Flight, Generation, Protista, State, Zig};
use crate::pairs::Pairs;

/// Pieces, levels above the first, kings and targets, each for the viewing player and the opponent;
/// whether the viewing player is to move, whether one or two extra moves are left, the board.
const PLANES: usize = 12;

/// Tables computed on first use.
#[derive(Debug)]
pub(super) struct Numbers {
    raster: Raster,
    /// Origins and destinations of cannon flights and unstackings.
    straight: Pairs,
    /// Origins and destinations of sharp V flights.
    diagonal: Pairs,
    /// The number of the shortest wave for each first cell and kind of zigzag, followed by the
    /// number of all waves.
    waves: Vec<u32>,
    /// The directions in which each kind of zigzag moves.
    ways: [Vec<Direction>; 6],
    /// The first id of each block (moves, cannons, unstackings, sharp Vs, waves, generations,
    /// declining), and the end of the last one.
    blocks: [usize; 8],
}

/// The minimum number of pieces in a wave.
const SHORTEST: usize = 3;

impl<const W: usize, const N: usize> Encode for Protista<W, N> {
    fn action_count(&self) -> usize {
        self.numbers().blocks[7]
    }

    fn action_id(&self, _: &State<W, N>, action: Action) -> usize {
        let numbers = self.numbers();
        let (block, n) = match action {
            Action::Move { from, to } | Action::Hit { from, at: to } => {
                (0, self.board.order(from) * self.board.cells().len() + self.board.order(to))
            }
            Action::Fly { flight, from, .. } => {
                let to = self.flight_cells(action).last().unwrap_or(from);
                let (block, pairs) = match flight {
                    Flight::Cannon => (1, &numbers.straight),
                    Flight::Unstack => (2, &numbers.straight),
                    Flight::SharpV => (3, &numbers.diagonal),
                };
                (block, pairs.number(from, to).unwrap_or(0))
            }
            Action::Wave { start, zig, length, towards } => {
                let ways = &numbers.ways[zig.index()];
                let way = ways.iter().position(|&way| way == towards).unwrap_or(0);
                let first = numbers.waves[self.board.order(start) * Zig::ALL.len() + zig.index()] as usize;
                (4, first + (usize::from(length) - SHORTEST) * ways.len() + way)
            }
            Action::Triangle { first, towards } => {
                let side = FORWARD.iter().position(|&d| d == towards).unwrap_or(0);
                (5, self.board.order(first) * FORWARD.len() + side)
            }
            Action::Grow(cell) => (5, self.board.order(cell)),
            Action::Done => (6, 0),
        };
        numbers.blocks[block] + n
    }

    fn action_of(&self, state: &State<W, N>, id: usize) -> Option<Action> {
        let numbers = self.numbers();
        let block = numbers.blocks.iter().rposition(|&begin| begin <= id)?;
        let n = id - numbers.blocks[block];
        let cell = |order: usize| self.board.cells().get(order).copied();
        let is_tower = |cell| (state.pieces[state.to_move.other()] & state.stacks).has(cell);
        let fly = |flight, (from, to)| {
            let along = |towards| self.flight_line(flight, Some(from), towards).position(|cell| cell == to);
            let (towards, before) = (0..6).find_map(|towards| Some((towards, along(towards)?)))?;
            Some(Action::Fly { flight, from, towards, steps: before as u8 + 1, hit: is_tower(to) })
        };
        match block {
            0 => {
                let cells = self.board.cells().len();
                let (from, to) = (cell(n / cells)?, cell(n % cells)?);
                Some(if is_tower(to) { Action::Hit { from, at: to } } else { Action::Move { from, to } })
            }
            1 => fly(Flight::Cannon, numbers.straight.get(n)?),
            2 => fly(Flight::Unstack, numbers.straight.get(n)?),
            3 => fly(Flight::SharpV, numbers.diagonal.get(n)?),
            4 => {
                let at = numbers.waves.partition_point(|&first| first as usize <= n) - 1;
                let zig = Zig::ALL[at % Zig::ALL.len()];
                let (n, ways) = (n - numbers.waves[at] as usize, &numbers.ways[zig.index()]);
                let length = (SHORTEST + n / ways.len()) as u8;
                Some(Action::Wave { start: cell(at / Zig::ALL.len())?, zig, length, towards: ways[n % ways.len()] })
            }
            5 if self.generation == Generation::Triangle => {
                let (first, towards) = (cell(n / FORWARD.len())?, FORWARD[n % FORWARD.len()]);
                self.tables.pair(first, towards).map(|_| Action::Triangle { first, towards })
            }
            5 => cell(n).map(Action::Grow),
            6 => Some(Action::Done),
            _ => None,
        }
    }

    fn planes(&self) -> [usize; 3] {
        self.numbers().raster.shape(PLANES)
    }

    fn write_planes(&self, state: &State<W, N>, eye: Player, out: &mut [f32]) {
        let mut brush = self.numbers().raster.brush(out);
        let each = |brush: &mut Brush, set: &dyn Fn(Player) -> Bits<W>| {
            brush.set(set(eye));
            brush.set(set(eye.other()));
        };
        each(&mut brush, &|player| state.pieces[player]);
        for player in [eye, eye.other()] {
            let stacks = state.pieces[player] & state.stacks;
            brush.numbers(stacks, |cell| f32::from(state.height(cell) - 1) / LEVELS);
        }
        each(&mut brush, &|player| state.pieces[player] & state.kings);
        each(&mut brush, &|player| state.targets[player]);
        brush.flag(state.to_move == eye);
        brush.flag(state.extra >= 1);
        brush.flag(state.extra >= 2);
        brush.set(self.board.all());
    }

    fn cells(&self) -> Vec<bool> {
        self.numbers().raster.cells()
    }

    /// Origins and destinations of moves and of each flight; first cells of waves by zigzag, last
    /// cells of waves, first cells of waves by direction; triangles by the direction of the pair;
    /// new pieces; declining.
    fn action_planes(&self) -> ActionPlanes {
        ActionPlanes { planes: GROWTH_PLANE + 1, globals: 1 }
    }

    fn action_features(&self, _: &State<W, N>, action: Action, out: &mut Vec<ActionFeature>) {
        let raster = &self.numbers().raster;
        let mut pair = |plane, from, to| out.extend([raster.feature(plane, from), raster.feature(plane + 1, to)]);
        match action {
            Action::Move { from, to } | Action::Hit { from, at: to } => pair(0, from, to),
            Action::Fly { flight, from, .. } => {
                let plane = match flight {
                    Flight::Cannon => 2,
                    Flight::Unstack => 4,
                    Flight::SharpV => 6,
                };
                pair(plane, from, self.flight_cells(action).last().unwrap_or(from));
            }
            Action::Wave { start, zig, towards, .. } => {
                let last = self.wave_cells(action).last().unwrap_or(start);
                let way = WAVE_PLANE + Zig::ALL.len() + 1 + towards.index();
                out.extend([
                    raster.feature(WAVE_PLANE + zig.index(), start),
                    raster.feature(WAVE_PLANE + Zig::ALL.len(), last),
                    raster.feature(way, start),
                ]);
            }
            Action::Triangle { first, towards } => {
                let side = FORWARD.iter().position(|&d| d == towards).unwrap_or(0);
                out.push(raster.feature(TRIANGLE_PLANE + side, first));
            }
            Action::Grow(cell) => out.push(raster.feature(GROWTH_PLANE, cell)),
            Action::Done => out.push(ActionFeature::Global(0)),
        }
    }
}

/// The first action planes of waves, triangles and new pieces.
const WAVE_PLANE: usize = 8;
const TRIANGLE_PLANE: usize = WAVE_PLANE + Zig::ALL.len() + 1 + Direction::ALL.len();
const GROWTH_PLANE: usize = TRIANGLE_PLANE + FORWARD.len();

/// The directions of the second piece of a pair.
const FORWARD: [Direction; 3] = [Direction::E, Direction::Sw, Direction::Se];

/// The number of further levels encoded as 1. A power of two, so that every height has a distinct
/// value.
const LEVELS: f32 = 8.0;

impl<const W: usize, const N: usize> Protista<W, N> {
    fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| self.count())
    }

    fn count(&self) -> Numbers {
        let cells = self.board.cells();
        let lines = |flight| {
            let from = |from: Cell| {
                let along = move |towards| self.flight_line(flight, Some(from), towards);
                (0..6).flat_map(along).map(move |to| (from, to))
            };
            Pairs::new(64 * W, cells.iter().copied().flat_map(from))
        };
        let (straight, diagonal) = (lines(Flight::Cannon), lines(Flight::SharpV));
        let ways = Zig::ALL.map(|zig| {
            let all = Direction::ALL.into_iter().filter(|&d| !(self.sideways && zig.uses(d)));
            all.collect::<Vec<_>>()
        });
        let mut waves = vec![0];
        for &start in cells {
            for zig in Zig::ALL {
                let longest = Action::Wave { start, zig, length: u8::MAX, towards: Direction::E };
                let lengths = (self.wave_cells(longest).count() + 1).saturating_sub(SHORTEST);
                let count = lengths * ways[zig.index()].len();
                waves.push(waves[waves.len() - 1] + count as u32);
            }
        }
        let generations = match self.generation {
            Generation::Triangle => FORWARD.len() * cells.len(),
            Generation::Cup | Generation::Four => cells.len(),
            Generation::None => 0,
        };
        let sizes = [
            cells.len() * cells.len(),
            straight.len(),
            straight.len(),
            diagonal.len(),
            waves[waves.len() - 1] as usize,
            generations,
            1,
        ];
        let mut blocks = [0; 8];
        for (i, size) in sizes.into_iter().enumerate() {
            blocks[i + 1] = blocks[i] + size;
        }
        Numbers { raster: Raster::new(&self.board), straight, diagonal, waves, ways, blocks }
    }
}
