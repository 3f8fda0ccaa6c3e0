//! The bodies of requests and answers over HTTP.

use serde::{Deserialize, Serialize};

use crate::{Clock, Kind, Millis, Person, Side, Sides, Sitter};

/// `POST /api/guest`: be somebody, at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guest {
    /// What others see.
    pub name: String,
}

/// `POST /api/account` and `POST /api/sign-in`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// `POST /api/games`: open a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The game with its options: `hex(size=7)`.
    pub game: String,
    /// The position to begin with; the game's own start unless told.
    #[serde(default)]
    pub start: Option<String>,
    /// Whether the server draws what the game draws by lot. It always does in rated games.
    #[serde(default)]
    pub draw: bool,
    /// The clock.
    #[serde(default)]
    pub clock: Clock,
    /// The side of whoever opens it; drawn unless told.
    #[serde(default)]
    pub side: Option<Side>,
    /// Whether it counts for the ratings.
    #[serde(default)]
    pub rated: bool,
    /// Whether others find it.
    #[serde(default)]
    pub listed: bool,
}

/// A game as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// The game's id.
    pub id: String,
    /// The canonical id of its rules.
    pub game: String,
    /// The clock.
    pub clock: Clock,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// When it was opened.
    pub created: Millis,
    /// Who opened it.
    pub host: Person,
    /// The side the host asked for.
    pub side: Option<Side>,
    /// Who plays, once it has started.
    pub players: Option<Sides<Player>>,
    /// How it stands.
    pub standing: Standing,
}

/// Who plays a side, as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Who.
    pub sitter: Sitter,
    /// What to call them.
    pub name: String,
    /// What kind of person; nothing for an engine.
    pub kind: Option<Kind>,
}

/// How a game stands, as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Standing {
    /// A seat is free.
    Open,
    /// It is being played.
    Playing {
        /// Whose turn it is.
        to_move: Side,
    },
    /// It is over.
    Over {
        /// Who won, if anybody did.
        winner: Option<Side>,
        /// Whether it counts; a game that was called off does not.
        counts: bool,
        /// In words.
        reason: String,
        /// When.
        at: Millis,
    },
}

/// `GET /api/lobby`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lobby {
    /// Games with a free seat, newest first.
    pub open: Vec<Listing>,
    /// Games that can be watched, newest first.
    pub playing: Vec<Listing>,
    /// The asker's own games that are not over, those first in which it is their turn.
    pub yours: Vec<Listing>,
}

/// `GET /api/me`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Me {
    /// Who you are, if anybody.
    pub you: Option<Person>,
    /// What the server speaks.
    pub version: u32,
    /// The highest level of the engine that thinks on the server; 0 is none.
    pub server_levels: u8,
}

/// `GET /api/players/ID`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Who.
    pub person: Person,
    /// Since when.
    pub since: Millis,
    /// Results by game.
    pub results: Vec<Results>,
    /// The latest public games, newest first.
    pub games: Vec<Listing>,
}

/// Somebody's results in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// The game's id, without options.
    pub game: String,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// The rating, once a rated game is over.
    pub rating: Option<Rating>,
}

/// A rating after Glicko-2.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// 1500 at first.
    pub rating: f64,
    /// How far off it may be: two of these to either side, 95 times in 100.
    pub deviation: f64,
    /// How much the strength moves.
    pub volatility: f64,
    /// Rated games so far.
    pub games: u32,
}

/// `POST /api/me/tokens`: a token for a script or bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenWish {
    /// What it is for, in the owner's words.
    pub label: String,
}

/// A token. The secret is told once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    /// To take it back.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// Since when.
    pub created: Millis,
    /// The token itself, only in the answer that makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// `POST /api/games/ID/acts`: the same as over the WebSocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActRequest {
    /// A word of the sender's own: what is sent twice under one word counts once.
    pub key: String,
    /// What.
    pub act: crate::Act,
}

/// The answer to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The event that it became.
    pub seq: u32,
}
