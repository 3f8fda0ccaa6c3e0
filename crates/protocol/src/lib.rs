//! The engine protocol: the Go Text Protocol's framing, with commands for any game.
//!
//! A [`Session`] is pure: a line in, an answer out. It reads no file, starts no thread and knows no game; whoever makes a
//! session hands it the way to open one.

mod commands;
mod session;

pub use session::{Answer, Opener, Session};
