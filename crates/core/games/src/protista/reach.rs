//! The cells that a player's pieces can reach, as bit sets.

use hexarium_geometry::{Bits, Cell, Direction};
use hexarium_kernel::Player;

use super::{Generation, Protista, State};

/// The cells that a player can affect with one move.
#[derive(Clone, Copy)]
pub(super) struct Reach<const W: usize> {
    /// The player's pieces.
    pub(super) own: Bits<W>,
    /// Cells that a piece can be moved to.
    pub(super) lands: Bits<W>,
    /// Enemy pieces that can be killed or hit.
    pub(super) strikes: Bits<W>,
    /// Cells that generation can fill or strike.
    pub(super) births: Bits<W>,
}

/// A set shifted by one leap in each direction.
type Leapt<const W: usize> = [Bits<W>; 6];

impl<const W: usize, const N: usize> Protista<W, N> {
    /// Returns the reach of a player as if that player were to move.
    pub(super) fn reach(&self, state: &State<W, N>, player: Player) -> Reach<W> {
        let own = state.pieces[player];
        let enemy = state.pieces[player.other()];
        let towers = enemy & state.stacks;
        let touching = Direction::ALL.map(|d| self.board.shift(own, d));
        let near = touching.into_iter().fold(Bits::EMPTY, |all, set| all | set) & !own;
        let births = match self.generation {
            Generation::Triangle => corners(&self.leapt(own), &self.leapt(own)) & !own,
            Generation::Cup => three_in_a_row(&touching) & !own & !enemy,
            Generation::Four => at_least_four(&touching) & !own & !enemy,
            Generation::None => Bits::EMPTY,
        };
        let mut lands = (near | births) & !towers;
        let mut strikes = near | births;
        let mut fly = |path: &[[Option<Cell>; 6]], from: Cell, towards: usize, range: usize, lays: bool| {
            let mut at = from;
            for _ in 0..range {
                let Some(cell) = path[at.index()][towards].filter(|&c| !own.has(c)) else { break };
                strikes.insert(cell);
                if towers.has(cell) {
                    break;
                }
                at = cell;
                if lays || !self.forced {
                    lands.insert(cell);
                }
            }
            if at != from {
                lands.insert(at);
            }
        };
        // `touching[d]` holds the cells whose neighbour opposite to direction `d` is own.
        let before = |d: usize| own & touching[(d + 3) % 6];
        for d in 0..3 {
            let beside = (1..6).filter(|&turn| turn != 3).fold(Bits::EMPTY, |all, turn| all | touching[(d + turn) % 6]);
            let alone = own & !beside;
            for first in alone & before(d) & !touching[d] {
                let (mut last, mut length) = (first, 1);
                while let Some(next) = self.tables.straight[last.index()][d].filter(|&c| own.has(c)) {
                    (last, length) = (next, length + 1);
                    if !alone.has(next) {
                        length = 0;
                        break;
                    }
                }
                if length > 1 {
                    fly(&self.tables.straight, last, d, length, false);
                    fly(&self.tables.straight, first, d + 3, length, false);
                }
            }
        }
        for d in 0..6 {
            let next = (d + 1) % 6;
            for vertex in before(d) & before(next) {
                let range = self.leg(own, vertex, d).min(self.leg(own, vertex, next));
                fly(&self.tables.diagonal, vertex, (d + 3) % 6, range, false);
            }
        }
        for from in own & state.stacks {
            for d in 0..6 {
                fly(&self.tables.straight, from, d, usize::from(state.height(from)) - 1, true);
            }
        }
        Reach { own, lands, strikes: strikes & enemy, births }
    }

    /// Shifts the set by one leap in each direction, for triangles.
    pub(super) fn leapt(&self, set: Bits<W>) -> Leapt<W> {
        std::array::from_fn(|d| self.tables.leap(set, d))
    }
}

/// Returns the third corners of triangles with one piece from each set.
pub(super) fn corners<const W: usize>(one: &Leapt<W>, other: &Leapt<W>) -> Bits<W> {
    (0..6).fold(Bits::EMPTY, |all, d| all | one[d] & other[(d + 1) % 6] | other[d] & one[(d + 1) % 6])
}

fn three_in_a_row<const W: usize>(touching: &[Bits<W>; 6]) -> Bits<W> {
    (0..6).fold(Bits::EMPTY, |all, d| all | touching[d] & touching[(d + 1) % 6] & touching[(d + 2) % 6])
}

fn at_least_four<const W: usize>(touching: &[Bits<W>; 6]) -> Bits<W> {
    let mut counts = [Bits::EMPTY; 4];
    for &set in touching {
        for i in (1..4).rev() {
            counts[i] |= counts[i - 1] & set;
        }
        counts[0] |= set;
    }
    counts[3]
}
