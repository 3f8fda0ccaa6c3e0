//! Sessions: by what somebody is known again.

use hexarium_wire::{Millis, User};

use super::format::Word;
use super::users::read_user;
use super::value::{Row, values};
use super::{Store, StoreError};

/// What holds the secret of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionKind {
    /// A browser.
    Cookie,
    /// A script or bot.
    Token,
}

/// A session. The secret itself is kept nowhere, so that nobody can be impersonated by a stolen backup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRow {
    /// The hash of the secret.
    pub hash: String,
    /// To name it without the secret.
    pub id: String,
    /// Whose it is, by id.
    pub user: String,
    /// What holds the secret.
    pub kind: SessionKind,
    /// What it is for, in the owner's words.
    pub label: String,
    /// Since when.
    pub created: Millis,
    /// When it was last used, roughly.
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
    /// Keeps a session.
    pub async fn add_session(&self, session: &SessionRow) -> Result<(), StoreError> {
        let SessionRow { hash, id, user, kind, label, created, seen } = session;
        let sql =
            "INSERT INTO sessions (hash, id, person, kind, label, created, seen) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        self.change(sql, values![hash, id, user, kind.word(), label, *created, *seen]).await?;
        Ok(())
    }

    /// A session and whose it is.
    pub async fn session(&self, hash: &str) -> Result<Option<(SessionRow, User)>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS}, people.id, people.name, people.kind FROM sessions JOIN people ON people.id = sessions.person
             WHERE hash = $1"
        );
        let row = self.backend.rows(&sql, values![hash]).await?.pop();
        row.map(|mut row| Ok((read_session(&mut row)?, read_user(&mut row)?))).transpose()
    }

    /// Remembers that a session was used.
    pub async fn touch_session(&self, hash: &str, at: Millis) -> Result<(), StoreError> {
        self.change("UPDATE sessions SET seen = $2 WHERE hash = $1 AND seen < $2", values![hash, at]).await?;
        Ok(())
    }

    /// Somebody's sessions of a kind, newest first.
    pub async fn sessions(&self, user: &str, kind: SessionKind) -> Result<Vec<SessionRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM sessions WHERE person = $1 AND kind = $2 ORDER BY created DESC, id");
        let rows = self.backend.rows(&sql, values![user, kind.word()]).await?;
        rows.into_iter().map(|mut row| read_session(&mut row)).collect()
    }

    /// Ends a session of somebody; false if they have none of this id.
    pub async fn end_session(&self, user: &str, id: &str) -> Result<bool, StoreError> {
        let ended = self.change("DELETE FROM sessions WHERE person = $1 AND id = $2", values![user, id]).await?;
        Ok(ended == 1)
    }

    /// Ends all of somebody's sessions of a kind, and tells how many there were.
    pub async fn end_sessions(&self, user: &str, kind: SessionKind) -> Result<u64, StoreError> {
        self.change("DELETE FROM sessions WHERE person = $1 AND kind = $2", values![user, kind.word()]).await
    }

    /// A transaction of one statement.
    pub(super) async fn change(&self, sql: &str, values: Vec<super::value::Value>) -> Result<u64, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let changed = transaction.execute(sql, values).await?;
        transaction.commit().await?;
        Ok(changed)
    }
}
