//! The game record as JSON: the same tree and the same checks, for programs.
//!
//! One object; the nodes are a flat list with the indices of their parents, because nesting would
//! exceed the depth limit of JSON parsers in a long game. `docs/formats/json.md` describes the
//! fields.
//!
//! ```
//! use hexarium_formats::{Event, GameTree, json, record};
//! use hexarium_games::registry::Games;
//!
//! let mut tree = GameTree::new("hex(size=3)");
//! tree.add(GameTree::ROOT, Some(Event::Action("b2".to_string())));
//! let text = json::write(&tree, &Games)?;
//! assert_eq!(json::read(&text, &Games)?, tree);
//! // The same tree as a record.
//! assert!(record::write(&tree, &Games)?.contains("1. b2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod object;
mod read;
mod write;

pub use read::{read, read_lenient};
pub use write::write;

/// The format version that is written, and the newest that is read.
pub const VERSION: u32 = 1;
