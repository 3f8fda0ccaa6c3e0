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
///
/// ```
/// use hexarium_formats::sgf;
/// use hexarium_games::registry::Games;
///
/// let text = "(;FF[4]GM[11]SZ[5]C[A test.];B[c3]HG[1];W[d2])";
/// let tree = sgf::read(text, &Games)?;
/// assert_eq!(tree.game, "hex(size=5)");
/// let end = *tree.main_line().last().unwrap();
/// assert_eq!(tree.actions_to(end), ["c3", "d2"]);
/// // A property of another program is written back.
/// assert!(sgf::write(&tree, &Games)?.contains("HG[1]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, games: &dyn GameCatalog) -> Result<GameTree, Fault> {
    reader::read(text, games)
}

/// Writes a game of Hex as SGF.
pub fn write(tree: &GameTree, games: &dyn GameCatalog) -> Result<String, String> {
    writer::write(tree, games)
}
