//! A game and the people in it.

use serde::{Deserialize, Serialize};

use crate::{Clock, Millis, Side};

/// Somebody who is known to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Never changes.
    pub id: String,
    /// What others see.
    pub name: String,
    /// What kind of person.
    pub kind: Kind,
}

/// What kind of person somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A name, known to one browser.
    Guest,
    /// A name of one's own and a password.
    Member,
    /// A member that is a program.
    Bot,
    /// Somebody who has deleted everything about themselves.
    Gone,
}

/// Who sits at a side of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sitter {
    /// Somebody, by id.
    Person(String),
    /// The engine.
    Ai(Ai),
}

/// An engine at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ai {
    /// From 1 to 8.
    pub level: u8,
    /// Where it thinks.
    pub place: Place,
}

/// Where an engine thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the browser of whoever opened the game.
    Browser,
    /// On the server.
    Server,
}

/// What is settled before the first event of a game. It never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game's id here.
    pub id: String,
    /// The canonical id of its rules, with the seed if anything is drawn: `hex(size=7)`.
    pub game: String,
    /// The position it begins with, written out.
    pub start: String,
    /// The clock.
    pub clock: Clock,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// Whether it is shown in the lobby and among the player's games; otherwise only those who know the id find it.
    pub listed: bool,
    /// Who opened it.
    pub host: String,
    /// The side the host asked for; without one it is drawn when the game starts.
    pub side: Option<Side>,
    /// When it was opened.
    pub created: Millis,
    /// The first of the games that the two play in a row, this one if it is the first.
    pub contest: String,
}
