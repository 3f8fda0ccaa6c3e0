//! The distribution of a number over games.

use crate::stats::{Confidence, Estimate, Mean};

/// The distribution of a number over games, such as their length.
///
/// ```
/// use hexarium_lab::measures::Distribution;
///
/// let turns: Distribution = [12.0, 10.0, 20.0].into_iter().collect();
/// assert_eq!(turns.quantile(0.5), 12.0);
/// assert_eq!(turns.histogram(10.0, 3), [0, 2, 1]);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Distribution {
    /// In ascending order.
    sorted: Vec<f64>,
    mean: Mean,
}

impl FromIterator<f64> for Distribution {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sorted: Vec<f64> = values.into_iter().collect();
        let mean = sorted.iter().copied().collect();
        sorted.sort_by(f64::total_cmp);
        Self { sorted, mean }
    }
}

impl Distribution {
    /// Returns the mean with its confidence interval.
    pub fn mean(&self, confidence: Confidence) -> Estimate {
        self.mean.estimate(confidence)
    }

    /// The standard deviation.
    pub fn standard_deviation(&self) -> f64 {
        self.mean.standard_deviation()
    }

    /// The number of values.
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// Returns the value below which a share of the values lies; 0 without values.
    pub fn quantile(&self, share: f64) -> f64 {
        let last = self.sorted.len().saturating_sub(1);
        self.sorted.get((share * last as f64).round() as usize).copied().unwrap_or(0.0)
    }

    /// Counts the values in bins of the same width, the first starting at 0.
    pub fn histogram(&self, width: f64, bins: usize) -> Vec<u32> {
        let mut counts = vec![0; bins];
        for value in &self.sorted {
            let bin = (value / width).floor().max(0.0) as usize;
            counts[bin.min(bins.saturating_sub(1))] += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_and_histogram() {
        let numbers: Distribution = [5.0, 1.0, 3.0, 2.0, 4.0].into_iter().collect();
        assert_eq!((numbers.quantile(0.0), numbers.quantile(0.5), numbers.quantile(1.0)), (1.0, 3.0, 5.0));
        assert_eq!(numbers.histogram(2.0, 2), [1, 4]);
        assert_eq!(Distribution::default().quantile(0.5), 0.0);
    }
}
