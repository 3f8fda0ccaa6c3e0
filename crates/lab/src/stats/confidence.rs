//! How sure an interval is.

/// How sure an interval is: 95 % for all intervals of a family together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Confidence {
    /// How many intervals must all hold at once.
    intervals: usize,
}

/// How often the family of intervals may be wrong.
const RISK: f64 = 0.05;

impl Confidence {
    /// One interval, looked at once.
    pub const PLAIN: Self = Self { intervals: 1 };

    /// The same for somebody who looks several times, or at several of them. The risk is split evenly (Bonferroni), which is never too
    /// bold whatever the looks have to do with each other.
    pub const fn looking(self, times: usize) -> Self {
        Self { intervals: self.intervals * if times == 0 { 1 } else { times } }
    }

    /// How many intervals share the risk.
    pub const fn intervals(self) -> usize {
        self.intervals
    }

    /// How many standard deviations an interval reaches to each side.
    pub fn deviations(self) -> f64 {
        normal_quantile(1.0 - RISK / (2.0 * self.intervals as f64))
    }

    /// The same when the standard deviation itself is estimated from `freedom` + 1 values: Student's quantile, in the expansion of Cornish
    /// and Fisher, which from 4 degrees of freedom on is good to a percent.
    pub fn student(self, freedom: f64) -> f64 {
        let z = self.deviations();
        let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
        let n = freedom.max(1.0);
        z + (z3 + z) / (4.0 * n)
            + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
            + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n * n * n)
    }
}

/// Below which value a normal number lies with chance `p`, from ½ to 1: the rational approximation 26.2.23 of Abramowitz and
/// Stegun, then Newton's steps on the distribution itself.
fn normal_quantile(p: f64) -> f64 {
    let t = (-2.0 * (1.0 - p).ln()).sqrt();
    let mut x = t
        - (2.515_517 + 0.802_853 * t + 0.010_328 * t * t)
            / (1.0 + 1.432_788 * t + 0.189_269 * t * t + 0.001_308 * t * t * t);
    for _ in 0..3 {
        let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        x += (upper_tail(x) - (1.0 - p)) / density;
    }
    x
}

/// The chance that a normal number lies above `x`, from 0 on: the continued fraction of Laplace for large `x`, the series for small.
fn upper_tail(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x > 3.0 {
        let fraction = (1..=60).rev().fold(x, |below, k| x + f64::from(k) / below);
        return density / fraction;
    }
    let (mut term, mut sum) = (x, x);
    for k in 1..60 {
        term *= x * x / f64::from(2 * k + 1);
        sum += term;
    }
    0.5 - density * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantiles_are_those_of_the_tables() {
        assert!((Confidence::PLAIN.deviations() - 1.959_964).abs() < 1e-5);
        assert!((Confidence::PLAIN.looking(5).deviations() - 2.575_829).abs() < 1e-5);
        assert!((Confidence::PLAIN.looking(10).looking(5).deviations() - 3.290_527).abs() < 1e-5);
        for (freedom, quantile) in [(5.0, 2.5706), (10.0, 2.2281), (30.0, 2.0423), (1000.0, 1.9623)] {
            let found = Confidence::PLAIN.student(freedom);
            assert!((found / quantile - 1.0).abs() < 0.002, "{freedom}: {found}");
        }
    }

    #[test]
    fn looking_at_nothing_is_looking_once() {
        assert_eq!(Confidence::PLAIN.looking(0), Confidence::PLAIN);
    }
}
