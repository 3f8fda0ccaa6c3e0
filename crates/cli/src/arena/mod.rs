//! Matches: players, games and records.

mod contestant;
mod duel;
mod external;
mod program;
pub(crate) mod records;

pub(crate) use contestant::{Contestant, Failure, Seat, Spec};
pub(crate) use duel::{Duel, Played, Spent};
