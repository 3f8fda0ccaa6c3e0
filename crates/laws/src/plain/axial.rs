//! Axial coordinates, boards with named cells and a random number generator for the plain models.

use std::collections::BTreeMap;
use std::ops::{Add, Mul, Neg, Sub};

use super::Dice;

/// A cell, or a step from one cell to another. The order is the reading order: rows from the top, each from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row; grows downward. First, so that the derived order is the reading order.
    pub r: i32,
    /// The axial column.
    pub q: i32,
}

/// The cell with these axial coordinates.
pub const fn at(q: i32, r: i32) -> Cell {
    Cell { r, q }
}

/// The six directions, each 60° from the next, with their names.
pub const DIRECTIONS: [(&str, Cell); 6] =
    [("e", at(1, 0)), ("ne", at(1, -1)), ("nw", at(0, -1)), ("w", at(-1, 0)), ("sw", at(-1, 1)), ("se", at(0, 1))];

/// The step in direction number `index`; the numbers go round and round.
pub fn direction(index: i32) -> Cell {
    DIRECTIONS[index.rem_euclid(6) as usize].1
}

impl Cell {
    /// The six cells around this one, on the board or not.
    pub fn around(self) -> impl Iterator<Item = Cell> {
        DIRECTIONS.into_iter().map(move |(_, step)| self + step)
    }

    /// Whether the two cells share an edge.
    pub fn touches(self, other: Cell) -> bool {
        self.around().any(|cell| cell == other)
    }

    /// This step turned by 60°, from e towards ne.
    pub fn turned(self) -> Cell {
        at(self.q + self.r, -self.q)
    }
}

impl Add for Cell {
    type Output = Cell;
    fn add(self, other: Cell) -> Cell {
        at(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Cell {
    type Output = Cell;
    fn sub(self, other: Cell) -> Cell {
        at(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Cell {
    type Output = Cell;
    fn neg(self) -> Cell {
        at(-self.q, -self.r)
    }
}

impl Mul<i32> for Cell {
    type Output = Cell;
    fn mul(self, times: i32) -> Cell {
        at(self.q * times, self.r * times)
    }
}

/// The cells of a board, row by row, and their names: row letter from the top, then the place in the row from 1.
#[derive(Clone, Debug)]
pub struct Grid {
    rows: Vec<Vec<Cell>>,
    names: BTreeMap<Cell, String>,
    cells: BTreeMap<String, Cell>,
}

impl Grid {
    fn new(rows: Vec<Vec<Cell>>) -> Grid {
        let mut names = BTreeMap::new();
        for (row, letter) in rows.iter().zip('a'..='z') {
            for (cell, place) in row.iter().zip(1..) {
                names.insert(*cell, format!("{letter}{place}"));
            }
        }
        let cells = names.iter().map(|(cell, name)| (name.clone(), *cell)).collect();
        Grid { rows, names, cells }
    }

    /// The hexagon of this side, its middle at (0, 0).
    pub fn hexagon(side: i32) -> Grid {
        let reach = side - 1;
        let row = |r: i32| (-reach..=reach).map(|q| at(q, r)).filter(|cell| (cell.q + cell.r).abs() <= reach).collect();
        Grid::new((-reach..=reach).map(row).collect())
    }

    /// The beehive rectangle: row 0 on top, odd rows shifted half a cell to the right.
    pub fn beehive(rows: i32, cols: i32) -> Grid {
        let row = |r: i32| (0..cols).map(|col| at(col - r / 2, r)).collect();
        Grid::new((0..rows).map(row).collect())
    }

    /// The rows from the top.
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.names.keys().copied()
    }

    /// Whether the board has this cell.
    pub fn has(&self, cell: Cell) -> bool {
        self.names.contains_key(&cell)
    }

    /// The name of a cell of the board.
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[&cell]
    }

    /// The cell of that name.
    ///
    /// # Panics
    /// When there is none.
    pub fn cell(&self, name: &str) -> Cell {
        *self.cells.get(name).unwrap_or_else(|| panic!("no cell is called {name:?}"))
    }
}

/// The generator that draws setups from a seed; the tests throw it as a die, too.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The generator that starts from this seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The next 64 bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl Dice for SplitMix64 {
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_bits()) * n as u128) >> 64) as usize
    }
}

/// Draws `count` of the items: the first places of a shuffle that goes only so far.
pub fn draw<T>(mut items: Vec<T>, count: usize, dice: &mut dyn Dice) -> Vec<T> {
    for i in 0..count {
        let j = i + dice.below(items.len() - i);
        items.swap(i, j);
    }
    items.truncate(count);
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_those_of_the_rules_page() {
        let named: Vec<_> = DIRECTIONS.iter().map(|(name, step)| (*name, step.q, step.r)).collect();
        let page = [("e", 1, 0), ("ne", 1, -1), ("nw", 0, -1), ("w", -1, 0), ("sw", -1, 1), ("se", 0, 1)];
        assert_eq!(named, page);
    }

    #[test]
    fn each_direction_is_the_one_before_it_turned() {
        for index in 0..6 {
            assert_eq!(direction(index).turned(), direction(index + 1));
            assert_eq!(-direction(index), direction(index + 3));
        }
    }

    #[test]
    fn a_hexagon_of_side_four_is_named_as_on_the_rules_page() {
        let grid = Grid::hexagon(4);
        let lengths: Vec<_> = grid.rows().iter().map(Vec::len).collect();
        assert_eq!(lengths, [4, 5, 6, 7, 6, 5, 4]);
        assert_eq!(grid.cells().count(), 37);
        assert_eq!(grid.cell("a1"), at(0, -3));
        assert_eq!(grid.cell("d4"), at(0, 0));
        assert_eq!(grid.cell("g4"), at(0, 3));
        assert_eq!(grid.name(at(3, 0)), "d7");
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
    fn the_generator_gives_the_published_first_numbers() {
        let mut generator = SplitMix64::new(1_234_567);
        assert_eq!(generator.next_bits(), 6_457_827_717_110_365_317);
        assert_eq!(generator.next_bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn a_draw_takes_different_items() {
        let mut drawn = draw((0..10).collect(), 10, &mut SplitMix64::new(7));
        drawn.sort();
        assert_eq!(drawn, (0..10).collect::<Vec<_>>());
    }
}
