//! The engine protocol: the framing of the Go Text Protocol, with commands for any game.
//!
//! A [`Session`] is pure: it maps lines to responses. It reads no file, starts no thread and names
//! no game; the caller provides functions that open games and, optionally, read files and search.
//! `docs/formats/protocol.md` describes the commands.

mod clock;
mod colour;
mod commands;
mod mind;
mod session;
mod world;

pub use clock::{Clock, TimeLeft, TimeSettings};
pub use session::{Answer, FileReader, Session};
pub use world::{EngineHost, Limit};
