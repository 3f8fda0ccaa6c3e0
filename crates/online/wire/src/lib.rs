//! The messages that clients and server exchange.
//!
//! [`ClientMessage`] and [`ServerMessage`] travel over the WebSocket, the bodies in [`http`] over
//! HTTP. All of them are JSON: a variant is an object with one field, its name, and a variant
//! without content is its bare name.
//!
//! The server reads requests with [`read_request`], which rejects unknown variants and fields and
//! names them. Clients read responses with [`read_response`], which ignores unknown fields, so that
//! a field can be added without a version step. [`VERSION`] grows when a message changes in a way
//! that a client of the previous version would not understand; the files in `tests/golden` show
//! such a change.

#![forbid(unsafe_code)]

mod clock;
mod error;
mod event;
mod game;
pub mod http;
mod message;
mod side;

pub use clock::{Clock, DAYS_PER_TURN, Fischer};
pub use error::{ApiError, ErrorCode, read_request, read_response};
pub use event::{EndCause, Entry, Event};
pub use game::{EngineLocation, EngineSeat, GameHeader, Participant, User, UserKind};
pub use message::{ClientMessage, GameCommand, GameSnapshot, ServerMessage};
pub use side::{Side, Sides};

/// The version of all messages.
pub const VERSION: u32 = 2;

/// The path prefix of all HTTP requests.
pub const API: &str = "/api/v2";

/// A time of the server: milliseconds since 1970.
pub type Millis = i64;
