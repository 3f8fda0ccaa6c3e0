//! The stored forms of everything that is written as JSON or as a word.
//!
//! These types belong to the database alone. Every word is spelled out here, so a rename in `wire`
//! or `room` changes no stored byte; the files in `tests/golden/store` prove it. The spelling is
//! that of version 0.1. A form may gain variants and optional fields; anything else is a new
//! [`FORMAT`] that is written beside the old one, which stays readable.

mod event;
#[cfg(test)]
mod golden;

use serde::Serialize;
use serde::de::DeserializeOwned;

use hexarium_wire::{Clock, EngineLocation, EngineSeat, Fischer, Participant, Side, UserKind};

use super::{SessionKind, Status, StoreError};

/// The version of the stored form of a game: its columns and the bodies of its events.
pub(super) const FORMAT: i64 = 1;

/// A value that is stored as JSON.
pub(super) trait Stored: Sized {
    /// The stored form.
    type Form: Serialize + DeserializeOwned;

    fn to_form(&self) -> Self::Form;

    fn from_form(form: Self::Form) -> Self;
}

/// A value that is stored as one of a few words.
pub(super) trait Word: Copy + Sized + 'static {
    /// All values, in the order of the golden file.
    const ALL: &'static [Self];

    fn word(self) -> &'static str;

    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.word() == word)
    }
}

macro_rules! words {
    ($type:ident { $($variant:ident => $word:literal),* $(,)? }) => {
        impl Word for $type {
            const ALL: &'static [Self] = &[$($type::$variant),*];

            fn word(self) -> &'static str {
                match self {
                    $($type::$variant => $word),*
                }
            }
        }
    };
}

words!(Side { First => "first", Second => "second" });
words!(UserKind { Guest => "guest", Registered => "member", Bot => "bot", Deleted => "gone" });
words!(Status { Open => "open", Playing => "playing", Finished => "over" });
words!(SessionKind { Cookie => "cookie", Token => "token" });

/// The stored form of a clock.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) enum StoredClock {
    #[serde(rename = "none")]
    Unlimited,
    #[serde(rename = "fischer")]
    Fischer(StoredFischer),
    #[serde(rename = "days")]
    Correspondence(u32),
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredFischer {
    #[serde(rename = "start")]
    initial: u32,
    #[serde(rename = "add")]
    increment: u32,
}

impl Stored for Clock {
    type Form = StoredClock;

    fn to_form(&self) -> StoredClock {
        match *self {
            Self::Unlimited => StoredClock::Unlimited,
            Self::Fischer(Fischer { initial, increment }) => StoredClock::Fischer(StoredFischer { initial, increment }),
            Self::Correspondence(days) => StoredClock::Correspondence(days),
        }
    }

    fn from_form(form: StoredClock) -> Self {
        match form {
            StoredClock::Unlimited => Self::Unlimited,
            StoredClock::Fischer(StoredFischer { initial, increment }) => Self::Fischer(Fischer { initial, increment }),
            StoredClock::Correspondence(days) => Self::Correspondence(days),
        }
    }
}

/// The stored form of a participant.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) enum StoredParticipant {
    #[serde(rename = "person")]
    User(String),
    #[serde(rename = "ai")]
    Engine(StoredEngineSeat),
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredEngineSeat {
    #[serde(rename = "level")]
    level: u8,
    #[serde(rename = "place")]
    location: StoredEngineLocation,
}

#[derive(Clone, Copy, serde::Serialize, serde::Deserialize)]
enum StoredEngineLocation {
    #[serde(rename = "browser")]
    Browser,
    #[serde(rename = "server")]
    Server,
}

impl Stored for Participant {
    type Form = StoredParticipant;

    fn to_form(&self) -> StoredParticipant {
        match self {
            Self::User(id) => StoredParticipant::User(id.clone()),
            Self::Engine(EngineSeat { level, location }) => StoredParticipant::Engine(StoredEngineSeat {
                level: *level,
                location: match location {
                    EngineLocation::Browser => StoredEngineLocation::Browser,
                    EngineLocation::Server => StoredEngineLocation::Server,
                },
            }),
        }
    }

    fn from_form(form: StoredParticipant) -> Self {
        match form {
            StoredParticipant::User(id) => Self::User(id),
            StoredParticipant::Engine(StoredEngineSeat { level, location }) => Self::Engine(EngineSeat {
                level,
                location: match location {
                    StoredEngineLocation::Browser => EngineLocation::Browser,
                    StoredEngineLocation::Server => EngineLocation::Server,
                },
            }),
        }
    }
}

/// Returns the JSON of a value's stored form.
pub(super) fn to_json<T: Stored>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(&value.to_form()).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// Reads a value from the JSON of its stored form.
pub(super) fn from_json<T: Stored>(text: &str) -> Result<T, StoreError> {
    let form = serde_json::from_str(text).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    Ok(T::from_form(form))
}

/// Reads a value from its word.
pub(super) fn from_word<T: Word>(word: &str) -> Result<T, StoreError> {
    T::from_word(word).ok_or_else(|| StoreError::Corrupt(format!("unknown word '{word}'")))
}

/// Returns the text of a number with a fraction; parsing it gives the same number.
pub(super) fn fraction(number: f64) -> String {
    number.to_string()
}
