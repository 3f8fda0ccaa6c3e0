//! SQLite: one file, one node.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Sqlite, SqlitePool};

use crate::bus::{Bus, LocalBus, Note};

use super::backend::{Backend, Later, Transaction, speak};
use super::value::{Row, Value};

speak!(Sqlite, SqliteArguments<'static>);

/// Connections that read while the one that writes is busy.
const READERS: u32 = 4;

/// How long it waits for somebody else who writes the same file, such as a backup.
const PATIENCE: Duration = Duration::from_secs(10);

/// A file. SQLite has one writer at a time, so there is one connection that writes, and nobody ever waits inside SQLite for another.
pub(super) struct SqliteFile {
    writer: SqlitePool,
    readers: SqlitePool,
    bus: Arc<LocalBus>,
}

impl SqliteFile {
    /// Opens a file, which is made if it is missing, with its folder.
    pub(super) async fn open(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| format!("cannot make the folder {}: {e}", folder.display()))?;
        }
        let options = SqliteConnectOptions::new()
            .filename(path)
            .journal_mode(SqliteJournalMode::Wal)
            // A commit is on the disk when it returns, not only in the hands of the system.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE);
        let problem = |error: sqlx::Error| match &error {
            sqlx::Error::Database(refusal) if refusal.code().as_deref() == Some("26") => {
                format!("{shown} is not a database")
            }
            _ => format!("cannot open the database {shown}: {error}"),
        };
        let one =
            || SqlitePoolOptions::new().acquire_timeout(Duration::from_secs(60)).idle_timeout(None).max_lifetime(None);
        let writer = options.clone().create_if_missing(true).optimize_on_close(true, None);
        let writer = one().max_connections(1).connect_with(writer).await.map_err(problem)?;
        let foreign = "SELECT COUNT(*) FROM sqlite_master WHERE NOT EXISTS
            (SELECT 1 FROM sqlite_master WHERE name = '_sqlx_migrations')";
        let foreign: i64 = sqlx::query_scalar(foreign).fetch_one(&writer).await.map_err(problem)?;
        if foreign > 0 {
            return Err(format!("{shown} is a database of another program"));
        }
        super::schema::MIGRATIONS
            .run(&writer)
            .await
            .map_err(|error| super::schema::problem(&error, &shown.to_string()))?;
        let readers = one().max_connections(READERS).connect_with(options.read_only(true)).await.map_err(problem)?;
        Ok(Self { writer, readers, bus: Arc::new(LocalBus::new()) })
    }
}

impl Backend for SqliteFile {
    fn rows<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        Box::pin(async move { read(&mut *self.readers.acquire().await?, sql, values).await })
    }

    fn begin(&self) -> Later<'_, Box<dyn Transaction>> {
        Box::pin(async move {
            // Asks for the right to write at once: a transaction that has read first could be refused it later.
            let transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
            let bus = self.bus.clone();
            Ok(Box::new(Writing { transaction, bus, notes: Vec::new() }) as Box<dyn Transaction>)
        })
    }

    fn lock(&self) -> &'static str {
        // Nobody else writes during a transaction.
        ""
    }

    fn bus(&self) -> Arc<dyn Bus> {
        self.bus.clone()
    }

    fn close(&self) -> Later<'_, ()> {
        Box::pin(async move {
            self.readers.close().await;
            self.writer.close().await;
            Ok(())
        })
    }
}

struct Writing {
    transaction: sqlx::Transaction<'static, Sqlite>,
    bus: Arc<LocalBus>,
    notes: Vec<Note>,
}

impl Transaction for Writing {
    fn rows<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        Box::pin(read(&mut self.transaction, sql, values))
    }

    fn execute<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, u64> {
        Box::pin(write(&mut self.transaction, sql, values))
    }

    fn announce<'a>(&'a mut self, notes: Vec<Note>) -> Later<'a, ()> {
        self.notes.extend(notes);
        Box::pin(async { Ok(()) })
    }

    fn commit(self: Box<Self>) -> Later<'static, ()> {
        Box::pin(async move {
            self.transaction.commit().await?;
            for note in self.notes {
                self.bus.publish(note);
            }
            Ok(())
        })
    }
}
