//! The state of a room.

use hexarium_kernel::{AnyGame, AnyMatch, GameCatalog};
use hexarium_wire::{EndCause, Entry, Event, GameHeader, Millis, Participant, Side, Sides};

/// A game with its players, clocks and offers.
pub struct Room {
    pub(crate) header: GameHeader,
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) state: Box<dyn AnyMatch>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) participants: Option<Sides<Participant>>,
    pub(crate) turns: Vec<Turn>,
    /// The time that each side has at the start of its current or next turn.
    pub(crate) time_left: Sides<Option<Millis>>,
    /// The time at which the current turn started.
    pub(crate) turn_started: Millis,
    pub(crate) offer: Option<Offer>,
    /// The number of turns at each side's last draw offer: one offer per turn.
    pub(crate) draw_offered_at: Sides<Option<usize>>,
    pub(crate) ended: Option<(Option<Side>, EndCause, Millis)>,
    pub(crate) rematch_offered: Sides<bool>,
    pub(crate) next_game: Option<String>,
    pub(crate) outages: Vec<(Millis, Millis)>,
}

/// A turn of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The side that made it.
    pub side: Side,
    /// Its actions.
    pub actions: Vec<String>,
    /// The time at which it was made.
    pub at: Millis,
}

/// An offer that the opponent has not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// A draw, offered by this side.
    Draw(Side),
    /// A takeback, requested by this side.
    Takeback(Side),
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner; none if the game was drawn or aborted.
    pub winner: Option<Side>,
    /// The cause; none if the rules ended the game.
    pub cause: Option<EndCause>,
    /// The reason, for people.
    pub reason: String,
    /// The time of the end.
    pub at: Millis,
}

impl Ending {
    /// Whether the game has a result; an aborted game has none.
    pub fn counts(&self) -> bool {
        self.cause != Some(EndCause::Aborted)
    }
}

impl Room {
    /// Creates a room without events. The game is opened under the rules that the header was stored
    /// with.
    pub fn new(header: GameHeader, catalog: &dyn GameCatalog) -> Result<Self, String> {
        let problem = |error: String| format!("Cannot open game {}: {error}", header.id);
        let game = catalog.open_stored(&header.game).map_err(|error| problem(error.to_string()))?;
        let default_start = game.start();
        let state = if default_start.position() == header.start {
            default_start
        } else {
            game.at_position(&header.start).map_err(|error| problem(error.to_string()))?
        };
        let initial = header.clock.initial();
        Ok(Self {
            turn_started: header.created,
            header,
            game,
            state,
            entries: Vec::new(),
            participants: None,
            turns: Vec::new(),
            time_left: Sides { first: initial, second: initial },
            offer: None,
            draw_offered_at: Sides::default(),
            ended: None,
            rematch_offered: Sides::default(),
            next_game: None,
            outages: Vec::new(),
        })
    }

    /// Creates a room and applies all of its events.
    pub fn replay(header: GameHeader, entries: Vec<Entry>, catalog: &dyn GameCatalog) -> Result<Self, String> {
        let mut room = Self::new(header, catalog)?;
        for entry in entries {
            room.apply(entry)?;
        }
        Ok(room)
    }

    /// The fixed properties of the game.
    pub fn header(&self) -> &GameHeader {
        &self.header
    }

    /// The game with its options.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The current position with its history.
    pub fn state(&self) -> &dyn AnyMatch {
        &*self.state
    }

    /// All events.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The number of the last event; 0 before the first.
    pub fn seq(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The players, once the game has started.
    pub fn participants(&self) -> Option<&Sides<Participant>> {
        self.participants.as_ref()
    }

    /// The turns, without those that were taken back.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The offer that waits for an answer.
    pub fn offer(&self) -> Option<Offer> {
        self.offer
    }

    /// The sides that offered a rematch.
    pub fn rematch_offered(&self) -> Sides<bool> {
        self.rematch_offered
    }

    /// The id of the rematch, once it was created.
    pub fn next_game(&self) -> Option<&str> {
        self.next_game.as_deref()
    }

    /// The side to move of a game in progress.
    pub fn to_move(&self) -> Option<Side> {
        (self.participants.is_some() && !self.is_over()).then(|| self.state.to_move().into())
    }

    /// The side of a user; none for spectators.
    pub fn side_of(&self, user: &str) -> Option<Side> {
        let participants = self.participants.as_ref()?;
        Side::BOTH.into_iter().find(|&side| matches!(participants.of(side), Participant::User(id) if id == user))
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.ended.is_some() || self.state.verdict().is_some()
    }

    /// The end of the game, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        if let Some((winner, cause, at)) = self.ended {
            let loser = || winner.map_or("", |w| self.game.player_name(w.other().into()));
            let reason = match cause {
                EndCause::Resignation => format!("{} resigned", loser()),
                EndCause::Timeout => format!("{} ran out of time", loser()),
                EndCause::Abandonment => format!("{} left the game", loser()),
                EndCause::Agreement => "draw by agreement".to_string(),
                EndCause::Aborted => "game aborted".to_string(),
            };
            return Some(Ending { winner, cause: Some(cause), reason, at });
        }
        let verdict = self.state.verdict()?;
        let winner = verdict.outcome.winner.map(Side::from);
        let at = self.turns.last().map_or(self.header.created, |turn| turn.at);
        Some(Ending { winner, cause: None, reason: verdict.reason, at })
    }

    /// The header and the first event of a rematch: the same game with sides swapped.
    pub fn rematch(&self, id: &str, now: Millis) -> Option<(GameHeader, Event)> {
        let participants = self.participants.clone()?;
        let header = GameHeader { id: id.to_string(), created: now, host_side: None, ..self.header.clone() };
        Some((header, Event::Started(participants.swapped())))
    }

    /// The number of the event that a command with this key has caused, if it was sent before.
    pub(crate) fn duplicate_of(&self, user: Option<&str>, key: &str) -> Option<u32> {
        let same = |entry: &&Entry| entry.by.as_deref() == user && entry.key.as_deref() == Some(key);
        self.entries.iter().rev().find(same).map(|entry| entry.seq)
    }
}
