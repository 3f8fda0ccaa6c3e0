//! Where players meet: who they are, the games they play, and many games at once.

mod contestant;
mod duel;
pub(crate) mod keep;
mod outside;
mod pool;
mod program;

pub(crate) use contestant::{Contestant, Failure, Seat, Spec};
pub(crate) use duel::{Duel, Played, Spent};
pub(crate) use pool::play_all;
