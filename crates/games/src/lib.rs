//! The games. One folder each, with one file a trait, and [`registry`], the only list of games.
//!
//! Everything that depends on which game it is lives here and nowhere else. Nothing here searches, draws or talks.

pub mod coalesce;
pub mod fire_ants;
pub mod harvest;
pub mod hex;
mod pairs;
pub mod protista;
pub mod registry;
mod touch;
