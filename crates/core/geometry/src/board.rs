//! Boards: the cells of a shape, numbered for bit sets, with names and neighbours.

use std::collections::HashMap;

use crate::{Bits, Direction, Place, Shape};

/// The number of a cell in the bit sets of its board. Numbers grow in reading order but may have
/// gaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Cell(pub u16);

impl Cell {
    /// The number as an index into tables of length `64 * W`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The cells of a board, their names and their neighbours.
///
/// Rhombus and rectangle are numbered without gaps. A hexagon is numbered as part of a rhombus, so
/// that a step in one direction is the same shift for every cell; [`Board::dense`] numbers it
/// without gaps, for code that relies on tables rather than shifts.
#[derive(Clone, Debug)]
pub struct Board<const W: usize> {
    shape: Shape,
    all: Bits<W>,
    /// The cells with fewer than six neighbours.
    edge: Bits<W>,
    cells: Vec<Cell>,
    places: Vec<Place>,
    rows: Vec<Vec<Cell>>,
    by_place: HashMap<Place, Cell>,
    order: Vec<u16>,
    names: Vec<String>,
    by_name: HashMap<String, Cell>,
    neighbours: Vec<[Option<Cell>; 6]>,
    around: Vec<Bits<W>>,
    shifts: [Vec<Shift<W>>; 6],
}

/// The cells whose neighbours in a direction are the same number of bits away.
#[derive(Clone, Copy, Debug)]
struct Shift<const W: usize> {
    from: Bits<W>,
    by: i32,
}

impl<const W: usize> Board<W> {
    /// Creates the board of a shape, with cells named by row letter and position in the row,
    /// numbered for fast shifts.
    pub fn new(shape: Shape) -> Self {
        Self::strided(shape, 0)
    }

    /// Like [`Board::new`], with one unused number after every row of a hexagon or rhombus. A step
    /// past the end of a row then never leads to another row, so bit sets can be shifted several
    /// times and masked once at the end.
    pub fn padded(shape: Shape) -> Self {
        Self::strided(shape, 1)
    }

    fn strided(shape: Shape, gap: usize) -> Self {
        let width = match shape {
            Shape::Hexagon { side } | Shape::CutHexagon { side } => 2 * side as usize - 1,
            Shape::Rhombus { size } => size as usize,
            Shape::Rectangle { .. } => return Self::dense(shape),
        } + gap;
        let places = shape.places();
        let least = |f: fn(&Place) -> i16| places.iter().map(f).min().unwrap_or(0);
        let (q0, r0) = (least(|p| p.q), least(|p| p.r));
        Self::numbered(shape, |_, p| (p.r - r0) as usize * width + (p.q - q0) as usize)
    }

    /// Like [`Board::new`], numbered 0, 1, 2, … without gaps.
    pub fn dense(shape: Shape) -> Self {
        Self::numbered(shape, |i, _| i)
    }

    fn numbered(shape: Shape, number: impl Fn(usize, Place) -> usize) -> Self {
        let rows = shape.rows();
        let places: Vec<Place> = rows.iter().flatten().copied().collect();
        let cells: Vec<Cell> = places
            .iter()
            .enumerate()
            .map(|(i, &p)| {
                let bit = number(i, p);
                assert!(bit < 64 * W, "{shape:?} does not fit into {W} words");
                Cell(bit as u16)
            })
            .collect();
        let by_place: HashMap<Place, Cell> = places.iter().copied().zip(cells.iter().copied()).collect();
        let mut board = Self {
            shape,
            all: cells.iter().copied().collect(),
            edge: Bits::EMPTY,
            rows: rows.iter().map(|row| row.iter().map(|p| by_place[p]).collect()).collect(),
            order: vec![u16::MAX; 64 * W],
            names: vec![String::new(); 64 * W],
            by_name: HashMap::new(),
            neighbours: vec![[None; 6]; 64 * W],
            around: vec![Bits::EMPTY; 64 * W],
            shifts: Default::default(),
            cells,
            places,
            by_place,
        };
        for (i, (&cell, &place)) in board.cells.iter().zip(&board.places).enumerate() {
            board.order[cell.index()] = i as u16;
            for d in Direction::ALL {
                let Some(&next) = board.by_place.get(&(place + d.step())) else { continue };
                board.neighbours[cell.index()][d.index()] = Some(next);
                board.around[cell.index()].insert(next);
                let by = i32::from(next.0) - i32::from(cell.0);
                let shifts = &mut board.shifts[d.index()];
                match shifts.iter_mut().find(|s| s.by == by) {
                    Some(shift) => shift.from.insert(cell),
                    None => shifts.push(Shift { from: Bits::single(cell), by }),
                }
            }
        }
        let on_edge = |cell: &Cell| board.around[cell.index()].len() < 6;
        board.edge = board.cells.iter().copied().filter(on_edge).collect();
        board.name_cells(|row, i| format!("{}{}", crate::row_letter(row), i + 1));
        board
    }

