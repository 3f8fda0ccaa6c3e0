//! SQLite, for a single node.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Sqlite};

use crate::bus::{Bus, LocalBus, Notification};

use super::backend::{Backend, Later, Transaction, speak};
use super::value::{Row, Value};

// Take the write lock at once: a transaction that starts with a read may fail to get it later.
speak!(Sqlite, SqliteArguments<'static>, "BEGIN IMMEDIATE");

/// The number of read-only connections beside the writing one.
const READERS: u32 = 4;

/// The time to wait for another writer of the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The time limit of a transaction and of a reading statement.
const LIMIT: Duration = Duration::from_secs(30);

/// Updates the statistics of all tables whose size has changed, from samples of a thousand rows.
const OPTIMIZE: &str = "PRAGMA analysis_limit = 1000; PRAGMA optimize = 0x10002;";

/// A SQLite file. SQLite allows one writer at a time, so there is only one writing connection, and
/// connections of this process never wait for each other inside SQLite.
pub(super) struct SqliteFile {
    writer: Pool,
    readers: Pool,
    bus: Arc<LocalBus>,
    /// The lock that keeps other servers off the file, until the database is closed.
    lock: Mutex<Option<Lock>>,
}

impl SqliteFile {
    /// Opens a file. Creates the file and its folder if missing.
    pub(super) async fn open(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|e| format!("cannot create the folder {}: {e}", folder.display()))?;
        }
        let lock = Lock::new(path)?;
        keep_private(path).map_err(|error| format!("cannot open the database {shown}: {error}"))?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            // A commit returns only after it is on the disk, not when it is in the cache of the
            // system.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // Overwrites deleted data, such as names, where that needs no additional I/O.
            .pragma("secure_delete", "FAST")
            .busy_timeout(BUSY_TIMEOUT);
        let problem = |error: sqlx::Error| match &error {
            sqlx::Error::Database(error) if error.code().as_deref() == Some("26") => {
                format!("{shown} is not a database")
            }
            _ => format!("cannot open the database {shown}: {error}"),
        };
        // The journal mode is stored in the file, so the readers use it too.
        let writer = options.clone().create_if_missing(true).journal_mode(SqliteJournalMode::Wal);
        let mut connection = writer.connect().await.map_err(problem)?;
        // The tables are made under the write lock, which keeps other programs out.
        let mut making = connection.begin_with("BEGIN IMMEDIATE").await.map_err(problem)?;
        let foreign = "SELECT COUNT(*) FROM sqlite_master WHERE NOT EXISTS
            (SELECT 1 FROM sqlite_master WHERE name = '_sqlx_migrations')";
        let foreign: i64 = sqlx::query_scalar(foreign).fetch_one(&mut *making).await.map_err(problem)?;
        if foreign > 0 {
            return Err(format!("{shown} is a database of another program"));
        }
        let made = super::schema::MIGRATIONS.run(&mut *making).await;
        made.map_err(|error| super::schema::problem(&error, &shown.to_string()))?;
        making.commit().await.map_err(problem)?;
        sqlx::Executor::execute(&mut connection, OPTIMIZE).await.map_err(problem)?;
        connection.close().await.map_err(problem)?;
        let writer = Pool::new(writer, 1, LIMIT);
        let readers = Pool::new(options.read_only(true), READERS, LIMIT);
        Ok(Self { writer, readers, bus: Arc::new(LocalBus::new()), lock: Mutex::new(Some(lock)) })
    }
}

/// Returns the path of a file beside the database.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(suffix);
    name.into()
}

/// The lock of a database for one server. A second one would not see the events of the first. The
/// lock is on a file of its own: SQLite loses its locks when the process closes the database by any
/// other handle.
struct Lock(File);

