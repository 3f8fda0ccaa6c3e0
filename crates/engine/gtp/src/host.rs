//! The interface between a session and its environment.

use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch};
use hexarium_search::{Analysis, Engine, Opponent};

/// The environment of an engine: search, time, and output before a response is complete. A session
/// has none of these itself.
pub trait EngineHost {
    /// Creates an engine for the game.
    fn engine(&self, game: &dyn AnyGame) -> Box<dyn Engine>;

    /// Runs a search. Returns its result and its duration.
    fn think(
        &mut self,
        engine: &mut dyn Engine,
        game: &dyn AnyMatch,
        opponent: &Opponent,
        limit: Limit,
    ) -> (Analysis, Duration);

    /// Whether the next line has arrived.
    fn interrupted(&mut self) -> bool;

    /// Waits for a duration, or until the next line arrives.
    fn wait(&mut self, time: Duration);

    /// Writes a part of a response immediately.
    fn write(&mut self, text: &str);
}

/// The time limit of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Maximum duration; `None` leaves it to the opponent's effort.
    pub time: Option<Duration>,
    /// The duration after which the next line ends the search; `None` if it never does.
    pub interruptible_after: Option<Duration>,
}
