//! Games as files and links: one [`GameTree`] in the middle, and a module for each form that reads and writes it.
//!
//! A crate of its own, because formats are promises to the outside: the kernel must be free to change without breaking them.
//! Everything that turns a game into text and back lives here, Hex's own forms included; nothing here reads a file, plays well, or draws.

pub mod hex;
pub mod hexworld;
pub mod json;
pub mod link;
pub mod record;
pub mod sgf;
mod tree;

pub use tree::{Ending, Event, Fault, GameTree, Node, NodeId, Opener, Property};
