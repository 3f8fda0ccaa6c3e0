//! The end of a game: winner and cause.

use crate::Player;

/// A winner or a draw, and its cause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Player>,
    /// The cause.
    pub cause: Cause,
}

/// The cause of the end of a game. The game turns it into a sentence ([`crate::Words::reason`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// A rule of the game, by its tag: a few words that name no player, as in `two edges joined`.
    Rule(&'static str),
    /// The player to move has no legal turn.
    NoLegalTurn,
    /// A position was repeated too often.
    Repetition,
    /// The turn limit is reached.
    TurnLimit,
}

impl Cause {
    /// Returns a few words that name no player, for lists and reports.
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Rule(tag) => tag,
            Self::NoLegalTurn => "no legal turn",
            Self::Repetition => "third repetition",
            Self::TurnLimit => "turn limit",
        }
    }
}

impl Outcome {
    /// A win by a rule of the game.
    pub const fn win(winner: Player, tag: &'static str) -> Self {
        Self { winner: Some(winner), cause: Cause::Rule(tag) }
    }

    /// A draw by a rule of the game.
    pub const fn draw(tag: &'static str) -> Self {
        Self { winner: None, cause: Cause::Rule(tag) }
    }

    /// `first`, `second` or `draw`.
    pub const fn word(self) -> &'static str {
        match self.winner {
            Some(player) => player.word(),
            None => "draw",
        }
    }
}
