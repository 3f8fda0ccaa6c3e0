//! What a session needs from outside in order to think.

use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch};
use hexarium_search::{Opponent, Thinker, Thought};

/// Thinkers, time, and a way to speak before an answer is complete. A session has none of these itself.
pub trait World {
    /// A thinker for the game.
    fn thinker(&self, game: &dyn AnyGame) -> Box<dyn Thinker>;

    /// Thinks, and says how long that took.
    fn think(
        &mut self,
        thinker: &mut dyn Thinker,
        game: &dyn AnyMatch,
        opponent: &Opponent,
        limit: Limit,
    ) -> (Thought, Duration);

    /// Whether the next line has come.
    fn interrupted(&mut self) -> bool;

    /// Waits for so long, or until the next line has come.
    fn rest(&mut self, time: Duration);

    /// Writes a part of an answer at once.
    fn say(&mut self, text: &str);
}

/// How long thinking may last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// This long at most; `None` is as long as the opponent's own effort says.
    pub time: Option<Duration>,
    /// Whether it ends when the next line comes, though not before this time.
    pub interruptible_after: Option<Duration>,
}
