//! Cells, boards with named cells, and sets of cells, shared by all reference models.

use std::ops::{Add, Mul, Neg, Sub};

/// A cell in axial coordinates, or a step between cells. The row comes first, so that the derived
/// order is the reading order: rows from the top, each from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The row; grows downward.
    pub r: i32,
    /// The axial column.
    pub q: i32,
}

/// The six directions, each 60° from the next, with their names.
pub const DIRECTIONS: [(&str, Cell); 6] = [
    ("e", Cell::new(1, 0)),
    ("ne", Cell::new(1, -1)),
    ("nw", Cell::new(0, -1)),
    ("w", Cell::new(-1, 0)),
    ("sw", Cell::new(-1, 1)),
    ("se", Cell::new(0, 1)),
];

/// Returns the step in direction `index`, modulo 6.
pub fn direction(index: i32) -> Cell {
    DIRECTIONS[index.rem_euclid(6) as usize].1
}

impl Cell {
    /// Creates the cell (q, r).
    pub const fn new(q: i32, r: i32) -> Cell {
        Cell { r, q }
    }

    /// Returns the six neighbours, on the board or not.
    pub fn around(self) -> impl Iterator<Item = Cell> {
        DIRECTIONS.into_iter().map(move |(_, step)| self + step)
    }

    /// Whether the two cells are adjacent.
    pub fn touches(self, other: Cell) -> bool {
        self.around().any(|cell| cell == other)
    }

    /// Returns the number of steps between two cells.
    pub fn distance(self, other: Cell) -> i32 {
        let way = other - self;
        way.q.abs().max(way.r.abs()).max((way.q + way.r).abs())
    }

    /// Rotates this step by 60°, from e towards ne.
    pub fn turned(self) -> Cell {
        Cell::new(self.q + self.r, -self.q)
    }
}

impl Add for Cell {
    type Output = Cell;
    fn add(self, other: Cell) -> Cell {
        Cell::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Cell {
    type Output = Cell;
    fn sub(self, other: Cell) -> Cell {
        Cell::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Cell {
    type Output = Cell;
    fn neg(self) -> Cell {
        Cell::new(-self.q, -self.r)
    }
}

impl Mul<i32> for Cell {
    type Output = Cell;
    fn mul(self, times: i32) -> Cell {
        Cell::new(self.q * times, self.r * times)
    }
}

/// The cells of a board, row by row, and their names.
#[derive(Clone, Debug)]
pub struct Grid {
    rows: Vec<Vec<Cell>>,
    /// Returns the name of a cell, given its row and its place in the row, both from 0.
    name: fn(usize, usize) -> String,
}

fn letter(index: usize) -> char {
    ('a'..='z').nth(index).expect("an index that has a letter")
}

/// Row letter from the top, then the place in the row from 1.
fn row_and_place(row: usize, place: usize) -> String {
    format!("{}{}", letter(row), place + 1)
}

/// Column letter from the left, then the row from 1.
fn column_and_row(row: usize, column: usize) -> String {
    format!("{}{}", letter(column), row + 1)
}

impl Grid {
    /// Creates a hexagon with this side, centred at (0, 0).
    pub fn hexagon(side: i32) -> Grid {
        let reach = side - 1;
        let middle = Cell::new(0, 0);
        let row = |r| (-reach..=reach).map(|q| Cell::new(q, r)).filter(|cell| cell.distance(middle) <= reach).collect();
        Grid { rows: (-reach..=reach).map(row).collect(), name: row_and_place }
    }

    /// Creates a beehive rectangle: row 0 at the top, odd rows shifted half a cell to the right.
    pub fn beehive(rows: i32, cols: i32) -> Grid {
        let row = |r| (0..cols).map(|col| Cell::new(col - r / 2, r)).collect();
        Grid { rows: (0..rows).map(row).collect(), name: row_and_place }
    }

    /// Creates a rhombus of this size, with its first cell at (0, 0); letters are columns.
    pub fn rhombus(size: i32) -> Grid {
        let row = |r| (0..size).map(|q| Cell::new(q, r)).collect();
        Grid { rows: (0..size).map(row).collect(), name: column_and_row }
    }

    /// Returns the rows from the top.
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// Iterates over all cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.rows.iter().flatten().copied()
    }

    /// Returns the row of a cell and its place in the row. Rows have no gaps.
    fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        let row = usize::try_from(cell.r - self.rows[0][0].r).ok()?;
        let cells = self.rows.get(row)?;
        let place = usize::try_from(cell.q - cells[0].q).ok()?;
        (place < cells.len()).then_some((row, place))
    }

    /// Whether the board has this cell.
    pub fn has(&self, cell: Cell) -> bool {
        self.place(cell).is_some()
    }

    /// Returns the name of a cell of the board.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn name(&self, cell: Cell) -> String {
        let (row, place) = self.place(cell).unwrap_or_else(|| panic!("{cell:?} is not on the board"));
        (self.name)(row, place)
    }

    /// Returns the cell with this name.
    ///
    /// # Panics
    /// If there is none.
    pub fn cell(&self, name: &str) -> Cell {
        self.cells().find(|cell| self.name(*cell) == name).unwrap_or_else(|| panic!("unknown cell {name:?}"))
    }

    /// Formats the board as text: rows from the top, joined by `/`.
    pub fn write<S: ToString>(&self, sign: impl Fn(Cell) -> S) -> String {
        let write_row = |row: &Vec<Cell>| row.iter().map(|cell| sign(*cell).to_string()).collect::<String>();
        self.rows.iter().map(write_row).collect::<Vec<_>>().join("/")
    }

    /// Parses a board with one character per cell and returns all cells in reading order with their
    /// characters.
    ///
    /// # Panics
    /// If the text does not have the shape of the board.
    pub fn read(&self, text: &str) -> Vec<(Cell, char)> {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        assert!(rows.iter().map(Vec::len).eq(self.rows.iter().map(Vec::len)), "the rows of {text:?}");
        self.cells().zip(rows.concat()).collect()
    }
}

/// The lowest coordinate that a [`CellSet`] can hold: the leftmost column of a beehive of 19 rows.
const LOWEST: i32 = -9;

/// A set of cells: one word per row, one bit per cell. Harvest looks two steps ahead by trying
/// them, and tree sets would make that too slow to compare many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellSet {
    rows: [u32; 32],
}

