//! Rules, notation, presentation and playing knowledge of the games: one folder per game, one file
//! per trait. [`registry`] is the only list of games.
//!
//! All code that depends on a particular game belongs here. Searching, drawing and networking do
//! not.

pub mod coalesce;
pub mod fire_ants;
pub mod harvest;
pub mod hex;
mod lesson;
mod pairs;
pub mod placement;
pub mod protista;
pub mod registry;
mod touch;
