//! Experiments on games: let engines play a variant many times, and say what that shows and how surely.
//!
//! An [`Experiment`] names variants of games and players; it unfolds into [`Arm`]s, each a series of numbered games. Everything about a game
//! follows from the experiment, the arm and the number, so games can be played in any order, on any number of machines, and
//! interrupted at any moment. [`play()`] plays one. [`measures`] says what the games of an arm show, [`stats`] how surely, and `report`
//! puts it in words, tables and plots. Nothing here names a game, starts a thread or reads a clock: the leaf that runs the lab does.

mod arm;
#[cfg(feature = "files")]
pub mod builtin;
mod experiment;
#[cfg(feature = "files")]
pub mod file;
pub mod measures;
mod mirror;
mod play;
mod played;
#[cfg(feature = "files")]
pub mod report;
#[cfg(feature = "files")]
mod shelf;
pub mod stats;

pub use arm::{Arm, Purpose};
pub use experiment::{Experiment, Looks, Openings, Variant, Variety};
pub use mirror::Mirror;
pub use play::{Makers, play};
pub use played::{Look, Played, STOPPED};
#[cfg(feature = "files")]
pub use shelf::{Header, Shelf, ShelfError};