impl Lock {
    /// Locks a database.
    fn new(path: &Path) -> Result<Self, String> {
        let lock = beside(path, "-lock");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        private(&mut options);
        let file = options.open(&lock).map_err(|error| format!("cannot open {}: {error}", lock.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => {
                Err(format!("{} is in use by another server: stop it first", path.display()))
            }
            Err(TryLockError::Error(error)) => Err(format!("cannot lock {}: {error}", lock.display())),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // To close the file is not enough: a process that is being started has a copy of the handle
        // for a moment.
        let _ = self.0.unlock();
    }
}

/// Creates an empty file for the current user alone; an error if it exists.
pub(super) fn create_private(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private(&mut options);
    options.open(path).map(|_| ())
}

/// Creates the database for the current user alone, or takes the access of other users away.
fn keep_private(path: &Path) -> std::io::Result<()> {
    match create_private(path) {
        // SQLite gives the files beside the database the same access.
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => exclude_others(path),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn private(_: &mut OpenOptions) {}

#[cfg(unix)]
fn exclude_others(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    for file in [path.to_path_buf(), beside(path, "-wal"), beside(path, "-shm")] {
        let Ok(metadata) = std::fs::metadata(&file) else { continue };
        let mode = metadata.permissions().mode();
        // A group may have been given access on purpose.
        if metadata.is_file() && mode & 0o007 != 0 {
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode & 0o770))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn exclude_others(_: &Path) -> std::io::Result<()> {
    Ok(())
}

impl Backend for SqliteFile {
    fn rows<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        Box::pin(rows(&self.readers, sql, values))
    }

    fn begin(&self) -> Later<'_, Box<dyn Transaction>> {
        Box::pin(async move {
            let (writing, bus) = (Writing::begin(&self.writer).await?, self.bus.clone());
            Ok(Box::new(Announcing { writing, bus, notifications: Vec::new() }) as Box<dyn Transaction>)
        })
    }

    fn lock(&self) -> &'static str {
        // There is no concurrent writer during a transaction.
        ""
    }

    fn clock(&self) -> Option<&'static str> {
        // It has the clock of this machine.
        None
    }

    fn bus(&self) -> Arc<dyn Bus> {
        self.bus.clone()
    }

    fn optimize(&self) -> Later<'_, ()> {
        Box::pin(async move {
            let mut lease = self.writer.lease().await?;
            let (connection, deadline) = lease.connection();
            let running = async { Ok(sqlx::Executor::execute(connection, OPTIMIZE).await?) };
            let result = tokio::time::timeout_at(deadline, running).await;
            lease.completed(result)?;
            lease.give_back();
            // Connections read the statistics when they are opened.
            self.readers.renew();
            self.writer.renew();
            Ok(())
        })
    }

    fn close(&self) -> Later<'_, ()> {
        Box::pin(async move {
            self.readers.close().await;
            self.writer.close().await;
            drop(self.lock.lock().take());
            Ok(())
        })
    }
}

/// A transaction with the notifications that follow its commit.
struct Announcing {
    writing: Writing,
    bus: Arc<LocalBus>,
    notifications: Vec<Notification>,
}

