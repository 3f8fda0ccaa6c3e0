//! Errors of the database.

use std::fmt;

/// The reason why something was not stored or found. A failed write may or may not have been
/// stored; a caller that has to know reads it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The database could not be reached, or the connection was lost.
    Unreachable(String),
    /// A unique value already exists.
    Taken,
    /// The database rejected the statement.
    Refused(String),
    /// The stored data is invalid.
    Corrupt(String),
    /// The store was closed.
    Closed,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(what) => write!(f, "the database cannot be reached: {what}"),
            Self::Taken => write!(f, "the database already has it"),
            Self::Refused(what) => write!(f, "the database refused: {what}"),
            Self::Corrupt(what) => write!(f, "the database holds something that cannot be understood: {what}"),
            Self::Closed => write!(f, "the database is closed"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            // Classes 57P and 08 mean that PostgreSQL is shutting down or starting.
            sqlx::Error::Database(refusal) if refusal.is_unique_violation() => Self::Taken,
            sqlx::Error::Database(refusal) => match refusal.code() {
                Some(code) if code.starts_with("57P") || code.starts_with("08") => Self::Unreachable(error.to_string()),
                _ => Self::Refused(error.to_string()),
            },
            sqlx::Error::PoolClosed => Self::Closed,
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::WorkerCrashed => Self::Unreachable(error.to_string()),
            _ => Self::Corrupt(error.to_string()),
        }
    }
}
