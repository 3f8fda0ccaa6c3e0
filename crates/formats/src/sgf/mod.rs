//! SGF for Hex (`FF[4]GM[11]`): the file format of HexGui, HexWorld and Little Golem, with their
//! dialects.
//!
//! [`read`] accepts all dialects, [`write()`] follows the specification. Properties without a place
//! in the tree (labels, marks, properties of other programs) are stored in
//! [`Node::extra`](crate::Node::extra) and written back.

mod dialect;
mod parse;
mod reader;
mod setup;
mod tags;
mod text;
mod writer;

use hexarium_kernel::GameCatalog;

use crate::{Fault, GameTree};

/// The name of the root's extra property with the text of all games after the first of a
/// collection.
pub const NEXT_GAMES: &str = "next games";

/// The properties of events outside of the SGF specification, for Black and White.
const OTHER_EVENTS: [&str; 2] = ["HXB", "HXW"];

/// The root property for a setup after a pass, which SGF cannot express.
const PASSED: &str = "HXPASSED";

/// Reads the first game of a file; further ones are stored as text and written back.
pub fn read(text: &str, games: &dyn GameCatalog) -> Result<GameTree, Fault> {
    reader::read(text, games)
}

/// Writes a game of Hex as SGF.
pub fn write(tree: &GameTree, games: &dyn GameCatalog) -> Result<String, String> {
    writer::write(tree, games)
}
