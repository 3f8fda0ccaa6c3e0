//! Action ids and feature planes of Harvest: removals, moves, the pass.
//!
//! If a move leaves groups of equal size, the action states which of them stays. The notation names
//! the first cell of that group, which changes when the board is rotated. The id uses the relation
//! of the group to the move instead, which is invariant under rotation. There are at most three
//! groups, one of them with the moved piece, so four values per pair of cells are enough
//! ([`Kept`]).

use hexarium_geometry::{Bits, Cell, Direction};
use hexarium_kernel::{ActionFeature, ActionPlanes, Encode, Mapping, Player, Raster, Turn};

use super::moves::Groups;
use super::{Action, Harvest, State};
use crate::pairs::Pairs;

/// Pieces, whether the viewing player is to move, whether two steps are left, pieces removed in
/// this turn, both scores, the board.
const PLANES: usize = 7;

/// The action planes before those of destinations.
const REMOVAL: usize = 0;
const ORIGIN: usize = 1;
const FIRST_TARGET: usize = 2;

/// The group that stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kept {
    /// The one with the moved piece, or the only choice.
    Mover,
    /// The other one of two.
    Other,
    /// Of the two without the moved piece, the one to its left.
    Left,
    /// Of the two without the moved piece, the one to its right.
    Right,
}

impl Kept {
    const ALL: [Self; 4] = [Self::Mover, Self::Other, Self::Left, Self::Right];

    fn mirrored(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            same => same,
        }
    }
}

/// Tables computed on first use.
#[derive(Debug)]
pub(super) struct Numbers {
    raster: Raster,
    /// The possible origins and destinations of moves: on one line, not adjacent.
    pairs: Pairs,
}

impl<const W: usize, const N: usize> Encode for Harvest<W, N> {
    fn action_count(&self) -> usize {
        self.first_move() + Kept::ALL.len() * self.numbers().pairs.len() + 1
    }

    fn action_id(&self, state: &State<W>, action: Action) -> usize {
        match action {
            Action::Remove(cell) => self.board.order(cell),
            Action::Move { from, to, keep } => {
                let kept = self.kept_by(state, from, to, keep);
                let pair = self.numbers().pairs.number(from, to).unwrap_or(0);
                self.move_id(pair, kept)
            }
            Action::Pass => self.action_count() - 1,
        }
    }

    fn action_of(&self, state: &State<W>, id: usize) -> Option<Action> {
        if let Some(&cell) = self.board.cells().get(id) {
            return Some(Action::Remove(cell));
        }
        if id == self.action_count() - 1 {
            return Some(Action::Pass);
        }
        let (pair, kept) = ((id - self.first_move()) / 4, Kept::ALL[(id - self.first_move()) % 4]);
        let (from, to) = self.numbers().pairs.get(pair)?;
        // Landing next to no piece would leave a fourth group.
        if !state.pieces.has(from) || !self.landings(state.pieces).has(to) {
            return None;
        }
        let groups = self.groups(state.pieces, from, to);
        let biggest = groups.biggest();
        if !biggest.are_split() {
            return (kept == Kept::Mover).then_some(Action::Move { from, to, keep: None });
        }
        let group = biggest.all().iter().find(|&&group| self.kept(&groups, from, to, group) == kept)?;
        Some(Action::Move { from, to, keep: group.first() })
    }

    fn planes(&self) -> [usize; 3] {
        self.numbers().raster.shape(PLANES)
    }

    fn write_planes(&self, state: &State<W>, eye: Player, out: &mut [f32]) {
        let share = |pieces: u8| f32::from(pieces) / self.board.cells().len() as f32;
        let mut brush = self.numbers().raster.brush(out);
        brush.set(state.pieces);
        brush.flag(state.to_move == eye);
        brush.flag(state.steps_left == 2);
        brush.all(share(state.removed));
        brush.all(share(state.scores[eye]));
        brush.all(share(state.scores[eye.other()]));
        brush.set(self.board.all());
    }

    fn cells(&self) -> Vec<bool> {
        self.numbers().raster.cells()
    }

    /// Removals, origins of moves, and destinations for each group that may stay; the pass.
    fn action_planes(&self) -> ActionPlanes {
        ActionPlanes { planes: FIRST_TARGET + Kept::ALL.len(), globals: 1 }
    }

