//! Messages to the player beside the board.

use std::fmt;

/// A message to the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A finished sentence: an explanation of the rules or an error.
    Text(String),
    /// A turn waits for confirmation.
    ConfirmFirst,
    /// The engine is thinking.
    EngineThinking,
    /// The engine at this level is to move here.
    EngineSide(u8),
    /// The engine failed for this reason.
    EngineFailed(String),
    /// The engine plays without the game's network for this reason.
    EngineWithoutNetwork(String),
    /// The engine searches for a hint or a review.
    Searching,
    /// A game review is running; this many positions are left.
    Analysing(usize),
    /// A hint: the action's text and a sentence about it.
    Hint {
        /// The text of the action.
        action: String,
        /// The sentence.
        words: String,
    },
    /// A review of the last action.
    Review(String),
    /// The game has no action to review.
    NothingPlayed,
    /// The game could not be saved.
    SaveFailed(String),
    /// The server rejected the turn for this reason.
    TurnRejected(String),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Review(text) | Self::SaveFailed(text) => f.write_str(text),
            Self::ConfirmFirst => f.write_str("Confirm your turn first, or take it back."),
            Self::EngineThinking => f.write_str("The engine is thinking."),
            Self::EngineSide(level) => write!(f, "Level {level} is to move here."),
            Self::EngineFailed(reason) => write!(f, "The engine failed: {}.", reason.trim_end_matches('.')),
            Self::EngineWithoutNetwork(reason) => {
                write!(f, "The engine plays without its neural network: {}.", reason.trim_end_matches('.'))
            }
            Self::Searching => f.write_str("Searching…"),
            Self::Analysing(left) => write!(f, "{left} positions to go…"),
            Self::Hint { words, .. } => write!(f, "Hint: {words}"),
            Self::NothingPlayed => f.write_str("No move has been played yet."),
            Self::TurnRejected(reason) => write!(f, "Your turn was rejected: {}.", reason.trim_end_matches('.')),
        }
    }
}
