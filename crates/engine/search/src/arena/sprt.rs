//! The sequential probability ratio test, which decides when a match can stop.

use super::Score;

/// A test between two hypotheses about the Elo difference: no gain (lower) and a worthwhile gain
/// (upper). Both error probabilities are at most 5 %.
///
/// After each pair the test computes the log-likelihood ratio of the upper to the lower hypothesis
/// in the normal approximation: with m pairs of mean share x and variance v, and s₀, s₁ the
/// expected shares of the hypotheses,
///
/// ```text
/// LLR = m · (s₁ − s₀) · (2x − s₀ − s₁) / 2v
/// ```
///
/// At ln 19 the upper hypothesis is accepted, at −ln 19 the lower one. The variance includes five
/// prior pairs, so that a few identical pairs decide nothing.
///
/// ```
/// use hexarium_search::arena::{Score, Sprt, Verdict};
///
/// let test = Sprt::parse("0,30").unwrap();
/// let mut score = Score::default();
/// let pairs = (1..).find(|_| {
///     // The player wins both games of a pair, three times in four.
///     score.add_pair(2, if score.pairs[4] < 3 * (score.pairs[2] + 1) { 2 } else { 0 });
///     test.verdict(&score).is_some()
/// });
/// assert_eq!(test.verdict(&score), Some(Verdict::Upper));
/// assert!(pairs < Some(50), "{pairs:?}");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    lower: f64,
    upper: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The lower hypothesis is accepted.
    Lower,
    /// The upper hypothesis is accepted.
    Upper,
}

/// The logarithm of 19, for error probabilities of about 5 %.
const BOUND: f64 = 2.944_439;

/// Minimum number of pairs for a decision: with fewer the variance is unreliable.
const LEAST_PAIRS: u64 = 5;

/// Prior pairs of independent, decisive games with an even score that are added to the variance.
/// The first few pairs are often identical and would otherwise stop the test at once.
const IMAGINARY_PAIRS: f64 = 5.0;

impl Sprt {
    /// Parses `ELO0,ELO1`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let bad = || {
            let text = hexarium_kernel::shortened(text);
            format!("invalid bounds '{text}': expected two Elo differences, the lower first, such as 0,30")
        };
        let (lower, upper) = text.split_once(',').ok_or_else(bad)?;
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.abs() <= 2000.0).ok_or_else(bad);
        let (lower, upper) = (number(lower)?, number(upper)?);
        if lower < upper { Ok(Self { lower, upper }) } else { Err(bad()) }
    }

    /// Returns the log-likelihood ratio of the upper to the lower hypothesis.
    pub fn llr(&self, score: &Score) -> f64 {
        let m = score.pairs.iter().sum::<u64>() as f64;
        if m == 0.0 {
            return 0.0;
        }
        let shares = score.pairs.iter().enumerate().map(|(i, &count)| (i as f64 / 4.0, count as f64));
        let mean = shares.clone().map(|(share, count)| share * count).sum::<f64>() / m;
        let spread: f64 = shares.map(|(share, count)| count * (share - mean) * (share - mean)).sum();
        let variance = (spread + IMAGINARY_PAIRS * 0.125) / (m + IMAGINARY_PAIRS);
        let (s0, s1) = (share_of(self.lower), share_of(self.upper));
        m * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// Returns the decision, if the pairs allow one.
    pub fn verdict(&self, score: &Score) -> Option<Verdict> {
        if score.pairs.iter().sum::<u64>() < LEAST_PAIRS {
            return None;
        }
        let llr = self.llr(score);
        if llr >= BOUND {
            Some(Verdict::Upper)
        } else if llr <= -BOUND {
            Some(Verdict::Lower)
        } else {
            None
        }
    }
}

/// Returns the expected share of points for an Elo difference.
fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_kernel::Rng;

    /// Returns how many of 1000 tests accept the upper hypothesis, and the mean number of pairs.
    fn simulate(sprt: Sprt, elo: f64, gap: f64, draw: f64, seed: u64) -> (u32, u64) {
        let mut rng = Rng::new(seed);
        let mut chance = |p: f64| (rng.bits() >> 11) as f64 / (1u64 << 53) as f64 <= p;
        let wins = (share_of(elo) - draw / 2.0) / (1.0 - draw);
        let (mut upper, mut total) = (0, 0);
        for _ in 0..1000 {
            let mut score = Score::default();
            let verdict = loop {
                let mut game = |p| if chance(draw) { 1 } else { 2 * usize::from(chance(p)) };
                score.add_pair(game(wins + gap), game(wins - gap));
                total += 1;
                if let Some(verdict) = sprt.verdict(&score) {
                    break verdict;
                }
            };
            upper += u32::from(verdict == Verdict::Upper);
        }
        (upper, total / 1000)
    }

    #[test]
    fn both_error_probabilities_are_below_five_percent() {
        let sprt = Sprt::parse("0,60").unwrap();
        // Independent games, games decided by the side, games with many draws.
        for (gap, draw) in [(0.0, 0.0), (0.3, 0.0), (0.1, 0.5)] {
            let (wrong, _) = simulate(sprt, 0.0, gap, draw, 1);
            assert!(wrong <= 65, "{wrong} of 1000 see a gain where there is none ({gap}, {draw})");
            let (right, _) = simulate(sprt, 60.0, gap, draw, 2);
            assert!(right >= 935, "{right} of 1000 see the gain ({gap}, {draw})");
        }
    }

    #[test]
    fn a_clear_case_needs_few_pairs() {
        let sprt = Sprt::parse("0,60").unwrap();
        let (upper, pairs) = simulate(sprt, 300.0, 0.0, 0.0, 3);
        assert!(upper == 1000 && pairs < 25, "{upper} of 1000 in {pairs} pairs");
        let (upper, pairs) = simulate(sprt, -300.0, 0.0, 0.0, 4);
        assert!(upper == 0 && pairs < 15, "{upper} of 1000 in {pairs} pairs");
    }

    #[test]
    fn a_test_is_two_numbers_the_lower_first() {
        for text in ["", "5", "5,5", "30,0", "a,b", "0,nan", "0,inf", "0,1,2", "-9999,0"] {
            let problem = Sprt::parse(text).unwrap_err();
            assert!(problem.contains("expected two Elo differences"), "{text}: {problem}");
        }
        assert!(Sprt::parse("-10, 20.5").is_ok());
    }
}