    fn action_features(&self, state: &State<W>, action: Action, out: &mut Vec<ActionFeature>) {
        let raster = &self.numbers().raster;
        match action {
            Action::Remove(cell) => out.push(raster.feature(REMOVAL, cell)),
            Action::Move { from, to, keep } => {
                let kept = self.kept_by(state, from, to, keep);
                out.extend([raster.feature(ORIGIN, from), raster.feature(FIRST_TARGET + kept as usize, to)]);
            }
            Action::Pass => out.push(ActionFeature::Global(0)),
        }
    }

    fn symmetries(&self) -> Vec<Mapping> {
        let Numbers { raster, pairs } = self.numbers();
        let moved_id = |turn: &Turn, (from, to), kept: Kept| {
            let pair = pairs.number(turn.cell(from), turn.cell(to)).unwrap_or(0);
            self.move_id(pair, if turn.mirrored { kept.mirrored() } else { kept })
        };
        let turns = raster.turns(&self.board).into_iter();
        turns
            .map(|turn| {
                let removals = self.board.cells().iter().map(|&cell| self.board.order(turn.cell(cell)));
                let moves = pairs.iter().flat_map(|pair| Kept::ALL.map(|kept| moved_id(&turn, pair, kept)));
                let ids: Vec<usize> = removals.chain(moves).chain([self.action_count() - 1]).collect();
                let targets = Kept::ALL.map(|kept| if turn.mirrored { kept.mirrored() } else { kept });
                let targets = targets.map(|kept| FIRST_TARGET + kept as usize);
                turn.mapping(ids.into_iter(), [REMOVAL, ORIGIN].into_iter().chain(targets))
            })
            .collect()
    }

    fn transformed(&self, state: &State<W>, mapping: &Mapping) -> State<W> {
        State { pieces: self.numbers().raster.moved(state.pieces, mapping), ..*state }
    }
}

impl<const W: usize, const N: usize> Harvest<W, N> {
    fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| {
            let board = &self.board;
            let pairs = board.cells().iter().flat_map(|&from| {
                let along = move |d| board.ray(from, d).skip(1).map(move |to| (from, to));
                Direction::ALL.into_iter().flat_map(along)
            });
            Numbers { raster: Raster::new(board), pairs: Pairs::new(64 * W, pairs) }
        })
    }

    /// Returns the first id after those of the removals.
    fn first_move(&self) -> usize {
        self.board.cells().len()
    }

    fn move_id(&self, pair: usize, kept: Kept) -> usize {
        self.first_move() + Kept::ALL.len() * pair + kept as usize
    }

    /// Returns the relation to a move of the group that the action keeps.
    fn kept_by(&self, state: &State<W>, from: Cell, to: Cell, keep: Option<Cell>) -> Kept {
        if keep.is_none() {
            return Kept::Mover;
        }
        let groups = self.groups(state.pieces, from, to);
        self.kept(&groups, from, to, groups.kept(keep))
    }

    /// Returns the relation of a group to the move that leaves it.
    fn kept(&self, groups: &Groups<W>, from: Cell, to: Cell, group: Bits<W>) -> Kept {
        if group.has(to) {
            return Kept::Mover;
        }
        if groups.all().len() < 3 {
            return Kept::Other;
        }
        // Three groups are adjacent to the origin in alternating directions. Of the two without the
        // moved piece, at least one lies clearly on one side; if both do, they lie on different
        // sides.
        let side = |group: &Bits<W>| {
            let ahead = Direction::ALL.into_iter().position(|d| self.grid.ray(from, d).has(to)).unwrap_or(0);
            let touches = |sixths: usize| {
                self.board.next(from, Direction::ALL[(ahead + sixths) % 6]).is_some_and(|cell| group.has(cell))
            };
            i8::from(touches(1) || touches(2)) - i8::from(touches(4) || touches(5))
        };
        let other = groups.all().iter().find(|&&other| other != group && !other.has(to));
        match (side(&group), other.map_or(0, side)) {
            (1, _) | (0, -1) => Kept::Left,
            _ => Kept::Right,
        }
    }
}
