//! The engine of a session: its settings and its search state.

use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch};
use hexarium_search::{Analysis, Effort, Engine, Opponent};

use crate::host::{EngineHost, Limit};

/// Default time limit of an action, without a clock or a level.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The engine, if the session has an engine host.
#[derive(Default)]
pub(crate) struct EngineState {
    pub(crate) host: Option<Box<dyn EngineHost>>,
    engine: Option<Box<dyn Engine>>,
    /// The opponent set by `hexarium-level`.
    pub(crate) chosen: Option<Opponent>,
}

impl EngineState {
    /// Discards the engine, because another game has begun.
    pub(crate) fn reset(&mut self) {
        self.engine = None;
    }

    /// Searches an action, within the allotted time if there is a clock.
    pub(crate) fn choose(
        &mut self,
        game: &dyn AnyGame,
        state: &dyn AnyMatch,
        clock: Option<Duration>,
    ) -> Result<(Analysis, Duration), String> {
        let opponent = self.chosen.unwrap_or(Opponent::ENDLESS);
        let own = match opponent.effort {
            Effort::Time(time) => Some(time),
            Effort::Endless if clock.is_none() => Some(DEFAULT_TIME),
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
    ) -> Result<(Analysis, Duration), String> {
        let host = self.host.as_mut().ok_or("this session has no engine")?;
        let engine = self.engine.get_or_insert_with(|| host.engine(game));
        Ok(host.think(&mut **engine, state, opponent, limit))
    }
}
