//! Probabilities from outputs, with floating point that is exact everywhere: `+ - * /` of tables
//! that are computed by multiplication.

use crate::ONE;

/// e^(-n/256) for the fractions, and e^(-n) for the integers, below 256.
static FRACTIONS: [f64; 256] = powers(0.996_101_369_470_117_5);
static INTEGERS: [f64; 256] = powers(0.367_879_441_171_442_33);

const fn powers(base: f64) -> [f64; 256] {
    let mut powers = [1.0; 256];
    let mut n = 1;
    while n < 256 {
        powers[n] = powers[n - 1] * base;
        n += 1;
    }
    powers
}

/// Returns e^-x for the fixed-point number x, which is not negative.
fn decay(x: u32) -> f64 {
    let one = ONE as u32;
    let whole = (x / one).min(255) as usize;
    INTEGERS[whole] * FRACTIONS[(x % one) as usize]
}

/// Returns the probability of a logit: from 0 to 1, and 0.5 for 0.
///
/// ```
/// use hexarium_net::{ONE, probability};
///
/// assert_eq!(probability(0), 0.5);
/// assert!((probability(ONE.into()) - 0.7310586).abs() < 1e-6);
/// assert_eq!(probability(i32::MIN), 0.0);
/// ```
pub fn probability(logit: i32) -> f32 {
    let tail = decay(logit.unsigned_abs());
    (if logit < 0 { tail / (1.0 + tail) } else { 1.0 / (1.0 + tail) }) as f32
}

/// Replaces `out` with the probabilities of logits, which add up to 1.
///
/// ```
/// let mut priors = Vec::new();
/// hexarium_net::softmax(&[256, 0, 0], &mut priors);
/// assert!((priors[0] - 0.5761169).abs() < 1e-6 && priors[1] == priors[2]);
/// ```
pub fn softmax(logits: &[i32], out: &mut Vec<f32>) {
    let most = logits.iter().copied().max().unwrap_or(0);
    let share = |&logit: &i32| decay(most.abs_diff(logit));
    let sum: f64 = logits.iter().map(share).sum();
    out.clear();
    out.extend(logits.iter().map(|logit| (share(logit) / sum) as f32));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_the_values_of_the_exponential_function() {
        for x in (0..65_000).step_by(7) {
            let exact = (-f64::from(x) / 256.0).exp();
            assert!((decay(x) / exact - 1.0).abs() < 1e-12, "{x}: {} instead of {exact}", decay(x));
        }
    }

    #[test]
    fn extreme_logits_give_probabilities() {
        let mut out = Vec::new();
        softmax(&[i32::MAX, i32::MIN, 0], &mut out);
        assert_eq!(out, [1.0, 0.0, 0.0]);
        softmax(&[], &mut out);
        assert!(out.is_empty());
    }
}
