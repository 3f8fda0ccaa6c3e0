//! Playing people at a server: what is asked there, and what is heard.

mod line;
mod seen;

use hexarium_wire::GameCommand;
use hexarium_wire::http::{GameStatus, GameSummary, Lobby, NewGame};

pub(crate) use line::Line;
pub(crate) use seen::{Asked, Seen};

/// Something asked of the server.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    /// What games there are, from now on, and no longer a game.
    Lobby,
    /// A game is opened for somebody.
    Open(NewGame),
    /// A free seat is taken.
    Join(String),
    /// A game is looked at from now on.
    Visit(String),
    /// Something is done in a game. It is sent until the server has answered.
    Act { game: String, act: GameCommand },
}

/// Something that was heard.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// The games there are.
    Lobby(Box<Lobby>),
    /// The game that is looked at, as it stands now.
    Game(Box<Seen>),
    /// The server does not do what was asked; whether that was a turn.
    Refused { message: String, turn: bool },
    /// The server cannot be reached, for this reason; it is tried again.
    Lost(String),
    /// It is there again.
    Back,
}

/// The games of a lobby in the order in which they are numbered: one's own, those with a free seat, those to watch.
pub(crate) fn numbered(lobby: &Lobby) -> Vec<&GameSummary> {
    let own = |listing: &&GameSummary| lobby.yours.iter().any(|own| own.id == listing.id);
    let others = lobby.open.iter().chain(&lobby.playing).filter(|listing| !own(listing));
    lobby.yours.iter().chain(others).collect()
}

/// A game of a lobby in words.
pub(crate) fn in_words(lobby: &Lobby, listing: &GameSummary) -> String {
    let rated = if listing.rated { ", rated" } else { "" };
    let what = format!("{}, {}{rated}", listing.game, listing.clock);
    let own = lobby.yours.iter().any(|own| own.id == listing.id);
    let players = listing.players.as_ref().map(|sides| format!("{} against {}", sides.first.name, sides.second.name));
    match (&listing.status, players) {
        (GameStatus::Open, _) if own => format!("{what}: yours, waits for somebody"),
        (GameStatus::Open, _) => format!("{what}: {} waits for somebody", listing.host.name),
        (_, Some(players)) if own => format!("{what}: yours, {players}"),
        (_, Some(players)) => format!("{what}: {players}, to watch"),
        (_, None) => what,
    }
}
