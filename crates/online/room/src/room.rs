//! The room itself: what is known of a game.

use hexarium_kernel::{AnyGame, AnyMatch};
use hexarium_wire::{Cause, Entry, Event, Header, Millis, Side, Sides, Sitter};

/// A game with its players, clocks and offers.
pub struct Room {
    pub(crate) header: Header,
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) state: Box<dyn AnyMatch>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) sitters: Option<Sides<Sitter>>,
    pub(crate) turns: Vec<Turn>,
    /// Time left to each side when its turn under way or its next turn begins.
    pub(crate) left: Sides<Option<Millis>>,
    /// When the turn under way began.
    pub(crate) began: Millis,
    pub(crate) offer: Option<Offer>,
    /// The number of turns at each side's last offer of a draw, so that it does not offer twice in a turn.
    pub(crate) offered_at: Sides<Option<usize>>,
    pub(crate) ended: Option<(Option<Side>, Cause, Millis)>,
    pub(crate) rematch_offered: Sides<bool>,
    pub(crate) next: Option<String>,
    pub(crate) outages: Vec<(Millis, Millis)>,
}

/// A turn that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who made it.
    pub side: Side,
    /// Its actions.
    pub actions: Vec<String>,
    /// When it was made.
    pub at: Millis,
}

/// What a side has asked and the other has not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// A draw.
    Draw(Side),
    /// To have the last turn again.
    TakeBack(Side),
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won, if anybody did.
    pub winner: Option<Side>,
    /// What ended it; nothing if its rules did.
    pub cause: Option<Cause>,
    /// In words.
    pub reason: String,
    /// When.
    pub at: Millis,
}

impl Ending {
    /// Whether it counts; a game that was called off does not.
    pub fn counts(&self) -> bool {
        self.cause != Some(Cause::CalledOff)
    }
}

impl Room {
    /// A room to which nothing has happened, for a game that the caller has opened.
    pub fn new(header: Header, game: Box<dyn AnyGame>) -> Result<Self, String> {
        let own = game.start();
        let state = if own.position() == header.start {
            own
        } else {
            game.at_position(&header.start).map_err(|e| format!("the start of game {}: {e}", header.id))?
        };
        let start = header.clock.start();
        Ok(Self {
            began: header.created,
            header,
            game,
            state,
            entries: Vec::new(),
            sitters: None,
            turns: Vec::new(),
            left: Sides { first: start, second: start },
            offer: None,
            offered_at: Sides::default(),
            ended: None,
            rematch_offered: Sides::default(),
            next: None,
            outages: Vec::new(),
        })
    }

    /// What is settled.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The game that is played.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Where the game stands.
    pub fn state(&self) -> &dyn AnyMatch {
        &*self.state
    }

    /// Everything that has happened.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The number of the last event; 0 before the first.
    pub fn seq(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Who sits where, once the game has started.
    pub fn sitters(&self) -> Option<&Sides<Sitter>> {
        self.sitters.as_ref()
    }

    /// The turns that count.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// What has been asked and not answered.
    pub fn offer(&self) -> Option<Offer> {
        self.offer
    }

    /// Who would like another game.
    pub fn rematch_offered(&self) -> Sides<bool> {
        self.rematch_offered
    }

    /// The id of the next game, if the two play on.
    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// Whose turn it is in a game that is being played.
    pub fn to_move(&self) -> Option<Side> {
        (self.sitters.is_some() && self.ending().is_none()).then(|| self.state.to_move().into())
    }

    /// The side of a person; nothing for those who only watch. Whoever plays both sides has the one to move.
    pub fn side_of(&self, person: &str) -> Option<Side> {
        let sitters = self.sitters.as_ref()?;
        Side::BOTH.into_iter().find(|&side| matches!(sitters.of(side), Sitter::Person(id) if id == person))
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        if let Some((winner, cause, at)) = self.ended {
            let loser = || winner.map_or("", |w| self.game.player_name(w.other().into()));
            let reason = match cause {
                Cause::Resigned => format!("{} resigned", loser()),
                Cause::Time => format!("{} ran out of time", loser()),
                Cause::Left => format!("{} left the game", loser()),
                Cause::Agreed => "the players agreed on a draw".to_string(),
                Cause::CalledOff => "the game was called off".to_string(),
            };
            return Some(Ending { winner, cause: Some(cause), reason, at });
        }
        let verdict = self.state.verdict()?;
        let winner = verdict.outcome.winner.map(Side::from);
        let at = self.turns.last().map_or(self.header.created, |turn| turn.at);
        Some(Ending { winner, cause: None, reason: verdict.reason, at })
    }

    /// The next game of the two: the same game, the other one begins.
    pub fn rematch(&self, id: &str, now: Millis) -> Option<(Header, Event)> {
        let sitters = self.sitters.clone()?;
        let header = Header { id: id.to_string(), created: now, side: None, ..self.header.clone() };
        Some((header, Event::Started(sitters.swapped())))
    }

    /// What an event with this key became, if its sender had already sent it.
    pub(crate) fn already(&self, person: Option<&str>, key: &str) -> Option<u32> {
        let same = |entry: &&Entry| entry.by.as_deref() == person && entry.key.as_deref() == Some(key);
        self.entries.iter().rev().find(same).map(|entry| entry.seq)
    }
}
