//! The players Blue and Red of Hex and Coalesce, and boards with at most one piece per cell.

use super::grid::{Cell, Grid};
use std::collections::BTreeMap;

/// A player and the colour of that player's pieces.
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

    /// The display name.
    pub fn name(self) -> &'static str {
        match self {
            Blue => "Blue",
            Red => "Red",
        }
    }

    /// The player as written in a position text.
    pub fn written(self) -> &'static str {
        match self {
            Blue => "b",
            Red => "r",
        }
    }

    /// Parses the player to move of a position text.
    ///
    /// # Panics
    /// If the text names neither player.
    pub fn read(text: &str) -> Colour {
        let side = [Blue, Red].into_iter().find(|colour| colour.written() == text);
        side.unwrap_or_else(|| panic!("unknown side {text:?}"))
    }
}

/// The pieces of the cells that are not empty.
pub type Pieces = BTreeMap<Cell, Colour>;

/// Parses the board of a position text.
///
/// # Panics
/// If the text does not describe such a board.
pub fn read_pieces(grid: &Grid, text: &str) -> Pieces {
    let mut pieces = Pieces::new();
    for (cell, sign) in grid.read(text) {
        match sign {
            'B' => pieces.insert(cell, Blue),
            'R' => pieces.insert(cell, Red),
            '.' => None,
            other => panic!("unknown piece {other}"),
        };
    }
    pieces
}

/// Formats the board as text.
pub fn write_pieces(grid: &Grid, pieces: &Pieces) -> String {
    grid.write(|cell| match pieces.get(&cell) {
        Some(Blue) => 'B',
        Some(Red) => 'R',
        None => '.',
    })
}

/// Returns the number of pieces of a colour.
pub fn count(pieces: &Pieces, colour: Colour) -> usize {
    pieces.values().filter(|piece| **piece == colour).count()
}
