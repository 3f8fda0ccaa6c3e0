//! Axial arithmetic, sets of cells, groups, and boards as text, for the plain models of Hex, Coalesce and Harvest.

use super::Dice;

/// A cell in axial coordinates. The row comes first, so that sorting cells puts them in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The row; grows downward.
    pub r: i32,
    /// The axial column.
    pub q: i32,
}

/// The six directions as (q, r): e, ne, nw, w, sw, se.
pub const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

impl Cell {
    /// The cell (q, r).
    pub fn new(q: i32, r: i32) -> Cell {
        Cell { r, q }
    }

    /// The next cell in a direction, on the board or not.
    pub fn ahead(self, (q, r): (i32, i32)) -> Cell {
        Cell::new(self.q + q, self.r + r)
    }

    /// The next cell against a direction, on the board or not.
    pub fn behind(self, (q, r): (i32, i32)) -> Cell {
        self.ahead((-q, -r))
    }

    /// The six adjacent cells, on the board or not.
    pub fn neighbours(self) -> [Cell; 6] {
        DIRECTIONS.map(|direction| self.ahead(direction))
    }

    /// Whether two cells are adjacent.
    pub fn touches(self, other: Cell) -> bool {
        self.neighbours().contains(&other)
    }
}

/// The lowest coordinate that a [`CellSet`] can hold: one beyond the edge of a hexagon of side 6.
const LOWEST: i32 = -6;

/// A set of cells: one word a row, one bit a cell. Harvest looks two steps ahead by trying them, and trees of cells
/// would make that too slow to compare many games.
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

    /// Puts a cell in; says whether it was missing.
    ///
    /// # Panics
    /// When the cell lies on no board of these games.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let (row, bit) = CellSet::place(cell).expect("a cell of a board");
        let missing = self.rows[row] & bit == 0;
        self.rows[row] |= bit;
        missing
    }

    /// Takes a cell out; says whether it was there.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let Some((row, bit)) = CellSet::place(cell) else {
            return false;
        };
        let there = self.rows[row] & bit != 0;
        self.rows[row] &= !bit;
        there
    }

    /// Number of cells in the set.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cells in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let rows = self.rows;
        (0..32).filter(move |r| rows[*r as usize] != 0).flat_map(move |r| {
            (0..32).filter(move |q| rows[r as usize] >> q & 1 == 1).map(move |q| Cell::new(q + LOWEST, r + LOWEST))
        })
    }

    /// The first cell in reading order.
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

/// The groups of touching cells, in reading order of their first cells.
pub fn groups(cells: &CellSet) -> Vec<CellSet> {
    let mut left = *cells;
    let mut found = Vec::new();
    while let Some(seed) = left.first() {
        left.remove(seed);
        let mut group = CellSet::new();
        let mut reached = vec![seed];
        while let Some(cell) = reached.pop() {
            group.insert(cell);
            for neighbour in cell.neighbours() {
                if left.remove(neighbour) {
                    reached.push(neighbour);
                }
            }
        }
        found.push(group);
    }
    found
}

/// The cells of a hexagon in reading order.
pub fn hexagon(side: i32) -> Vec<Cell> {
    let reach = side - 1;
    let mut cells = Vec::new();
    for r in -reach..=reach {
        for q in -reach..=reach {
            if (q + r).abs() <= reach {
                cells.push(Cell::new(q, r));
            }
        }
    }
    cells
}

/// The cells of a rhombus in reading order.
pub fn rhombus(size: i32) -> Vec<Cell> {
    (0..size).flat_map(|r| (0..size).map(move |q| Cell::new(q, r))).collect()
}

fn letter(index: i32) -> char {
    (b'a' + u8::try_from(index).expect("an index that has a letter")) as char
}

/// The name of a cell of a hexagon: row letter from the top, then position in the row from the left.
pub fn hexagon_name(side: i32, cell: Cell) -> String {
    let reach = side - 1;
    let leftmost = (-reach).max(-reach - cell.r);
    format!("{}{}", letter(cell.r + reach), cell.q - leftmost + 1)
}

/// The name of a cell of a rhombus: column letter, then row number.
pub fn rhombus_name(cell: Cell) -> String {
    format!("{}{}", letter(cell.q), cell.r + 1)
}

/// The board as text: rows from the top joined by `/`. The cells are given in reading order.
pub fn board_text(cells: &[Cell], character: impl Fn(Cell) -> char) -> String {
    let mut text = String::new();
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 && cells[index - 1].r != cell.r {
            text.push('/');
        }
        text.push(character(*cell));
    }
    text
}

/// What stands on each cell, from the board as text. The cells are given in reading order.
///
/// # Panics
/// When the text has another shape than the board.
pub fn read_board(cells: &[Cell], text: &str) -> Vec<(Cell, char)> {
    let mut characters = text.chars().filter(|character| *character != '/');
    let read: Vec<(Cell, char)> =
        cells.iter().map(|cell| (*cell, characters.next().expect("as many characters as cells"))).collect();
    let standing = |wanted: Cell| read.iter().find(|(cell, _)| *cell == wanted).expect("a cell of the board").1;
    assert_eq!(board_text(cells, standing), text, "the rows of the board");
    read
}