impl Transaction for Announcing {
    fn rows<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        Box::pin(self.writing.rows(sql, values))
    }

    fn execute<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, u64> {
        Box::pin(self.writing.execute(sql, values))
    }

    fn announce<'a>(&'a mut self, notifications: Vec<Notification>) -> Later<'a, ()> {
        self.notifications.extend(notifications);
        Box::pin(async { Ok(()) })
    }

    fn commit(self: Box<Self>) -> Later<'static, ()> {
        Box::pin(async move {
            self.writing.commit().await?;
            for notification in self.notifications {
                self.bus.publish(notification);
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::StoreError;
    use super::*;

    async fn open() -> (SqliteFile, crate::testing::Folder) {
        let folder = crate::testing::Folder::new();
        let file = SqliteFile::open(&folder.path().join("games.db")).await.unwrap();
        (file, folder)
    }

    #[tokio::test]
    async fn every_connection_has_safe_settings() {
        let (file, _folder) = open().await;
        for pool in [&file.writer, &file.readers] {
            let mut lease = pool.lease().await.unwrap();
            for (what, value) in [("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)] {
                let sql = format!("PRAGMA {what}");
                let found: i64 = sqlx::query_scalar(&sql).fetch_one(lease.connection().0).await.unwrap();
                assert_eq!(found, value, "{what}; 2 is FULL");
            }
            let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(lease.connection().0).await.unwrap();
            assert_eq!(mode, "wal");
        }
        let mut reader = file.readers.lease().await.unwrap();
        let deleted = sqlx::query("DELETE FROM people").execute(reader.connection().0).await;
        assert!(deleted.is_err(), "readers only read");
    }

    #[test]
    fn a_lock_ends_even_if_another_process_has_a_copy_of_its_handle() {
        let folder = crate::testing::Folder::new();
        let path = folder.path().join("games.db");
        let lock = Lock::new(&path).unwrap();
        let copy = lock.0.try_clone().unwrap();
        assert!(Lock::new(&path).is_err_and(|problem| problem.ends_with("is in use by another server: stop it first")));
        drop(lock);
        assert!(Lock::new(&path).is_ok());
        drop(copy);
    }

    /// Stores a user with a long name in a transaction of several statements.
    async fn add(file: &SqliteFile, n: u32) -> Result<(), StoreError> {
        let mut transaction = file.begin().await?;
        let sql = "INSERT INTO people (id, name, kind, created) VALUES ($1, $2, 'guest', 1)";
        transaction.execute(sql, vec![format!("p{n}").into(), "x".repeat(3000).into()]).await?;
        let sql = "UPDATE people SET created = 2 WHERE id = $1";
        transaction.execute(sql, vec![format!("p{n}").into()]).await?;
        transaction.commit().await
    }

    async fn stored(file: &SqliteFile) -> Vec<String> {
        let rows = file.rows("SELECT id FROM people ORDER BY created, id", vec![]).await.unwrap();
        rows.into_iter().map(|mut row| row.text().unwrap()).collect()
    }

    #[tokio::test]
    async fn writing_continues_after_a_full_disk() {
        let (file, _folder) = open().await;
        let mut lease = file.writer.lease().await.unwrap();
        // The file must not grow any more, as long as this connection is used.
        sqlx::query("PRAGMA max_page_count = 1").execute(lease.connection().0).await.unwrap();
        lease.give_back();
        let mut n = 0;
        let error = loop {
            match add(&file, n).await {
                Ok(()) => n += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(&error, StoreError::Unavailable(text) if text.contains("full")), "{error}");
        assert_eq!(add(&file, n).await, Ok(()));
        assert_eq!(stored(&file).await.len() as u32, n + 1);
    }

    /// Interrupts a transaction at each step of SQLite's machine, which rolls it back as an I/O
    /// error does.
    #[tokio::test]
    async fn writing_continues_after_an_error_at_any_step() {
        let (file, _folder) = open().await;
        let mut failures = 0;
        for step in 1_u32.. {
            let before = stored(&file).await;
            let mut lease = file.writer.lease().await.unwrap();
            let mut left = step;
            let proceed = move || {
                left = left.saturating_sub(1);
                left > 0
            };
            lease.connection().0.lock_handle().await.unwrap().set_progress_handler(1, proceed);
            lease.give_back();
            if let Err(error) = add(&file, step).await {
                assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
                failures += 1;
                // An interrupted commit may have succeeded.
                if stored(&file).await == before {
                    assert_eq!(add(&file, step).await, Ok(()), "after an error at step {step}");
                } else {
                    assert_eq!(add(&file, step).await, Err(StoreError::Taken), "after an error at step {step}");
                }
                assert_eq!(stored(&file).await.len(), before.len() + 1, "all or nothing at step {step}");
            } else if failures > 0 {
                break;
            }
        }
        assert!(failures > 20, "{failures}");
    }

    #[tokio::test]
    async fn writing_continues_after_a_cancelled_transaction() {
        let (file, _folder) = open().await;
        for n in 0..3 {
            let mut transaction = file.begin().await.unwrap();
            let sql = "INSERT INTO people (id, name, kind, created) VALUES ($1, '', 'guest', 1)";
            transaction.execute(sql, vec![format!("lost{n}").into()]).await.unwrap();
            drop(transaction);
            assert_eq!(add(&file, n).await, Ok(()));
        }
        assert_eq!(stored(&file).await, ["p0", "p1", "p2"]);
    }
}
