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

/// What ended a game. The game turns it into a sentence ([`crate::Present::reason`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// A rule of the game about the board, under a short tag of the game's own.
    Rule(&'static str),
    /// The player to move has no legal turn.
    NoLegalTurn,
    /// The same position stood too often.
    Repetition,
    /// The turn limit is reached.
    TurnLimit,
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
