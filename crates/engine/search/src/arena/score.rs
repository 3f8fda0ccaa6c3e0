//! Match scores and their Elo difference.

use std::fmt;

/// Wins, draws and losses of a player, and the results of game pairs with the same opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Number of pairs by points of the player: 0, ½, 1, 1½ and 2.
    pub pairs: [u64; 5],
}

/// An Elo difference with its 95 % confidence interval; all three values may be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The maximum likelihood estimate.
    pub middle: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Half of the width of a 95 % interval, in standard deviations.
const Z: f64 = 1.959_964;

/// The minimum number of pairs from which the pair variance is used.
const ENOUGH_PAIRS: u64 = 10;

/// Prior pairs of independent, decisive games, so that a few identical pairs cannot collapse the
/// interval.
const IMAGINARY_PAIRS: f64 = 4.0;

impl Score {
    /// Adds a game: 2 half points for a win, 1 for a draw, 0 for a loss.
    pub fn add_game(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds two games from the same opening with sides swapped.
    pub fn add_pair(&mut self, first: usize, second: usize) {
        self.add_game(first);
        self.add_game(second);
        self.pairs[(first + second).min(4)] += 1;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, from 0 to 1; ½ without games.
    pub fn share(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + 0.5 * self.draws as f64) / games as f64,
        }
    }

    /// Returns the Elo difference.
    ///
    /// The interval is the Wilson score interval: all true shares from which the observed share is
    /// less than 1.96 standard deviations away. Unlike the normal approximation it has correct
    /// coverage for few games and for 100 to 0, where one end becomes infinite and the other does
    /// not. Wilson's formula assumes independent and decisive games. Two games from one opening are
    /// neither, so with ten pairs or more the number of games is replaced by the number of
    /// independent games with the same variance as the pairs (the pentanomial variance), with four
    /// prior pairs of independent games.
    pub fn elo(&self) -> Elo {
        let n = self.effective_games();
        if n == 0.0 {
            return Elo { middle: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let p = self.share();
        let z2 = Z * Z / n;
        let centre = (p + z2 / 2.0) / (1.0 + z2);
        let reach = (p * (1.0 - p) * z2 + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
        // At the extremes the formula is exact, but floating point is not.
        let low = if p == 0.0 { 0.0 } else { centre - reach };
        let high = if p == 1.0 { 1.0 } else { centre + reach };
        Elo { middle: elo_of(p), low: elo_of(low), high: elo_of(high) }
    }

    /// Returns the number of independent, decisive games with the same information.
    fn effective_games(&self) -> f64 {
        let games = self.games() as f64;
        let pairs: u64 = self.pairs.iter().sum();
        let p = self.share();
        if pairs < ENOUGH_PAIRS || p <= 0.0 || p >= 1.0 {
            return games;
        }
        let m = pairs as f64;
        let shares = self.pairs.iter().enumerate().map(|(i, &count)| (i as f64 / 4.0, count as f64));
        let mean = shares.clone().map(|(share, count)| share * count).sum::<f64>() / m;
        let spread: f64 = shares.map(|(share, count)| count * (share - mean) * (share - mean)).sum();
        let unrelated = p * (1.0 - p) / 2.0;
        let variance = (spread + IMAGINARY_PAIRS * unrelated) / (m - 1.0 + IMAGINARY_PAIRS);
        games * unrelated / variance
    }
}

/// Returns the Elo difference of a share of points.
fn elo_of(share: f64) -> f64 {
    if share <= 0.0 {
        f64::NEG_INFINITY
    } else if share >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (share / (1.0 - share)).log10()
    }
}

impl fmt::Display for Score {
    /// `W-D-L of N, elo E [LOW, HIGH]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{} of {}, elo {}", self.wins, self.draws, self.losses, self.games(), self.elo())
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding 0 turns -0 into 0.
        let [middle, low, high] = [self.middle, self.low, self.high].map(|elo| elo.round() + 0.0);
        write!(f, "{middle} [{low}, {high}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_kernel::Rng;

    fn score(wins: u64, draws: u64, losses: u64) -> Score {
        Score { wins, draws, losses, ..Score::default() }
    }

    #[test]
    fn a_clean_sweep_has_a_finite_lower_end_that_grows_with_the_games() {
        assert_eq!(score(100, 0, 0).to_string(), "100-0-0 of 100, elo inf [566, inf]");
        assert_eq!(score(0, 0, 100).to_string(), "0-0-100 of 100, elo -inf [-inf, -566]");
        assert_eq!(score(1, 0, 0).to_string(), "1-0-0 of 1, elo inf [-234, inf]");
    }

    #[test]
    fn an_even_score_has_a_symmetric_interval_around_zero() {
        assert_eq!(score(50, 0, 50).to_string(), "50-0-50 of 100, elo 0 [-68, 68]");
        assert_eq!(score(0, 1, 0).elo().middle, 0.0);
        assert_eq!(score(0, 0, 0).to_string(), "0-0-0 of 0, elo 0 [-inf, inf]");
    }

    #[test]
    fn pairs_that_always_split_have_a_narrower_interval_than_independent_games() {
        let mut split = Score::default();
        let mut unrelated = Score::default();
        for i in 0..40 {
            split.add_pair(2, 0);
            unrelated.add_pair([0, 2, 2, 0][i % 4], [0, 2, 0, 2][i % 4]);
        }
        let width = |score: &Score| score.elo().high - score.elo().low;
        assert!(width(&split) < 0.6 * width(&unrelated), "{split} and {unrelated}");
        assert!((width(&unrelated) / width(&score(40, 0, 40)) - 1.0).abs() < 0.05);
    }

    /// The coverage of the interval is close to 95 % for all shares, with and without correlation
    /// within pairs.
    #[test]
    fn the_interval_contains_the_true_value_in_95_percent_of_cases() {
        let mut rng = Rng::new(5);
        let mut chance = |p: f64| (rng.bits() >> 11) as f64 / (1u64 << 53) as f64 <= p;
        for pairs in [5, 10, 20, 50] {
            // The win probabilities with the better and the worse side of an opening, and the draw
            // probability.
            for (better, worse, draw) in [(0.5, 0.5, 0.0), (0.9, 0.9, 0.0), (0.95, 0.15, 0.0), (0.8, 0.3, 0.4)] {
                let expected = elo_of((1.0 - draw) * (better + worse) / 2.0 + draw / 2.0);
                let mut held = 0;
                for _ in 0..2000 {
                    let mut score = Score::default();
                    let mut game = |p| if chance(draw) { 1 } else { 2 * usize::from(chance(p)) };
                    (0..pairs).for_each(|_| score.add_pair(game(better), game(worse)));
                    let elo = score.elo();
                    held += u32::from(elo.low <= expected && expected <= elo.high);
                }
                assert!(held >= 2000 * 92 / 100, "{held} of 2000: {pairs} pairs with {better}, {worse}, {draw}");
            }
        }
    }
}
