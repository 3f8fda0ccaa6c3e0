//! The results of users, counted as games end.

use hexarium_wire::http::Results;
use hexarium_wire::{Event, Participant, Side};

use super::backend::Transaction;
use super::journal::Write;
use super::value::values;
use super::{Status, Store, StoreError};

/// Counts the games that end with some writes.
pub(super) async fn count(transaction: &mut dyn Transaction, writes: &[&Write]) -> Result<(), StoreError> {
    let mut results: Vec<_> = writes.iter().flat_map(|write| results(write)).collect();
    // In order, to avoid deadlocks.
    results.sort();
    let sql = "INSERT INTO totals (person, kind, won, drawn, lost) SELECT $1, kind, $2, $3, $4 FROM games WHERE id = $5
        ON CONFLICT (person, kind) DO UPDATE
        SET won = totals.won + excluded.won, drawn = totals.drawn + excluded.drawn, lost = totals.lost + excluded.lost";
    for (user, game, [won, drawn, lost]) in results {
        transaction.execute(sql, values![user, won, drawn, lost, game]).await?;
    }
    Ok(())
}

/// Returns the users for whom a write ends a game that counts, with the game and the numbers of
/// games won, drawn and lost. A game of a user against themselves has no result.
fn results(write: &Write) -> Vec<(&str, &str, [bool; 3])> {
    let index = &write.index;
    let ends = matches!(write.entry.event, Event::Turn { .. } | Event::Ended { .. });
    let Some(participants) = index.participants.as_ref().filter(|_| ends && index.status == Status::Finished) else {
        return Vec::new();
    };
    if !index.counts || participants.first == participants.second {
        return Vec::new();
    }
    let result = |side: Side| match participants.of(side) {
        Participant::User(id) => {
            let result = [index.winner == Some(side), index.winner.is_none(), index.winner == Some(side.other())];
            Some((id.as_str(), write.game.as_str(), result))
        }
        Participant::Engine(_) => None,
    };
    Side::BOTH.into_iter().filter_map(result).collect()
}

impl Store {
    /// Returns a user's results in each kind of game, with the rating if there is one. All finished
    /// games count that were not aborted, against humans and engines alike, except games of a user
    /// against themselves.
    pub async fn results_of(&self, user: &str) -> Result<Vec<Results>, StoreError> {
        let ratings = self.ratings_of(user).await?;
        let sql = "SELECT kind, won, drawn, lost FROM totals WHERE person = $1 ORDER BY kind";
        let rows = self.backend.rows(sql, values![user]).await?;
        rows.into_iter()
            .map(|mut row| {
                let game = row.text()?;
                let rating = ratings.iter().find(|(kind, _)| *kind == game).map(|&(_, rating)| rating);
                Ok(Results { won: row.count()?, drawn: row.count()?, lost: row.count()?, rating, game })
            })
            .collect()
    }
}
