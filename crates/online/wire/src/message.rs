//! Messages over the WebSocket.

use serde::{Deserialize, Serialize};

use crate::{ApiError, EngineSeat, Entry, ErrorCode, GameHeader, Millis, Side, Sides, User};

/// A message from a client to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClientMessage {
    /// Subscribes to the events of a game.
    Subscribe {
        /// The id of the game.
        game: String,
        /// The number of the last event that the client has; 0 for none.
        #[serde(default)]
        since: u32,
    },
    /// Ends a subscription.
    Unsubscribe {
        /// The id of the game.
        game: String,
    },
    /// Sends a command to a game.
    Command {
        /// The id of the game.
        game: String,
        /// The idempotency key: a command that is sent again with its key is executed once.
        key: String,
        /// The command.
        command: GameCommand,
    },
    /// Subscribes to changes of the lobby, or ends that subscription.
    Lobby(bool),
    /// Requests a [`ServerMessage::Pong`].
    Ping,
}

/// A command of a player in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GameCommand {
    /// Takes the free seat; the game starts.
    Join,
    /// Gives the free seat to an engine; the game starts. Only the host may do this.
    InviteEngine(EngineSeat),
    /// Makes a turn.
    Turn {
        /// The number of turns made before it.
        number: u32,
        /// All actions of the turn.
        actions: Vec<String>,
    },
    /// Resigns.
    Resign,
    /// Offers a draw, or accepts the opponent's offer.
    OfferDraw,
    /// Declines the opponent's draw offer.
    DeclineDraw,
    /// Asks to take the last turn back.
    RequestTakeback,
    /// Accepts the opponent's takeback request.
    AcceptTakeback,
    /// Declines the opponent's takeback request.
    DeclineTakeback,
    /// Claims victory after the opponent has left.
    ClaimVictory,
    /// Aborts the game before both players have made a turn.
    Abort,
    /// Offers a rematch with sides swapped, or accepts the opponent's offer.
    Rematch,
}

/// A message from the server to a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The first message of a connection.
    Welcome {
        /// The version of the server's messages.
        version: u32,
        /// The user of the connection, if it is authenticated.
        user: Option<User>,
        /// The time of the server.
        now: Millis,
    },
    /// The state of a game at the start of a subscription.
    Snapshot(Box<GameSnapshot>),
    /// An event in a subscribed game.
    Event {
        /// The id of the game.
        game: String,
        /// The event.
        entry: Entry,
    },
    /// A player or spectator has connected or disconnected.
    Presence {
        /// The id of the game.
        game: String,
        /// The time since which each side has been disconnected; none while it is connected.
        away: Sides<Option<Millis>>,
        /// The number of spectators.
        spectators: u32,
    },
    /// A command was executed and its event is stored.
    Confirmed {
        /// The idempotency key of the command.
        key: String,
        /// The number of its event.
        seq: u32,
    },
    /// A request was rejected.
    Rejected {
        /// The idempotency key, if the request was a command.
        key: Option<String>,
        /// The reason, for programs.
        code: ErrorCode,
        /// The reason, for people.
        message: String,
    },
    /// The lobby has changed.
    LobbyChanged,
    /// The response to [`ClientMessage::Ping`].
    Pong {
        /// The time of the server.
        now: Millis,
    },
    /// The server is about to close this connection, for this reason.
    Closing(ApiError),
}

/// The state of a game at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSnapshot {
    /// The fixed properties.
    pub header: GameHeader,
    /// The players who are users, and the host.
    pub users: Vec<User>,
    /// The side of the receiving user; none for spectators.
    pub your_side: Option<Side>,
    /// The events after the last one that the client has.
    pub entries: Vec<Entry>,
    /// The time since which each side has been disconnected; none while it is connected.
    pub away: Sides<Option<Millis>>,
    /// The number of spectators.
    pub spectators: u32,
    /// Games that each side of this game has won in earlier games of the series.
    pub score: Sides<u32>,
    /// Drawn games among the earlier games of the series.
    pub draws: u32,
    /// Periods in which the server was down; clocks stand still during them.
    pub outages: Vec<(Millis, Millis)>,
    /// The time of the server.
    pub now: Millis,
}
