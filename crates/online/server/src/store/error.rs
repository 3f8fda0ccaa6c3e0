//! What goes wrong with a database.

use std::fmt;

/// Why something was not stored or found. What was to be written may or may not have been: whoever needs to know reads it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The database could not be reached, or the connection was lost.
    Unreachable(String),
    /// There is already one, of what there can only be one.
    Taken,
    /// The database refused.
    Refused(String),
    /// What is in the database cannot be understood.
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
            // PostgreSQL says so itself while it is shut down or starting (classes 57P and 08).
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
