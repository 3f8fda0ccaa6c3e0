//! Copies of a database.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::place::Place;

/// Copies a SQLite database into a new file, also while a server uses it. The copy is complete and
/// has everything that was confirmed before the start. An error is a sentence without passwords.
pub async fn backup(url: &str, target: &Path) -> Result<(), String> {
    let path = match Place::read(url)? {
        Place::File(path) => path,
        Place::Server(_) => return Err("cannot copy a PostgreSQL database: use pg_dump".to_string()),
    };
    let (from, to) = (path.display(), target.display());
    if !path.is_file() {
        return Err(format!("there is no database {from}"));
    }
    // SQLite writes into an empty file, which has the access of a new database.
    super::sqlite::create_private(target).map_err(|error| format!("cannot create {to}: {error}"))?;
    let copied = copy(&path, target).await.map_err(|error| format!("cannot copy {from} to {to}: {error}"));
    if copied.is_err() {
        // An error here leaves an incomplete copy; the first error matters more.
        let _ = std::fs::remove_file(target);
    }
    copied
}

async fn copy(path: &Path, target: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(Duration::from_secs(10));
    let mut connection = options.connect().await?;
    // One reading transaction, so the copy does not start again when the server writes.
    sqlx::query("VACUUM INTO $1").bind(target.to_string_lossy().into_owned()).execute(&mut connection).await?;
    connection.close().await
}
