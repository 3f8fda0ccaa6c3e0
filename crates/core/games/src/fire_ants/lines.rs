//! The straight lines over regular spaces along which pieces move and capture.

use hexarium_geometry::{Bits, Board, Cell, Direction};

/// Lookup tables of straight lines, by cell.
#[derive(Debug)]
pub(super) struct Lines {
    /// The regular spaces in each direction, starting with the next one.
    rays: [[Bits<1>; 6]; 64],
    /// The directions, starting with those whose first space is regular: two from a buffer space,
    /// up to six from others.
    ways: [[Direction; 6]; 64],
    /// The regular spaces next to a cell.
    exits: [Bits<1>; 64],
    /// The union of all rays: the reach of a queen on an empty board.
    reach: [Bits<1>; 64],
    /// By two cells: the spaces after the first up to and including the second; empty if no ray
    /// connects them.
    paths: Vec<[Bits<1>; 64]>,
    /// The sandwiches that a piece on a cell can close, by direction.
    sandwiches: [[Sandwich; 6]; 64],
    /// The spaces on both sides of a cell, on each of the three lines through it; empty if one of
    /// them is not regular.
    sides: [[[Bits<1>; 2]; 3]; 64],
}

/// The space of the queen and the space behind it, as seen from the piece that closes the sandwich.
/// Both are empty if one of the three spaces is not regular, since pieces in the buffer do not
/// capture.
#[derive(Clone, Copy, Debug)]
struct Sandwich {
    queen: Bits<1>,
    behind: Bits<1>,
}

impl Lines {
    pub(super) fn new(board: &Board<1>, regular: Bits<1>) -> Self {
        let none = Sandwich { queen: Bits::EMPTY, behind: Bits::EMPTY };
        let mut lines = Self {
            rays: [[Bits::EMPTY; 6]; 64],
            ways: [Direction::ALL; 64],
            exits: [Bits::EMPTY; 64],
            reach: [Bits::EMPTY; 64],
            paths: vec![[Bits::EMPTY; 64]; 64],
            sandwiches: [[none; 6]; 64],
            sides: [[[Bits::EMPTY; 2]; 3]; 64],
        };
        for &cell in board.cells() {
            let i = cell.index();
            lines.exits[i] = board.around(cell) & regular;
            for d in Direction::ALL {
                let mut path = Bits::EMPTY;
                for next in board.ray(cell, d).take_while(|&c| regular.has(c)) {
                    path.insert(next);
                    lines.paths[i][next.index()] = path;
                }
                lines.rays[i][d.index()] = path;
                lines.reach[i] |= path;
                let mut row = board.ray(cell, d).take_while(|&c| regular.has(c));
                if regular.has(cell)
                    && let (Some(queen), Some(behind)) = (row.next(), row.next())
                {
                    lines.sandwiches[i][d.index()] =
                        Sandwich { queen: Bits::single(queen), behind: Bits::single(behind) };
                }
            }
            for (d, sides) in Direction::ALL.into_iter().zip(&mut lines.sides[i]) {
                let next = |d| board.ray(cell, d).next().filter(|&c| regular.has(c));
                if let (true, Some(one), Some(other)) = (regular.has(cell), next(d), next(d.opposite())) {
                    *sides = [Bits::single(one), Bits::single(other)];
                }
            }
            let rays = &lines.rays[i];
            lines.ways[i].sort_by_key(|d| rays[d.index()].is_empty());
        }
        lines
    }

    /// Returns the spaces that a piece can pass through in a direction before it is blocked.
    #[inline]
    pub(super) fn free(&self, from: Cell, direction: Direction, occupied: Bits<1>) -> Bits<1> {
        let Bits([ray]) = self.rays[from.index()][direction.index()];
        let blockers = ray & occupied.0[0];
        // Cells are numbered in reading order, so the first blocker is the lowest or the highest
        // bit. Without a blocker nothing is masked.
        let open = if grows(direction) {
            (blockers & blockers.wrapping_neg()).wrapping_sub(1)
        } else {
            !0 << (64 - blockers.leading_zeros())
        };
        Bits([ray & open])
    }

    /// Returns the space where a stone stops in a direction, or `None` if it cannot move there.
    #[inline]
    pub(super) fn stop(&self, from: Cell, direction: Direction, occupied: Bits<1>) -> Option<Cell> {
        let free = self.free(from, direction, occupied);
        if grows(direction) { free.last() } else { free.first() }
    }

