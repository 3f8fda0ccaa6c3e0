//! Rules, notation, presentation and playing knowledge of the games: one folder per game, one file
//! per trait. [`registry`] is the only list of games.
//!
//! All code that depends on a particular game belongs here. Searching, drawing and networking do
//! not.

pub mod coalesce;
pub mod fire_ants;
pub mod harvest;
pub mod hex;
#[doc(hidden)]
pub mod lesson;
mod pairs;
pub mod placement;
pub mod protista;
pub mod registry;
/// The example of `docs/adding-a-game.md`, which `cargo xtask new-game` copies. It is not
/// registered.
#[cfg(feature = "template")]
#[path = "../template/game.rs"]
pub mod template;
mod touch;
