//! Confidence of an interval.

use distrs::{Normal, StudentsT};

/// Confidence of an interval: 95 % for all intervals of a family together.
///
/// ```
/// use hexarium_lab::stats::Confidence;
///
/// // A single interval reaches 1.96 standard errors to each side, one of five reaches 2.58.
/// assert!((Confidence::SINGLE.normal_quantile() - 1.96).abs() < 0.001);
/// assert!((Confidence::SINGLE.simultaneous(5).normal_quantile() - 2.576).abs() < 0.001);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Confidence {
    /// The number of intervals that must all hold at once.
    intervals: usize,
}

/// The probability that an interval of the family misses the true value.
const RISK: f64 = 0.05;

/// The probability with which a detectable difference is found significant.
const POWER: f64 = 0.8;

impl Confidence {
    /// One interval, computed once.
    pub const SINGLE: Self = Self { intervals: 1 };

    /// Returns the confidence for `count` such intervals that must hold at once (Bonferroni
    /// correction, valid however the intervals depend on each other). 0 counts as 1.
    pub const fn simultaneous(self, count: usize) -> Self {
        Self { intervals: self.intervals * if count == 0 { 1 } else { count } }
    }

    /// The number of intervals that share the risk.
    pub const fn intervals(self) -> usize {
        self.intervals
    }

    /// The number of standard errors to each side when the standard deviation is known.
    pub fn normal_quantile(self) -> f64 {
        Normal::ppf(self.upper_probability(), 0.0, 1.0)
    }

    /// The number of standard errors to each side when the standard deviation is estimated
    /// (Student's t distribution).
    pub fn student_quantile(self, degrees_of_freedom: f64) -> f64 {
        StudentsT::ppf(self.upper_probability(), degrees_of_freedom.max(1.0))
    }

    /// Returns the true value whose interval excludes 0 in 80 of 100 cases, if intervals have this
    /// half-width.
    ///
    /// ```
    /// use hexarium_lab::stats::Confidence;
    ///
    /// // An interval of ±10 points misses most differences of 10 points, and few of 14:
    /// assert!((Confidence::SINGLE.detectable(0.10) - 0.143).abs() < 0.001);
    /// ```
    pub fn detectable(self, half_width: f64) -> f64 {
        half_width * (1.0 + Normal::ppf(POWER, 0.0, 1.0) / self.normal_quantile())
    }

    /// Returns the number of games of each of two series that show a difference of their shares in
    /// 80 of 100 cases. Even games vary most, so fewer suffice where one side is ahead.
    pub fn games_to_detect(self, difference: f64) -> u64 {
        let quantiles = self.normal_quantile() + Normal::ppf(POWER, 0.0, 1.0);
        (2.0 * 0.25 * (quantiles / difference).powi(2)).ceil() as u64
    }

    fn upper_probability(self) -> f64 {
        1.0 - RISK / (2.0 * self.intervals as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_match_published_tables() {
        for (intervals, quantile) in [(1, 1.959_964), (5, 2.575_829), (50, 3.290_527)] {
            let found = Confidence::SINGLE.simultaneous(intervals).normal_quantile();
            assert!((found - quantile).abs() < 1e-6, "{intervals}: {found}");
        }
        for (freedom, quantile, of_five) in [
            (1.0, 12.7062, 63.6567),
            (2.0, 4.3027, 9.9248),
            (5.0, 2.5706, 4.0321),
            (10.0, 2.2281, 3.1693),
            (30.0, 2.0423, 2.7500),
            (1000.0, 1.9623, 2.5808),
        ] {
            for (confidence, quantile) in
                [(Confidence::SINGLE, quantile), (Confidence::SINGLE.simultaneous(5), of_five)]
            {
                let found = confidence.student_quantile(freedom);
                assert!((found - quantile).abs() < 1e-4, "{freedom}: {found} instead of {quantile}");
            }
        }
    }

    #[test]
    fn zero_intervals_count_as_one() {
        assert_eq!(Confidence::SINGLE.simultaneous(0), Confidence::SINGLE);
    }
}
