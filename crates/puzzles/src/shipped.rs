//! The puzzles of this version.

use crate::PuzzleList;

/// The files of puzzles: the id of the game and the text.
pub const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Returns the puzzles of the game with this id; none if it has no puzzles.
pub fn shipped(id: &str) -> PuzzleList {
    let text = SHIPPED.iter().find(|(game, _)| *game == id).map(|(_, text)| *text);
    text.map_or_else(PuzzleList::default, |text| PuzzleList::parse(text).expect("a test reads the files"))
}
