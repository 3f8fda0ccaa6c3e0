//! The player in a session: how it thinks, and what it has found out.

use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch};
use hexarium_search::{Effort, Opponent, Thinker, Thought};

use crate::world::{Limit, World};

/// How long an action takes at most when nothing was said about time or level.
const UNASKED: Duration = Duration::from_secs(1);

/// The player, if the session was given a world to think in.
#[derive(Default)]
pub(crate) struct Mind {
    pub(crate) world: Option<Box<dyn World>>,
    thinker: Option<Box<dyn Thinker>>,
    /// What `hexarium-level` chose.
    pub(crate) chosen: Option<Opponent>,
}

impl Mind {
    /// Forgets the game: another one has begun.
    pub(crate) fn leave(&mut self) {
        self.thinker = None;
    }

    /// Thinks about an action, within what the clock gives if there is a clock.
    pub(crate) fn choose(
        &mut self,
        game: &dyn AnyGame,
        state: &dyn AnyMatch,
        clock: Option<Duration>,
    ) -> Result<(Thought, Duration), String> {
        let opponent = self.chosen.unwrap_or(Opponent::ENDLESS);
        let own = match opponent.effort {
            Effort::Time(time) => Some(time),
            Effort::Endless if clock.is_none() => Some(UNASKED),
            _ => None,
        };
        let time = match (own, clock) {
            (Some(own), Some(clock)) => Some(own.min(clock)),
            (own, clock) => own.or(clock),
        };
        self.think(game, state, &opponent, Limit { time, interruptible_after: None })
    }

    pub(crate) fn think(
        &mut self,
        game: &dyn AnyGame,
        state: &dyn AnyMatch,
        opponent: &Opponent,
        limit: Limit,
    ) -> Result<(Thought, Duration), String> {
        let world = self.world.as_mut().ok_or("this session cannot think: it was given no player")?;
        let thinker = self.thinker.get_or_insert_with(|| world.thinker(game));
        Ok(world.think(&mut **thinker, state, opponent, limit))
    }
}
