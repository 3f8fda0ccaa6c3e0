//! Where players meet: who they are, the games they play, and what is kept of them.

mod contestant;
mod duel;
pub(crate) mod keep;
mod outside;
mod program;

pub(crate) use contestant::{Contestant, Failure, Seat, Spec};
pub(crate) use duel::{Duel, Played, Spent};
