//! Shares of points: who wins how often.

use super::{Confidence, Estimate};

/// Wins, draws and losses of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Games without draws that are mixed into the spread, so that a few drawn games cannot make the interval vanish.
const IMAGINARY: f64 = 8.0;

impl Points {
    /// Takes note of a game: won, lost, or neither.
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

    /// The share of the points, a draw being half of one.
    ///
    /// The interval is Wilson's: all true shares from which the one seen is not too far away. It is honest for few games and for 100 to 0. Drawn
    /// games spread less than decided ones, so they are counted as the number of decided games that would spread alike.
    pub fn share(&self, confidence: Confidence) -> Estimate {
        let games = self.games() as f64;
        if games == 0.0 {
            return Estimate { value: 0.5, low: 0.0, high: 1.0 };
        }
        let p = (self.wins as f64 + 0.5 * self.draws as f64) / games;
        let decided = p * (1.0 - p);
        let spread = (self.wins as f64 * (1.0 - p).powi(2)
            + self.draws as f64 * (0.5 - p).powi(2)
            + self.losses as f64 * p * p
            + IMAGINARY * decided)
            / (games + IMAGINARY);
        wilson(p, if spread > 0.0 { games * decided / spread } else { games }, confidence)
    }

    /// How often a thing happened that is won when it did.
    pub fn rate(happened: u64, games: u64, confidence: Confidence) -> Estimate {
        Self { wins: happened, draws: 0, losses: games.saturating_sub(happened) }.share(confidence)
    }
}

fn wilson(p: f64, games: f64, confidence: Confidence) -> Estimate {
    let z2 = confidence.deviations().powi(2) / games;
    let centre = (p + z2 / 2.0) / (1.0 + z2);
    let reach = (p * (1.0 - p) * z2 + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
    // At the very ends the formula is exact, but floating point is not.
    let low = if p == 0.0 { 0.0 } else { (centre - reach).max(0.0) };
    let high = if p == 1.0 { 1.0 } else { (centre + reach).min(1.0) };
    Estimate { value: p, low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifty_of_a_hundred_is_forty_to_sixty() {
        let share = Points { wins: 50, draws: 0, losses: 50 }.share(Confidence::PLAIN);
        assert!((share.low - 0.4038).abs() < 0.001 && (share.high - 0.5962).abs() < 0.001, "{share:?}");
    }

    #[test]
    fn draws_narrow_the_interval_but_never_to_nothing() {
        let share = |wins, draws, losses| Points { wins, draws, losses }.share(Confidence::PLAIN).reach();
        assert!(share(25, 50, 25) < 0.8 * share(50, 0, 50));
        assert!(share(0, 100, 0) > 0.02);
    }

    #[test]
    fn without_games_everything_is_possible() {
        let share = Points::default().share(Confidence::PLAIN);
        assert_eq!((share.low, share.high), (0.0, 1.0));
    }

    #[test]
    fn what_never_happened_has_an_upper_end() {
        let rate = Points::rate(0, 100, Confidence::PLAIN);
        assert_eq!((rate.value, rate.low), (0.0, 0.0));
        assert!((0.03..0.04).contains(&rate.high), "{rate:?}");
    }
}
