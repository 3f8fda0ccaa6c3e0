//! Estimates with confidence intervals.
//!
//! Every interval is for a [`Confidence`], which accounts for the number of intervals that are
//! read together: several measures, several variants, or several checkpoints during a run.

mod confidence;
mod mean;
mod score;

pub use confidence::Confidence;
pub use mean::Mean;
pub use score::Score;

/// An estimate with its confidence interval.
///
/// ```
/// use hexarium_lab::stats::Estimate;
///
/// let one = Estimate { value: 0.60, low: 0.55, high: 0.65 };
/// let other = Estimate { value: 0.50, low: 0.46, high: 0.54 };
/// let difference = one.minus(&other);
/// assert!(!difference.contains(0.0), "the difference is significant");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The observed value.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether the interval contains a value.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns the difference to an independent estimate (Newcombe's method, which keeps the
    /// asymmetry of the two intervals).
    pub fn minus(&self, other: &Self) -> Self {
        let value = self.value - other.value;
        let down = ((self.value - self.low).powi(2) + (other.high - other.value).powi(2)).sqrt();
        let up = ((self.high - self.value).powi(2) + (other.value - other.low).powi(2)).sqrt();
        Self { value, low: value - down, high: value + up }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_kernel::Rng;

    fn chance(rng: &mut Rng, p: f64) -> bool {
        ((rng.bits() >> 11) as f64 / (1u64 << 53) as f64) < p
    }

    fn game(rng: &mut Rng, win: f64, draw: f64) -> Option<bool> {
        if chance(rng, draw) { None } else { Some(chance(rng, win)) }
    }

    /// The interval contains the known bias of a coin in at least 95 of 100 cases, and in hardly
    /// more.
    #[test]
    fn share_intervals_cover_the_true_value() {
        const TRIALS: u32 = 20_000;
        let mut rng = Rng::new(7);
        for (win, draw) in [(0.5, 0.0), (0.55, 0.0), (0.8, 0.0), (0.5, 0.5), (0.6, 0.9), (0.97, 0.0)] {
            for games in [20, 100, 400] {
                let expected = (1.0 - draw) * win + draw / 2.0;
                let mut covered = 0;
                for _ in 0..TRIALS {
                    let mut score = Score::default();
                    (0..games).for_each(|_| score.add(game(&mut rng, win, draw)));
                    covered += u32::from(score.share(Confidence::SINGLE).contains(expected));
                }
                let share = f64::from(covered) / f64::from(TRIALS);
                // With many draws and few games the interval is too wide: the draw rate is not
                // known yet.
                let most = if draw < 0.9 { 0.99 } else { 1.0 };
                assert!((0.937..=most).contains(&share), "{share} with {games} games of {win}, {draw}");
            }
        }
    }

    /// Intervals hold at all checkpoints together in 95 of 100 cases.
    #[test]
    fn repeated_checkpoints_do_not_spoil_the_interval() {
        let mut rng = Rng::new(8);
        let checkpoints = [50, 75, 113, 170, 255, 383, 500];
        for (win, draw) in [(0.5, 0.0), (0.6, 0.3)] {
            let expected = (1.0 - draw) * win + draw / 2.0;
            let confidence = Confidence::SINGLE.simultaneous(checkpoints.len());
            // The worst case: the run stops as soon as the interval misses the true value.
            let mut missed = 0;
            let mut missed_uncorrected = 0;
            for _ in 0..2000 {
                let mut score = Score::default();
                let (mut out, mut out_uncorrected) = (false, false);
                for checkpoint in checkpoints {
                    while score.games() < checkpoint {
                        score.add(game(&mut rng, win, draw));
                    }
                    out |= !score.share(confidence).contains(expected);
                    out_uncorrected |= !score.share(Confidence::SINGLE).contains(expected);
                }
                missed += u32::from(out);
                missed_uncorrected += u32::from(out_uncorrected);
            }
            assert!(missed <= 100, "{missed} of 2000");
            assert!(missed_uncorrected > 150, "without correction {missed_uncorrected} of 2000");
        }
    }

    #[test]
    fn mean_intervals_cover_the_true_value() {
        let mut rng = Rng::new(9);
        for values in [3, 5, 10, 30, 200] {
            let mut covered = 0;
            for _ in 0..4000 {
                let mut mean = Mean::default();
                // A sum of twelve uniform numbers is nearly normal; its mean is 6.
                (0..values)
                    .for_each(|_| mean.add((0..12).map(|_| rng.below(1 << 20) as f64 / f64::from(1 << 20)).sum()));
                covered += u32::from(mean.estimate(Confidence::SINGLE).contains(6.0));
            }
            let share = f64::from(covered) / 4000.0;
            assert!((0.94..=0.96).contains(&share), "{share} with {values} values");
        }
    }

    /// A difference of the size that is called detectable is significant in about 80 of 100 cases.
    #[test]
    fn a_detectable_difference_is_found_in_80_of_100_cases() {
        let mut rng = Rng::new(11);
        for (games, intervals) in [(200, 1), (200, 48), (1000, 16)] {
            let confidence = Confidence::SINGLE.simultaneous(intervals);
            let even = Score { wins: games / 2, draws: 0, losses: games / 2 }.share(confidence);
            let difference = confidence.detectable(even.minus(&even).half_width());
            let needed = confidence.games_to_detect(difference);
            assert!(needed.abs_diff(games) < games / 10, "{needed} games instead of {games}");
            let mut found = 0;
            for _ in 0..2000 {
                let mut scores = [Score::default(); 2];
                for (score, win) in scores.iter_mut().zip([0.5 + difference / 2.0, 0.5 - difference / 2.0]) {
                    (0..games).for_each(|_| score.add(game(&mut rng, win, 0.0)));
                }
                let [a, b] = scores.map(|score| score.share(confidence));
                found += u32::from(!a.minus(&b).contains(0.0));
            }
            assert!((1500..=1700).contains(&found), "{found} of 2000 with {games} games, {intervals} intervals");
        }
    }

    #[test]
    fn difference_intervals_cover_the_true_value() {
        let mut rng = Rng::new(10);
        for (one, other) in [(0.5, 0.5), (0.7, 0.5), (0.95, 0.9)] {
            let mut covered = 0;
            for _ in 0..2000 {
                let mut scores = [Score::default(); 2];
                for (score, win) in scores.iter_mut().zip([one, other]) {
                    (0..150).for_each(|_| score.add(game(&mut rng, win, 0.1)));
                }
                let [a, b] = scores.map(|score| score.share(Confidence::SINGLE));
                covered += u32::from(a.minus(&b).contains(0.9 * (one - other)));
            }
            let share = f64::from(covered) / 2000.0;
            assert!((0.935..=0.97).contains(&share), "{share} with {one} and {other}");
        }
    }
}
