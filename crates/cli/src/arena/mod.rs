//! Matches: players, games and records.

mod contestant;
mod duel;
pub(crate) mod keep;
mod outside;
mod program;

pub(crate) use contestant::{Contestant, Failure, Seat, Spec};
pub(crate) use duel::{Duel, Played, Spent};
