//! Lists of games, and what they add up to.

use hexarium_wire::http::Results;
use hexarium_wire::{Millis, Participant, Side};

use super::index::{GAME_COLUMNS, GameRow};
use super::value::{Value, values};
use super::{Store, StoreError};

/// Which of somebody's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFilter {
    /// Those that they play, and those that they have opened and nobody has joined; newest first.
    Running,
    /// Those that are over, the last to end first.
    Finished,
}

/// How many games somebody has that are not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunningGames {
    /// Opened by them, and waiting for somebody.
    pub open: u32,
    /// Played by them.
    pub playing: u32,
}

/// How a contest stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won by each who has won any.
    pub wins: Vec<(Participant, u32)>,
    /// Games drawn.
    pub draws: u32,
}

impl Score {
    /// The games that somebody has won.
    pub fn of(&self, participant: &Participant) -> u32 {
        self.wins.iter().find(|(winner, _)| winner == participant).map_or(0, |&(_, wins)| wins)
    }
}

/// How far a reader of all finished games has come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cursor {
    /// When the last game ended that was read.
    pub ended: Millis,
    /// Its id.
    pub id: String,
}

impl Cursor {
    /// Behind a game.
    pub fn after(game: &GameRow) -> Self {
        Self { ended: game.index.ended.unwrap_or_default(), id: game.header.id.clone() }
    }
}

impl Store {
    /// Listed games with a free seat, newest first.
    pub async fn open_games(&self, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        self.in_lobby("open", limit).await
    }

    /// Listed games that are being played, newest first.
    pub async fn playing_games(&self, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        self.in_lobby("playing", limit).await
    }

    async fn in_lobby(&self, status: &str, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let condition = "listed = 1 AND status = $1 ORDER BY created DESC, id LIMIT $2";
        self.games_where(condition, values![status, limit]).await
    }

    /// Somebody's games.
    pub async fn games_of(
        &self,
        user: &str,
        which: GameFilter,
        limit: u32,
        include_unlisted: bool,
    ) -> Result<Vec<GameRow>, StoreError> {
        // Each part is found by an index of its own and has no more rows than are wanted.
        let part = |whose: &str, status: &str, order: &str| {
            format!(
                "SELECT id FROM (SELECT id FROM games WHERE {whose} = $1 AND status = '{status}' AND listed >= $3
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
        let condition = format!("id IN ({parts}) ORDER BY {order} DESC, id LIMIT $2");
        self.games_where(&condition, values![user, limit, !include_unlisted]).await
    }

    /// How many games somebody has that are not over.
    pub async fn count_running(&self, user: &str) -> Result<RunningGames, StoreError> {
        let sql = "SELECT
            (SELECT COUNT(*) FROM games WHERE host = $1 AND status = 'open'),
            (SELECT COUNT(*) FROM games WHERE first_person = $1 AND status = 'playing') +
            (SELECT COUNT(*) FROM games WHERE second_person = $1 AND status = 'playing'
                AND (first_person IS NULL OR first_person <> $1))";
        let mut row = self.one(sql, values![user]).await?;
        Ok(RunningGames { open: row.count()?, playing: row.count()? })
    }

    /// The games that must be looked at by a time even if nobody does anything, by id, those first that are due first.
    pub async fn due(&self, before: Millis, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM games WHERE due IS NOT NULL AND due <= $1 ORDER BY due LIMIT $2";
        self.backend.rows(sql, values![before, limit]).await?.into_iter().map(|mut row| row.text()).collect()
    }

    /// How a contest stood when one of its games was opened: that game and all later ones are not counted.
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

    /// Somebody's results in each kind of game, with the rating where there is one. All games count that are over and were not called off,
    /// against people and engines alike, but not those that somebody played against themselves.
    pub async fn results_of(&self, user: &str) -> Result<Vec<Results>, StoreError> {
        let part = |seat: &str, side: &str, other: &str| {
            format!(
                "SELECT kind, CASE WHEN winner IS NULL THEN 0 WHEN winner = '{side}' THEN 1 ELSE -1 END AS outcome
                 FROM games WHERE {seat} = $1 AND status = 'over' AND counts = 1 AND ({other} IS NULL OR {other} <> $1)"
            )
        };
        let parts = [part("first_person", "first", "second_person"), part("second_person", "second", "first_person")]
            .join(" UNION ALL ");
        let sql = format!(
            "SELECT kind, COUNT(CASE WHEN outcome = 1 THEN 1 END), COUNT(CASE WHEN outcome = 0 THEN 1 END),
             COUNT(CASE WHEN outcome = -1 THEN 1 END) FROM ({parts}) AS results GROUP BY kind ORDER BY kind"
        );
        let ratings = self.ratings_of(user).await?;
        let rows = self.backend.rows(&sql, values![user]).await?;
        rows.into_iter()
            .map(|mut row| {
                let game = row.text()?;
                let rating = ratings.iter().find(|(kind, _)| *kind == game).map(|&(_, rating)| rating);
                Ok(Results { won: row.count()?, drawn: row.count()?, lost: row.count()?, rating, game })
            })
            .collect()
    }

    /// Listed games that are over and count, those first that ended first, behind a place in that order.
    pub async fn finished_public(&self, after: Option<&Cursor>, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let condition =
            "listed = 1 AND status = 'over' AND counts = 1 AND (ended, id) > ($1, $2) ORDER BY ended, id LIMIT $3";
        let (ended, id) = after.map_or((Millis::MIN, ""), |cursor| (cursor.ended, &cursor.id));
        self.games_where(condition, values![ended, id, limit]).await
    }

    async fn games_where(&self, condition: &str, values: Vec<Value>) -> Result<Vec<GameRow>, StoreError> {
        let sql = format!("SELECT {GAME_COLUMNS} FROM games WHERE {condition}");
        self.backend.rows(&sql, values).await?.into_iter().map(GameRow::read).collect()
    }

    /// The row of a question that has one answer.
    pub(super) async fn one(&self, sql: &str, values: Vec<Value>) -> Result<super::value::Row, StoreError> {
        let row = self.backend.rows(sql, values).await?.pop();
        row.ok_or_else(|| StoreError::Corrupt("no answer where one is always given".to_string()))
    }
}
