//! What the server keeps.
//!
//! A game is its header and its events ([`Write`]): they are written once and never change, and everything else is worked out from them. What
//! the lists show ([`Index`]) is kept beside them, so that nobody has to play through all games, and can be made anew at any time.
//!
//! Two databases do: a file of SQLite, and PostgreSQL for several nodes. They get the same SQL; the private trait `Backend` is the little in
//! which they differ. An event is written by the journal, which commits all events that wait together; [`Store::append`] returns when its event
//! is on the disk. That an event was stored is told on the [`Bus`] by the store itself.

mod backend;
mod error;
mod export;
mod format;
mod games;
mod index;
mod journal;
mod lists;
mod outages;
mod place;
mod postgres;
mod ratings;
mod schema;
mod sessions;
mod sqlite;
mod users;
mod value;

use std::sync::Arc;

use crate::bus::Bus;

pub use error::StoreError;
pub use index::{GameRow, Index, Status};
pub use journal::{Appended, RatedResult, Write};
pub use lists::{Cursor, GameFilter, RunningGames, Score};
pub use outages::OUTAGE_AFTER;
pub use ratings::{RatingRow, after_games};
pub use sessions::{SessionKind, SessionRow};
pub use users::{UserRow, name_key};

use backend::Backend;

/// The storage of a server. Clones are the same store.
#[derive(Clone)]
pub struct Store {
    backend: Arc<dyn Backend>,
    journal: journal::Journal,
}

impl Store {
    /// Opens a database: a path, `sqlite:PATH`, or `postgres://…`. The tables are made or brought up to date. What goes wrong is said in a
    /// sentence, which never has the password of the address in it.
    pub async fn open(url: &str) -> Result<Self, String> {
        let backend: Arc<dyn Backend> = match place::Place::read(url)? {
            place::Place::File(path) => Arc::new(sqlite::SqliteFile::open(&path).await?),
            place::Place::Server(url) => Arc::new(postgres::PostgresServer::open(&url).await?),
        };
        let journal = journal::Journal::start(backend.clone());
        Ok(Self { backend, journal })
    }

    /// Writes what waits to be written and lets go of the database. Afterwards nothing can be read or stored.
    pub async fn close(&self) {
        self.journal.close().await;
        // There is nothing to be done about a database that does not want to be let go.
        let _ = self.backend.close().await;
    }

    /// How those who serve the same games hear of each other: on PostgreSQL all nodes, on SQLite this one alone.
    pub fn bus(&self) -> Arc<dyn Bus> {
        self.backend.bus()
    }
}
