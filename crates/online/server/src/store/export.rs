//! The export of all data of a user.

use std::collections::VecDeque;

use serde_json::json;

use super::format::Word;
use super::value::values;
use super::{SessionKind, Store, StoreError};

/// All stored data of a user, as a JSON document in pieces: a user may have more games than should
/// be in memory at once.
pub struct Export {
    store: Store,
    /// The piece before the first game.
    head: Option<String>,
    /// The ids of the games that follow, oldest first.
    games: VecDeque<String>,
    /// The text between the last game and the next piece; `None` after the end.
    separator: Option<&'static str>,
}

impl Store {
    /// Returns all stored data of a user, `None` if there is no such user. Hashes are left out:
    /// they are of no use to the user, and dangerous if the export leaks.
    pub async fn export(&self, id: &str) -> Result<Option<Export>, StoreError> {
        let Some(row) = self.user(id).await? else {
            return Ok(None);
        };
        let mut sessions = Vec::new();
        for kind in [SessionKind::Cookie, SessionKind::Token] {
            for session in self.sessions(id, kind).await? {
                sessions.push(json!({
                    "id": session.id, "kind": kind.word(), "label": session.label, "created": session.created, "seen": session.seen,
                }));
            }
        }
        let sql = "SELECT kind, game, rating, deviation, volatility, games, at FROM ratings WHERE person = $1 ORDER BY kind, games";
        let mut ratings = Vec::new();
        for mut row in self.backend.rows(sql, values![id]).await? {
            ratings.push(json!({
                "kind": row.text()?, "game": row.text()?, "rating": row.fraction()?, "deviation": row.fraction()?,
                "volatility": row.fraction()?, "games": row.count()?, "at": row.number()?,
            }));
        }
        let sql =
            "SELECT id, created FROM games WHERE host = $1 UNION SELECT id, created FROM games WHERE first_person = $1
            UNION SELECT id, created FROM games WHERE second_person = $1 ORDER BY 2, 1";
        let rows = self.backend.rows(sql, values![id]).await?;
        let games = rows.into_iter().map(|mut row| row.text()).collect::<Result<_, _>>()?;
        let puzzles = self.puzzle_progress(id).await?.write();
        let head = json!({
            "format": "hexarium-data/1",
            "person": row.user, "created": row.created, "sessions": sessions, "ratings": ratings, "puzzles": puzzles,
        });
        // The games are appended to the object.
        let head = head.to_string().trim_end_matches('}').to_string() + ",\"games\":[";
        let head = Some(head);
        Ok(Some(Export { store: self.clone(), head, games, separator: Some("") }))
    }
}

impl Export {
    /// Returns the next piece, `None` after the last.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        if let Some(head) = self.head.take() {
            return Ok(Some(head));
        }
        let Some(separator) = self.separator else { return Ok(None) };
        while let Some(id) = self.games.pop_front() {
            let game = match self.store.load(&id).await {
                Ok(Some((header, entries))) => json!({ "header": header, "entries": entries }),
                // The game has expired since the start of the export.
                Ok(None) => continue,
                Err(StoreError::Corrupt(problem)) => json!({ "id": id, "unreadable": problem }),
                Err(error) => return Err(error),
            };
            self.separator = Some(",");
            return Ok(Some(format!("{separator}{game}")));
        }
        self.separator = None;
        Ok(Some("]}".to_string()))
    }
}
