//! The game record as JSON: the same tree and the same checks, for programs.
//!
//! One object; the nodes are a flat list with the numbers of their parents, because nested ones would break readers at
//! the depth of a long game. The fields are described in `docs/formats/json.md`.

mod object;
mod read;
mod write;

pub use read::{read, read_lenient};
pub use write::write;

/// The version of the form that is written, and the newest that is read.
pub const VERSION: u32 = 1;
