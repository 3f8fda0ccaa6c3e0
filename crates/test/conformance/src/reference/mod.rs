//! A reference model of each game: sets and loops, written directly from the rules page, without
//! regard to speed.
//!
//! The models share no code with the optimised games. Their interface is text: option values,
//! positions and actions as written on the rules pages. Agreement of both implementations over many
//! random games is strong evidence that both are correct.

pub mod coalesce;
pub mod colour;
pub mod dice;
pub mod fire_ants;
pub mod grid;
pub mod harvest;
pub mod hex;
pub mod history;
pub mod options;
pub mod placement;
pub mod protista;
pub mod side;
#[path = "../../../../core/games/template/reference.rs"]
pub mod template;
#[cfg(test)]
pub mod testing;

use std::collections::BTreeSet;

pub use dice::Dice;
pub use options::Options;

/// The result of a game according to a reference model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceResult {
    /// `first`, `second` or `draw`.
    pub result: &'static str,
    /// The sentence shown to players.
    pub reason: String,
}

impl ReferenceResult {
    /// Creates a result; `result` is `first`, `second` or `draw`.
    pub fn new(result: &'static str, reason: impl Into<String>) -> ReferenceResult {
        ReferenceResult { result, reason: reason.into() }
    }
}

/// A game in progress, with its complete history.
pub trait ReferenceGame {
    /// Returns the position as text.
    fn position(&self) -> String;
    /// Returns the number of the current turn, from 1 (in a finished game, the turn in which it
    /// ended).
    fn turn(&self) -> u32;
    /// Returns the texts of all legal actions; empty if the game is over.
    fn legal(&self) -> BTreeSet<String>;
    /// Plays an action from [`ReferenceGame::legal`].
    ///
    /// # Panics
    /// If the action is not legal, since models are driven by tests only.
    fn play(&mut self, action: &str);
    /// Returns the result if the game is over.
    fn result(&self) -> Option<ReferenceResult>;
    /// Returns a copy.
    fn copy(&self) -> Box<dyn ReferenceGame>;
}

/// The entry points of a reference model.
pub struct ReferenceModel {
    /// The game's id.
    pub id: &'static str,
    /// Creates a game at its start.
    pub start: fn(&Options) -> Box<dyn ReferenceGame>,
    /// Creates a game from a valid position text, with an empty history.
    pub from_position: fn(&Options, &str) -> Box<dyn ReferenceGame>,
    /// Returns a random valid position, deliberately crowded and unusual, of a kind that random
    /// play rarely reaches.
    pub scatter: fn(&Options, &mut dyn Dice) -> String,
    /// Returns the winner of one random game by a simple loop, as a baseline for rollouts.
    pub playout: Option<fn(&Options, &mut dyn Dice) -> &'static str>,
}

/// All reference models.
#[rustfmt::skip]
pub const MODELS: &[ReferenceModel] = &[
    hex::MODEL,
    coalesce::MODEL,
    harvest::MODEL,
    fire_ants::MODEL,
    protista::MODEL,
];

/// Returns the reference model of a game.
///
/// # Panics
/// If there is none. Every registered game must have one.
pub fn model(id: &str) -> &'static ReferenceModel {
    MODELS.iter().find(|m| m.id == id).unwrap_or_else(|| {
        panic!("{id} has no reference model: add one to MODELS in crates/test/conformance/src/reference/mod.rs")
    })
}
