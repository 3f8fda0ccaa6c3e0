//! What is said over a WebSocket.

use serde::{Deserialize, Serialize};

use crate::{Code, Entry, Header, Millis, Person, Refusal, Side, Sides};

/// From a client to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// From now on, tell me what happens in a game.
    Visit {
        /// The game's id.
        game: String,
        /// The last event that I know; 0 is none.
        #[serde(default)]
        since: u32,
    },
    /// No more of that game.
    Leave {
        /// The game's id.
        game: String,
    },
    /// Do something in a game.
    Act {
        /// The game's id.
        game: String,
        /// A word of my own for it: what is sent twice under one word counts once.
        key: String,
        /// What.
        act: Act,
    },
    /// From now on, tell me when the lobby changes, or no more.
    Lobby(bool),
    /// Say something, so that I know that you are there.
    Ping,
}

/// What a player may do in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// Takes the free seat; the game starts.
    Join,
    /// The host gives the free seat to an engine; the game starts.
    Invite(crate::Ai),
    /// Makes a turn.
    Turn {
        /// The number of turns made before it.
        number: u32,
        /// Its actions, all of them.
        actions: Vec<String>,
    },
    /// Gives up.
    Resign,
    /// Would like a draw, or agrees to the one that was offered.
    OfferDraw,
    /// Declines the draw that was offered.
    DeclineDraw,
    /// Would like to have the last turn again.
    AskTakeBack,
    /// Lets the other one have the last turn again.
    GrantTakeBack,
    /// Does not.
    DeclineTakeBack,
    /// Claims the game, because the other one is gone.
    Claim,
    /// Calls the game off before both have made a turn.
    CallOff,
    /// Would like another game with sides changed, or agrees to it.
    Rematch,
}

/// From the server to a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToClient {
    /// The first thing the server says.
    Welcome {
        /// What the server speaks.
        version: u32,
        /// Who you are here, if you have said so.
        you: Option<Person>,
        /// The server's time.
        now: Millis,
    },
    /// A game that is visited from now on, with all that is new in it.
    Game(Box<Visit>),
    /// Something happened in a game that is visited.
    Event {
        /// The game's id.
        game: String,
        /// What.
        entry: Entry,
    },
    /// Somebody has come to the board or gone.
    Presence {
        /// The game's id.
        game: String,
        /// Since when each side has been away; nothing while it is there.
        away: Sides<Option<Millis>>,
        /// How many watch.
        watchers: u32,
    },
    /// What was asked under this key is done and will not be lost.
    Done {
        /// The client's word for it.
        key: String,
        /// The event that it became.
        seq: u32,
    },
    /// What was asked was not done.
    Refused {
        /// The client's word for it, if it had one.
        key: Option<String>,
        /// For programs.
        code: Code,
        /// For people.
        message: String,
    },
    /// The lobby is not what it was.
    LobbyChanged,
    /// The server is there.
    Pong {
        /// The server's time.
        now: Millis,
    },
    /// The server will close this connection, and says why. Come back later, or to another node.
    Goodbye(Refusal),
}

/// A game as a visitor gets to know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Visit {
    /// What is settled.
    pub header: Header,
    /// The people who play, and the host.
    pub people: Vec<Person>,
    /// The side of whoever visits; nothing for those who watch.
    pub you: Option<Side>,
    /// Everything that happened after the event that the visitor knows.
    pub entries: Vec<Entry>,
    /// Since when each side has been away; nothing while it is there.
    pub away: Sides<Option<Millis>>,
    /// How many watch.
    pub watchers: u32,
    /// Games won so far by each side of this game in the contest it belongs to, this one not counted.
    pub score: Sides<u32>,
    /// Drawn games of the contest.
    pub draws: u32,
    /// Stretches of time that no clock counts, because the server was down.
    pub outages: Vec<(Millis, Millis)>,
    /// The server's time.
    pub now: Millis,
}