    /// Renames every cell, given its row and its position in the row, both from 0.
    pub fn name_cells(&mut self, name: impl Fn(usize, usize) -> String) {
        self.by_name.clear();
        for (r, row) in self.rows.iter().enumerate() {
            for (i, &cell) in row.iter().enumerate() {
                let text = name(r, i);
                self.by_name.insert(text.clone(), cell);
                self.names[cell.index()] = text;
            }
        }
    }

    /// Returns the shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the set of all cells.
    #[inline]
    pub fn all(&self) -> Bits<W> {
        self.all
    }

    /// Returns all cells in reading order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the cells row by row.
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// Returns the index of a cell in reading order, from 0.
    #[inline]
    pub fn order(&self, cell: Cell) -> usize {
        self.order[cell.index()] as usize
    }

    /// Returns the axial coordinates of a cell.
    pub fn place(&self, cell: Cell) -> Place {
        self.places[self.order(cell)]
    }

    /// Returns the cell at a place.
    pub fn at(&self, place: Place) -> Option<Cell> {
        self.by_place.get(&place).copied()
    }

    /// Returns the name of a cell.
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// Returns the cell with this name.
    pub fn named(&self, name: &str) -> Option<Cell> {
        self.by_name.get(name).copied()
    }

    /// Returns the neighbour in a direction.
    #[inline]
    pub fn next(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.neighbours[cell.index()][direction.index()]
    }

    /// Returns the set of neighbours of a cell.
    #[inline]
    pub fn around(&self, cell: Cell) -> Bits<W> {
        self.around[cell.index()]
    }

    /// Iterates over the cells in a direction up to the edge, starting with the neighbour.
    pub fn ray(&self, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> + '_ {
        std::iter::successors(self.next(cell, direction), move |&c| self.next(c, direction))
    }

    /// Moves every cell of the set one step; cells that would leave the board are dropped.
    #[inline]
    pub fn shift(&self, set: Bits<W>, direction: Direction) -> Bits<W> {
        let mut out = Bits::EMPTY;
        for s in &self.shifts[direction.index()] {
            let part = set & s.from;
            out |= if s.by > 0 { part.up(s.by as u32) } else { part.down(s.by.unsigned_abs()) };
        }
        out
    }

    /// Returns all cells with a neighbour in the set.
    #[inline]
    pub fn neighbours_of(&self, set: Bits<W>) -> Bits<W> {
        let mut out = Bits::EMPTY;
        for d in Direction::ALL {
            out |= self.shift(set, d);
        }
        out
    }

    /// Returns all cells of `within` connected to the `seeds` (a subset) through `within`.
    #[inline]
    pub fn flood(&self, seeds: Bits<W>, within: Bits<W>) -> Bits<W> {
        let mut reached = seeds;
        loop {
            let more = (reached | self.neighbours_of(reached)) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Returns the connected group of `set` that contains a cell; empty if the cell is not in the
    /// set.
    #[inline]
    pub fn group(&self, cell: Cell, set: Bits<W>) -> Bits<W> {
        self.flood(Bits::single(cell) & set, set)
    }

    /// Iterates over the connected groups of a set, by their first cells in reading order.
    ///
    /// ```
    /// use hexarium_geometry::{Bits, Board, Shape};
    ///
    /// let board = Board::<1>::new(Shape::Hexagon { side: 3 });
    /// let names = ["a1", "b1", "e3"].into_iter();
    /// let stones: Bits<1> = names.filter_map(|name| board.named(name)).collect();
    /// assert_eq!(board.groups(stones).map(|group| group.len()).collect::<Vec<_>>(), [2, 1]);
    /// ```
    pub fn groups(&self, set: Bits<W>) -> impl Iterator<Item = Bits<W>> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            let group = self.group(rest.first()?, rest);
            rest &= !group;
            Some(group)
        })
    }

