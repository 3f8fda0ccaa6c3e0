//! Glicko-2 ratings. Every rated game is a rating period of its own; ratings do not change between
//! games.

use hexarium_wire::http::Rating;
use hexarium_wire::{Millis, Side};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use super::backend::Transaction;
use super::format::fraction;
use super::journal::RatedResult;
use super::value::{Row, values};
use super::{Store, StoreError};

/// A rating after a game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    /// The id of the rated game.
    pub game: String,
    /// The rating.
    pub rating: Rating,
    /// The time of the change.
    pub at: Millis,
}

/// The initial rating.
const NEW: Rating = Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06, games: 0 };

/// Returns the rating after a period of games, each given as the opponent's rating and the score: 1
/// for a win, 0.5 for a draw, 0 for a loss.
pub fn after_games(rating: Rating, games: &[(Rating, f64)]) -> Rating {
    let glicko = |r: Rating| Glicko2Rating { rating: r.rating, deviation: r.deviation, volatility: r.volatility };
    let outcome = |points: f64| match points {
        p if p > 0.5 => Outcomes::WIN,
        p if p < 0.5 => Outcomes::LOSS,
        _ => Outcomes::DRAW,
    };
    let results: Vec<_> = games.iter().map(|&(opponent, points)| (glicko(opponent), outcome(points))).collect();
    // Tau is 0.5, as in the paper's example.
    let new = glicko2_rating_period(&glicko(rating), &results, &Glicko2Config::default());
    Rating {
        rating: new.rating,
        deviation: new.deviation,
        volatility: new.volatility,
        games: rating.games + games.len() as u32,
    }
}

const COLUMNS: &str = "rating, deviation, volatility, games";

fn read_rating(row: &mut Row) -> Result<Rating, StoreError> {
    Ok(Rating { rating: row.fraction()?, deviation: row.fraction()?, volatility: row.fraction()?, games: row.count()? })
}

/// Rates a game. The caller must have locked the players' rows.
pub(super) async fn rate(
    transaction: &mut dyn Transaction,
    game: &str,
    at: Millis,
    rated: &RatedResult,
) -> Result<(), StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM ratings WHERE person = $1 AND kind = $2 ORDER BY games DESC LIMIT 1");
    let mut before = [NEW; 2];
    for (user, rating) in [&rated.first, &rated.second].into_iter().zip(&mut before) {
        if let Some(mut row) = transaction.rows(&sql, values![user, &rated.kind]).await?.pop() {
            *rating = read_rating(&mut row)?;
        }
    }
    let points = match rated.winner {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    };
    let after = [after_games(before[0], &[(before[1], points)]), after_games(before[1], &[(before[0], 1.0 - points)])];
    let sql = "INSERT INTO ratings (person, kind, games, game, rating, deviation, volatility, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    for (user, new) in [&rated.first, &rated.second].into_iter().zip(after) {
        let fractions = [new.rating, new.deviation, new.volatility].map(fraction);
        let [rating, deviation, volatility] = fractions;
        let values = values![user, &rated.kind, new.games, game, rating, deviation, volatility, at];
        transaction.execute(sql, values).await?;
    }
    Ok(())
}

impl Store {
    /// Returns a user's ratings by kind of game.
    pub async fn ratings_of(&self, user: &str) -> Result<Vec<(String, Rating)>, StoreError> {
        let sql = format!(
            "SELECT kind, {COLUMNS} FROM ratings AS r WHERE person = $1 AND games =
             (SELECT MAX(games) FROM ratings WHERE person = $1 AND kind = r.kind) ORDER BY kind"
        );
        let rows = self.backend.rows(&sql, values![user]).await?;
        rows.into_iter().map(|mut row| Ok((row.text()?, read_rating(&mut row)?))).collect()
    }

    /// Returns the history of a user's rating in a kind of game, oldest first.
    pub async fn rating_history(&self, user: &str, kind: &str) -> Result<Vec<RatingRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS}, game, at FROM ratings WHERE person = $1 AND kind = $2 ORDER BY games");
        let rows = self.backend.rows(&sql, values![user, kind]).await?;
        let read =
            |mut row: Row| Ok(RatingRow { rating: read_rating(&mut row)?, game: row.text()?, at: row.number()? });
        rows.into_iter().map(read).collect()
    }
}
