//! Loops and the extra moves they earn.

use hexarium_geometry::{Bits, Cell, Direction};

use super::{Memory, Protista};

impl<const W: usize, const N: usize> Protista<W, N> {
    /// Returns the distinct loops of a player with these pieces: for each hole, the adjacent
    /// pieces.
    pub(super) fn loops(&self, own: Bits<W>) -> Vec<Bits<W>> {
        let mut loops = Vec::new();
        let mut corners = self.corners(own);
        while let Some(corner) = corners.first() {
            let region = self.region(corner, own);
            corners &= !region;
            if !region.meets(self.tables.edge) {
                let around = self.board.neighbours_of(region) & own;
                if !loops.contains(&around) {
                    loops.push(around);
                }
            }
            corners.remove(corner);
        }
        loops
    }

    /// Returns the cells without own pieces whose three neighbours to the west and above are own.
    /// Every hole has one, the leftmost cell of its top row. Most boards have none, and so no loop.
    fn corners(&self, own: Bits<W>) -> Bits<W> {
        let beyond = |d| self.board.shift(own, d);
        let corners = self.board.all() & !own & !self.tables.edge & beyond(Direction::E);
        if corners.is_empty() { corners } else { corners & beyond(Direction::Se) & beyond(Direction::Sw) }
    }

    /// Returns the region of cells without own pieces around a cell, or only a part of it if it
    /// reaches the edge.
    fn region(&self, cell: Cell, own: Bits<W>) -> Bits<W> {
        let mut region = Bits::single(cell);
        let mut fresh = region;
        loop {
            let mut around = Bits::EMPTY;
            for cell in fresh {
                around |= self.board.around(cell);
            }
            fresh = around & !own & !region;
            region |= fresh;
            if fresh.is_empty() || fresh.meets(self.tables.edge) {
                return region;
            }
        }
    }

    /// Returns the extra moves earned by a move that changed the own pieces from `before` to
    /// `after`: one for a loop that is new in this turn, two for more (protista ruling 1).
    pub(super) fn earn(&self, memory: &mut Memory<W>, before: Bits<W>, after: Bits<W>, goes_on: bool) -> u8 {
        let loops = self.loops(after);
        if loops.is_empty() && !goes_on {
            return 0;
        }
        if !memory.begun {
            memory.begun = true;
            memory.seen = self.loops(before);
        }
        let seen = memory.seen.len();
        for new in loops {
            if !memory.seen[..seen].contains(&new) {
                memory.seen.push(new);
            }
        }
        (memory.seen.len() - seen).min(2) as u8
    }
}
