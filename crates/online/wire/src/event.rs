//! Events of a game.

use serde::{Deserialize, Serialize};

use crate::{Millis, Participant, Side, Sides};

/// An event of a game. State follows from the rules and the earlier events, so an event carries
/// only what cannot be derived: choices of the players, and times of the server's clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Both seats are taken and the game starts.
    Started(Sides<Participant>),
    /// The side to move made a turn.
    Turn {
        /// All actions of the turn.
        actions: Vec<String>,
        /// The time that the side has left, increment included, if the game has a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_left: Option<Millis>,
    },
    /// A side offered a draw.
    DrawOffered(Side),
    /// A side declined the draw.
    DrawDeclined(Side),
    /// A side asked to take its last turn back.
    TakebackRequested(Side),
    /// A side declined the takeback.
    TakebackDeclined(Side),
    /// Turns were taken back; this many turns remain.
    TakenBack(u32),
    /// The game ended for another reason than its rules.
    Ended {
        /// The winner; none if the game was drawn or aborted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
        /// The reason.
        cause: EndCause,
    },
    /// A side offered a rematch with sides swapped.
    RematchOffered(Side),
    /// The rematch was created; its game id.
    RematchCreated(String),
}

/// A reason for the end of a game apart from its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EndCause {
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Timeout,
    /// The players agreed to a draw.
    Agreement,
    /// A player left, and the opponent claimed victory.
    Abandonment,
    /// The game was aborted before both players had made a turn. It has no result.
    Aborted,
}

/// An event with its number and origin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Entry {
    /// The number in the game, from 1, without gaps.
    pub seq: u32,
    /// The time of the event.
    pub at: Millis,
    /// The id of the user who caused it; none if the server did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The idempotency key of the command that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The event.
    pub event: Event,
}
