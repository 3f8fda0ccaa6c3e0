//! The hexagon of side `N` as one bit set: neighbours, rays and flood fills by shifts that are
//! compile-time constants.

use hexarium_geometry::{Bits, Board, Cell, Direction};

/// The distance of two rows in the padded numbering.
const fn stride(side: usize) -> u32 {
    2 * side as u32
}

/// The cells of a hexagon of side `N`, numbered by [`Board::padded`].
#[derive(Debug)]
pub(super) struct Grid<const W: usize, const N: usize> {
    all: Bits<W>,
    around: Vec<Bits<W>>,
    /// For each cell and direction, the cells from the next one to the edge.
    rays: Vec<[Bits<W>; 6]>,
    /// For each axis and distance, the cells with another cell at that distance along the axis.
    room: [[Bits<W>; MAX_DISTANCE + 1]; 3],
}

/// The largest distance on the largest board, of side 6.
const MAX_DISTANCE: usize = 10;

/// A direction towards later cells in reading order; together with its opposite it forms an axis.
#[derive(Clone, Copy, Debug)]
pub(super) enum Axis {
    E,
    Sw,
    Se,
}

impl Axis {
    const fn direction(self) -> Direction {
        match self {
            Self::E => Direction::E,
            Self::Sw => Direction::Sw,
            Self::Se => Direction::Se,
        }
    }
}

impl<const W: usize, const N: usize> Grid<W, N> {
    /// The largest distance between two cells.
    pub(super) const DIAMETER: u32 = 2 * N as u32 - 2;

    pub(super) fn new(board: &Board<W>) -> Self {
        let mut grid = Self {
            all: board.all(),
            around: vec![Bits::EMPTY; 64 * W],
            rays: vec![[Bits::EMPTY; 6]; 64 * W],
            room: [[Bits::EMPTY; MAX_DISTANCE + 1]; 3],
        };
        for &cell in board.cells() {
            grid.around[cell.index()] = board.around(cell);
            for d in Direction::ALL {
                grid.rays[cell.index()][d.index()] = board.ray(cell, d).collect();
            }
            for axis in [Axis::E, Axis::Sw, Axis::Se] {
                let length = board.ray(cell, axis.direction()).count();
                for room in &mut grid.room[axis as usize][..=length] {
                    room.insert(cell);
                }
            }
        }
        grid
    }

    /// Returns all cells.
    #[inline(always)]
    pub(super) fn all(&self) -> Bits<W> {
        self.all
    }

    /// Returns the neighbours of a cell.
    #[inline(always)]
    pub(super) fn around(&self, cell: Cell) -> Bits<W> {
        self.around[cell.index()]
    }

    /// Returns the cells in a direction up to the edge, starting with the next one.
    #[inline(always)]
    pub(super) fn ray(&self, cell: Cell, direction: Direction) -> Bits<W> {
        self.rays[cell.index()][direction.index()]
    }

    /// Returns the first cell of the set in a direction.
    #[inline(always)]
    pub(super) fn nearest(&self, cell: Cell, direction: Direction, set: Bits<W>) -> Option<Cell> {
        let met = self.ray(cell, direction) & set;
        match direction {
            Direction::E | Direction::Sw | Direction::Se => met.first(),
            Direction::W | Direction::Ne | Direction::Nw => met.last(),
        }
    }

    /// Returns the difference of the numbers of two cells one step apart along the axis.
    #[inline(always)]
    pub(super) const fn offset(axis: Axis) -> u32 {
        match axis {
            Axis::E => 1,
            Axis::Sw => stride(N) - 1,
            Axis::Se => stride(N),
        }
    }

    /// Returns the cells with another cell at that distance along the axis.
    #[inline(always)]
    pub(super) fn room(&self, axis: Axis, distance: u32) -> Bits<W> {
        self.room[axis as usize][distance as usize]
    }

    /// Returns the set and its neighbours, including padding bits, which the caller has to mask.
    #[inline(always)]
    pub(super) fn spread(set: Bits<W>) -> Bits<W> {
        // The seven offsets 0, ±1, ±s, ±(s − 1) are the pair {0, 1} shifted by 0, −1, s − 1 and −s.
        let pair = set | set.up(1);
        pair | pair.down(1) | pair.up(stride(N) - 1) | pair.down(stride(N))
    }

    /// Returns the cells connected to the seed (an element of the set) through the set; stops as
    /// soon as all of `goal` is reached.
    #[inline(always)]
    pub(super) fn reach(seed: Cell, within: Bits<W>, goal: Bits<W>) -> Bits<W> {
        let mut reached = Bits::single(seed);
        loop {
            let more = Self::spread(reached) & within;
            if more == reached || goal.within(more) {
                return more;
            }
            reached = more;
        }
    }

    /// Returns the cells of a set whose neighbours in the set form more than one arc around them.
    /// Only such a cell can be a cut vertex: neighbours in a single arc stay connected without it.
    #[inline(always)]
    pub(super) fn forks(set: Bits<W>) -> Bits<W> {
        let s = stride(N);
        let [e, ne, nw] = [set.down(1), set.up(s - 1), set.up(s)];
        let [w, sw, se] = [set.up(1), set.down(s - 1), set.down(s)];
        let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
        for arc_end in [e & !ne, ne & !nw, nw & !w, w & !sw, sw & !se, se & !e] {
            twice |= once & arc_end;
            once |= arc_end;
        }
        set & twice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_geometry::Shape;
    use hexarium_kernel::Rng;

    fn agrees_with_the_board<const W: usize, const N: usize>() {
        let board = Board::<W>::padded(Shape::Hexagon { side: N as u16 });
        let grid = Grid::<W, N>::new(&board);
        let mut rng = Rng::new(N as u64);
        for _ in 0..500 {
            let density = 1 + rng.below(7);
            let set: Bits<W> = board.cells().iter().copied().filter(|_| rng.below(8) < density).collect();
            assert_eq!(Grid::<W, N>::spread(set) & grid.all(), set | board.neighbours_of(set));
            if let Some(seed) = set.first() {
                let flooded = board.flood(Bits::single(seed), set);
                assert_eq!(Grid::<W, N>::reach(seed, set, board.all()), flooded);
                let goal = board.around(seed) & set;
                assert!(goal.within(Grid::<W, N>::reach(seed, set, goal)));
            }
            let forks: Bits<W> = set.iter().filter(|&c| !board.is_one_group(board.around(c) & set)).collect();
            assert_eq!(Grid::<W, N>::forks(set), forks);
            for &cell in board.cells() {
                for d in Direction::ALL {
                    let slow = board.ray(cell, d).find(|&c| set.has(c));
                    assert_eq!(grid.nearest(cell, d, set), slow);
                }
            }
        }
        for axis in [Axis::E, Axis::Sw, Axis::Se] {
            for distance in 1..=Grid::<W, N>::DIAMETER {
                for &cell in board.cells() {
                    let end = board.ray(cell, axis.direction()).nth(distance as usize - 1);
                    assert_eq!(grid.room(axis, distance).has(cell), end.is_some());
                    let step = Grid::<W, N>::offset(axis) * distance;
                    assert!(end.is_none_or(|end| u32::from(end.0) == u32::from(cell.0) + step));
                }
            }
        }
    }

    #[test]
    fn shifts_floods_and_rays_agree_with_the_board_of_every_size() {
        agrees_with_the_board::<1, 3>();
        agrees_with_the_board::<1, 4>();
        agrees_with_the_board::<2, 5>();
        agrees_with_the_board::<2, 6>();
    }
}
