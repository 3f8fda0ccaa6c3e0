//! Sessions, which authenticate users.

use hexarium_wire::{Millis, User};

use super::format::Word;
use super::users::read_user;
use super::value::{Row, values};
use super::{Store, StoreError};

/// The kind of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionKind {
    /// A browser cookie.
    Cookie,
    /// An API token of a script or bot.
    Token,
}

/// A session. The secret itself is not stored, so that a stolen backup does not allow
/// impersonation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRow {
    /// The hash of the secret.
    pub hash: String,
    /// The public id, which does not reveal the secret.
    pub id: String,
    /// The id of the user.
    pub user: String,
    /// The kind of session.
    pub kind: SessionKind,
    /// The purpose, as described by the user.
    pub label: String,
    /// The time of creation.
    pub created: Millis,
    /// The approximate time of the last use.
    pub seen: Millis,
}

const COLUMNS: &str = "hash, sessions.id, person, sessions.kind, label, sessions.created, seen";

fn read_session(row: &mut Row) -> Result<SessionRow, StoreError> {
    Ok(SessionRow {
        hash: row.text()?,
        id: row.text()?,
        user: row.text()?,
        kind: row.word()?,
        label: row.text()?,
        created: row.number()?,
        seen: row.number()?,
    })
}

impl Store {
    /// Stores a session.
    pub async fn add_session(&self, session: &SessionRow) -> Result<(), StoreError> {
        let SessionRow { hash, id, user, kind, label, created, seen } = session;
        let sql =
            "INSERT INTO sessions (hash, id, person, kind, label, created, seen) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        self.change(sql, values![hash, id, user, kind.word(), label, *created, *seen]).await?;
        Ok(())
    }

    /// Returns a session and its user.
    pub async fn session(&self, hash: &str) -> Result<Option<(SessionRow, User)>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS}, people.id, people.name, people.kind FROM sessions JOIN people ON people.id = sessions.person
             WHERE hash = $1"
        );
        let row = self.backend.rows(&sql, values![hash]).await?.pop();
        row.map(|mut row| Ok((read_session(&mut row)?, read_user(&mut row)?))).transpose()
    }

    /// Returns the user of a session by the public id of the session.
    pub async fn session_user(&self, id: &str) -> Result<Option<User>, StoreError> {
        let sql = "SELECT people.id, people.name, people.kind FROM sessions JOIN people ON people.id = sessions.person
             WHERE sessions.id = $1";
        self.backend.rows(sql, values![id]).await?.pop().map(|mut row| read_user(&mut row)).transpose()
    }

    /// Returns the ids of all sessions of a user.
    pub async fn session_ids(&self, user: &str) -> Result<Vec<String>, StoreError> {
        let rows = self.backend.rows("SELECT id FROM sessions WHERE person = $1", values![user]).await?;
        rows.into_iter().map(|mut row| row.text()).collect()
    }

    /// Records the use of a session.
    pub async fn touch_session(&self, hash: &str, at: Millis) -> Result<(), StoreError> {
        self.change("UPDATE sessions SET seen = $2 WHERE hash = $1 AND seen < $2", values![hash, at]).await?;
        Ok(())
    }

    /// Returns a user's sessions of a kind, newest first.
    pub async fn sessions(&self, user: &str, kind: SessionKind) -> Result<Vec<SessionRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM sessions WHERE person = $1 AND kind = $2 ORDER BY created DESC, id");
        let rows = self.backend.rows(&sql, values![user, kind.word()]).await?;
        rows.into_iter().map(|mut row| read_session(&mut row)).collect()
    }

    /// Deletes a session of a user. Returns false if the user has no session with this id.
    pub async fn end_session(&self, user: &str, id: &str) -> Result<bool, StoreError> {
        // PostgreSQL rejects such a text.
        if id.contains('\0') {
            return Ok(false);
        }
        let ended = self.change("DELETE FROM sessions WHERE person = $1 AND id = $2", values![user, id]).await?;
        Ok(ended == 1)
    }

    /// Deletes all sessions of a user of a kind and returns their number.
    pub async fn end_sessions(&self, user: &str, kind: SessionKind) -> Result<u64, StoreError> {
        self.change("DELETE FROM sessions WHERE person = $1 AND kind = $2", values![user, kind.word()]).await
    }

    /// Executes a transaction of one statement and returns the number of affected rows.
    pub(super) async fn change(&self, sql: &str, values: Vec<super::value::Value>) -> Result<u64, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let changed = transaction.execute(sql, values).await?;
        transaction.commit().await?;
        Ok(changed)
    }
}
