//! Blue and Red, who play Hex and Coalesce, and boards with at most one piece a cell.

use super::grid::{Cell, Grid};
use std::collections::BTreeMap;

/// A player, and the colour of that player's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colour {
    /// Written `b`, with pieces `B`.
    Blue,
    /// Written `r`, with pieces `R`.
    Red,
}
use Colour::{Blue, Red};

impl Colour {
    /// The other player.
    pub fn other(self) -> Colour {
        match self {
            Blue => Red,
            Red => Blue,
        }
    }

    /// The name shown to a player.
    pub fn name(self) -> &'static str {
        match self {
            Blue => "Blue",
            Red => "Red",
        }
    }

    /// The player to move as a position text says it.
    pub fn written(self) -> &'static str {
        match self {
            Blue => "b",
            Red => "r",
        }
    }

    /// The player to move from a position text.
    ///
    /// # Panics
    /// When the text names neither.
    pub fn read(text: &str) -> Colour {
        let side = [Blue, Red].into_iter().find(|colour| colour.written() == text);
        side.unwrap_or_else(|| panic!("no side is written {text:?}"))
    }
}

/// What stands on the cells that are not empty.
pub type Pieces = BTreeMap<Cell, Colour>;

/// The pieces from a board as text.
///
/// # Panics
/// When the text is no such board.
pub fn read_pieces(grid: &Grid, text: &str) -> Pieces {
    let mut pieces = Pieces::new();
    for (cell, sign) in grid.read(text) {
        match sign {
            'B' => pieces.insert(cell, Blue),
            'R' => pieces.insert(cell, Red),
            '.' => None,
            other => panic!("no piece is written {other}"),
        };
    }
    pieces
}

/// The board as text.
pub fn write_pieces(grid: &Grid, pieces: &Pieces) -> String {
    grid.write(|cell| match pieces.get(&cell) {
        Some(Blue) => 'B',
        Some(Red) => 'R',
        None => '.',
    })
}

/// Number of pieces of a colour.
pub fn count(pieces: &Pieces, colour: Colour) -> usize {
    pieces.values().filter(|piece| **piece == colour).count()
}
