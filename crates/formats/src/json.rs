//! The game record as JSON: the same tree and the same checks, for programs.
//!
//! One object; the nodes are a flat list with the indices of their parents, because nesting would
//! exceed the depth limit of JSON parsers in a long game. `docs/formats/json.md` describes the
//! fields.

mod object;
mod read;
mod write;

pub use read::{read, read_lenient};
pub use write::write;

/// The format version that is written, and the newest that is read.
pub const VERSION: u32 = 1;
