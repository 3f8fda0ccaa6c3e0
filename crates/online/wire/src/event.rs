//! What happens in a game.

use serde::{Deserialize, Serialize};

use crate::{Millis, Side, Sides, Sitter};

/// Something that happened in a game, as it is kept for ever. The rules and the events before it say everything else: nothing that could be
/// worked out from them is in here, but for the time left, which only the server's clock knew.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// Both seats are taken and the game begins.
    Started(Sides<Sitter>),
    /// The side to move made a turn.
    Turn {
        /// Its actions.
        actions: Vec<String>,
        /// The time that it has left, if the game has a clock: with what the turn added.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Millis>,
    },
    /// A side would like a draw.
    DrawOffered(Side),
    /// A side would not.
    DrawDeclined(Side),
    /// A side would like to have its last turn again.
    TakeBackAsked(Side),
    /// A side would not let it.
    TakeBackDeclined(Side),
    /// Only the first so many turns count.
    TakenBack(u32),
    /// The game ended, but not by its rules.
    Ended {
        /// Who won, if anybody did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
        /// What ended it.
        cause: Cause,
    },
    /// A side would like another game, with the other one to begin.
    RematchOffered(Side),
    /// The next game, by its id.
    Rematch(String),
}

/// What ends a game, apart from its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A player gave up.
    Resigned,
    /// A player's time was over.
    Time,
    /// The players agreed on a draw.
    Agreed,
    /// A player was gone, and the other one claimed the game.
    Left,
    /// It was called off before both had made a turn. It counts for nothing.
    CalledOff,
}

/// An event in its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number in the game, from 1, without gaps.
    pub seq: u32,
    /// When it happened.
    pub at: Millis,
    /// Who did it, by id; nobody if the server did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The word that the sender had for it, so that what is sent twice counts once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What happened.
    pub event: Event,
}
