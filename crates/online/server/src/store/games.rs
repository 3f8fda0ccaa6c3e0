//! Games: their headers and events.

use hexarium_wire::{Entry, GameHeader};

use super::backend::Transaction;
use super::format::{FORMAT, Word, to_json};
use super::index::{GAME_COLUMNS, GameRow, INDEX_COLUMNS, Index, kind_of};
use super::value::{Row, Value, tuples, values};
use super::{Store, StoreError};

impl Store {
    /// Keeps a new game, to which nothing has happened. Its host must be known.
    pub async fn create(&self, header: &GameHeader) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        insert(&mut *transaction, header, 0, &Index::at_first(header)).await?;
        transaction.commit().await
    }

    /// A game with everything that has happened in it.
    pub async fn load(&self, id: &str) -> Result<Option<(GameHeader, Vec<Entry>)>, StoreError> {
        let Some(row) = self.game(id).await? else {
            return Ok(None);
        };
        Ok(Some((row.header, self.entries_since(id, 0).await?)))
    }

    /// A game as lists have it.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        let sql = format!("SELECT {GAME_COLUMNS} FROM games WHERE id = $1");
        self.backend.rows(&sql, values![id]).await?.pop().map(GameRow::read).transpose()
    }

    /// What has happened in a game after an event.
    pub async fn entries_since(&self, id: &str, seq: u32) -> Result<Vec<Entry>, StoreError> {
        let sql = "SELECT seq, at, by_person, key, body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";
        self.backend.rows(sql, values![id, seq]).await?.into_iter().map(read_entry).collect()
    }

    /// Writes anew what lists show of a game, as it is after an event; nothing happens if the lists have heard of a later one. An event that
    /// is stored does this by itself: this is for what changes without one, such as a time that moves because of an outage.
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

/// Writes a game, with an index as of an event.
pub(super) async fn insert(
    transaction: &mut dyn Transaction,
    header: &GameHeader,
    seq: u32,
    index: &Index,
) -> Result<(), StoreError> {
    let columns = "id, format, game, start, clock, rated, listed, host, side, created, contest, kind, seq";
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
        seq,
    ];
    values.extend(index.values()?);
    let sql = format!("INSERT INTO games ({columns}, {}) VALUES {}", INDEX_COLUMNS.join(", "), tuples(1, values.len()));
    transaction.execute(&sql, values).await?;
    Ok(())
}

/// The columns of an event.
pub(super) const EVENT_COLUMNS: [&str; 6] = ["game", "seq", "at", "by_person", "key", "body"];

/// The values of [`EVENT_COLUMNS`].
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
