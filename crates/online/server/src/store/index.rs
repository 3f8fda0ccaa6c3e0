//! The data of a game in lists.

use hexarium_room::{JOIN_TIMEOUT, Room};
use hexarium_wire::{EngineLocation, GameHeader, Millis, Participant, Side, Sides};

use super::StoreError;
use super::format::{FORMAT, Word, to_json};
use super::value::{Row, Value, values};

/// The status of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Status {
    /// A seat is free.
    #[default]
    Open,
    /// The game is being played.
    Playing,
    /// The game is over.
    Finished,
}

/// The data that lists need from the events of a game. It can be derived from the events at any
/// time ([`Index::of`]), and no decision in a game depends on it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Index {
    /// The status.
    pub status: Status,
    /// The participants, once the game has started.
    pub participants: Option<Sides<Participant>>,
    /// The side to move while the game is being played.
    pub to_move: Option<Side>,
    /// The winner; none if the game is not over, was drawn or aborted.
    pub winner: Option<Side>,
    /// The reason for the end, as text.
    pub reason: Option<String>,
    /// Whether the game is over and counts.
    pub counts: bool,
    /// The time of the end.
    pub ended: Option<Millis>,
    /// The time at which the game must be checked even without a command.
    pub due: Option<Millis>,
}

impl Index {
    /// Returns the index of a room.
    pub fn of(room: &Room) -> Self {
        let ending = room.ending();
        let status = match (&ending, room.participants()) {
            (Some(_), _) => Status::Finished,
            (None, Some(_)) => Status::Playing,
            (None, None) => Status::Open,
        };
        Self {
            status,
            participants: room.participants().cloned(),
            to_move: room.to_move(),
            winner: ending.as_ref().and_then(|ending| ending.winner),
            counts: ending.as_ref().is_some_and(|ending| ending.counts()),
            ended: ending.as_ref().map(|ending| ending.at),
            reason: ending.map(|ending| ending.reason),
            due: room.deadline(),
        }
    }

    /// Returns the index of a game without events.
    pub(super) fn at_first(header: &GameHeader) -> Self {
        Self { due: Some(header.created + JOIN_TIMEOUT), ..Self::default() }
    }

    /// Returns the values of [`INDEX_COLUMNS`].
    pub(super) fn values(&self) -> Result<Vec<Value>, StoreError> {
        let participant =
            |side| self.participants.as_ref().map(|participants| to_json(participants.of(side))).transpose();
        let user = |side| match self.participants.as_ref().map(|participants| participants.of(side)) {
            Some(Participant::User(id)) => Some(id.clone()),
            _ => None,
        };
        Ok(values![
            self.status.word(),
            participant(Side::First)?,
            participant(Side::Second)?,
            user(Side::First),
            user(Side::Second),
            self.to_move.map(Word::word),
            self.winner.map(Word::word),
            self.reason.clone(),
            self.counts,
            self.ended,
            self.due,
            self.engine_to_move(),
        ])
    }

    /// Whether an engine on the server is to move.
    fn engine_to_move(&self) -> bool {
        let mover = self.participants.as_ref().zip(self.to_move).map(|(participants, side)| participants.of(side));
        matches!(mover, Some(Participant::Engine(seat)) if seat.location == EngineLocation::Server)
    }
}

/// The columns of an index.
pub(super) const INDEX_COLUMNS: [&str; 12] = [
    "status",
    "first_sitter",
    "second_sitter",
    "first_person",
    "second_person",
    "to_move",
    "winner",
    "reason",
    "counts",
    "ended",
    "due",
    "engine_to_move",
];

/// A game in lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// The header.
    pub header: GameHeader,
    /// The number of the last event in the index.
    pub seq: u32,
    /// The data derived from the events.
    pub index: Index,
}

/// The columns of [`GameRow`], in the order in which they are read.
pub(super) const GAME_COLUMNS: &str = "id, format, game, start, clock, rated, listed, host, side, created, contest, \
    seq, status, first_sitter, second_sitter, to_move, winner, reason, counts, ended, due";

impl GameRow {
    pub(super) fn read(mut row: Row) -> Result<Self, StoreError> {
        let id = row.text()?;
        let format = row.number()?;
        if format != FORMAT {
            return Err(StoreError::Corrupt(format!(
                "game {id} has format {format}, and this version reads format {FORMAT}: use a newer version"
            )));
        }
        let header = GameHeader {
            id,
            game: row.text()?,
            start: row.text()?,
            clock: row.json()?,
            rated: row.boolean()?,
            listed: row.boolean()?,
            host: row.text()?,
            host_side: row.optional_word()?,
            created: row.number()?,
            series: row.text()?,
        };
        let seq = row.count()?;
        let status = row.word()?;
        let (first, second) = (row.optional_json()?, row.optional_json()?);
        let participants = first.zip(second).map(|(first, second)| Sides { first, second });
        let index = Index {
            status,
            participants,
            to_move: row.optional_word()?,
            winner: row.optional_word()?,
            reason: row.optional_text()?,
            counts: row.boolean()?,
            ended: row.optional_number()?,
            due: row.optional_number()?,
        };
        Ok(Self { header, seq, index })
    }
}

/// Returns the kind of a game: its id without options. All games of a kind share one rating.
pub(super) fn kind_of(game: &str) -> &str {
    game.split('(').next().unwrap_or(game)
}
