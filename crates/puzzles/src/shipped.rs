//! The puzzles of this version.

#[cfg(feature = "shipped")]
use crate::PuzzleList;

/// The ids of the games that have puzzles, in alphabetical order.
pub const GAMES: &[&str] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The files of puzzles: the id of the game and the text.
#[cfg(feature = "shipped")]
pub const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Returns the puzzles of the game with this id; none if it has no puzzles.
#[cfg(feature = "shipped")]
pub fn shipped(id: &str) -> PuzzleList {
    let text = SHIPPED.iter().find(|(game, _)| *game == id).map(|(_, text)| *text);
    text.map_or_else(PuzzleList::default, |text| PuzzleList::parse(text).expect("a test reads the files"))
}
