//! Users.

use hexarium_wire::{Millis, User, UserKind};

use super::format::Word;
use super::value::{Row, values};
use super::{Store, StoreError};
use crate::names;

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

const COLUMNS: &str = "id, name, kind, password, created";

/// The accounts with a key or a skeleton, each found by its own index.
const SIMILAR_NAMES: &str = "SELECT id FROM people WHERE name_key = $1 UNION SELECT id FROM people WHERE skeleton = $2";

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
    /// Stores a new user. A user with a password has a name of its own: returns false, without
    /// changes, if an account has that name or one that looks like it.
    pub async fn add_user(&self, row: &UserRow) -> Result<bool, StoreError> {
        let User { id, name, kind } = &row.user;
        let account = row.password.as_ref().map(|_| (names::key(name), names::skeleton(name)));
        let (key, skeleton) = account.unzip();
        let mut transaction = self.backend.begin().await?;
        let sql = "INSERT INTO people (id, name, name_key, skeleton, kind, password, created)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
        let values = values![id, name, key, skeleton, kind.word(), row.password.clone(), row.created];
        let added = transaction.execute(sql, values).await?;
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

    /// Returns the registered user with a name. Names of 0.1 need not be in compatibility form: the
    /// name as it is typed comes first.
    pub async fn user_by_name(&self, name: &str) -> Result<Option<UserRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM people WHERE name_key = $1");
        for key in [names::key(name), names::key(&names::normalized(name))] {
            if let Some(row) = self.backend.rows(&sql, values![key]).await?.pop() {
                return UserRow::read(row).map(Some);
            }
        }
        Ok(None)
    }

    /// Whether an account has this name or one that looks like it.
    pub async fn looks_like_account(&self, name: &str) -> Result<bool, StoreError> {
        let found = self.backend.rows(SIMILAR_NAMES, values![names::key(name), names::skeleton(name)]).await?;
        Ok(!found.is_empty())
    }

    /// Returns up to `limit` accounts without a skeleton, as id and name, in the order of their ids
    /// after an id.
    pub async fn without_skeleton(&self, after: &str, limit: u32) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT id, name FROM people
            WHERE skeleton IS NULL AND name_key IS NOT NULL AND id > $1 ORDER BY id LIMIT $2";
        let rows = self.backend.rows(sql, values![after, limit]).await?;
        rows.into_iter().map(|mut row| Ok((row.text()?, row.text()?))).collect()
    }

    /// Stores the skeletons of accounts of 0.1, given as id and name. Of several that look alike,
    /// one has the skeleton; all keep their names.
    pub async fn add_skeletons(&self, accounts: &[(String, String)]) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = "UPDATE people SET skeleton = $2 WHERE id = $1 AND name_key IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM people WHERE skeleton = $2)";
        for (id, name) in accounts {
            transaction.execute(sql, values![id, names::skeleton(name)]).await?;
        }
        transaction.commit().await
    }

    /// Registers a guest with a name of its own and a password. The user keeps the id and all
    /// games. The guest's sessions end, so that none of them becomes one of the account. Returns
    /// false, without changes, if an account has the name or one that looks like it, or if the user
    /// is not a guest.
    pub async fn register(&self, id: &str, name: &str, password_hash: &str) -> Result<bool, StoreError> {
        let (key, skeleton) = (names::key(name), names::skeleton(name));
        let mut transaction = self.backend.begin().await?;
        if !transaction.rows(SIMILAR_NAMES, values![&key, &skeleton]).await?.is_empty() {
            transaction.commit().await?;
            return Ok(false);
        }
        let sql = "UPDATE people SET name = $2, name_key = $3, skeleton = $4, password = $5, kind = $6
            WHERE id = $1 AND kind = $7";
        let kinds = (UserKind::Registered.word(), UserKind::Guest.word());
        let values = values![id, name, key, skeleton, password_hash, kinds.0, kinds.1];
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

    /// Deletes name, password, sessions and puzzle results of a user. The games remain, because
    /// they also belong to the opponents, with a deleted user as player.
    pub async fn delete_user(&self, id: &str) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql =
            "UPDATE people SET name = '', name_key = NULL, skeleton = NULL, password = NULL, kind = $2 WHERE id = $1";
        transaction.execute(sql, values![id, UserKind::Deleted.word()]).await?;
        for table in ["sessions", "puzzles"] {
            transaction.execute(&format!("DELETE FROM {table} WHERE person = $1"), values![id]).await?;
        }
        transaction.commit().await
    }
}
