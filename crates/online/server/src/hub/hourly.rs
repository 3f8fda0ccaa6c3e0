//! Work that is done once an hour: statistics of the database, expired games, data of earlier
//! versions.

use std::sync::Weak;
use std::time::Duration;

use hexarium_wire::Millis;

use super::{Hub, with_all_options};
use crate::store::{Store, StoreError};

/// The interval of the work.
const INTERVAL: Duration = Duration::from_secs(60 * 60);

/// The interval of new statistics, in intervals of the work.
const OPTIMIZE_EVERY: u32 = 24;

/// The time for which an aborted game is kept: a day, in milliseconds.
const KEEP_ABORTED: Millis = 24 * 60 * 60 * 1000;

/// The number of games in a transaction.
const BATCH: u32 = 200;

impl Hub {
    /// Deletes games that were aborted a while ago.
    async fn expire_aborted(&self) -> Result<(), StoreError> {
        while self.store.expire_aborted(self.now() - KEEP_ABORTED, BATCH).await? == BATCH as usize {}
        Ok(())
    }

    /// Stores the options of games of 0.1.
    async fn complete_options(&self) -> Result<(), StoreError> {
        let mut last = String::new();
        loop {
            let games = self.store.without_options(&last, BATCH).await?;
            let Some((id, _)) = games.last() else { return Ok(()) };
            last.clone_from(id);
            // A game that cannot be opened stays as it is.
            let opened = games.into_iter().filter_map(|(id, text)| {
                let game = self.catalog.open_stored(&text).ok()?;
                Some((id, with_all_options(&*game)))
            });
            self.store.set_options(&opened.collect::<Vec<_>>()).await?;
        }
    }
}

/// Stores what accounts of 0.1 lack, so that no new name looks like one of theirs.
pub(super) async fn complete_names(store: &Store) -> Result<(), StoreError> {
    let mut last = String::new();
    loop {
        let accounts = store.without_skeleton(&last, BATCH).await?;
        let Some((id, _)) = accounts.last() else { return Ok(()) };
        last.clone_from(id);
        store.add_skeletons(&accounts).await?;
    }
}

/// Works once an hour until the hub is dropped.
pub(super) async fn work(hub: Weak<Hub>) {
    let mut interval = tokio::time::interval(INTERVAL);
    for n in 0_u32.. {
        interval.tick().await;
        let Some(hub) = hub.upgrade() else { return };
        let work = async {
            if n == 0 {
                hub.complete_options().await?;
            } else if n % OPTIMIZE_EVERY == 0 {
                hub.store.optimize().await?;
            }
            hub.expire_aborted().await
        };
        if let Err(error) = work.await {
            tracing::warn!("cannot tidy up the database: {error}");
        }
    }
}
