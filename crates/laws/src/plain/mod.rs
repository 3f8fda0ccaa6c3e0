//! A plain model of each game: sets and loops, straight from the rules page, as slow as it likes.
//!
//! The models share no code with the fast games. They speak text only: option values, positions and actions as the
//! rules pages write them. What both say the same on many random games is very probably right.

pub mod coalesce;
pub mod colour;
pub mod dice;
pub mod fire_ants;
pub mod grid;
pub mod harvest;
pub mod hex;
pub mod history;
pub mod options;
pub mod protista;
pub mod side;
#[cfg(test)]
pub mod testing;

use std::collections::BTreeSet;

pub use dice::Dice;
pub use options::Options;

/// How a game ended, as a plain model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainResult {
    /// `first`, `second` or `draw`.
    pub result: &'static str,
    /// The sentence shown to a player.
    pub reason: String,
}

impl PlainResult {
    /// `first`, `second` or `draw`, and the sentence.
    pub fn new(result: &'static str, reason: impl Into<String>) -> PlainResult {
        PlainResult { result, reason: reason.into() }
    }
}

/// A game in progress, with its whole history.
pub trait PlainGame {
    /// The position as text.
    fn position(&self) -> String;
    /// Number of the turn under way, from 1 (at the end of a game: the turn in which it ended).
    fn turn(&self) -> u32;
    /// Texts of all legal actions; empty when the game is over.
    fn legal(&self) -> BTreeSet<String>;
    /// Plays an action out of [`PlainGame::legal`].
    ///
    /// # Panics
    /// When the action is not legal: a model is driven by tests, which must know.
    fn play(&mut self, action: &str);
    /// The result, once there is one.
    fn result(&self) -> Option<PlainResult>;
    /// A copy.
    fn copy(&self) -> Box<dyn PlainGame>;
}

/// What the tests need to know of one plain model.
pub struct PlainModel {
    /// The game's id.
    pub id: &'static str,
    /// The game at its start.
    pub start: fn(&Options) -> Box<dyn PlainGame>,
    /// The game from a valid position text, with a fresh history.
    pub from_position: fn(&Options, &str) -> Box<dyn PlainGame>,
    /// A random valid position, crowded and odd on purpose: what ordinary random play rarely reaches.
    pub scatter: fn(&Options, &mut dyn Dice) -> String,
    /// The winner of one random game by a simple loop, where a game has one to compare rollouts with.
    pub playout: Option<fn(&Options, &mut dyn Dice) -> &'static str>,
}

/// Every plain model.
pub const MODELS: &[PlainModel] = &[hex::MODEL, coalesce::MODEL, harvest::MODEL, fire_ants::MODEL, protista::MODEL];

/// The plain model of a game.
///
/// # Panics
/// When the game has none: every registered game must.
pub fn model(id: &str) -> &'static PlainModel {
    MODELS.iter().find(|m| m.id == id).unwrap_or_else(|| panic!("{id} has no plain model in crates/laws/src/plain"))
}
