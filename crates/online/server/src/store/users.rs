//! Users.

use hexarium_wire::{Millis, User, UserKind};

use super::format::Word;
use super::value::{Row, values};
use super::{Store, StoreError};

/// A user with private data.
#[derive(Clone, PartialEq, Eq)]
pub struct UserRow {
    /// The public data.
    pub user: User,
    /// The password hash of a registered user.
    pub password: Option<String>,
    /// The time of creation.
    pub created: Millis,
}

/// Returns the key by which names are compared: it ignores case and surplus spaces.
pub fn name_key(name: &str) -> String {
    let lower: String = name.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

const COLUMNS: &str = "id, name, kind, password, created";

impl UserRow {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        let user = read_user(&mut row)?;
        Ok(Self { user, password: row.optional_text()?, created: row.number()? })
    }
}

/// Reads `id, name, kind`.
pub(super) fn read_user(row: &mut Row) -> Result<User, StoreError> {
    Ok(User { id: row.text()?, name: row.text()?, kind: row.word()? })
}

impl Store {
    /// Stores a new user. A user with a password has a unique name: returns false, without changes,
    /// if the name is taken.
    pub async fn add_user(&self, row: &UserRow) -> Result<bool, StoreError> {
        let key = row.password.as_ref().map(|_| name_key(&row.user.name));
        let mut transaction = self.backend.begin().await?;
        let sql = "INSERT INTO people (id, name, name_key, kind, password, created) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (name_key) DO NOTHING";
        let User { id, name, kind } = &row.user;
        let added = transaction.execute(sql, values![id, name, key, kind.word(), row.password.clone(), row.created]);
        let added = added.await?;
        transaction.commit().await?;
        Ok(added == 1)
    }

    /// Returns a user by id.
    pub async fn user(&self, id: &str) -> Result<Option<UserRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM people WHERE id = $1");
        self.backend.rows(&sql, values![id]).await?.pop().map(UserRow::read).transpose()
    }

    /// Returns the existing users among the ids, in no particular order.
    pub async fn users(&self, ids: &[String]) -> Result<Vec<User>, StoreError> {
        let mut users = Vec::new();
        let mut rest = ids;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(super::value::group(rest.len()).min(256));
            let places: Vec<_> = (1..=now.len()).map(|i| format!("${i}")).collect();
            let sql = format!("SELECT id, name, kind FROM people WHERE id IN ({})", places.join(", "));
            for mut row in self.backend.rows(&sql, now.iter().map(Into::into).collect()).await? {
                users.push(read_user(&mut row)?);
            }
            rest = later;
        }
        Ok(users)
    }

    /// Returns the registered user with a name.
    pub async fn user_by_name(&self, name: &str) -> Result<Option<UserRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM people WHERE name_key = $1");
        self.backend.rows(&sql, values![name_key(name)]).await?.pop().map(UserRow::read).transpose()
    }

    /// Registers a guest with a unique name and a password. The user keeps the id and all games.
    /// The guest's sessions end, so that none of them becomes one of the account. Returns false,
    /// without changes, if the name is taken or the user is not a guest.
    pub async fn register(&self, id: &str, name: &str, password_hash: &str) -> Result<bool, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = "SELECT id FROM people WHERE name_key = $1";
        if !transaction.rows(sql, values![name_key(name)]).await?.is_empty() {
            transaction.commit().await?;
            return Ok(false);
        }
        let sql = "UPDATE people SET name = $2, name_key = $3, password = $4, kind = $5 WHERE id = $1 AND kind = $6";
        let kinds = (UserKind::Registered.word(), UserKind::Guest.word());
        let values = values![id, name, name_key(name), password_hash, kinds.0, kinds.1];
        let changed = match transaction.execute(sql, values).await {
            Ok(changed) => changed,
            // Another node took the name at the same time.
            Err(StoreError::Taken) => return Ok(false),
            Err(error) => return Err(error),
        };
        if changed == 1 {
            transaction.execute("DELETE FROM sessions WHERE person = $1", values![id]).await?;
        }
        transaction.commit().await?;
        Ok(changed == 1)
    }

    /// Replaces the password hash of a user and ends all sessions but one. Returns false, without
    /// changes, if the old hash is not the current one.
    pub async fn change_password(&self, id: &str, old: &str, new: &str, session: &str) -> Result<bool, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = "UPDATE people SET password = $3 WHERE id = $1 AND password = $2";
        let changed = transaction.execute(sql, values![id, old, new]).await?;
        if changed == 1 {
            let sql = "DELETE FROM sessions WHERE person = $1 AND id <> $2";
            transaction.execute(sql, values![id, session]).await?;
        }
        transaction.commit().await?;
        Ok(changed == 1)
    }

    /// Marks a registered user as a bot. Returns false if the user is not registered.
    pub async fn mark_as_bot(&self, id: &str) -> Result<bool, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = "UPDATE people SET kind = $2 WHERE id = $1 AND kind = $3";
        let changed = transaction.execute(sql, values![id, UserKind::Bot.word(), UserKind::Registered.word()]).await?;
        transaction.commit().await?;
        Ok(changed == 1)
    }

    /// Deletes name, password and sessions of a user. The games remain, because they also belong to
    /// the opponents, with a deleted user as player.
    pub async fn delete_user(&self, id: &str) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = "UPDATE people SET name = '', name_key = NULL, password = NULL, kind = $2 WHERE id = $1";
        transaction.execute(sql, values![id, UserKind::Deleted.word()]).await?;
        transaction.execute("DELETE FROM sessions WHERE person = $1", values![id]).await?;
        transaction.commit().await
    }
}
