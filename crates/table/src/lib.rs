//! A game on the table: everything a person in front of a board can do, with no drawing.
//!
//! A [`Table`] holds the game, its lines of play, where one stands in them, and what has been touched so far. It works for every game
//! alike, because a game says in gestures what is touched to make an action and in stories what an action does. The browser and the
//! terminal draw what it says; tests play it without either. [`words`] tells in sentences what happens and what stands where,
//! [`files`] reads and writes games in every form, [`Setup`] is a position being set up by hand.

mod editing;
pub mod files;
mod notes;
mod playing;
mod rows;
mod setup;
mod table;
mod touching;
mod travel;
pub mod words;

pub use files::{Form, Imported, import};
pub use playing::{Played, Story};
pub use rows::{Part, Row};
pub use setup::Setup;
pub use table::Table;
pub use touching::{Choice, Preview, Target, TargetKind, Touched};
