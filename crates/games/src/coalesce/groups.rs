//! Whether pieces form one group.
//!
//! The board is numbered in rows of seven (a hexagon of side 4 cut out of a rhombus), so a step to the east adds 1 to the number of
//! a cell, to the south-west 6, to the south-east 7.

/// The cells at the western edge of the rhombus; what is shifted must not come out at its other side.
const WEST: u64 = column(0);

/// The cells at the eastern edge of the rhombus.
const EAST: u64 = column(6);

const fn column(q: u32) -> u64 {
    let (mut set, mut r) = (0, 0);
    while r < 7 {
        set |= 1 << (7 * r + q);
        r += 1;
    }
    set
}

/// Whether the pieces, at least one, all touch each other directly or through others.
#[inline]
pub(super) fn is_one_group(set: u64) -> bool {
    // Nearly every set is found wanting by counting alone, and a branch that is nearly never taken costs nothing.
    groups_less_holes(set) <= 1 && flood(set & set.wrapping_neg(), set) == set
}

/// The same for sets that nearly always have a piece without a neighbour.
#[inline]
pub(super) fn is_joined(set: u64) -> bool {
    set & !around(set) == 0 && is_one_group(set)
}

/// The number of groups less the number of holes in them: by Euler, pieces − touching pairs + triangles.
#[inline]
pub(super) fn groups_less_holes(set: u64) -> i32 {
    let east = set & (set & !WEST) >> 1;
    let south_west = set & (set & !EAST) >> 6;
    let south_east = set & set >> 7;
    let count = |cells: u64| cells.count_ones() as i32;
    count(set) - count(east) - count(south_west) - count(south_east)
        + count(east & south_east)
        + count(south_west & south_east)
}

/// The neighbours of cells in each of the six directions, in the order of the circle. The neighbours of a cell of the hexagon may be
/// outside of it, but no cell is the neighbour of one that is far from it.
#[inline]
pub(super) const fn beside(set: u64) -> [u64; 6] {
    let (eastward, westward) = (set & !EAST, set & !WEST);
    [eastward << 1, set << 7, westward << 6, westward >> 1, set >> 7, eastward >> 6]
}

/// The cells that touch one of the set; some of them may be its own, and some outside of the board.
#[inline]
pub(super) const fn around(set: u64) -> u64 {
    let [a, b, c, d, e, f] = beside(set);
    a | b | c | d | e | f
}

/// The cells of `within` that can be reached from the `seeds` through it.
#[inline]
pub(super) fn flood(seeds: u64, within: u64) -> u64 {
    let mut reached = seeds;
    loop {
        let more = (reached | around(reached)) & within;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// Number of groups.
pub(super) fn count(mut set: u64) -> usize {
    let mut groups = 0;
    while set != 0 {
        set &= !flood(set & set.wrapping_neg(), set);
        groups += 1;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_geometry::{Bits, Board, Shape};
    use hexarium_kernel::Rng;

    #[test]
    fn groups_agree_with_the_boards_own_flood() {
        let board = Board::<1>::new(Shape::Hexagon { side: 4 });
        let mut rng = Rng::new(11);
        let (mut one, mut holed) = (0, 0);
        for round in 0..200_000 {
            // From sparse to crowded: single groups, rings and scattered pieces all come up.
            let mut set = board.all().0[0] & rng.bits();
            match round % 4 {
                0 => set &= rng.bits(),
                1 => set |= board.all().0[0] & rng.bits(),
                2 => set |= board.all().0[0] & (rng.bits() | rng.bits()),
                _ => {}
            }
            if set == 0 {
                continue;
            }
            let slow = board.is_one_group(Bits([set]));
            assert_eq!(is_one_group(set), slow, "{set:b}");
            assert_eq!(count(set) == 1, slow, "{set:b}");
            one += u32::from(slow);
            holed += u32::from(slow && groups_less_holes(set) < 1);
        }
        assert!(one > 1000 && holed > 1000, "{one} single groups, {holed} with holes: too few to tell");
    }
}
