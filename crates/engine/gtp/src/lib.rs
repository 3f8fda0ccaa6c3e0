//! The engine protocol: the framing of the Go Text Protocol, with commands for any game.
//!
//! A [`Session`] is pure: it maps lines to responses. It reads no file, starts no thread and names
//! no game; the caller provides functions that open games and, optionally, read files and search.
//! `docs/formats/protocol.md` describes the commands.

mod clock;
mod colour;
mod commands;
mod engine_state;
mod host;
mod session;

pub use clock::{Clock, TimeLeft, TimeSettings};
pub use host::{EngineHost, Limit};
pub use session::{FileReader, Response, Session};
