//! Games: their headers and events.

use hexarium_wire::{Entry, GameHeader};

use super::backend::Transaction;
use super::format::{FORMAT, Word, to_json};
use super::index::{GAME_COLUMNS, GameRow, INDEX_COLUMNS, Index, kind_of};
use super::value::{Row, Value, tuples, values};
use super::{Store, StoreError};

impl Store {
    /// Stores a new game without events, with the text that names all of its options. Its host must
    /// exist.
    pub async fn create(&self, header: &GameHeader, options: &str) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        insert(&mut *transaction, header, options, 0, &Index::at_first(header)).await?;
        transaction.commit().await
    }

    /// Returns a game with all its events.
    pub async fn load(&self, id: &str) -> Result<Option<(GameHeader, Vec<Entry>)>, StoreError> {
        let Some(row) = self.game(id).await? else {
            return Ok(None);
        };
        Ok(Some((row.header, self.entries_since(id, 0).await?)))
    }

    /// Returns the row of a game in lists.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        let sql = format!("SELECT {GAME_COLUMNS} FROM games WHERE id = $1");
        self.backend.rows(&sql, values![id]).await?.pop().map(GameRow::read).transpose()
    }

    /// Returns the events of a game after an event number.
    pub async fn entries_since(&self, id: &str, seq: u32) -> Result<Vec<Entry>, StoreError> {
        let sql = "SELECT seq, at, by_person, key, body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";
        self.backend.rows(sql, values![id, seq]).await?.into_iter().map(read_entry).collect()
    }

    /// Updates the index of a game as of an event number, unless the stored index is newer. Storing
    /// an event does this too: this function is for changes without an event, such as a deadline
    /// that moves because of an outage.
    pub async fn reindex(&self, id: &str, seq: u32, index: &Index) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        let set: Vec<_> =
            INDEX_COLUMNS.iter().enumerate().map(|(i, column)| format!("{column} = ${}", i + 3)).collect();
        let sql = format!("UPDATE games SET {}, seq = $2 WHERE id = $1 AND seq <= $2", set.join(", "));
        let mut values = values![id, seq];
        values.extend(index.values()?);
        transaction.execute(&sql, values).await?;
        transaction.commit().await
    }
}

/// Inserts a game with an index as of an event number.
pub(super) async fn insert(
    transaction: &mut dyn Transaction,
    header: &GameHeader,
    options: &str,
    seq: u32,
    index: &Index,
) -> Result<(), StoreError> {
    let columns = "id, format, game, start, clock, rated, listed, host, side, created, contest, kind, options, seq";
    let mut values = values![
        &header.id,
        FORMAT,
        &header.game,
        &header.start,
        to_json(&header.clock)?,
        header.rated,
        header.listed,
        &header.host,
        header.host_side.map(Word::word),
        header.created,
        &header.series,
        kind_of(&header.game),
        options,
        seq,
    ];
    values.extend(index.values()?);
    let sql = format!("INSERT INTO games ({columns}, {}) VALUES {}", INDEX_COLUMNS.join(", "), tuples(1, values.len()));
    transaction.execute(&sql, values).await?;
    Ok(())
}

/// The columns of an event.
pub(super) const EVENT_COLUMNS: [&str; 6] = ["game", "seq", "at", "by_person", "key", "body"];

/// Returns the values of [`EVENT_COLUMNS`].
pub(super) fn event_values(game: &str, entry: &Entry) -> Result<Vec<Value>, StoreError> {
    let body = to_json(&entry.event)?;
    Ok(values![game, entry.seq, entry.at, entry.by.as_deref(), entry.key.as_deref(), body])
}

pub(super) fn read_entry(mut row: Row) -> Result<Entry, StoreError> {
    Ok(Entry {
        seq: row.count()?,
        at: row.number()?,
        by: row.optional_text()?,
        key: row.optional_text()?,
        event: row.json()?,
    })
}
