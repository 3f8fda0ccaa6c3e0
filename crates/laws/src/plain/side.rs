//! White and Black, who play March of the Fire Ants and Protista. White moves first.

use super::PlainResult;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Written `w`.
    White,
    /// Written `b`.
    Black,
}
use Side::{Black, White};

impl Side {
    /// The other player.
    pub fn other(self) -> Side {
        match self {
            White => Black,
            Black => White,
        }
    }

    /// The name shown to a player.
    pub fn name(self) -> &'static str {
        match self {
            White => "White",
            Black => "Black",
        }
    }

    /// The player to move as a position text says it.
    pub fn written(self) -> &'static str {
        match self {
            White => "w",
            Black => "b",
        }
    }

    /// The player to move from a position text.
    ///
    /// # Panics
    /// When the text names neither.
    pub fn read(text: &str) -> Side {
        let side = [White, Black].into_iter().find(|side| side.written() == text);
        side.unwrap_or_else(|| panic!("no side is written {text:?}"))
    }

    /// The result that this player wins.
    pub fn wins(self, reason: impl Into<String>) -> PlainResult {
        let result = match self {
            White => "first",
            Black => "second",
        };
        PlainResult::new(result, reason)
    }
}
