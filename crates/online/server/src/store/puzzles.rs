//! The progress of users in puzzles, stored in the text form of `hexarium_puzzles`.

use hexarium_puzzles::Progress;
use hexarium_wire::{Millis, UserKind};

use super::format::Word;
use super::value::{Row, values};
use super::{Store, StoreError};

const READ: &str = "SELECT progress FROM puzzles WHERE person = $1";

/// Reads the rows of [`READ`]; a user without a row has made no attempt.
fn read(rows: Vec<Row>) -> Result<Progress, StoreError> {
    let Some(mut row) = rows.into_iter().next() else { return Ok(Progress::default()) };
    Progress::parse(&row.text()?).map_err(|error| StoreError::Corrupt(format!("puzzle progress: {error}")))
}

impl Store {
    /// Returns the progress of a user in puzzles.
    pub async fn puzzle_progress(&self, user: &str) -> Result<Progress, StoreError> {
        read(self.backend.rows(READ, values![user]).await?)
    }

    /// Changes the progress of a user in puzzles and returns it. Changes of the same user follow
    /// one another, whichever node makes them. Returns `None`, without changes, if the user has
    /// been deleted.
    pub async fn change_puzzle_progress(
        &self,
        user: &str,
        at: Millis,
        change: impl FnOnce(&mut Progress) + Send,
    ) -> Result<Option<Progress>, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = format!("SELECT id FROM people WHERE id = $1 AND kind <> $2{}", self.backend.lock());
        if transaction.rows(&sql, values![user, UserKind::Deleted.word()]).await?.is_empty() {
            transaction.commit().await?;
            return Ok(None);
        }
        let mut progress = read(transaction.rows(READ, values![user]).await?)?;
        let before = progress.write();
        change(&mut progress);
        let text = progress.write();
        if text != before {
            let sql = "INSERT INTO puzzles (person, progress, changed) VALUES ($1, $2, $3)
                ON CONFLICT (person) DO UPDATE SET progress = excluded.progress, changed = excluded.changed";
            transaction.execute(sql, values![user, text, at]).await?;
        }
        transaction.commit().await?;
        Ok(Some(progress))
    }
}
