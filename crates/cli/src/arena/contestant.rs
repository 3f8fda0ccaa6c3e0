//! Who plays.

use std::fmt;
use std::time::Instant;

use hexarium_kernel::AnyMatch;
use hexarium_search::{Effort, Opponent, Thinker};

/// A kind of player, as written on the command line.
#[derive(Clone, Debug)]
pub(crate) enum Spec {
    /// One of the house.
    Own(Opponent),
}

/// A player of one game.
pub(crate) trait Contestant {
    /// The action to play in this match, which is not over.
    fn choose(&mut self, game: &dyn AnyMatch) -> Result<String, Failure>;
}

/// Why a player gives no action: the game is lost, for the reason as records call it.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) reason: &'static str,
    pub(crate) what: String,
}

impl Spec {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        Opponent::parse(text).map(Self::Own)
    }

    /// A player of this kind for one game.
    pub(crate) fn contestant(&self, thinker: fn(u64) -> Box<dyn Thinker>, seed: u64) -> Box<dyn Contestant> {
        match self {
            Self::Own(opponent) => Box::new(Own { opponent: *opponent, thinker: thinker(seed) }),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(opponent) => opponent.fmt(f),
        }
    }
}

struct Own {
    opponent: Opponent,
    thinker: Box<dyn Thinker>,
}

impl Contestant for Own {
    fn choose(&mut self, game: &dyn AnyMatch) -> Result<String, Failure> {
        let start = Instant::now();
        let thought = match self.opponent.effort {
            Effort::Time(time) => self.thinker.think(game, &self.opponent, &mut |_| start.elapsed() < time),
            _ => self.thinker.think(game, &self.opponent, &mut |_| true),
        };
        let best = thought.best().map(str::to_string);
        best.ok_or_else(|| Failure { reason: "forfeit", what: "found no action".to_string() })
    }
}
