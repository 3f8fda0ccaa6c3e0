//! SGF, the kind `FF[4]GM[11]`: the file format of HexGui, HexWorld and Little Golem, each with its own ways.
//!
//! [`read`] takes them all, [`write()`] writes the plain form of the specification. What the tree has no place for (labels, marks,
//! properties of other programs) stays in [`Node::extra`](crate::Node::extra) and is written back.

mod dialect;
mod parse;
mod reader;
mod setup;
mod tags;
mod text;
mod writer;

use crate::{Fault, GameTree, Opener};

/// The name of the root's extra that holds the games after the first of a collection, as they stood.
pub const NEXT_GAMES: &str = "next games";

/// The properties of events that only we know, of Black and White.
const OTHER_EVENTS: [&str; 2] = ["HXB", "HXW"];

/// The property of the root where the turn before the set-up was a pass, for which SGF has no word.
const PASSED: &str = "HXPASSED";

/// Reads the first game of a file; further ones are kept as text and written back.
pub fn read(text: &str, open: Opener) -> Result<GameTree, Fault> {
    reader::read(text, open)
}

/// Writes a game of Hex as SGF.
pub fn write(tree: &GameTree, open: Opener) -> Result<String, String> {
    writer::write(tree, open)
}
