//! What the server says when it does not do what it was asked.

use std::fmt;

use hexarium_kernel::shortened;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// For programs.
    pub code: Code,
    /// For people: what is wrong, and what would do.
    pub message: String,
}

/// The kinds of refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message could not be read, or something in it cannot be.
    BadRequest,
    /// Nobody has said who is asking.
    SignIn,
    /// Name and password do not fit.
    WrongPassword,
    /// It is not for the asker to do.
    NotYours,
    /// It comes from a page of somebody else.
    WrongOrigin,
    /// There is no such thing.
    NotFound,
    /// Not on this server.
    NotHere,
    /// It is the other player's turn.
    NotYourTurn,
    /// The rules do not allow it.
    Illegal,
    /// The game has gone on since.
    Stale,
    /// It does not fit where the game stands.
    NotNow,
    /// It is taken.
    Taken,
    /// It is too large.
    TooLarge,
    /// Too many in too short a time, or too many at once.
    TooMany,
    /// Client and server do not speak the same version.
    Version,
    /// The server has a problem of its own.
    Trouble,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// Reads a message, or says what is wrong with it.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| {
        // The message of the reader may quote what it was sent.
        let what: String = error.to_string().chars().flat_map(char::escape_debug).take(200).collect();
        Refusal::new(Code::BadRequest, format!("'{}' is not a message that is known here: {what}", shortened(text)))
    })
}