    /// Whether the set is a single connected group; the empty set is.
    #[inline]
    pub fn is_one_group(&self, set: Bits<W>) -> bool {
        set.first().is_none_or(|c| self.flood(Bits::single(c), set) == set)
    }

    /// Returns the cells with fewer than six neighbours.
    #[inline]
    pub fn edge(&self) -> Bits<W> {
        self.edge
    }

    /// Returns the cells outside a set from which no path outside the set leads to the edge of the
    /// board: the holes of a wall.
    ///
    /// ```
    /// use hexarium_geometry::{Board, Shape};
    ///
    /// let board = Board::<1>::new(Shape::Hexagon { side: 3 });
    /// let middle = board.named("c3").unwrap();
    /// assert_eq!(board.enclosed(board.around(middle)).iter().collect::<Vec<_>>(), [middle]);
    /// ```
    pub fn enclosed(&self, wall: Bits<W>) -> Bits<W> {
        let open = self.all & !wall;
        open & !self.flood(self.edge & open, open)
    }

    /// Returns the cells of a set whose six neighbours all belong to the set.
    pub fn interior(&self, set: Bits<W>) -> Bits<W> {
        Direction::ALL.into_iter().fold(set, |inside, d| inside & self.shift(set, d))
    }

    /// Returns the straight borders of the board with the corners at their ends, clockwise from the
    /// top. A hexagon has six borders, all other shapes have four.
    pub fn borders(&self) -> Vec<Bits<W>> {
        let on = |test: &dyn Fn(Place) -> bool| -> Bits<W> {
            self.cells.iter().copied().filter(|&cell| test(self.place(cell))).collect()
        };
        match self.shape {
            Shape::Hexagon { side } | Shape::CutHexagon { side } => {
                let m = side as i16 - 1;
                vec![
                    on(&|p| p.r == -m),
                    on(&|p| p.q == m),
                    on(&|p| p.q + p.r == m),
                    on(&|p| p.r == m),
                    on(&|p| p.q == -m),
                    on(&|p| p.q + p.r == -m),
                ]
            }
            Shape::Rhombus { .. } | Shape::Rectangle { .. } => {
                let row = |row: Option<&Vec<Cell>>| row.into_iter().flatten().copied().collect();
                let column = |end: fn(&Vec<Cell>) -> Option<&Cell>| self.rows.iter().filter_map(end).copied().collect();
                vec![row(self.rows.first()), column(|row| row.last()), row(self.rows.last()), column(|row| row.first())]
            }
        }
    }

    /// Returns the corners: the cells on two borders. A hexagon without its corner cells has none.
    ///
    /// ```
    /// use hexarium_geometry::{Board, Shape};
    ///
    /// let board = Board::<1>::new(Shape::Hexagon { side: 4 });
    /// assert_eq!(board.corners().len(), 6);
    /// assert!(board.sides().iter().all(|side| side.len() == 2));
    /// ```
    pub fn corners(&self) -> Bits<W> {
        let mut seen = Bits::EMPTY;
        let mut corners = Bits::EMPTY;
        for border in self.borders() {
            corners |= seen & border;
            seen |= border;
        }
        corners
    }

