//! The export of all data of a user.

use serde_json::{Value, json};

use super::format::Word;
use super::index::{GAME_COLUMNS, GameRow};
use super::value::values;
use super::{SessionKind, Store, StoreError};

impl Store {
    /// Returns all stored data of a user, `None` if there is no such user. Hashes are left out:
    /// they are of no use to the user, and dangerous if the export leaks.
    pub async fn export(&self, id: &str) -> Result<Option<Value>, StoreError> {
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
        let sql = format!(
            "SELECT {GAME_COLUMNS} FROM games WHERE id IN (SELECT id FROM games WHERE host = $1
             UNION SELECT id FROM games WHERE first_person = $1 UNION SELECT id FROM games WHERE second_person = $1)
             ORDER BY created, id"
        );
        let mut games = Vec::new();
        for row in self.backend.rows(&sql, values![id]).await? {
            let header = GameRow::read(row)?.header;
            let entries = self.entries_since(&header.id, 0).await?;
            games.push(json!({ "header": header, "entries": entries }));
        }
        let sql = "SELECT kind, game, rating, deviation, volatility, games, at FROM ratings WHERE person = $1 ORDER BY kind, games";
        let mut ratings = Vec::new();
        for mut row in self.backend.rows(sql, values![id]).await? {
            ratings.push(json!({
                "kind": row.text()?, "game": row.text()?, "rating": row.fraction()?, "deviation": row.fraction()?,
                "volatility": row.fraction()?, "games": row.count()?, "at": row.number()?,
            }));
        }
        Ok(Some(json!({
            "person": row.user, "created": row.created, "sessions": sessions, "games": games, "ratings": ratings,
        })))
    }
}
