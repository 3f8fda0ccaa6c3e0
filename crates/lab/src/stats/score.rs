//! Scores: wins, draws and losses.

use super::{Confidence, Estimate};

/// Wins, draws and losses of one side.
///
/// ```
/// use hexarium_lab::stats::{Confidence, Score};
///
/// let mut score = Score::default();
/// score.add(Some(true)); // a win
/// score.add(None); // a draw
/// assert_eq!(score.games(), 2);
/// let share = score.share(Confidence::SINGLE);
/// assert_eq!(share.value, 0.75);
/// assert!(share.contains(0.5), "two games decide nothing");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Decided games mixed into the variance, so that a few drawn games cannot make the interval
/// vanish.
const PRIOR_GAMES: f64 = 8.0;

impl Score {
    /// Adds a game: won, lost, or `None` for a draw.
    pub fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.wins += 1,
            Some(false) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the share of the points, a draw counting one half.
    ///
    /// The interval is Wilson's, which is reliable for few games and for extreme shares. Drawn
    /// games vary less than decided ones, so the number of games is scaled to the number of decided
    /// games with the same variance.
    pub fn share(&self, confidence: Confidence) -> Estimate {
        let games = self.games() as f64;
        if games == 0.0 {
            return Estimate { value: 0.5, low: 0.0, high: 1.0 };
        }
        let p = (self.wins as f64 + 0.5 * self.draws as f64) / games;
        let decided = p * (1.0 - p);
        let variance = (self.wins as f64 * (1.0 - p).powi(2)
            + self.draws as f64 * (0.5 - p).powi(2)
            + self.losses as f64 * p * p
            + PRIOR_GAMES * decided)
            / (games + PRIOR_GAMES);
        wilson(p, if variance > 0.0 { games * decided / variance } else { games }, confidence)
    }

    /// Returns the frequency of an event that happened in some of the games.
    pub fn rate(happened: u64, games: u64, confidence: Confidence) -> Estimate {
        Self { wins: happened, draws: 0, losses: games.saturating_sub(happened) }.share(confidence)
    }
}

fn wilson(p: f64, games: f64, confidence: Confidence) -> Estimate {
    let z2 = confidence.normal_quantile().powi(2) / games;
    let centre = (p + z2 / 2.0) / (1.0 + z2);
    let half_width = (p * (1.0 - p) * z2 + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
    // At 0 and 1 the formula is exact, but floating point is not.
    let low = if p == 0.0 { 0.0 } else { (centre - half_width).max(0.0) };
    let high = if p == 1.0 { 1.0 } else { (centre + half_width).min(1.0) };
    Estimate { value: p, low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interval_of_fifty_in_a_hundred() {
        let share = Score { wins: 50, draws: 0, losses: 50 }.share(Confidence::SINGLE);
        assert!((share.low - 0.4038).abs() < 0.001 && (share.high - 0.5962).abs() < 0.001, "{share:?}");
    }

    #[test]
    fn draws_narrow_the_interval_but_never_to_zero() {
        let width = |wins, draws, losses| Score { wins, draws, losses }.share(Confidence::SINGLE).half_width();
        assert!(width(25, 50, 25) < 0.8 * width(50, 0, 50));
        assert!(width(0, 100, 0) > 0.02);
    }

    #[test]
    fn without_games_the_interval_is_unbounded() {
        let share = Score::default().share(Confidence::SINGLE);
        assert_eq!((share.low, share.high), (0.0, 1.0));
    }

    #[test]
    fn an_event_that_never_occurred_has_an_upper_bound() {
        let rate = Score::rate(0, 100, Confidence::SINGLE);
        assert_eq!((rate.value, rate.low), (0.0, 0.0));
        assert!((0.03..0.04).contains(&rate.high), "{rate:?}");
    }
}
