//! How often things happen.

use hexarium_kernel::Movement;

use crate::stats::{Confidence, Estimate, Mean, Points};

/// How often something happens: a kind of action, an event on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Usage {
    /// What.
    pub name: String,
    /// In how many games it happened at all.
    pub games: u64,
    /// How often in all games together.
    pub times: u64,
    /// How often in a game.
    per_game: Mean,
}

impl Usage {
    /// Something that has not happened yet.
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_string(), games: 0, times: 0, per_game: Mean::default() }
    }

    /// Takes note of a game.
    pub(super) fn add(&mut self, times: u64) {
        self.games += u64::from(times > 0);
        self.times += times;
        self.per_game.add(times as f64);
    }

    /// In which share of the games it happens.
    pub fn rate(&self, confidence: Confidence) -> Estimate {
        Points::rate(self.games, self.per_game.count(), confidence)
    }

    /// How often in a game.
    pub fn per_game(&self, confidence: Confidence) -> Estimate {
        self.per_game.estimate(confidence)
    }
}

/// Events on the board that come with actions, in the words of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Another piece is pushed.
    Push,
    /// A piece goes over the edge.
    Wrap,
    /// A piece is taken.
    Capture,
    /// A stack is hit.
    Hit,
    /// A group is cut off.
    Split,
    /// Pieces come up.
    Generate,
    /// A stack is laid out.
    Unstack,
    /// A piece changes sides.
    Recolour,
}

impl Event {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Push, Self::Wrap, Self::Capture, Self::Hit, Self::Split, Self::Generate, Self::Unstack, Self::Recolour];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Push => "pieces pushed",
            Self::Wrap => "pieces over the edge",
            Self::Capture => "pieces captured or removed",
            Self::Hit => "stacks hit",
            Self::Split => "groups cut off",
            Self::Generate => "pieces generated",
            Self::Unstack => "pieces laid out from a stack",
            Self::Recolour => "pieces that change sides",
        }
    }

    /// The event that a movement is, if it is one.
    pub(super) fn of(movement: &Movement) -> Option<Self> {
        Some(match movement {
            Movement::Push { .. } => Self::Push,
            Movement::Wrap { .. } => Self::Wrap,
            Movement::Capture { .. } => Self::Capture,
            Movement::Hit { .. } => Self::Hit,
            Movement::Split { .. } => Self::Split,
            Movement::Generate { .. } => Self::Generate,
            Movement::Unstack { .. } => Self::Unstack,
            Movement::Recolour { .. } => Self::Recolour,
            Movement::Place { .. } | Movement::Slide { .. } | Movement::Jump { .. } => return None,
        })
    }
}
