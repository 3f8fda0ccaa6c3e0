//! The tables and their migrations.

use std::borrow::Cow;
use std::sync::LazyLock;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

/// All migrations, oldest first. A released migration never changes.
const STEPS: &[(&str, &str)] = &[
    ("start", include_str!("../../migrations/0001_start.sql")),
    ("totals", include_str!("../../migrations/0002_totals.sql")),
    ("names and engines", include_str!("../../migrations/0003_names_and_engines.sql")),
    ("nodes", include_str!("../../migrations/0004_nodes.sql")),
    ("puzzles", include_str!("../../migrations/0005_puzzles.sql")),
];

/// The migrations, run at start, each in a transaction. If several nodes start at once, one runs
/// them and the others wait.
pub(super) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let step = |(number, &(name, sql)): (usize, &(&'static str, &'static str))| {
        let version = number as i64 + 1;
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, Cow::Borrowed(sql), false)
    };
    Migrator { migrations: STEPS.iter().enumerate().map(step).collect(), ..Migrator::DEFAULT }
});

/// Returns the message for a failed migration.
pub(super) fn problem(error: &MigrateError, place: &str) -> String {
    match error {
        MigrateError::VersionMissing(version) => {
            format!("{place} has schema version {version}: expected at most {}; update the program", STEPS.len())
        }
        MigrateError::VersionMismatch(version) => {
            format!("{place} has schema version {version}, which this program does not support")
        }
        MigrateError::Dirty(version) => {
            format!("the tables in {place} of version {version} are incomplete: restore a backup")
        }
        MigrateError::Execute(sqlx::Error::Database(error)) if error.code().as_deref() == Some("26") => {
            format!("{place} is not a database")
        }
        _ => format!("cannot create the tables in {place}: {error}"),
    }
}