impl CellSet {
    /// The empty set.
    pub fn new() -> CellSet {
        CellSet::default()
    }

    fn place(cell: Cell) -> Option<(usize, u32)> {
        let row = usize::try_from(cell.r - LOWEST).ok().filter(|row| *row < 32)?;
        let column = u32::try_from(cell.q - LOWEST).ok().filter(|column| *column < 32)?;
        Some((row, 1 << column))
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        CellSet::place(cell).is_some_and(|(row, bit)| self.rows[row] & bit != 0)
    }

    /// Inserts a cell and returns whether it was missing.
    ///
    /// # Panics
    /// If the cell lies on no board of these games.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let (row, bit) = CellSet::place(cell).expect("a cell of a board");
        let missing = self.rows[row] & bit == 0;
        self.rows[row] |= bit;
        missing
    }

    /// Removes a cell and returns whether it was present.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let Some((row, bit)) = CellSet::place(cell) else {
            return false;
        };
        let there = self.rows[row] & bit != 0;
        self.rows[row] &= !bit;
        there
    }

    /// Returns the number of cells in the set.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the cells in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let rows = self.rows;
        (0..32).filter(move |r| rows[*r as usize] != 0).flat_map(move |r| {
            (0..32).filter(move |q| rows[r as usize] >> q & 1 == 1).map(move |q| Cell::new(q + LOWEST, r + LOWEST))
        })
    }

    /// Returns the first cell in reading order.
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::new();
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// Returns the groups of adjacent cells, in reading order of their first cells.
pub fn groups(cells: &CellSet) -> Vec<CellSet> {
    let mut left = *cells;
    let mut found = Vec::new();
    while let Some(seed) = left.first() {
        left.remove(seed);
        let mut group = CellSet::new();
        let mut reached = vec![seed];
        while let Some(cell) = reached.pop() {
            group.insert(cell);
            for next in cell.around() {
                if left.remove(next) {
                    reached.push(next);
                }
            }
        }
        found.push(group);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::Dice;
    use super::super::dice::SplitMix64;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn directions_are_those_of_the_rules_pages() {
        let named: Vec<_> = DIRECTIONS.iter().map(|(name, step)| (*name, step.q, step.r)).collect();
        let page = [("e", 1, 0), ("ne", 1, -1), ("nw", 0, -1), ("w", -1, 0), ("sw", -1, 1), ("se", 0, 1)];
        assert_eq!(named, page);
    }

    #[test]
    fn directions_lie_as_in_the_table() {
        let grid = Grid::hexagon(4);
        let names = DIRECTIONS.map(|(_, step)| grid.name(step));
        assert_eq!(names, ["d5", "c4", "c3", "d3", "e3", "e4"]);
    }

    #[test]
    fn each_direction_is_the_one_before_it_turned() {
        for index in 0..6 {
            assert_eq!(direction(index).turned(), direction(index + 1));
            assert_eq!(-direction(index), direction(index + 3));
        }
    }

    #[test]
    fn a_hexagon_has_as_many_cells_as_the_rules_say() {
        for side in 2..=6 {
            assert_eq!(Grid::hexagon(side).cells().count() as i32, 3 * side * (side - 1) + 1);
        }
    }

    #[test]
    fn a_hexagon_of_side_4_is_named_as_the_rules_say() {
        let grid = Grid::hexagon(4);
        let names: Vec<String> = grid.cells().map(|cell| grid.name(cell)).collect();
        let mut expected = Vec::new();
        for (row, length) in [('a', 4), ('b', 5), ('c', 6), ('d', 7), ('e', 6), ('f', 5), ('g', 4)] {
            expected.extend((1..=length).map(|position| format!("{row}{position}")));
        }
        assert_eq!(names, expected);
        assert_eq!(grid.cell("a1"), Cell::new(0, -3));
        assert_eq!(grid.cell("d4"), Cell::new(0, 0));
        assert_eq!(grid.cell("g4"), Cell::new(0, 3));
        assert_eq!(grid.name(Cell::new(3, 0)), "d7");
    }

    #[test]
    fn odd_rows_of_a_beehive_are_shifted_to_the_right() {
        let grid = Grid::beehive(13, 9);
        assert_eq!(grid.cells().count(), 13 * 9);
        let se = direction(5);
        assert_eq!(grid.name(grid.cell("a1") + se), "b1");
        assert_eq!(grid.name(grid.cell("b1") + se), "c2");
        assert!(grid.cell("b1").touches(grid.cell("a2")));
        assert!(!grid.cell("c1").touches(grid.cell("b2")));
        assert!(grid.cell("b9") < grid.cell("c1"));
    }

    #[test]
    fn a_rhombus_starts_at_a1_and_letters_count_columns() {
        let grid = Grid::rhombus(19);
        assert_eq!(grid.name(Cell::new(0, 0)), "a1");
        assert_eq!(grid.name(Cell::new(5, 2)), "f3");
        assert_eq!(grid.name(Cell::new(18, 18)), "s19");
    }

    fn boards() -> [Grid; 6] {
        [
            Grid::hexagon(3),
            Grid::hexagon(6),
            Grid::beehive(13, 9),
            Grid::beehive(19, 15),
            Grid::rhombus(2),
            Grid::rhombus(19),
        ]
    }

    #[test]
    fn boards_are_in_reading_order() {
        for grid in boards() {
            assert!(grid.cells().is_sorted());
        }
    }

    #[test]
    fn a_board_has_its_cells_and_no_others_and_a_set_holds_them() {
        for grid in boards() {
            let cells: BTreeSet<Cell> = grid.cells().collect();
            for r in -25..25 {
                for q in -25..25 {
                    let cell = Cell::new(q, r);
                    assert_eq!(grid.has(cell), cells.contains(&cell));
                }
            }
            assert!(cells.iter().all(|cell| grid.cell(&grid.name(*cell)) == *cell));
            assert!(grid.cells().collect::<CellSet>().iter().eq(grid.cells()));
        }
    }

    #[test]
    fn a_board_survives_its_text() {
        let text = "ab/cd";
        let read = Grid::rhombus(2).read(text);
        let sign = |wanted| read.iter().find(|(cell, _)| *cell == wanted).expect("a cell").1;
        assert_eq!(Grid::rhombus(2).write(sign), text);
    }

    #[test]
    #[should_panic(expected = "the rows of")]
    fn a_board_of_another_shape_is_refused() {
        Grid::rhombus(2).read("....");
    }

    #[test]
    fn distances_are_steps() {
        let middle = Cell::new(0, 0);
        assert_eq!(middle.distance(middle), 0);
        assert!(middle.around().all(|cell| cell.distance(middle) == 1));
        assert_eq!(Cell::new(-1, 2).distance(Cell::new(2, 1)), 3);
        assert_eq!(Cell::new(0, 0).distance(Cell::new(2, 1)), 3);
    }

    #[test]
    fn a_set_of_cells_is_a_set() {
        let mut dice = SplitMix64::new(1);
        let mut cells = CellSet::new();
        let mut tree = BTreeSet::new();
        for _ in 0..5000 {
            let cell = Cell::new(dice.below(29) as i32 - 9, dice.below(29) as i32 - 9);
            if dice.below(2) == 0 {
                assert_eq!(cells.insert(cell), tree.insert(cell));
            } else {
                assert_eq!(cells.remove(cell), tree.remove(&cell));
            }
            assert_eq!(cells.len(), tree.len());
        }
        assert_eq!(cells.iter().collect::<Vec<_>>(), tree.iter().copied().collect::<Vec<_>>());
        assert_eq!(cells.first(), tree.first().copied());
        assert!(!cells.contains(Cell::new(-10, 0)) && !cells.contains(Cell::new(0, 40)));
    }

    #[test]
    fn groups_are_what_touches() {
        let cells: CellSet =
            [(0, 0), (1, 0), (0, 1), (2, 2), (3, 1), (-3, 0)].map(|(q, r)| Cell::new(q, r)).into_iter().collect();
        let sizes: Vec<usize> = groups(&cells).iter().map(CellSet::len).collect();
        assert_eq!(sizes, [1, 3, 2]);
        assert!(groups(&CellSet::new()).is_empty());
    }
}
