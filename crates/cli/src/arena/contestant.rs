//! The players of a match.

use std::fmt;
use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch};
use hexarium_search::{Engine, Opponent};

use super::external::ExternalEngine;
use crate::threads::{Deadline, ThreadPool};

/// A kind of player, as written on the command line.
#[derive(Clone, Debug)]
pub(crate) enum Spec {
    /// A built-in opponent.
    Builtin(Opponent),
    /// A GTP program, by its command line.
    External(String),
}

/// A player of one game.
pub(crate) trait Contestant: Send {
    /// Returns the action to play in this match, which is not over.
    fn choose(&mut self, game: &dyn AnyMatch) -> Result<String, Failure>;

    /// Returns the processor time of this player so far, where the system tells it.
    fn processor_time(&self) -> Option<Duration>;
}

/// The reason why a player gives no action and loses the game, as written in records.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) reason: &'static str,
    pub(crate) what: String,
}

/// The settings of a player for a game.
pub(crate) struct Seat<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) engine: fn(u64) -> Box<dyn Engine>,
    pub(crate) seed: u64,
    /// Number of threads of a built-in opponent.
    pub(crate) threads: usize,
    /// Response timeout of a GTP program.
    pub(crate) timeout: Duration,
}

impl Spec {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text.strip_prefix("gtp:") {
            Some(command) if command.trim().is_empty() => {
                Err("missing program after 'gtp:': expected a command such as gtp:./engine".to_string())
            }
            Some(command) => Ok(Self::External(command.to_string())),
            None => Opponent::parse(text).map(Self::Builtin),
        }
    }

    /// Creates a player of this kind for one game.
    pub(crate) fn take(&self, seat: &Seat<'_>) -> Result<Box<dyn Contestant>, String> {
        Ok(match self {
            Self::Builtin(opponent) => Box::new(BuiltinEngine {
                opponent: *opponent,
                engine: (seat.engine)(seat.seed),
                threads: seat.threads,
                used: Duration::ZERO,
            }),
            Self::External(command) => Box::new(ExternalEngine::start(command, seat.game, seat.timeout)?),
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin(opponent) => opponent.fmt(f),
            Self::External(command) => write!(f, "gtp:{command}"),
        }
    }
}

struct BuiltinEngine {
    opponent: Opponent,
    engine: Box<dyn Engine>,
    threads: usize,
    used: Duration,
}

impl Contestant for BuiltinEngine {
    fn choose(&mut self, game: &dyn AnyMatch) -> Result<String, Failure> {
        let mut stop = || false;
        let mut threads = ThreadPool::new(self.threads, Deadline::of(self.opponent.effort), &mut stop);
        let analysis = self.engine.think_parallel(game, &self.opponent, &mut threads);
        self.used += threads.processor_time();
        let best = analysis.best().map(str::to_string);
        best.ok_or_else(|| Failure { reason: "forfeit", what: "the engine found no action".to_string() })
    }

    fn processor_time(&self) -> Option<Duration> {
        Some(self.used)
    }
}
