//! Lookup tables that depend on the board alone.

use hexarium_geometry::{Bits, Board, Cell, Direction};

/// Lines and figures on the board, by cell.
#[derive(Debug)]
pub(super) struct Tables<const W: usize> {
    /// The next cell in each direction.
    pub(super) straight: Vec<[Option<Cell>; 6]>,
    /// The next cell on the line between each direction and the one counter-clockwise of it: the
    /// step of a sharp V.
    pub(super) diagonal: Vec<[Option<Cell>; 6]>,
    /// The cells with no neighbour in each direction.
    pub(super) off_board: [Bits<W>; 6],
    /// The cells with fewer than six neighbours.
    pub(super) edge: Bits<W>,
    /// The rank of each cell's name in byte order, where `b10` comes before `b2`.
    pub(super) rank: Vec<u16>,
    /// For each cell, the cells that form a generating pair with it, as the second piece in reading
    /// order.
    pub(super) partners: Vec<Bits<W>>,
    /// The pairs by their first piece in reading order.
    pub(super) pairs: Vec<Vec<Pair>>,
    /// The pairs that have a cell as a third corner, in byte order of their texts.
    pub(super) pairs_by_corner: Vec<Vec<Pair>>,
    /// Shifts of whole sets by the distance of a pair, in each direction.
    leaps: [Vec<Leap<W>>; 6],
}

/// The cells from which a leap leads the same number of bits away.
#[derive(Clone, Copy, Debug)]
struct Leap<const W: usize> {
    from: Bits<W>,
    by: i32,
}

/// A generating pair and its corners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    pub(super) first: Cell,
    pub(super) second: Cell,
    /// The direction of the second cell from the first.
    pub(super) towards: Direction,
    /// The third corners of the two triangles that are on the board.
    pub(super) corners: [Option<Cell>; 2],
}

/// The directions of a cell's pairs, so that each pair is found once, from its first cell in
/// reading order.
const FORWARD: [Direction; 3] = [Direction::E, Direction::Sw, Direction::Se];

impl<const W: usize> Tables<W> {
    /// Creates the tables of a board, for pairs with `gap` cells between them.
    pub(super) fn new(board: &Board<W>, gap: usize) -> Self {
        let mut straight = vec![[None; 6]; 64 * W];
        let mut diagonal = vec![[None; 6]; 64 * W];
        let mut off_board = [Bits::EMPTY; 6];
        let mut partners = vec![Bits::EMPTY; 64 * W];
        let mut pairs = vec![Vec::new(); 64 * W];
        let mut pairs_by_corner: Vec<Vec<Pair>> = vec![Vec::new(); 64 * W];
        for &cell in board.cells() {
            let place = board.place(cell);
            for d in Direction::ALL {
                straight[cell.index()][d.index()] = board.next(cell, d);
                diagonal[cell.index()][d.index()] = board.at(place + d.step() + d.turned(1).step());
                if board.next(cell, d).is_none() {
                    off_board[d.index()].insert(cell);
                }
            }
            let side = gap as i16 + 1;
            for towards in FORWARD {
                let Some(second) = board.at(place + towards.step() * side) else { continue };
                let corners = [1, 5].map(|turn| board.at(place + towards.turned(turn).step() * side));
                let pair = Pair { first: cell, second, towards, corners };
                partners[cell.index()].insert(second);
                pairs[cell.index()].push(pair);
                for corner in corners.into_iter().flatten() {
                    pairs_by_corner[corner.index()].push(pair);
                }
            }
        }
        let mut by_name = board.cells().to_vec();
        by_name.sort_unstable_by_key(|&cell| board.name(cell));
        let mut rank = vec![u16::MAX; 64 * W];
        for (i, cell) in by_name.into_iter().enumerate() {
            rank[cell.index()] = i as u16;
        }
        for list in &mut pairs_by_corner {
            // The separator sorts before every digit, so texts compare like their pairs of names.
            list.sort_unstable_by_key(|pair| (rank[pair.first.index()], rank[pair.second.index()]));
        }
        let leaps = Direction::ALL.map(|d| leaps(board, d, gap as i16 + 1));
        Self { straight, diagonal, off_board, edge: board.edge(), rank, partners, pairs, pairs_by_corner, leaps }
    }

    /// Moves every cell of the set by the distance of a pair; cells that would leave the board are
    /// dropped.
    #[inline]
    pub(super) fn leap(&self, set: Bits<W>, direction: usize) -> Bits<W> {
        let mut out = Bits::EMPTY;
        for leap in &self.leaps[direction] {
            let part = set & leap.from;
            out |= if leap.by > 0 { part.up(leap.by as u32) } else { part.down(leap.by.unsigned_abs()) };
        }
        out
    }

    /// Returns the pair that starts with this cell and lies in this direction.
    pub(super) fn pair(&self, first: Cell, towards: Direction) -> Option<Pair> {
        self.pairs[first.index()].iter().copied().find(|pair| pair.towards == towards)
    }
}

fn leaps<const W: usize>(board: &Board<W>, direction: Direction, side: i16) -> Vec<Leap<W>> {
    let mut leaps: Vec<Leap<W>> = Vec::new();
    for &cell in board.cells() {
        let Some(end) = board.at(board.place(cell) + direction.step() * side) else { continue };
        let by = i32::from(end.0) - i32::from(cell.0);
        match leaps.iter_mut().find(|leap| leap.by == by) {
            Some(leap) => leap.from.insert(cell),
            None => leaps.push(Leap { from: Bits::single(cell), by }),
        }
    }
    leaps
}
