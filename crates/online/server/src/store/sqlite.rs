//! SQLite, for a single node.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Sqlite, SqlitePool};

use crate::bus::{Bus, LocalBus, Notification};

use super::backend::{Backend, Later, Transaction, speak};
use super::value::{Row, Value};

speak!(Sqlite, SqliteArguments<'static>);

/// The number of read-only connections beside the writing one.
const READERS: u32 = 4;

/// The time to wait for another writer of the same file, such as a backup.
const PATIENCE: Duration = Duration::from_secs(10);

/// A SQLite file. SQLite allows one writer at a time, so there is only one writing connection, and
/// connections of this process never wait for each other inside SQLite.
pub(super) struct SqliteFile {
    writer: SqlitePool,
    readers: SqlitePool,
    bus: Arc<LocalBus>,
}

impl SqliteFile {
    /// Opens a file. Creates the file and its folder if missing.
    pub(super) async fn open(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| format!("cannot make the folder {}: {e}", folder.display()))?;
        }
        let options = SqliteConnectOptions::new()
            .filename(path)
            // A commit returns only after it is on the disk, not when it is in the cache of the
            // system.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // Overwrites deleted data, such as names, where that needs no additional I/O.
            .pragma("secure_delete", "FAST")
            .busy_timeout(PATIENCE);
        let problem = |error: sqlx::Error| match &error {
            sqlx::Error::Database(refusal) if refusal.code().as_deref() == Some("26") => {
                format!("{shown} is not a database")
            }
            _ => format!("cannot open the database {shown}: {error}"),
        };
        let one =
            || SqlitePoolOptions::new().acquire_timeout(Duration::from_secs(60)).idle_timeout(None).max_lifetime(None);
        // The journal mode is stored in the file, so the readers use it too.
        let writer = options.clone().create_if_missing(true).journal_mode(SqliteJournalMode::Wal);
        let writer = writer.optimize_on_close(true, None);
        let mut attempts = 0;
        let writer = loop {
            match one().max_connections(1).connect_with(writer.clone()).await {
                // SQLite does not apply the busy timeout while another process sets the mode of a
                // new file.
                Err(sqlx::Error::Database(refusal)) if refusal.code().as_deref() == Some("5") && attempts < 100 => {
                    attempts += 1;
                    tokio::time::sleep(PATIENCE / 100).await;
                }
                other => break other.map_err(problem)?,
            }
        };
        // Take the write lock first, so that if two processes start at once, the second finds the
        // tables of the first.
        let mut making = writer.begin_with("BEGIN IMMEDIATE").await.map_err(problem)?;
        let foreign = "SELECT COUNT(*) FROM sqlite_master WHERE NOT EXISTS
            (SELECT 1 FROM sqlite_master WHERE name = '_sqlx_migrations')";
        let foreign: i64 = sqlx::query_scalar(foreign).fetch_one(&mut *making).await.map_err(problem)?;
        if foreign > 0 {
            return Err(format!("{shown} is a database of another program"));
        }
        let made = super::schema::MIGRATIONS.run(&mut *making).await;
        made.map_err(|error| super::schema::problem(&error, &shown.to_string()))?;
        making.commit().await.map_err(problem)?;
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
            // Take the write lock at once: a transaction that starts with a read may fail to get it
            // later.
            let transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
            let bus = self.bus.clone();
            Ok(Box::new(Writing { transaction, bus, notifications: Vec::new() }) as Box<dyn Transaction>)
        })
    }

    fn lock(&self) -> &'static str {
        // There is no concurrent writer during a transaction.
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
    notifications: Vec<Notification>,
}

impl Transaction for Writing {
    fn rows<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        Box::pin(read(&mut self.transaction, sql, values))
    }

    fn execute<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, u64> {
        Box::pin(write(&mut self.transaction, sql, values))
    }

    fn announce<'a>(&'a mut self, notifications: Vec<Notification>) -> Later<'a, ()> {
        self.notifications.extend(notifications);
        Box::pin(async { Ok(()) })
    }

    fn commit(self: Box<Self>) -> Later<'static, ()> {
        Box::pin(async move {
            self.transaction.commit().await?;
            for notification in self.notifications {
                self.bus.publish(notification);
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_connection_has_safe_settings() {
        let folder = crate::testing::Folder::new();
        let file = SqliteFile::open(&folder.path().join("games.db")).await.unwrap();
        for pool in [&file.writer, &file.readers] {
            let ask = |what: &'static str| sqlx::query_scalar::<_, i64>(what).fetch_one(pool);
            assert_eq!(ask("PRAGMA synchronous").await.unwrap(), 2, "2 is FULL");
            assert_eq!(ask("PRAGMA foreign_keys").await.unwrap(), 1);
            assert_eq!(ask("PRAGMA busy_timeout").await.unwrap(), 10_000);
            let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(pool).await.unwrap();
            assert_eq!(mode, "wal");
        }
        assert!(sqlx::query("DELETE FROM people").execute(&file.readers).await.is_err(), "readers only read");
    }
}
