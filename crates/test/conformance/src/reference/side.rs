//! The players White and Black of March of the Fire Ants and Protista. White moves first.

use super::ReferenceResult;

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

    /// The display name.
    pub fn name(self) -> &'static str {
        match self {
            White => "White",
            Black => "Black",
        }
    }

    /// The player as written in a position text.
    pub fn written(self) -> &'static str {
        match self {
            White => "w",
            Black => "b",
        }
    }

    /// Parses the player to move of a position text.
    ///
    /// # Panics
    /// If the text names neither player.
    pub fn read(text: &str) -> Side {
        let side = [White, Black].into_iter().find(|side| side.written() == text);
        side.unwrap_or_else(|| panic!("unknown side {text:?}"))
    }

    /// Returns the result of a win by this player.
    pub fn wins(self, reason: impl Into<String>) -> ReferenceResult {
        let result = match self {
            White => "first",
            Black => "second",
        };
        ReferenceResult::new(result, reason)
    }
}