    /// Returns the [borders](Board::borders) without the [corners](Board::corners), in the same
    /// order.
    pub fn sides(&self) -> Vec<Bits<W>> {
        let corners = self.corners();
        self.borders().into_iter().map(|border| border & !corners).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [Shape; 6] = [
        Shape::Hexagon { side: 4 },
        Shape::Hexagon { side: 5 },
        Shape::CutHexagon { side: 5 },
        Shape::Rhombus { size: 11 },
        Shape::Rectangle { rows: 13, cols: 9 },
        Shape::Rectangle { rows: 7, cols: 6 },
    ];

    #[test]
    fn a_shifted_cell_is_its_neighbour_in_every_numbering() {
        for board in SHAPES.iter().flat_map(|&s| [Board::<3>::new(s), Board::<3>::padded(s), Board::<3>::dense(s)]) {
            for &cell in board.cells() {
                for d in Direction::ALL {
                    let moved = board.shift(Bits::single(cell), d);
                    assert_eq!(moved.first(), board.next(cell, d));
                    assert_eq!(board.at(board.place(cell) + d.step()), board.next(cell, d));
                }
                assert_eq!(board.neighbours_of(Bits::single(cell)), board.around(cell));
                assert_eq!(board.named(board.name(cell)), Some(cell));
            }
        }
    }

    #[test]
    fn a_large_board_works_like_a_small_one() {
        let board = Board::<6>::new(Shape::Rhombus { size: 19 });
        assert_eq!(board.all().len(), 361);
        assert!(board.is_one_group(board.all()));
        let middle: Bits<6> = board.rows()[9].iter().copied().collect();
        assert!(!board.is_one_group(board.all() & !middle));
        assert_eq!(board.edge().len(), 4 * 18);
    }

    #[test]
    fn borders_go_round_the_board_and_meet_in_the_corners() {
        for shape in SHAPES {
            let board = Board::<3>::new(shape);
            let borders = board.borders();
            let count = if matches!(shape, Shape::Hexagon { .. } | Shape::CutHexagon { .. }) { 6 } else { 4 };
            assert_eq!(borders.len(), count, "{shape:?}");
            let has_corners = !matches!(shape, Shape::CutHexagon { .. });
            assert_eq!(board.corners().len(), if has_corners { count } else { 0 }, "{shape:?}");
            // Each border continues where the one before it ends.
            for i in 0..count {
                let (one, next) = (borders[i], borders[(i + 1) % count]);
                let near = board.neighbours_of(board.neighbours_of(one));
                let joined = if has_corners { (one & next).len() == 1 } else { near.meets(next) };
                assert!(joined, "{shape:?}: borders {i} and {}", (i + 1) % count);
            }
            let all = borders.iter().fold(Bits::EMPTY, |all, &border| all | border);
            // Without the corner cells, the cells behind them are on the edge but on no border.
            assert!(!has_corners || board.edge() == all, "{shape:?}");
            let sides = board.sides().into_iter().fold(board.corners(), |all, side| {
                assert!(!side.is_empty() && !all.meets(side), "{shape:?}");
                all | side
            });
            assert_eq!(sides, all, "{shape:?}");
        }
    }

    #[test]
    fn groups_are_connected_and_together_the_whole_set() {
        let mut seed = 3u64;
        for shape in SHAPES {
            let board = Board::<3>::new(shape);
            for _ in 0..20 {
                let mut random = |_: &Cell| {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    seed >> 63 == 1
                };
                let set: Bits<3> = board.cells().iter().copied().filter(|cell| random(cell)).collect();
                let mut together = Bits::EMPTY;
                for group in board.groups(set) {
                    assert!(board.is_one_group(group) && !group.is_empty());
                    assert!(!board.neighbours_of(group).meets(set & !group));
                    assert!(!together.meets(group));
                    together |= group;
                }
                assert_eq!(together, set);
                for &cell in board.cells() {
                    let inside = set.has(cell) && board.around(cell).len() == 6 && board.around(cell).within(set);
                    assert_eq!(board.interior(set).has(cell), inside);
                    let open = board.all() & !set;
                    let enclosed = open.has(cell) && !board.group(cell, open).meets(board.edge());
                    assert_eq!(board.enclosed(set).has(cell), enclosed);
                }
            }
        }
    }

    #[test]
    fn cells_are_named_by_row_and_position() {
        let board = Board::<1>::new(Shape::Hexagon { side: 4 });
        assert_eq!(board.name(board.at(Place::new(0, 0)).unwrap()), "d4");
        assert_eq!(board.named("g4").map(|c| board.place(c)), Some(Place::new(0, 3)));
        assert_eq!(board.named("a5"), None);
    }

    #[test]
    fn a_shape_too_large_for_its_words_is_refused() {
        let attempt = std::panic::catch_unwind(|| Board::<1>::new(Shape::Rhombus { size: 9 }));
        assert!(attempt.is_err());
    }
}
