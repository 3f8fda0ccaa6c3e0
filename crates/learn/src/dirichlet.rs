//! Dirichlet noise for exploration in self-play.

use hexarium_kernel::Rng;

/// Draws from the symmetric Dirichlet distribution: a few large shares for a small `alpha`, nearly
/// equal ones for a large one.
pub(crate) fn dirichlet(rng: &mut Rng, alpha: f64, count: usize) -> Vec<f32> {
    let draws: Vec<f64> = (0..count).map(|_| gamma(rng, alpha)).collect();
    let sum: f64 = draws.iter().sum();
    if sum > 0.0 {
        draws.into_iter().map(|draw| (draw / sum) as f32).collect()
    } else {
        // With a tiny alpha all draws may underflow to zero; then one share is everything.
        let all = rng.below(count.max(1));
        (0..count).map(|i| if i == all { 1.0 } else { 0.0 }).collect()
    }
}

/// Draws a gamma variate with scale 1, by the method of Marsaglia and Tsang (2000).
fn gamma(rng: &mut Rng, alpha: f64) -> f64 {
    if alpha < 1.0 {
        return gamma(rng, alpha + 1.0) * unit(rng).powf(1.0 / alpha);
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && unit(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * unit(rng).ln()).sqrt() * (std::f64::consts::TAU * unit(rng)).cos()
}

/// Draws a number above 0 and up to 1.
pub(crate) fn unit(rng: &mut Rng) -> f64 {
    ((rng.bits() >> 11) + 1) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_variates_have_the_mean_and_variance_of_their_shape() {
        let mut rng = Rng::new(3);
        for alpha in [0.3, 1.0, 2.5, 10.0] {
            let draws: Vec<f64> = (0..40_000).map(|_| gamma(&mut rng, alpha)).collect();
            let mean = draws.iter().sum::<f64>() / 40_000.0;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 40_000.0;
            assert!((mean / alpha - 1.0).abs() < 0.05, "{alpha}: mean {mean}");
            assert!((variance / alpha - 1.0).abs() < 0.12, "{alpha}: variance {variance}");
        }
    }

    #[test]
    fn shares_add_up_to_one_even_if_all_draws_underflow() {
        let mut rng = Rng::new(8);
        for alpha in [1e-9, 0.03, 0.3, 10.0] {
            let shares = dirichlet(&mut rng, alpha, 20);
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{alpha}: {shares:?}");
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
        }
    }
}
