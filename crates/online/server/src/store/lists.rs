//! Lists of games, results and scores.

use hexarium_wire::{Millis, Participant, Side};

use super::index::{GAME_COLUMNS, GameRow};
use super::value::{Value, values};
use super::{Store, StoreError};

/// A selection of a user's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFilter {
    /// Games that the user plays, and games that the user created and that wait for an opponent;
    /// newest first.
    Running,
    /// Finished games, the latest end first.
    Finished,
}

/// The numbers of a user's unfinished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunningGames {
    /// Created by the user and waiting for an opponent.
    pub open: u32,
    /// Played by the user.
    pub playing: u32,
}

/// The score of a series.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// The number of games won by each participant with at least one win.
    pub wins: Vec<(Participant, u32)>,
    /// The number of drawn games.
    pub draws: u32,
}

impl Score {
    /// Returns the number of games that a participant has won.
    pub fn of(&self, participant: &Participant) -> u32 {
        self.wins.iter().find(|(winner, _)| winner == participant).map_or(0, |&(_, wins)| wins)
    }
}

/// A position in the list of all finished games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cursor {
    /// The end of the last game that was read.
    pub ended: Millis,
    /// Its id.
    pub id: String,
}

impl Cursor {
    /// Returns the position after a game.
    pub fn after(game: &GameRow) -> Self {
        Self { ended: game.index.ended.unwrap_or_default(), id: game.header.id.clone() }
    }
}

impl Store {
    /// Returns listed games with a free seat, newest first.
    pub async fn open_games(&self, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        self.in_lobby("open", limit).await
    }

    /// Returns listed games that are being played, newest first.
    pub async fn playing_games(&self, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        self.in_lobby("playing", limit).await
    }

    async fn in_lobby(&self, status: &str, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let condition = "listed = 1 AND status = $1 ORDER BY created DESC, id LIMIT $2";
        self.games_where(condition, values![status, limit]).await
    }

    /// Returns a user's games.
    pub async fn games_of(
        &self,
        user: &str,
        which: GameFilter,
        limit: u32,
        include_unlisted: bool,
    ) -> Result<Vec<GameRow>, StoreError> {
        // Each part uses its own index and has at most `limit` rows.
        let part = |whose: &str, status: &str, order: &str| {
            format!(
                "SELECT chosen_id FROM (SELECT id AS chosen_id FROM games WHERE {whose} = $1 AND status = '{status}' AND listed >= $3
                 ORDER BY {order} DESC LIMIT $2) AS part_{whose}"
            )
        };
        let (parts, order) = match which {
            GameFilter::Running => {
                let seats = ["first_person", "second_person"].map(|seat| part(seat, "playing", "created"));
                ([part("host", "open", "created"), seats.join(" UNION ")].join(" UNION "), "created")
            }
            GameFilter::Finished => {
                (["first_person", "second_person"].map(|seat| part(seat, "over", "ended")).join(" UNION "), "ended")
            }
        };
        // A cross join, because SQLite keeps its order: first the few chosen ids, then their rows.
        let source =
            format!("({parts}) AS chosen CROSS JOIN games WHERE id = chosen_id ORDER BY {order} DESC, id LIMIT $2");
        self.games_from(&source, values![user, limit, !include_unlisted]).await
    }

    /// Returns the numbers of a user's unfinished games.
    pub async fn count_running(&self, user: &str) -> Result<RunningGames, StoreError> {
        let sql = "SELECT
            (SELECT COUNT(*) FROM games WHERE host = $1 AND status = 'open'),
            (SELECT COUNT(*) FROM games WHERE first_person = $1 AND status = 'playing') +
            (SELECT COUNT(*) FROM games WHERE second_person = $1 AND status = 'playing'
                AND (first_person IS NULL OR first_person <> $1))";
        let mut row = self.one(sql, values![user]).await?;
        Ok(RunningGames { open: row.count()?, playing: row.count()? })
    }

    /// Returns the ids of the games that are due by a time even without a command, earliest first.
    pub async fn due(&self, before: Millis, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM games WHERE due IS NOT NULL AND due <= $1 ORDER BY due LIMIT $2";
        self.backend.rows(sql, values![before, limit]).await?.into_iter().map(|mut row| row.text()).collect()
    }

    /// Returns up to `limit` games in which an engine on the server is to move, as id and host, in
    /// the order of their ids after an id.
    pub async fn waiting_for_engine(&self, after: &str, limit: u32) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT id, host FROM games WHERE engine_to_move = 1 AND id > $1 ORDER BY id LIMIT $2";
        let rows = self.backend.rows(sql, values![after, limit]).await?;
        rows.into_iter().map(|mut row| Ok((row.text()?, row.text()?))).collect()
    }

    /// Returns the score of a series when one of its games was created: without that game and all
    /// later ones.
    pub async fn series_score(&self, contest: &str, created: Millis, without: &str) -> Result<Score, StoreError> {
        let sql = "SELECT winner, first_sitter, second_sitter FROM games
            WHERE contest = $1 AND created <= $2 AND id <> $3 AND status = 'over' AND counts = 1
            AND first_sitter IS NOT NULL ORDER BY created";
        let mut score = Score::default();
        for mut row in self.backend.rows(sql, values![contest, created, without]).await? {
            let winner = row.optional_word::<Side>()?;
            let (first, second) = (row.json::<Participant>()?, row.json::<Participant>()?);
            let Some(winner) = winner else {
                score.draws += 1;
                continue;
            };
            let winner = if winner == Side::First { first } else { second };
            match score.wins.iter_mut().find(|(participant, _)| *participant == winner) {
                Some((_, wins)) => *wins += 1,
                None => score.wins.push((winner, 1)),
            }
        }
        Ok(score)
    }

    /// Returns listed, finished games that count, ordered by their end, after a cursor.
    pub async fn finished_public(&self, after: Option<&Cursor>, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let condition =
            "listed = 1 AND status = 'over' AND counts = 1 AND (ended, id) > ($1, $2) ORDER BY ended, id LIMIT $3";
        let (ended, id) = after.map_or((Millis::MIN, ""), |cursor| (cursor.ended, &cursor.id));
        self.games_where(condition, values![ended, id, limit]).await
    }

    async fn games_where(&self, condition: &str, values: Vec<Value>) -> Result<Vec<GameRow>, StoreError> {
        self.games_from(&format!("games WHERE {condition}"), values).await
    }

    async fn games_from(&self, source: &str, values: Vec<Value>) -> Result<Vec<GameRow>, StoreError> {
        let sql = format!("SELECT {GAME_COLUMNS} FROM {source}");
        let mut games = Vec::new();
        for row in self.backend.rows(&sql, values).await? {
            match GameRow::read(row) {
                Ok(game) => games.push(game),
                // A game that cannot be read must not hide the others.
                Err(StoreError::Corrupt(problem)) => tracing::warn!("a game is left out of a list: {problem}"),
                Err(error) => return Err(error),
            }
        }
        Ok(games)
    }

    /// Returns the row of a query that always has exactly one.
    pub(super) async fn one(&self, sql: &str, values: Vec<Value>) -> Result<super::value::Row, StoreError> {
        let row = self.backend.rows(sql, values).await?.pop();
        row.ok_or_else(|| StoreError::Corrupt("the query returned no row: expected one".to_string()))
    }
}
