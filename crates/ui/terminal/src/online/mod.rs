//! Games on a server: requests, events and the connection.

mod connection;

use hexarium_wire::http::{GameStatus, GameSummary, Lobby, NewGame};
use hexarium_wire::{ClientMessage, Millis, ServerMessage};

pub(crate) use connection::{ServerConnection, new_key, now};

/// A request to the server.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    /// Leaves the game and lists the games from now on.
    Lobby,
    /// Creates a game and enters it.
    Create(NewGame),
    /// Joins a game and enters it.
    Join(String),
    /// Enters a game.
    Enter(String),
    /// Sends a message of the game that was entered.
    Send(ClientMessage),
}

/// An event from the server.
#[derive(Clone, Debug)]
pub(crate) enum ServerEvent {
    /// The list of games.
    Lobby(Box<Lobby>),
    /// A game was entered.
    Entered(String),
    /// A message about the game that was entered, with the time of its arrival.
    Message(Box<ServerMessage>, Millis),
    /// A request was rejected.
    Rejected(String),
    /// The connection was lost for this reason.
    Disconnected(String),
    /// The server can be reached again.
    Connected,
}

/// The games of a lobby in the order of their numbers: own games, games to join, games to watch.
pub(crate) fn numbered(lobby: &Lobby) -> Vec<&GameSummary> {
    let others = lobby.open.iter().chain(&lobby.playing).filter(|game| !is_own(lobby, game));
    lobby.yours.iter().chain(others).collect()
}

/// Whether a game of a lobby is one of the user's own.
pub(crate) fn is_own(lobby: &Lobby, game: &GameSummary) -> bool {
    lobby.yours.iter().any(|own| own.id == game.id)
}

/// A game of a lobby in words.
pub(crate) fn summary(lobby: &Lobby, game: &GameSummary) -> String {
    let rated = if game.rated { ", rated" } else { "" };
    let what = format!("{}, {}{rated}", game.game, game.clock);
    let players = game.players.as_ref().map(|sides| format!("{} vs {}", sides.first.name, sides.second.name));
    match (&game.status, players, is_own(lobby, game)) {
        (GameStatus::Open, _, true) => format!("{what}: yours, waiting for an opponent"),
        (GameStatus::Open, _, false) => format!("{what}: {} is waiting for an opponent", game.host.name),
        (_, Some(players), true) => format!("{what}: yours, {players}"),
        (_, Some(players), false) => format!("{what}: {players}, to watch"),
        (_, None, _) => what,
    }
}
