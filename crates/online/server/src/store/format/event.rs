//! The stored form of an event.

use serde::{Deserialize, Serialize};

use hexarium_wire::{EndCause, Event, Millis, Participant, Side, Sides};

use super::{Stored, StoredParticipant};

/// The body of an event in the table `events`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::store) enum StoredEvent {
    #[serde(rename = "started")]
    Started(StoredParticipants),
    #[serde(rename = "turn")]
    Turn {
        #[serde(rename = "actions")]
        actions: Vec<String>,
        #[serde(rename = "left", default, skip_serializing_if = "Option::is_none")]
        time_left: Option<Millis>,
    },
    #[serde(rename = "draw-offered")]
    DrawOffered(StoredSide),
    #[serde(rename = "draw-declined")]
    DrawDeclined(StoredSide),
    #[serde(rename = "take-back-asked")]
    TakebackRequested(StoredSide),
    #[serde(rename = "take-back-declined")]
    TakebackDeclined(StoredSide),
    #[serde(rename = "taken-back")]
    TakenBack(u32),
    #[serde(rename = "ended")]
    Ended {
        #[serde(rename = "winner", default, skip_serializing_if = "Option::is_none")]
        winner: Option<StoredSide>,
        #[serde(rename = "cause")]
        cause: StoredCause,
    },
    #[serde(rename = "rematch-offered")]
    RematchOffered(StoredSide),
    #[serde(rename = "rematch")]
    RematchCreated(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::store) struct StoredParticipants {
    #[serde(rename = "first")]
    first: StoredParticipant,
    #[serde(rename = "second")]
    second: StoredParticipant,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
pub(in crate::store) enum StoredSide {
    #[serde(rename = "first")]
    First,
    #[serde(rename = "second")]
    Second,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
pub(in crate::store) enum StoredCause {
    #[serde(rename = "resigned")]
    Resignation,
    #[serde(rename = "time")]
    Timeout,
    #[serde(rename = "agreed")]
    Agreement,
    #[serde(rename = "left")]
    Abandonment,
    #[serde(rename = "called-off")]
    Aborted,
}

impl From<Side> for StoredSide {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

impl From<StoredSide> for Side {
    fn from(side: StoredSide) -> Self {
        match side {
            StoredSide::First => Self::First,
            StoredSide::Second => Self::Second,
        }
    }
}

impl From<EndCause> for StoredCause {
    fn from(cause: EndCause) -> Self {
        match cause {
            EndCause::Resignation => Self::Resignation,
            EndCause::Timeout => Self::Timeout,
            EndCause::Agreement => Self::Agreement,
            EndCause::Abandonment => Self::Abandonment,
            EndCause::Aborted => Self::Aborted,
        }
    }
}

impl From<StoredCause> for EndCause {
    fn from(cause: StoredCause) -> Self {
        match cause {
            StoredCause::Resignation => Self::Resignation,
            StoredCause::Timeout => Self::Timeout,
            StoredCause::Agreement => Self::Agreement,
            StoredCause::Abandonment => Self::Abandonment,
            StoredCause::Aborted => Self::Aborted,
        }
    }
}

impl Stored for Event {
    type Form = StoredEvent;

    fn to_form(&self) -> StoredEvent {
        match self {
            Self::Started(participants) => StoredEvent::Started(StoredParticipants {
                first: participants.first.to_form(),
                second: participants.second.to_form(),
            }),
            Self::Turn { actions, time_left } => StoredEvent::Turn { actions: actions.clone(), time_left: *time_left },
            Self::DrawOffered(side) => StoredEvent::DrawOffered((*side).into()),
            Self::DrawDeclined(side) => StoredEvent::DrawDeclined((*side).into()),
            Self::TakebackRequested(side) => StoredEvent::TakebackRequested((*side).into()),
            Self::TakebackDeclined(side) => StoredEvent::TakebackDeclined((*side).into()),
            Self::TakenBack(remaining) => StoredEvent::TakenBack(*remaining),
            Self::Ended { winner, cause } => {
                StoredEvent::Ended { winner: winner.map(Into::into), cause: (*cause).into() }
            }
            Self::RematchOffered(side) => StoredEvent::RematchOffered((*side).into()),
            Self::RematchCreated(id) => StoredEvent::RematchCreated(id.clone()),
        }
    }

    fn from_form(form: StoredEvent) -> Self {
        match form {
            StoredEvent::Started(StoredParticipants { first, second }) => {
                Self::Started(Sides { first: Participant::from_form(first), second: Participant::from_form(second) })
            }
            StoredEvent::Turn { actions, time_left } => Self::Turn { actions, time_left },
            StoredEvent::DrawOffered(side) => Self::DrawOffered(side.into()),
            StoredEvent::DrawDeclined(side) => Self::DrawDeclined(side.into()),
            StoredEvent::TakebackRequested(side) => Self::TakebackRequested(side.into()),
            StoredEvent::TakebackDeclined(side) => Self::TakebackDeclined(side.into()),
            StoredEvent::TakenBack(remaining) => Self::TakenBack(remaining),
            StoredEvent::Ended { winner, cause } => Self::Ended { winner: winner.map(Into::into), cause: cause.into() },
            StoredEvent::RematchOffered(side) => Self::RematchOffered(side.into()),
            StoredEvent::RematchCreated(id) => Self::RematchCreated(id),
        }
    }
}
