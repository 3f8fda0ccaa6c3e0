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

/// The time in which games count as repeated: a day, in milliseconds.
const REPEATED_WITHIN: Millis = 24 * 60 * 60 * 1000;

/// The number of games that count in full, of those that are repeated.
const FULL: usize = 4;

/// The number of games that count at all, of those that are repeated.
const COUNTED: usize = 8;

/// The number of rated games after which a user is no longer new.
const NEW_GAMES: u32 = 5;

/// The number of earlier games that are read.
const RECENT: u32 = 200;

/// Returns the weight of a game after a number of similar ones: 1, then half of it and so on,
/// finally 0.
fn weight(similar: usize) -> f64 {
    match similar {
        0..FULL => 1.0,
        FULL..COUNTED => 0.5_f64.powi((similar - FULL + 1) as i32),
        _ => 0.0,
    }
}

/// A rated game of a user.
struct Earlier {
    opponent: String,
    /// Whether the opponent was new then.
    new_opponent: bool,
}

/// Returns the weight of a game for a user. Games against the same opponent within a day count less
/// and less, then not at all. So do games of an experienced user against new ones: otherwise a
/// rating could be raised with accounts made for losing.
fn weight_for(user: Rating, opponent: (&str, Rating), earlier: &[Earlier]) -> f64 {
    let repeated = weight(earlier.iter().filter(|game| game.opponent == opponent.0).count());
    if user.games < NEW_GAMES || opponent.1.games >= NEW_GAMES {
        return repeated;
    }
    repeated.min(weight(earlier.iter().filter(|game| game.new_opponent).count()))
}

/// Returns the rating after a game that counts in part.
fn after_game(rating: Rating, opponent: Rating, points: f64, weight: f64) -> Rating {
    let full = after_games(rating, &[(opponent, points)]);
    let part = |old: f64, new: f64| if weight < 1.0 { old + weight * (new - old) } else { new };
    Rating {
        rating: part(rating.rating, full.rating),
        deviation: part(rating.deviation, full.deviation),
        volatility: part(rating.volatility, full.volatility),
        games: full.games,
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
    let sides = [(&rated.first, before[0], points), (&rated.second, before[1], 1.0 - points)];
    let sql = "INSERT INTO ratings (person, kind, games, game, rating, deviation, volatility, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    for ((user, rating, points), (opponent, theirs, _)) in sides.into_iter().zip([sides[1], sides[0]]) {
        let earlier = earlier(transaction, user, &rated.kind, at - REPEATED_WITHIN).await?;
        let weight = weight_for(rating, (opponent, theirs), &earlier);
        if weight == 0.0 {
            continue;
        }
        let new = after_game(rating, theirs, points, weight);
        let fractions = [new.rating, new.deviation, new.volatility].map(fraction);
        let [rating, deviation, volatility] = fractions;
        let values = values![user, &rated.kind, new.games, game, rating, deviation, volatility, at];
        transaction.execute(sql, values).await?;
    }
    Ok(())
}

/// Returns the latest rated games of a user in a kind of game since a time.
async fn earlier(
    transaction: &mut dyn Transaction,
    user: &str,
    kind: &str,
    since: Millis,
) -> Result<Vec<Earlier>, StoreError> {
    // A game that did not count for the opponent has no rating of theirs.
    let sql = "SELECT CASE WHEN first_person = $1 THEN second_person ELSE first_person END, COALESCE(theirs.games, $5)
        FROM (SELECT game, at FROM ratings WHERE person = $1 AND kind = $2 ORDER BY games DESC LIMIT $4) AS mine
        JOIN games ON games.id = mine.game
        LEFT JOIN ratings AS theirs ON theirs.game = mine.game AND theirs.person <> $1 WHERE mine.at > $3";
    let rows = transaction.rows(sql, values![user, kind, since, RECENT, NEW_GAMES + 1]).await?;
    let read = |mut row: Row| {
        let opponent = row.optional_text()?.unwrap_or_default();
        Ok(Earlier { opponent, new_opponent: row.count()? <= NEW_GAMES })
    };
    rows.into_iter().map(read).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_games_count_less_and_less_then_not_at_all() {
        let weights: Vec<f64> = (0..10).map(weight).collect();
        assert_eq!(weights, [1.0, 1.0, 1.0, 1.0, 0.5, 0.25, 0.125, 0.0625, 0.0, 0.0]);
    }
}
