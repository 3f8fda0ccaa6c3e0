//! The frequency of actions and events.

use hexarium_kernel::AnimationStep;

use crate::stats::{Confidence, Estimate, Mean, Score};

/// The frequency of a kind of action or of an event on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Usage {
    /// The name of the action or event.
    pub name: String,
    /// The number of games in which it happens.
    pub games: u64,
    /// The number of times in all games together.
    pub times: u64,
    /// The number of times per game.
    per_game: Mean,
}

impl Usage {
    /// Creates the usage of something that has not happened yet.
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_string(), games: 0, times: 0, per_game: Mean::default() }
    }

    /// Adds a game.
    pub(super) fn add(&mut self, times: u64) {
        self.games += u64::from(times > 0);
        self.times += times;
        self.per_game.add(times as f64);
    }

    /// Returns the share of games in which it happens.
    pub fn rate(&self, confidence: Confidence) -> Estimate {
        Score::rate(self.games, self.per_game.count(), confidence)
    }

    /// Returns the number of times per game.
    pub fn per_game(&self, confidence: Confidence) -> Estimate {
        self.per_game.estimate(confidence)
    }
}

/// An event on the board caused by an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Another piece is pushed.
    Push,
    /// A piece goes over the edge.
    Wrap,
    /// A piece is captured.
    Capture,
    /// A stack is hit.
    Hit,
    /// A group is cut off.
    Split,
    /// Pieces are generated.
    Generate,
    /// A stack is spread out.
    Unstack,
    /// A piece changes sides.
    Recolour,
}

impl Event {
    /// All events, in report order.
    pub const ALL: [Self; 8] =
        [Self::Push, Self::Wrap, Self::Capture, Self::Hit, Self::Split, Self::Generate, Self::Unstack, Self::Recolour];

    /// The name in reports.
    pub const fn label(self) -> &'static str {
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

    /// Returns the event of a step, if it is one.
    pub(super) fn of(step: &AnimationStep) -> Option<Self> {
        Some(match step {
            AnimationStep::Push { .. } => Self::Push,
            AnimationStep::Wrap { .. } => Self::Wrap,
            AnimationStep::Capture { .. } => Self::Capture,
            AnimationStep::Hit { .. } => Self::Hit,
            AnimationStep::Split { .. } => Self::Split,
            AnimationStep::Generate { .. } => Self::Generate,
            AnimationStep::Unstack { .. } => Self::Unstack,
            AnimationStep::Recolour { .. } => Self::Recolour,
            AnimationStep::Place { .. } | AnimationStep::Slide { .. } | AnimationStep::Jump { .. } => return None,
        })
    }
}
