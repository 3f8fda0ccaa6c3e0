//! Who plays.

use std::fmt;
use std::time::{Duration, Instant};

use hexarium_kernel::{AnyGame, AnyMatch};
use hexarium_search::{Effort, Opponent, Thinker};

use super::outside::Outside;
use crate::threads::Threads;

/// A kind of player, as written on the command line.
#[derive(Clone, Debug)]
pub(crate) enum Spec {
    /// One of the house.
    Own(Opponent),
    /// A program that speaks GTP, by its command line.
    Outside(String),
}

/// A player of one game.
pub(crate) trait Contestant: Send {
    /// The action to play in this match, which is not over.
    fn choose(&mut self, game: &dyn AnyMatch) -> Result<String, Failure>;
}

/// Why a player gives no action: the game is lost, for the reason as records call it.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) reason: &'static str,
    pub(crate) what: String,
}

/// What a player needs for a game.
pub(crate) struct Seat<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) thinker: fn(u64) -> Box<dyn Thinker>,
    pub(crate) seed: u64,
    /// Threads for a player of the house.
    pub(crate) threads: usize,
    /// How long a program outside may be silent.
    pub(crate) patience: Duration,
}

impl Spec {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text.strip_prefix("gtp:") {
            Some(command) if command.trim().is_empty() => Err("there is no program behind gtp:".to_string()),
            Some(command) => Ok(Self::Outside(command.to_string())),
            None => Opponent::parse(text).map(Self::Own),
        }
    }

    /// A player of this kind for one game.
    pub(crate) fn take(&self, seat: &Seat<'_>) -> Result<Box<dyn Contestant>, String> {
        Ok(match self {
            Self::Own(opponent) => {
                Box::new(Own { opponent: *opponent, thinker: (seat.thinker)(seat.seed), threads: seat.threads })
            }
            Self::Outside(command) => Box::new(Outside::start(command, seat.game, seat.patience)?),
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(opponent) => opponent.fmt(f),
            Self::Outside(command) => write!(f, "gtp:{command}"),
        }
    }
}

struct Own {
    opponent: Opponent,
    thinker: Box<dyn Thinker>,
    threads: usize,
}

impl Contestant for Own {
    fn choose(&mut self, game: &dyn AnyMatch) -> Result<String, Failure> {
        let until = match self.opponent.effort {
            Effort::Time(time) => Some(Instant::now() + time),
            _ => None,
        };
        let mut crew = Threads { hands: self.threads, until, stop: &mut || false };
        let thought = self.thinker.think_together(game, &self.opponent, &mut crew);
        let best = thought.best().map(str::to_string);
        best.ok_or_else(|| Failure { reason: "forfeit", what: "found no action".to_string() })
    }
}
