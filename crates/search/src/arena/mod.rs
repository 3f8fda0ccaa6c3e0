//! What a match between two players needs beside the players: openings, and what a score says about strength.
//!
//! Nothing here thinks, so logarithms may be used: they change no action.

mod opening;
mod score;
mod signature;
mod sprt;

pub use opening::opening;
pub use score::{Elo, Score};
pub use signature::signature;
pub use sprt::{Sprt, Verdict};
