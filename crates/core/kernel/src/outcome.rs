//! How a game ends.

use crate::Player;

/// A winner or a draw, and what brought it about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Player>,
    /// What brought it about.
    pub cause: Cause,
}

/// What ended a game. The game turns it into a sentence ([`crate::Words::reason`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// A rule of the game about the board, under a tag of the game's own: a few words for people that name no player, as in
    /// `two edges joined`.
    Rule(&'static str),
    /// The player to move has no legal turn.
    NoLegalTurn,
    /// The same position stood too often.
    Repetition,
    /// The turn limit is reached.
    TurnLimit,
}

impl Cause {
    /// A few words for people, where causes are listed or counted and no player is named.
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
