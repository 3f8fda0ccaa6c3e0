//! Errors of the database.

use std::fmt;

/// The reason why something was not stored or found. A failed write may or may not have been
/// stored; a caller that has to know reads it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The database does not respond, the connection was lost, or the disk is full: the same may
    /// succeed later.
    Unavailable(String),
    /// A unique value already exists.
    Taken,
    /// The database rejected the statement.
    Rejected(String),
    /// The stored data is invalid.
    Corrupt(String),
    /// The store was closed.
    Closed,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(reason) => write!(f, "database unavailable: {reason}"),
            Self::Taken => write!(f, "the value already exists in the database"),
            Self::Rejected(reason) => write!(f, "the database rejected a statement: {reason}"),
            Self::Corrupt(reason) => write!(f, "invalid data in the database: {reason}"),
            Self::Closed => write!(f, "the database is closed"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(database) if database.is_unique_violation() => Self::Taken,
            sqlx::Error::Database(database) if database.code().is_some_and(|code| is_temporary(&code)) => {
                Self::Unavailable(error.to_string())
            }
            sqlx::Error::Database(_) => Self::Rejected(error.to_string()),
            sqlx::Error::PoolClosed => Self::Closed,
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::WorkerCrashed => Self::Unavailable(error.to_string()),
            _ => Self::Corrupt(error.to_string()),
        }
    }
}

/// Whether an error is a condition of the database that can pass, and not a fault of the statement.
/// The codes of PostgreSQL have five characters; those of SQLite are numbers whose lowest byte is
/// the kind.
fn is_temporary(code: &str) -> bool {
    if code.len() == 5 {
        // Connections, deadlocks, resources such as disk space, locks, shutdown and timeouts, and
        // I/O errors.
        return ["08", "40", "53", "55", "57", "58"].iter().any(|class| code.starts_with(class));
    }
    const BUSY: i64 = 5;
    const LOCKED: i64 = 6;
    const OUT_OF_MEMORY: i64 = 7;
    const READ_ONLY: i64 = 8;
    const INTERRUPTED: i64 = 9;
    const IO_ERROR: i64 = 10;
    const FULL: i64 = 13;
    const CANNOT_OPEN: i64 = 14;
    const LOCK_PROTOCOL: i64 = 15;
    let temporary = [BUSY, LOCKED, OUT_OF_MEMORY, READ_ONLY, INTERRUPTED, IO_ERROR, FULL, CANNOT_OPEN, LOCK_PROTOCOL];
    code.parse::<i64>().is_ok_and(|code| temporary.contains(&(code & 0xff)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_that_pass_are_distinguished_from_bad_statements() {
        // FULL, IOERR_WRITE, BUSY_SNAPSHOT; disk_full, deadlock, query_canceled, starting up.
        for code in ["13", "778", "517", "53100", "40P01", "57014", "57P03"] {
            assert!(is_temporary(code), "{code}");
        }
        // ERROR, CONSTRAINT_FOREIGNKEY, CORRUPT; foreign key, undefined table.
        for code in ["1", "787", "11", "23503", "42P01"] {
            assert!(!is_temporary(code), "{code}");
        }
    }
}
