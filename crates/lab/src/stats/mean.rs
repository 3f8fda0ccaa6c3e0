//! Means of numbers: lengths, choices, lead changes.

use super::{Confidence, Estimate};

/// A mean that grows number by number.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mean {
    count: u64,
    mean: f64,
    /// The sum of the squared deviations from the mean.
    squares: f64,
}

impl Mean {
    /// Adds a number (Welford's algorithm, which is numerically stable).
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let deviation = value - self.mean;
        self.mean += deviation / self.count as f64;
        self.squares += deviation * (value - self.mean);
    }

    /// The number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sample standard deviation.
    pub fn standard_deviation(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.squares / (self.count - 1) as f64).sqrt() }
    }

    /// Returns the mean with its confidence interval (Student's t), unbounded for fewer than two
    /// values.
    pub fn estimate(&self, confidence: Confidence) -> Estimate {
        if self.count < 2 {
            return Estimate { value: self.mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let standard_error = self.standard_deviation() / (self.count as f64).sqrt();
        let half_width = confidence.student_quantile((self.count - 1) as f64) * standard_error;
        Estimate { value: self.mean, low: self.mean - half_width, high: self.mean + half_width }
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut mean = Self::default();
        values.into_iter().for_each(|value| mean.add(value));
        mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_standard_deviation() {
        let mean: Mean = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert_eq!(mean.count(), 8);
        assert!((mean.estimate(Confidence::SINGLE).value - 5.0).abs() < 1e-12);
        assert!((mean.standard_deviation() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn one_value_has_no_interval() {
        let one: Mean = [3.0].into_iter().collect();
        assert_eq!(one.estimate(Confidence::SINGLE).high, f64::INFINITY);
    }
}
