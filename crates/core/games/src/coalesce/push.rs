//! Pushes along a line.

use hexarium_geometry::{Board, Cell, Direction};

/// A step from a cell in a direction, with everything it may push. The line is treated as a ring:
/// its beginning follows its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Push {
    /// The cells of the line, in both directions from the moving piece.
    line: u64,
    /// The cell from which a piece is pushed over the edge.
    end: u64,
    /// The number of the moving piece's cell.
    from: u32,
    /// The left rotation of bits that moves one step ahead.
    on: u32,
    /// The left rotation of bits that moves from the end of the line to its beginning.
    over: u32,
    /// Whether cell numbers grow in this direction.
    upward: bool,
}

impl Push {
    /// Creates the step from a cell in a direction.
    pub(super) fn new(board: &Board<1>, from: Cell, direction: Direction) -> Self {
        let end = board.ray(from, direction).last().unwrap_or(from);
        let beginning = board.ray(from, direction.opposite()).last().unwrap_or(from);
        let line = board.ray(beginning, direction).fold(bit(beginning), |line, cell| line | bit(cell));
        let turn = |from: Cell, to: Cell| (i32::from(to.0) - i32::from(from.0)).rem_euclid(64) as u32;
        let second = board.next(beginning, direction).expect("every line has at least four cells");
        Self {
            line,
            end: bit(end),
            from: u32::from(from.0),
            on: turn(beginning, second),
            over: turn(end, beginning),
            upward: second > beginning,
        }
    }

    /// Returns the cells of the line.
    pub(super) const fn line(&self) -> u64 {
        self.line
    }

    /// Returns a number below 6 that identifies the direction.
    pub(super) const fn direction(&self) -> usize {
        match (self.on, self.upward) {
            (1, _) => 0,
            (6, _) => 1,
            (_, true) => 2,
            (63, _) => 3,
            (58, _) => 4,
            (_, false) => 5,
        }
    }

    /// Returns the cells whose pieces move: from the moving piece to the first gap, at the latest
    /// the cell it leaves.
    #[inline]
    pub(super) fn moved(&self, occupied: u64) -> u64 {
        // Rotate the word so that the moving piece is its first bit (or its last, if numbers fall).
        // The line has no other bits, so its order in the rotated word is its order as a ring.
        let Self { line, from, .. } = *self;
        let gaps = line & !occupied | 1 << from;
        if self.upward {
            let pushed = gaps.rotate_right(from + 1).trailing_zeros();
            let reach = u64::MAX >> (63 - pushed);
            line & reach.rotate_left(from)
        } else {
            let pushed = gaps.rotate_left(64 - from).leading_zeros();
            let reach = u64::MAX << (63 - pushed);
            line & reach.rotate_right(63 - from)
        }
    }

    /// Whether a piece of the `moved` cells crosses the edge.
    pub(super) const fn leaves(&self, moved: u64) -> bool {
        moved & self.end != 0
    }

    /// Returns a player's pieces after those on the `moved` cells have advanced one step.
    #[inline]
    pub(super) fn carry(&self, pieces: u64, moved: u64) -> u64 {
        let going = pieces & moved;
        (pieces ^ going) | (going & !self.end).rotate_left(self.on) | (going & self.end).rotate_left(self.over)
    }
}

fn bit(cell: Cell) -> u64 {
    1 << cell.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_geometry::Shape;
    use hexarium_kernel::Rng;

    /// Pushes cell by cell along the ring, as described on the rules page.
    fn slow(board: &Board<1>, pieces: u64, occupied: u64, from: Cell, direction: Direction) -> u64 {
        let next = |cell| {
            board.next(cell, direction).unwrap_or_else(|| board.ray(cell, direction.opposite()).last().unwrap_or(cell))
        };
        let mut out = pieces & !bit(from);
        let (mut hand, mut at) = (pieces & bit(from) != 0, next(from));
        loop {
            let gap = at == from || occupied & bit(at) == 0;
            let pushed = pieces & bit(at) != 0 && at != from;
            out = out & !bit(at) | if hand { bit(at) } else { 0 };
            if gap {
                return out;
            }
            (hand, at) = (pushed, next(at));
        }
    }

    #[test]
    fn pushing_by_turned_words_agrees_with_walking_the_line() {
        let board = Board::<1>::new(Shape::Hexagon { side: 4 });
        let mut rng = Rng::new(2);
        for _ in 0..3000 {
            let mut occupied = board.all().0[0] & (rng.bits() | rng.bits() | rng.bits());
            for &from in board.cells() {
                occupied |= bit(from);
                let colour = occupied & rng.bits();
                for direction in Direction::ALL {
                    let push = Push::new(&board, from, direction);
                    let moved = push.moved(occupied);
                    for pieces in [colour, occupied & !colour] {
                        let expected = slow(&board, pieces, occupied, from, direction);
                        assert_eq!(push.carry(pieces, moved), expected, "{from:?} {direction:?} {pieces:b}");
                    }
                }
            }
        }
    }
}
