//! The session layer of the front ends: everything a player can do with a game, without drawing.
//!
//! [`GameSession`] is a game tree with a cursor, the match there and the inputs so far. It works
//! for every game, because games declare the inputs and the animation of each action. [`words`]
//! makes sentences about actions and positions, [`files`] reads and writes games in every form,
//! [`Setup`] is a position that is set up by hand.
//!
//! [`GameController`] adds players, engine, analysis and remote games. Browser and terminal call
//! its methods and carry out its [`Effect`]s; it uses no clock, thread, file or connection itself.
//! [`autosave`] and [`storage`] define how games are saved, [`settings`] and [`forms`] how the
//! choices of the player are; [`review`] grades the actions of games,
//! and [`insights`] sums up many of them.

mod actions;
pub mod autosave;
mod clicks;
pub mod clock;
mod controller;
mod edits;
mod effect;
pub mod files;
pub mod forms;
mod game_session;
pub mod insights;
pub mod lesson_progress;
mod library;
mod move_list;
mod navigation;
mod notes;
mod notice;
mod players;
mod remote;
pub mod review;
pub mod settings;
mod setup;
mod sound;
pub mod storage;
pub mod translation;
pub mod words;

pub use actions::{Animation, Played};
pub use clicks::{Choice, ClickOutcome, Preview, Target, TargetKind, input_cell};
pub use controller::{AnalysisState, Confirm, EngineLine, GameController, Phase, Preferences};
pub use effect::{Effect, EngineRole, SearchRequest, SearchTask};
pub use files::{Form, Imported, import};
pub use game_session::{GameSession, Games};
pub use library::LibraryEntry;
pub use move_list::{Part, Row};
pub use notice::Notice;
pub use players::{Contest, PlayerKind};
pub use remote::{RemoteGame, SyncState};
pub use setup::Setup;
pub use sound::Sound;
pub use storage::PendingTurn;
