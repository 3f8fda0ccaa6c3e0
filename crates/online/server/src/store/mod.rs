//! The storage of the server.
//!
//! A game consists of its header and its events ([`Write`]), which are written once and never
//! change; everything else is derived from them. The data of the lists ([`Index`]) is stored beside
//! them, so that a list does not have to replay all games; it can be rebuilt at any time.
//!
//! There are two backends: a SQLite file, and PostgreSQL for several nodes. Both get the same SQL;
//! the private trait `Backend` holds the few differences. Events are written by the journal, which
//! commits all queued events together; [`Store::append`] returns when its event is on the disk. The
//! store itself publishes stored events on the [`Bus`].

mod backend;
mod backup;
mod error;
mod export;
#[cfg(feature = "testing")]
mod faults;
mod format;
mod games;
mod hourly;
mod index;
mod journal;
mod lists;
mod outages;
mod place;
#[cfg(test)]
mod plans;
mod pool;
mod postgres;
mod puzzles;
mod ratings;
mod schema;
mod sessions;
mod sqlite;
mod totals;
mod users;
mod value;

use std::sync::Arc;
use std::time::Duration;

use crate::bus::Bus;

pub use backup::backup;
pub use error::StoreError;
pub use export::Export;
#[cfg(feature = "testing")]
pub use faults::{Fault, Faults, Step};
pub use index::{GameRow, Index, Status};
pub use journal::{Appended, RatedResult, Rematch, Write};
pub use lists::{Cursor, GameFilter, RunningGames, Score};
pub use outages::{OUTAGE_AFTER, Start};
pub use ratings::{RatingRow, after_games};
pub use sessions::{SessionKind, SessionRow};
pub use users::UserRow;

use backend::Backend;
pub(crate) use pool::Pool;
pub(crate) use postgres::notify;

/// The storage of a server. Clones share the same store.
#[derive(Clone)]
pub struct Store {
    backend: Arc<dyn Backend>,
    journal: journal::Journal,
}

impl Store {
    /// Opens a database: a path, `sqlite:PATH`, or `postgres://…`. Creates or migrates the tables.
    /// An error is a sentence that never contains the password of the address.
    pub async fn open(url: &str) -> Result<Self, String> {
        Self::open_waiting(url, Duration::ZERO).await
    }

    /// Opens a database as [`Store::open`] does. A PostgreSQL server that is still starting gets
    /// some time to accept connections.
    pub async fn open_waiting(url: &str, wait: Duration) -> Result<Self, String> {
        let backend: Arc<dyn Backend> = match place::Place::read(url)? {
            place::Place::File(path) => Arc::new(sqlite::SqliteFile::open(&path).await?),
            place::Place::Server(url) => Arc::new(postgres::PostgresServer::open(&url, wait).await?),
        };
        Ok(Self::on(backend))
    }

    fn on(backend: Arc<dyn Backend>) -> Self {
        let journal = journal::Journal::start(backend.clone());
        Self { backend, journal }
    }

    /// Returns the same store with faults.
    #[cfg(feature = "testing")]
    pub fn with_faults(self, faults: &Faults) -> Self {
        Self::on(Arc::new(faults::FaultyBackend { real: self.backend, faults: faults.clone() }))
    }

    /// Writes all queued events and closes the database, within a few time limits. Afterwards
    /// nothing can be read or stored.
    pub async fn close(&self) {
        self.journal.close().await;
        // An error while closing cannot be handled.
        let _ = self.backend.close().await;
    }

    /// Returns the bus that connects the nodes of a database: all nodes with PostgreSQL, only this
    /// one with SQLite.
    pub fn bus(&self) -> Arc<dyn Bus> {
        self.backend.bus()
    }
}
