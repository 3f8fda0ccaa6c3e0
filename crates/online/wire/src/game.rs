//! Games and their participants.

use serde::{Deserialize, Serialize};

use crate::{Clock, Millis, Side};

/// A user of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct User {
    /// The id. It never changes.
    pub id: String,
    /// The displayed name.
    pub name: String,
    /// The kind of user.
    pub kind: UserKind,
}

/// The kind of a user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UserKind {
    /// A name without an account, known to one browser.
    Guest,
    /// An account: a unique name and a password.
    Registered,
    /// An account of a program.
    Bot,
    /// A deleted account.
    Deleted,
}

impl UserKind {
    /// Whether users of this kind have an account and can play rated games.
    pub const fn has_account(self) -> bool {
        matches!(self, Self::Registered | Self::Bot)
    }
}

/// The player of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Participant {
    /// A user, by id.
    User(String),
    /// An engine.
    Engine(EngineSeat),
}

/// An engine that plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EngineSeat {
    /// The level, 1 to 8.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 8))]
    pub level: u8,
    /// The machine on which it searches.
    pub location: EngineLocation,
}

/// The machine on which an engine searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EngineLocation {
    /// The browser of the host.
    Browser,
    /// The server.
    Server,
}

/// The fixed properties of a game, known before its first event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameHeader {
    /// The id of the game.
    pub id: String,
    /// The canonical id of its rules, with the seed of a random setup: `hex(size=7)`.
    pub game: String,
    /// The text of the start position.
    pub start: String,
    /// The time control.
    pub clock: Clock,
    /// Whether the result changes the players' ratings.
    pub rated: bool,
    /// Whether the game is public: listed in the lobby and on players' pages.
    pub listed: bool,
    /// The id of the user who created the game.
    pub host: String,
    /// The side that the host chose; none for a random side.
    pub host_side: Option<Side>,
    /// The time of creation.
    pub created: Millis,
    /// The id of the first game in the series of rematches to which this game belongs.
    pub series: String,
}
