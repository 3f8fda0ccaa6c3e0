//! A number for each game.

use crate::stats::{Confidence, Estimate, Mean};

/// A number for each game: how long it was, how often the lead changed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Numbers {
    /// In ascending order.
    sorted: Vec<f64>,
    mean: Mean,
}

impl FromIterator<f64> for Numbers {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sorted: Vec<f64> = values.into_iter().collect();
        let mean = sorted.iter().copied().collect();
        sorted.sort_by(f64::total_cmp);
        Self { sorted, mean }
    }
}

impl Numbers {
    /// The mean with its interval.
    pub fn mean(&self, confidence: Confidence) -> Estimate {
        self.mean.estimate(confidence)
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        self.mean.deviation()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// The number below which a share of all numbers lies; 0 when there are none.
    pub fn quantile(&self, share: f64) -> f64 {
        let last = self.sorted.len().saturating_sub(1);
        self.sorted.get((share * last as f64).round() as usize).copied().unwrap_or(0.0)
    }

    /// How many numbers fall into each of some intervals of the same width, the first from 0 on.
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
    fn quantiles_and_histograms_count_every_number() {
        let numbers: Numbers = [5.0, 1.0, 3.0, 2.0, 4.0].into_iter().collect();
        assert_eq!((numbers.quantile(0.0), numbers.quantile(0.5), numbers.quantile(1.0)), (1.0, 3.0, 5.0));
        assert_eq!(numbers.histogram(2.0, 2), [1, 4]);
        assert_eq!(Numbers::default().quantile(0.5), 0.0);
    }
}
