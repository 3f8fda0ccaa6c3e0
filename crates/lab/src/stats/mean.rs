//! Means of numbers: lengths, choices, leads.

use super::{Confidence, Estimate};

/// A mean that grows number by number.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mean {
    count: u64,
    mean: f64,
    /// The sum of the squared distances from the mean.
    spread: f64,
}

impl Mean {
    /// Takes note of a number (Welford's way, which does not lose digits).
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let distance = value - self.mean;
        self.mean += distance / self.count as f64;
        self.spread += distance * (value - self.mean);
    }

    /// How many numbers there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their standard deviation.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.spread / (self.count - 1) as f64).sqrt() }
    }

    /// The mean with its interval (Student's); without bounds where two numbers are not there.
    pub fn estimate(&self, confidence: Confidence) -> Estimate {
        if self.count < 2 {
            return Estimate { value: self.mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let freedom = (self.count - 1) as f64;
        let reach = confidence.student(freedom) * self.deviation() / (self.count as f64).sqrt();
        Estimate { value: self.mean, low: self.mean - reach, high: self.mean + reach }
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
    fn mean_and_deviation_are_the_usual_ones() {
        let mean: Mean = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert_eq!(mean.count(), 8);
        assert!((mean.estimate(Confidence::PLAIN).value - 5.0).abs() < 1e-12);
        assert!((mean.deviation() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn one_number_has_no_interval() {
        let one: Mean = [3.0].into_iter().collect();
        assert_eq!(one.estimate(Confidence::PLAIN).high, f64::INFINITY);
    }
}
