//! A game between two clients: everything above the rules.
//!
//! A [`Room`] is made from a header and its events alone, on the server and in every client, so all
//! of them have the same game. It has no clock, no network and no randomness: [`DecisionContext`]
//! brings what only the server knows. [`Room::decide`] turns a command into an event or an error
//! and changes nothing. [`Room::apply_decided`] takes the decided event on the server,
//! [`Room::apply`] takes an event from the store or the network.

#![forbid(unsafe_code)]

mod apply;
mod decide;
mod record;
mod room;
mod time;

pub use decide::{Actor, DecidedEvent, Decision, DecisionContext};
pub use record::participant_name;
pub use room::{Ending, Offer, Room, Turn};
pub use time::{CLAIM_DELAY_FISCHER, CLAIM_DELAY_UNLIMITED, JOIN_TIMEOUT};