/// Puts things in a random order.
pub fn shuffle<T>(things: &mut [T], dice: &mut dyn Dice) {
    for last in (1..things.len()).rev() {
        things.swap(last, dice.below(last + 1));
    }
}

/// Helpers of the models' tests.
#[cfg(test)]
pub mod testing {
    use super::super::{Dice, Options, PlainGame, PlainModel};

    /// A small generator of random numbers (a Weyl sequence, mixed).
    pub struct Seeded(
        /// The state.
        pub u64,
    );

    impl Dice for Seeded {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((mixed >> 33) % n as u64) as usize
        }
    }

    /// Option values from `name=value` pairs.
    pub fn options(pairs: &str) -> Options {
        pairs
            .split(' ')
            .map(|pair| pair.split_once('=').expect("name=value"))
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect()
    }

    /// Plays random actions until the game is over, or until `most` actions are played.
    /// On the way every position must survive the round trip through text.
    pub fn play_out(
        model: &PlainModel,
        options: &Options,
        game: &mut Box<dyn PlainGame>,
        dice: &mut dyn Dice,
        most: usize,
    ) -> usize {
        for played in 0..most {
            let text = game.position();
            assert_eq!((model.from_position)(options, &text).position(), text);
            let legal: Vec<String> = game.legal().into_iter().collect();
            assert_eq!(legal.is_empty(), game.result().is_some(), "{text}");
            if legal.is_empty() {
                return played;
            }
            let turn = game.turn();
            game.play(&legal[dice.below(legal.len())]);
            assert!(game.turn() == turn || game.turn() == turn + 1);
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::testing::Seeded;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_hexagon_has_as_many_cells_as_the_rules_say() {
        for side in 2..=6 {
            assert_eq!(hexagon(side).len() as i32, 3 * side * (side - 1) + 1);
        }
    }

    #[test]
    fn the_rows_of_a_hexagon_of_side_4_are_named_as_the_rules_say() {
        let names: Vec<String> = hexagon(4).into_iter().map(|cell| hexagon_name(4, cell)).collect();
        let mut expected = Vec::new();
        for (row, length) in [('a', 4), ('b', 5), ('c', 6), ('d', 7), ('e', 6), ('f', 5), ('g', 4)] {
            expected.extend((1..=length).map(|position| format!("{row}{position}")));
        }
        assert_eq!(names, expected);
    }

    #[test]
    fn a_rhombus_starts_at_a1_and_letters_count_columns() {
        assert_eq!(rhombus_name(Cell::new(0, 0)), "a1");
        assert_eq!(rhombus_name(Cell::new(5, 2)), "f3");
        assert_eq!(rhombus_name(Cell::new(18, 18)), "s19");
    }

    #[test]
    fn boards_are_in_reading_order() {
        for cells in [hexagon(3), hexagon(6), rhombus(11)] {
            assert!(cells.is_sorted());
        }
    }

    #[test]
    fn directions_lie_as_in_the_table() {
        let middle = Cell::new(0, 0);
        let names = DIRECTIONS.map(|direction| hexagon_name(4, middle.ahead(direction)));
        assert_eq!(names, ["d5", "c4", "c3", "d3", "e3", "e4"]);
    }

    #[test]
    fn a_set_of_cells_is_a_set() {
        let mut dice = Seeded(1);
        let mut cells = CellSet::new();
        let mut tree = BTreeSet::new();
        for _ in 0..5000 {
            let cell = Cell::new(dice.below(26) as i32 - 6, dice.below(26) as i32 - 6);
            if dice.below(2) == 0 {
                assert_eq!(cells.insert(cell), tree.insert(cell));
            } else {
                assert_eq!(cells.remove(cell), tree.remove(&cell));
            }
            assert_eq!(cells.len(), tree.len());
        }
        assert_eq!(cells.iter().collect::<Vec<_>>(), tree.iter().copied().collect::<Vec<_>>());
        assert_eq!(cells.first(), tree.first().copied());
        assert!(!cells.contains(Cell::new(-7, 0)) && !cells.contains(Cell::new(0, 40)));
    }

    #[test]
    fn groups_are_what_touches() {
        let cells: CellSet =
            [(0, 0), (1, 0), (0, 1), (2, 2), (3, 1), (-3, 0)].map(|(q, r)| Cell::new(q, r)).into_iter().collect();
        let sizes: Vec<usize> = groups(&cells).iter().map(CellSet::len).collect();
        assert_eq!(sizes, [1, 3, 2]);
        assert!(groups(&CellSet::new()).is_empty());
    }

    #[test]
    #[should_panic(expected = "the rows of the board")]
    fn a_board_of_another_shape_is_refused() {
        read_board(&rhombus(2), "....");
    }
}
