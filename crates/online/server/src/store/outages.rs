//! Outages: times at which no node was serving.

use hexarium_wire::Millis;

use crate::bus::Notification;

use super::value::values;
use super::{Store, StoreError};

/// The time without a pulse after which it counts as an outage.
pub const OUTAGE_AFTER: Millis = 5000;

const BEAT: &str =
    "INSERT INTO pulse (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = $1 WHERE pulse.at < $1";

impl Store {
    /// Records that a node is serving, so that an outage can be detected afterwards. Call it about
    /// once a second.
    pub async fn pulse(&self, now: Millis) -> Result<(), StoreError> {
        self.change(BEAT, values![now]).await?;
        Ok(())
    }

    /// Records that a node starts serving. If no node has been serving for [`OUTAGE_AFTER`], the
    /// outage is stored, announced to all nodes, and returned.
    pub async fn begin_serving(&self, now: Millis) -> Result<Option<(Millis, Millis)>, StoreError> {
        let mut transaction = self.backend.begin().await?;
        // If two nodes start at once, the second waits here and finds the pulse of the first.
        let sql = format!("SELECT at FROM pulse WHERE id = 1{}", self.backend.lock());
        let last = transaction.rows(&sql, vec![]).await?.pop().map(|mut row| row.number()).transpose()?;
        let outage = last.filter(|last| now - last > OUTAGE_AFTER).map(|last| (last, now));
        if let Some((began, ended)) = outage {
            let sql = "INSERT INTO outages (began, ended) VALUES ($1, $2)";
            transaction.execute(sql, values![began, ended]).await?;
            transaction.announce(vec![Notification::Outages]).await?;
        }
        transaction.execute(BEAT, values![now]).await?;
        transaction.commit().await?;
        Ok(outage)
    }

    /// Returns all outages as start and end, oldest first.
    pub async fn outages(&self) -> Result<Vec<(Millis, Millis)>, StoreError> {
        let rows = self.backend.rows("SELECT began, ended FROM outages ORDER BY began", vec![]).await?;
        rows.into_iter().map(|mut row| Ok((row.number()?, row.number()?))).collect()
    }
}
