//! Openings and statistics for matches between two players.
//!
//! Nothing here affects the choice of actions, so platform-dependent logarithms are allowed.

mod opening;
mod score;
mod signature;
mod sprt;

pub use opening::opening;
pub use score::{Elo, Score};
pub use signature::signature;
pub use sprt::{Sprt, Verdict};