    /// Returns the spaces that a queen can move to.
    #[inline]
    pub(super) fn queen_reach(&self, from: Cell, occupied: Bits<1>) -> Bits<1> {
        Direction::ALL.into_iter().fold(Bits::EMPTY, |all, d| all | self.free(from, d, occupied))
    }

    /// Returns the spaces that a queen could reach on an empty board.
    #[inline]
    pub(super) fn empty_reach(&self, from: Cell) -> Bits<1> {
        self.reach[from.index()]
    }

    /// Returns the spaces after `from` up to and including `to`, or the empty set if they are not
    /// on a line over regular spaces.
    #[inline]
    pub(super) fn path(&self, from: Cell, to: Cell) -> Bits<1> {
        self.paths[from.index()][to.index()]
    }

    /// Returns the directions from a cell, starting with those whose first space is regular.
    #[inline]
    pub(super) fn ways(&self, from: Cell) -> &[Direction; 6] {
        &self.ways[from.index()]
    }

    /// Returns the regular spaces next to a cell.
    #[inline]
    pub(super) fn exits(&self, cell: Cell) -> Bits<1> {
        self.exits[cell.index()]
    }

    /// Returns the spaces on both sides of a cell, on each of the three lines through it.
    #[inline]
    pub(super) fn sides(&self, cell: Cell) -> &[[Bits<1>; 2]; 3] {
        &self.sides[cell.index()]
    }

    /// Returns the spaces where the stones can stop.
    #[inline]
    pub(super) fn stops(&self, stones: Bits<1>, occupied: Bits<1>) -> Bits<1> {
        let mut stops = Bits::EMPTY;
        for from in stones {
            for d in Direction::ALL {
                if let Some(to) = self.stop(from, d, occupied) {
                    stops.insert(to);
                }
            }
        }
        stops
    }

    /// Returns those of `queens` that are between the piece on `closing` and one of `pieces`.
    #[inline]
    pub(super) fn sandwiched(&self, closing: Cell, queens: Bits<1>, pieces: Bits<1>) -> Bits<1> {
        let mut out = Bits::EMPTY;
        if self.exits(closing).meets(queens) {
            for s in self.sandwiches[closing.index()] {
                if s.queen.meets(queens) && s.behind.meets(pieces) {
                    out |= s.queen;
                }
            }
        }
        out
    }
}

/// Whether cell numbers grow in a direction.
#[inline]
const fn grows(direction: Direction) -> bool {
    matches!(direction, Direction::E | Direction::Sw | Direction::Se)
}

#[cfg(test)]
mod tests {
    use super::super::{SPACES, regular_spaces};
    use super::*;
    use hexarium_kernel::Rng;

    #[test]
    fn bit_scans_agree_with_walking_step_by_step() {
        let board = Board::<1>::dense(SPACES);
        let regular = regular_spaces(&board);
        let lines = Lines::new(&board, regular);
        let mut rng = Rng::new(3);
        for round in 0..3000 {
            let mut occupied = Bits([rng.bits() & rng.bits()]) & board.all();
            if round % 3 == 0 {
                occupied &= Bits([rng.bits()]);
            }
            for &from in board.cells() {
                let mut reach = Bits::EMPTY;
                for d in Direction::ALL {
                    let walk: Vec<Cell> =
                        board.ray(from, d).take_while(|&c| regular.has(c) && !occupied.has(c)).collect();
                    assert_eq!(lines.free(from, d, occupied), walk.iter().copied().collect());
                    assert_eq!(lines.stop(from, d, occupied), walk.last().copied());
                    for to in walk {
                        reach.insert(to);
                        assert!(!lines.path(from, to).meets(occupied));
                    }
                }
                assert_eq!(lines.queen_reach(from, occupied), reach);
                for &to in board.cells() {
                    let path = lines.path(from, to);
                    assert_eq!(reach.has(to), !path.is_empty() && !path.meets(occupied));
                }
            }
        }
    }

    #[test]
    fn buffer_spaces_have_two_ways_in() {
        let board = Board::<1>::dense(SPACES);
        let regular = regular_spaces(&board);
        let lines = Lines::new(&board, regular);
        let buffer = board.all() & !regular;
        assert_eq!((regular.len(), buffer.len()), (37, 18));
        for cell in buffer {
            let (ways_in, others) = lines.ways(cell).split_at(2);
            assert!(ways_in.iter().all(|&d| lines.stop(cell, d, Bits::EMPTY).is_some()));
            assert!(others.iter().all(|&d| lines.stop(cell, d, Bits::EMPTY).is_none()));
            assert_eq!(lines.exits(cell).len(), 2);
        }
    }
}
