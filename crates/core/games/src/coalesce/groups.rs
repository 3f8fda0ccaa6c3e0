//! Connectivity of sets of pieces.
//!
//! The board is numbered in rows of seven (a hexagon of side 4 within a rhombus), so a step to the
//! east adds 1 to the number of a cell, to the south-west 6, to the south-east 7.

/// The cells at the western edge of the rhombus; shifts must not wrap around.
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

/// Whether the pieces, at least one, form a single group.
#[inline]
pub(super) fn is_one_group(set: u64) -> bool {
    // Counting alone rejects nearly every set, so the flood fill is a branch that is almost never
    // taken.
    groups_less_holes(set) <= 1 && flood(set & set.wrapping_neg(), set) == set
}

/// Like [`is_one_group`], for sets that almost always have an isolated piece.
#[inline]
pub(super) fn is_joined(set: u64) -> bool {
    set & !around(set) == 0 && is_one_group(set)
}

/// Returns the number of groups minus the number of holes, by Euler's formula: pieces − adjacent
/// pairs + triangles.
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

/// Returns the neighbours of the cells in each of the six directions, in circular order. Neighbours
/// may lie outside the hexagon, but no cell is treated as a neighbour of a distant one.
#[inline]
pub(super) const fn beside(set: u64) -> [u64; 6] {
    let (eastward, westward) = (set & !EAST, set & !WEST);
    [eastward << 1, set << 7, westward << 6, westward >> 1, set >> 7, eastward >> 6]
}

/// Returns the cells adjacent to the set, which may include its own cells and cells outside the
/// board.
#[inline]
pub(super) const fn around(set: u64) -> u64 {
    let [a, b, c, d, e, f] = beside(set);
    a | b | c | d | e | f
}

/// Returns the cells of `within` connected to the `seeds` through `within`.
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

/// Returns the number of groups.
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
            // From sparse to crowded, to cover single groups, rings and scattered pieces.
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
