//! Work on the database that is done once an hour.

use hexarium_wire::Millis;

use super::value::values;
use super::{Store, StoreError};

impl Store {
    /// Updates the statistics from which the database plans its queries, where it does not do so by
    /// itself.
    pub async fn optimize(&self) -> Result<(), StoreError> {
        self.backend.optimize().await
    }

    /// Deletes up to `limit` games that were aborted before a time, the oldest first, and returns
    /// their number. No result or rating depends on them.
    pub async fn expire_aborted(&self, before: Millis, limit: u32) -> Result<usize, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = "SELECT id FROM games WHERE status = 'over' AND counts = 0 AND ended < $1 ORDER BY ended LIMIT $2";
        let rows = transaction.rows(sql, values![before, limit]).await?;
        let ids = rows.into_iter().map(|mut row| row.text()).collect::<Result<Vec<_>, _>>()?;
        for id in &ids {
            transaction.execute("DELETE FROM events WHERE game = $1", values![id]).await?;
            transaction.execute("DELETE FROM games WHERE id = $1", values![id]).await?;
        }
        transaction.commit().await?;
        Ok(ids.len())
    }

    /// Returns up to `limit` games of 0.1 whose options are not stored yet, as id and game text, in
    /// the order of their ids after an id.
    pub async fn without_options(&self, after: &str, limit: u32) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT id, game FROM games WHERE options IS NULL AND id > $1 ORDER BY id LIMIT $2";
        let rows = self.backend.rows(sql, values![after, limit]).await?;
        rows.into_iter().map(|mut row| Ok((row.text()?, row.text()?))).collect()
    }

    /// Stores the options of games that have none stored, as id and text.
    pub async fn set_options(&self, games: &[(String, String)]) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        for (id, options) in games {
            let sql = "UPDATE games SET options = $2 WHERE id = $1 AND options IS NULL";
            transaction.execute(sql, values![id, options]).await?;
        }
        transaction.commit().await
    }

    /// Returns the game of an id with all of its options, if it is stored.
    pub async fn options_of(&self, id: &str) -> Result<Option<String>, StoreError> {
        let row = self.backend.rows("SELECT options FROM games WHERE id = $1", values![id]).await?.pop();
        Ok(row.map(|mut row| row.optional_text()).transpose()?.flatten())
    }
}
