//! The engine protocol: the Go Text Protocol's framing, with commands for any game.
//!
//! A [`Session`] is pure: a line in, an answer out. It reads no file, starts no thread and knows no game; whoever makes a
//! session hands it the way to open a game and, where wanted, to read a file and to think. `docs/formats/protocol.md` describes the commands.

mod clock;
mod colour;
mod commands;
mod mind;
mod session;
mod world;

pub use clock::{Clock, TimeLeft, TimeSettings};
pub use session::{Answer, FileReader, Opener, Session};
pub use world::{Limit, World};
