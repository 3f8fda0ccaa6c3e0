//! A game on the table: everything a person in front of a board can do, with no drawing.
//!
//! A [`GameSession`] holds the game, its lines of play, where one stands in them, and what has been touched so far. It works for every game
//! alike, because a game says in gestures what is touched to make an action and in stories what an action does. The browser and the
//! terminal draw what it says; tests play it without either. [`words`] tells in sentences what happens and what stands where,
//! [`files`] reads and writes games in every form, [`Setup`] is a position being set up by hand.

mod clicks;
mod editing;
pub mod files;
mod game_session;
mod navigation;
mod notes;
mod playing;
mod rows;
mod setup;
pub mod words;

pub use clicks::{Choice, ClickOutcome, Preview, Target, TargetKind};
pub use files::{Form, Imported, import};
pub use game_session::GameSession;
pub use playing::{Played, Story};
pub use rows::{Part, Row};
pub use setup::Setup;
