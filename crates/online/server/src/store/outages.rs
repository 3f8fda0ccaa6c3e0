//! Outages: times at which a node could not serve.

use hexarium_wire::Millis;

use crate::bus::Notification;

use super::backend::Transaction;
use super::value::values;
use super::{Store, StoreError};

/// The time without a pulse after which it counts as an outage.
pub const OUTAGE_AFTER: Millis = 3000;

/// The time by which the last pulse may be ahead of a starting node. Within it the node continues
/// from the pulse, so that time does not run backwards; beyond it the pulse is wrong.
const AHEAD: Millis = 24 * 60 * 60 * 1000;

/// The time after which a node that has failed is forgotten at the next start.
const NODE_TTL: Millis = 60 * 60 * 1000;

const BEAT: &str =
    "INSERT INTO pulse (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = $1 WHERE pulse.at < $1";

/// The start of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The time from which the node's clock runs on.
    pub now: Millis,
    /// The outage that ended with the start.
    pub outage: Option<(Millis, Millis)>,
}

impl Store {
    /// Records that a node is serving, so that an outage can be detected afterwards. Call it about
    /// once a second.
    pub async fn pulse(&self, node: &str, now: Millis) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        transaction.execute(BEAT, values![now]).await?;
        let sql = "INSERT INTO nodes (id, at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET at = $2";
        transaction.execute(sql, values![node, now]).await?;
        transaction.commit().await
    }

    /// Returns the nodes with the last pulse of each, by its own clock.
    pub async fn nodes(&self) -> Result<Vec<(String, Millis)>, StoreError> {
        let rows = self.backend.rows("SELECT id, at FROM nodes", vec![]).await?;
        rows.into_iter().map(|mut row| Ok((row.text()?, row.number()?))).collect()
    }

    /// Removes a node that has stopped or failed. Its next pulse adds it again.
    pub async fn remove_node(&self, node: &str) -> Result<(), StoreError> {
        self.change("DELETE FROM nodes WHERE id = $1", values![node]).await?;
        Ok(())
    }

    /// Records that a node starts serving. If no node has been serving for [`OUTAGE_AFTER`], the
    /// outage is stored, announced to all nodes, and returned. Outages and pulses in the future,
    /// which a wrong clock has left, are removed: otherwise no clock would run until then.
    pub async fn begin_serving(&self, now: Millis) -> Result<Start, StoreError> {
        let mut transaction = self.backend.begin().await?;
        // If two nodes start at once, the second waits here and finds the pulse of the first.
        let sql = format!("SELECT at FROM pulse WHERE id = 1{}", self.backend.lock());
        let last = transaction.rows(&sql, vec![]).await?.pop().map(|mut row| row.number()).transpose()?;
        let mut start = Start { now, outage: None };
        match last {
            Some(last) if last > now + AHEAD => {
                transaction.execute("DELETE FROM pulse", vec![]).await?;
            }
            Some(last) if last > now => start.now = last,
            Some(last) if now - last > OUTAGE_AFTER => start.outage = Some((last, now)),
            _ => {}
        }
        let removed = transaction.execute("DELETE FROM outages WHERE ended > $1", values![start.now]).await?;
        if let Some(outage) = start.outage {
            insert(&mut *transaction, outage).await?;
        }
        if start.outage.is_some() || removed > 0 {
            transaction.announce(vec![Notification::Outages]).await?;
        }
        transaction.execute("DELETE FROM nodes WHERE at < $1", values![start.now - NODE_TTL]).await?;
        transaction.execute(BEAT, values![start.now]).await?;
        transaction.commit().await?;
        Ok(start)
    }

    /// Records an outage that a running node has noticed: it was suspended, or could not reach the
    /// database. Also stores a pulse at `ended`.
    pub async fn add_outage(&self, began: Millis, ended: Millis) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        insert(&mut *transaction, (began, ended)).await?;
        transaction.announce(vec![Notification::Outages]).await?;
        transaction.execute(BEAT, values![ended]).await?;
        transaction.commit().await
    }

    /// Returns all outages that have ended by a time, as start and end, oldest first. Those of
    /// several nodes that overlap are one.
    pub async fn outages(&self, now: Millis) -> Result<Vec<(Millis, Millis)>, StoreError> {
        let sql = "SELECT began, ended FROM outages WHERE ended <= $1 ORDER BY began";
        let mut merged: Vec<(Millis, Millis)> = Vec::new();
        // The clocks of two nodes may differ by a little.
        for mut row in self.backend.rows(sql, values![now + OUTAGE_AFTER]).await? {
            let (began, ended) = (row.number()?, row.number()?);
            match merged.last_mut() {
                Some(last) if began <= last.1 => last.1 = last.1.max(ended),
                _ => merged.push((began, ended)),
            }
        }
        Ok(merged)
    }

    /// Returns the time of the database, if it has a clock of its own.
    pub async fn database_time(&self) -> Result<Option<Millis>, StoreError> {
        let Some(sql) = self.backend.clock() else { return Ok(None) };
        self.one(sql, vec![]).await?.number().map(Some)
    }
}

async fn insert(transaction: &mut dyn Transaction, (began, ended): (Millis, Millis)) -> Result<(), StoreError> {
    let sql = "INSERT INTO outages (began, ended) VALUES ($1, $2)
        ON CONFLICT (began) DO UPDATE SET ended = $2 WHERE outages.ended < $2";
    transaction.execute(sql, values![began, ended]).await?;
    Ok(())
}
