//! A game between two who are not at the same screen: everything above the rules.
//!
//! A [`Room`] is made from a header and its events alone, on the server and in every browser alike, so that all of them see the same game. It
//! has no clock, no network and no chance of its own: what only the server knows of a moment is handed in ([`Moment`]). [`Room::decide`] turns
//! what somebody wants into an event or a refusal and changes nothing; [`Room::apply`] takes an event that has happened.

#![forbid(unsafe_code)]

mod apply;
mod decide;
mod room;
mod time;

pub use decide::{Actor, Decision, Moment};
pub use room::{Ending, Offer, Room, Turn};
pub use time::{GONE_AFTER, OPEN_FOR};
