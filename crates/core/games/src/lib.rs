//! Rules, notation, presentation and playing knowledge of the games: one folder per game, one file
//! per trait. [`registry`] is the only list of games.
//!
//! All code that depends on a particular game belongs here. Searching, drawing and networking do
//! not.
//!
//! ```
//! use hexarium_games::registry;
//!
//! let mut state = registry::open("coalesce", &[]).unwrap().start();
//! let error = state.play("a1-c3").unwrap_err();
//! assert!(error.to_string().starts_with("illegal action 'a1-c3'"), "{error}");
//! state.play("a1-b1").unwrap();
//! assert_eq!(state.turn(), 2);
//! ```

pub mod coalesce;
pub mod fire_ants;
pub mod harvest;
pub mod hex;
mod input_errors;
#[doc(hidden)]
pub mod lesson;
mod pairs;
pub mod placement;
pub mod protista;
pub mod registry;
/// The example of `docs/adding-a-game.md`, which `cargo xtask new-game` copies. It is not
/// registered, and compiled in debug builds only, for its tests.
#[cfg(debug_assertions)]
#[path = "../template/game.rs"]
pub mod template;

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
