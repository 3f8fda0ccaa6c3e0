//! Random numbers: the interface that models use, the generator of random setups, and shuffling.

/// A source of random numbers: `below(n)` is uniform in `0..n`.
pub trait Dice {
    /// Returns a uniform number in `0..n`; `n` must be at least 1.
    fn below(&mut self, n: usize) -> usize;
}

/// The generator of random setups, also used in tests.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Creates a generator with this seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// Returns the next 64 bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl Dice for SplitMix64 {
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_bits()) * n as u128) >> 64) as usize
    }
}

/// Draws `count` of the items by a partial shuffle.
pub fn draw<T>(mut items: Vec<T>, count: usize, dice: &mut dyn Dice) -> Vec<T> {
    for i in 0..count {
        let j = i + dice.below(items.len() - i);
        items.swap(i, j);
    }
    items.truncate(count);
    items
}

/// Shuffles a slice.
pub fn shuffle<T>(things: &mut [T], dice: &mut dyn Dice) {
    for last in (1..things.len()).rev() {
        things.swap(last, dice.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_the_published_first_numbers() {
        let mut generator = SplitMix64::new(1_234_567);
        assert_eq!(generator.next_bits(), 6_457_827_717_110_365_317);
        assert_eq!(generator.next_bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn a_draw_takes_different_items() {
        let mut drawn = draw((0..10).collect(), 10, &mut SplitMix64::new(7));
        drawn.sort();
        assert_eq!(drawn, (0..10).collect::<Vec<_>>());
    }
}
