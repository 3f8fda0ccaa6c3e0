//! Experiments on games: series of engine games, statistics with confidence intervals, reports.
//!
//! An [`Experiment`] names variants of games and the players. [`Experiment::series`] expands it
//! into [`Series`] of numbered games. A game is determined by the experiment, its series and its
//! number, so games can be played in any order, on any number of machines, and a run can be
//! interrupted at any moment.
//!
//! - [`play()`] plays one game.
//! - `GameArchive` stores games in one compressed file (feature `files`).
//! - [`measures`] computes what the games of a series show, [`stats`] the confidence intervals.
//! - `report` writes text, HTML, JSON and CSV (feature `files`).
//!
//! This crate names no game, starts no thread and reads no clock; the program that runs the lab
//! does.
//!
//! ```
//! use hexarium_lab::stats::{Confidence, Score};
//!
//! // 60 wins, 10 draws and 30 losses of the player who moves first:
//! let score = Score { wins: 60, draws: 10, losses: 30 };
//! let share = score.share(Confidence::SINGLE);
//! assert_eq!(share.value, 0.65);
//! assert!(share.low > 0.5, "the advantage is significant");
//! ```

#[cfg(feature = "files")]
mod archive;
#[cfg(feature = "files")]
pub mod builtin;
mod experiment;
#[cfg(feature = "files")]
pub mod file;
mod game;
pub mod measures;
mod mirror;
mod play;
#[cfg(feature = "files")]
pub mod report;
mod series;
pub mod stats;

#[cfg(feature = "files")]
pub use archive::{ArchiveError, ArchiveHeader, GameArchive};
pub use experiment::{Experiment, Openings, StoppingSchedule, Variant, Variety};
pub use game::{Decision, PlayedGame, STOPPED};
pub use mirror::Mirror;
pub use play::{EngineProvider, play};
pub use series::{Series, SeriesKind};
