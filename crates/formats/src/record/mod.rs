//! The game record: a human-readable text format for every game.
//!
//! Tags, one per line; a blank line; then numbered turns with comments, variations and other
//! properties of the tree:
//!
//! ```text
//! Hexarium: 1
//! Game: hex(size=3)
//! Blue: Ada
//! Result: first, Blue connected top to bottom
//!
//! 1. b2 {The middle.} 2. a3
//!   (2. c1 3. b1)
//! 3. b3 4. a1 5. b1
//! ```
//!
//! `docs/formats/record.md` specifies the format. Reading replays every line of play by the rules:
//! an illegal action or a result that the moves contradict is an error with line and column.
//! [`read_lenient`] keeps the legal part.

mod audit;
mod faults;
mod layout;
mod quote;
mod read;
mod scan;
mod tags;
mod walk;
mod write;

pub use read::{read, read_lenient};
pub use write::write;

pub(crate) use audit::{Claim, GameAndStart, drawn_start, illegal_nodes, open_head, other_start, player_named};
pub(crate) use faults::Faults;
pub(crate) use walk::Walk;

/// The format version that is written, and the newest that is read.
pub const VERSION: u32 = 1;
