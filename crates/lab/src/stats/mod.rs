//! What a number of games says, and how surely.
//!
//! Every interval here is for a [`Confidence`], which knows how often somebody looks: at several measures, at several variants, or again and
//! again while games come in.

mod confidence;
mod mean;
mod share;

pub use confidence::Confidence;
pub use mean::Mean;
pub use share::Points;

/// A figure with the interval it may lie in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// What was seen.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn reach(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether the interval holds a value.
    pub fn holds(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The difference to another figure that was measured apart: each end is as far from the middle as the two ends that make it go together
    /// (Newcombe's way, which keeps what is lopsided about the two).
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

    /// A coin whose bias is known: the interval holds it nineteen times in twenty, hardly more and not less.
    #[test]
    fn the_interval_of_a_known_coin_holds_it_95_times_in_100() {
        const TRIES: u32 = 20_000;
        let mut rng = Rng::new(7);
        for (win, draw) in [(0.5, 0.0), (0.55, 0.0), (0.8, 0.0), (0.5, 0.5), (0.6, 0.9), (0.97, 0.0)] {
            for games in [20, 100, 400] {
                let truth = (1.0 - draw) * win + draw / 2.0;
                let mut held = 0;
                for _ in 0..TRIES {
                    let mut points = Points::default();
                    (0..games).for_each(|_| points.add(game(&mut rng, win, draw)));
                    held += u32::from(points.share(Confidence::PLAIN).holds(truth));
                }
                let share = f64::from(held) / f64::from(TRIES);
                // Few games with many draws get an interval that is rather too wide: nobody can know yet that so many are drawn.
                let most = if draw < 0.9 { 0.99 } else { 1.0 };
                assert!((0.937..=most).contains(&share), "{share} with {games} games of {win}, {draw}");
            }
        }
    }

    /// Whoever stops as soon as the interval is narrow, and looks for that several times, is still right 95 times in 100.
    #[test]
    fn looking_often_does_not_spoil_the_interval() {
        let mut rng = Rng::new(8);
        let looks = [50, 75, 113, 170, 255, 383, 500];
        for (win, draw) in [(0.5, 0.0), (0.6, 0.3)] {
            let truth = (1.0 - draw) * win + draw / 2.0;
            let confidence = Confidence::PLAIN.looking(looks.len());
            // The worst that could be done: stop as soon as the interval no longer holds the truth.
            let mut fooled = 0;
            let mut fooled_plain = 0;
            for _ in 0..2000 {
                let mut points = Points::default();
                let (mut out, mut out_plain) = (false, false);
                for look in looks {
                    while points.games() < look {
                        points.add(game(&mut rng, win, draw));
                    }
                    out |= !points.share(confidence).holds(truth);
                    out_plain |= !points.share(Confidence::PLAIN).holds(truth);
                }
                fooled += u32::from(out);
                fooled_plain += u32::from(out_plain);
            }
            assert!(fooled <= 100, "{fooled} of 2000");
            assert!(fooled_plain > 150, "without correction {fooled_plain} of 2000");
        }
    }

    #[test]
    fn the_interval_of_a_mean_holds_it_95_times_in_100() {
        let mut rng = Rng::new(9);
        for values in [5, 10, 30, 200] {
            let mut held = 0;
            for _ in 0..4000 {
                let mut mean = Mean::default();
                // A sum of twelve uniform numbers is as good as normal; its mean is 6.
                (0..values)
                    .for_each(|_| mean.add((0..12).map(|_| rng.below(1 << 20) as f64 / f64::from(1 << 20)).sum()));
                held += u32::from(mean.estimate(Confidence::PLAIN).holds(6.0));
            }
            let share = f64::from(held) / 4000.0;
            assert!((0.94..=0.96).contains(&share), "{share} with {values} values");
        }
    }

    #[test]
    fn the_interval_of_a_difference_holds_it_95_times_in_100() {
        let mut rng = Rng::new(10);
        for (one, other) in [(0.5, 0.5), (0.7, 0.5), (0.95, 0.9)] {
            let mut held = 0;
            for _ in 0..2000 {
                let mut points = [Points::default(); 2];
                for (points, win) in points.iter_mut().zip([one, other]) {
                    (0..150).for_each(|_| points.add(game(&mut rng, win, 0.1)));
                }
                let [a, b] = points.map(|p| p.share(Confidence::PLAIN));
                held += u32::from(a.minus(&b).holds(0.9 * (one - other)));
            }
            let share = f64::from(held) / 2000.0;
            assert!((0.935..=0.97).contains(&share), "{share} with {one} and {other}");
        }
    }
}
