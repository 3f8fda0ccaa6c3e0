//! The random generator of random setups, playouts and tests.

use crate::mix;

/// SplitMix64: small, fast, and independent of library versions, so that a random setup never
/// changes for its seed.
///
/// ```
/// use hexarium_kernel::Rng;
///
/// let (mut one, mut other) = (Rng::new(7), Rng::new(7));
/// assert!((0..100).all(|_| one.below(6) == other.below(6)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        let out = mix(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        out
    }

    /// Returns a random number below `n`, which is at least 1. (The bias is below n / 2⁶⁴.)
    #[inline]
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.bits() as u128 * n as u128) >> 64) as usize
    }

    /// Moves `count` random elements to the front of the slice, in random order, and returns them.
    pub fn draw<'a, T>(&mut self, from: &'a mut [T], count: usize) -> &'a mut [T] {
        for i in 0..count {
            let j = i + self.below(from.len() - i);
            from.swap(i, j);
        }
        &mut from[..count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_values_never_change() {
        let mut rng = Rng::new(1);
        let bits: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        assert_eq!(bits, [0x910A_2DEC_8902_5CC1, 0xBEEB_8DA1_658E_EC67, 0xF893_A2EE_FB32_555E]);
        let mut cells: Vec<u8> = (0..10).collect();
        assert_eq!(Rng::new(42).draw(&mut cells, 4), [7, 2, 4, 5]);
    }

    #[test]
    fn below_reaches_every_number() {
        let mut rng = Rng::new(3);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[rng.below(7)] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
    }
}
