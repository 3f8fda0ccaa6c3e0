//! Rejected requests, and reading of messages.

use std::fmt;

use hexarium_kernel::shortened;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The reason why the server rejected a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ApiError {
    /// The reason, for programs.
    pub code: ErrorCode,
    /// The reason, for people: what failed and what to do.
    pub message: String,
}

/// The kinds of rejection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The request is malformed or has an invalid value.
    BadRequest,
    /// The request needs a signed-in user or an account.
    Unauthenticated,
    /// Name and password do not match.
    WrongPassword,
    /// The user may not do this.
    Forbidden,
    /// The request comes from a page of another site.
    WrongOrigin,
    /// The game, user, token or address does not exist.
    NotFound,
    /// This server does not offer it.
    Unsupported,
    /// It is the opponent's turn.
    NotYourTurn,
    /// The rules do not allow the action.
    IllegalAction,
    /// The game has advanced since the client's last event.
    Stale,
    /// The current state of the game does not allow it.
    Conflict,
    /// The name is taken.
    Taken,
    /// The request is too large.
    TooLarge,
    /// Too many requests, connections or games.
    RateLimited,
    /// Client and server use different versions of the messages.
    UnsupportedVersion,
    /// The server failed.
    Internal,
}

impl ApiError {
    /// Returns an error with a code and a message.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}

/// Reads a request. Unknown variants and fields are errors that name them.
pub fn read_request<T: DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    let mut unknown = None;
    let mut reader = serde_json::Deserializer::from_str(text);
    let request = serde_ignored::deserialize(&mut reader, |path| {
        // A variant has no name in the path.
        unknown.get_or_insert_with(|| path.to_string().replace("?.", ""));
    });
    let request = request.and_then(|request| reader.end().map(|()| request));
    let request = request.map_err(|error| malformed(text, &error.to_string()))?;
    match unknown {
        Some(field) => Err(malformed(text, &format!("unknown field `{field}`"))),
        None => Ok(request),
    }
}

/// Reads a response or message of the server. Unknown fields are ignored.
pub fn read_response<T: DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    serde_json::from_str(text).map_err(|error| malformed(text, &error.to_string()))
}

fn malformed(text: &str, reason: &str) -> ApiError {
    // The reason may quote the text.
    let reason: String = reason.chars().flat_map(char::escape_debug).take(200).collect();
    ApiError::new(ErrorCode::BadRequest, format!("Cannot read message '{}': {reason}", shortened(text)))
}
