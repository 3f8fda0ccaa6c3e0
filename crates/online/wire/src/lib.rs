//! What a browser, a script or a bot and the server say to each other.
//!
//! Closed types, one for each direction: [`ToServer`] and [`ToClient`] over the WebSocket, the bodies in [`http`] over HTTP. All of it is JSON;
//! a variant is an object with one field, its name, and one without content is the bare name. Field or variant that is not known here is an
//! error that names it ([`read`]): nothing is guessed. [`VERSION`] grows whenever an old client would misunderstand something.

#![forbid(unsafe_code)]

mod clock;
mod event;
mod game;
pub mod http;
mod live;
mod refusal;
mod side;

pub use clock::{Clock, DAYS, Fischer};
pub use event::{Cause, Entry, Event};
pub use game::{Ai, Header, Kind, Person, Place, Sitter};
pub use live::{Act, ToClient, ToServer, Visit};
pub use refusal::{Code, Refusal, read};
pub use side::{Side, Sides};

/// The version of everything in this crate.
pub const VERSION: u32 = 1;

/// A time of the server: milliseconds since 1970.
pub type Millis = i64;
