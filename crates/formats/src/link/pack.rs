//! Choices packed into letters and digits.
//!
//! A choice among `n` takes log₂ n bits, not a whole number of bits: the choices are the digits of
//! one number in a mixed radix. Numbers are split into blocks of 21 characters, so that packing
//! takes linear time.

/// The characters of a packed text, by value. `-` and `_` as in base64url are excluded: link
/// detectors drop punctuation at the end of a link, and some programs rewrite `--` and `_…_`.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Characters of a full block.
const BLOCK: usize = 21;

/// Number of values of a full block: 62²¹, just below 2¹²⁶.
const FULL: u128 = 62u128.pow(BLOCK as u32);

/// The text of zero characters, because two separators in a row look like an error.
const NOTHING: &str = "-";

/// Returns the value of a character, if it is one of the 62.
pub(super) fn digit(byte: u8) -> Option<u32> {
    DIGITS.iter().position(|&d| d == byte).map(|value| value as u32)
}

/// Returns a number in a fixed number of characters.
pub(super) fn digits(mut value: u128, width: usize) -> String {
    let mut out = vec![DIGITS[0]; width];
    for place in out.iter_mut().rev() {
        *place = DIGITS[(value % 62) as usize];
        value /= 62;
    }
    out.into_iter().map(char::from).collect()
}

/// Returns the minimum number of characters for `count` values.
fn width(count: u128) -> usize {
    (0..BLOCK).find(|&width| 62u128.pow(width as u32) >= count).unwrap_or(BLOCK)
}

/// Returns the number of values with another choice among `options`, if they still fit into a
/// block.
fn grown(count: u128, options: usize) -> Option<u128> {
    count.checked_mul(options as u128).filter(|&count| count <= FULL)
}

/// Writes choices.
pub(super) struct Packer {
    out: String,
    value: u128,
    count: u128,
}

impl Packer {
    pub(super) fn new() -> Self {
        Self { out: String::new(), value: 0, count: 1 }
    }

    /// Adds the choice `index` of `options`. A choice of one option takes no space.
    pub(super) fn put(&mut self, index: usize, options: usize) {
        if let Some(count) = grown(self.count, options) {
            self.value += index as u128 * self.count;
            self.count = count;
        } else {
            self.out += &digits(self.value, BLOCK);
            (self.value, self.count) = (index as u128, options as u128);
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.out += &digits(self.value, width(self.count));
        if self.out.is_empty() { NOTHING.to_string() } else { self.out }
    }
}

/// Reads choices: the same options in the same order give the same choices.
pub(super) struct Unpacker<'a> {
    rest: &'a [u8],
    value: u128,
    count: u128,
    length: usize,
}

impl<'a> Unpacker<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let rest = if text == NOTHING { &[] } else { text.as_bytes() };
        // An exhausted full block: the first choice fetches the first block.
        Self { rest, value: 0, count: FULL, length: BLOCK }
    }

    /// Returns the next choice among `options`, or `None` if the text is exhausted or not written
    /// by a [`Packer`].
    pub(super) fn take(&mut self, options: usize) -> Option<usize> {
        if options <= 1 {
            return (options == 1).then_some(0);
        }
        self.count = match grown(self.count, options) {
            Some(count) => count,
            None => {
                self.next_block()?;
                options as u128
            }
        };
        let index = (self.value % options as u128) as usize;
        self.value /= options as u128;
        Some(index)
    }

    fn next_block(&mut self) -> Option<()> {
        if self.value != 0 || self.length != BLOCK || self.rest.is_empty() {
            return None;
        }
        let (block, rest) = self.rest.split_at(self.rest.len().min(BLOCK));
        (self.rest, self.length) = (rest, block.len());
        for &byte in block {
            self.value = self.value * 62 + u128::from(digit(byte)?);
        }
        Some(())
    }

    /// Whether the text is exhausted and is the one that a [`Packer`] writes for these choices.
    pub(super) fn is_finished(&self) -> bool {
        self.rest.is_empty() && self.value == 0 && self.length == width(self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_kernel::Rng;

    #[test]
    fn choices_round_trip_in_order_and_the_text_is_as_short_as_possible() {
        let mut rng = Rng::new(5);
        for round in 0..2000 {
            let most = [2, 3, 62, 100, 5000, usize::MAX][round % 6];
            let choices: Vec<(usize, usize)> = (0..rng.below(200))
                .map(|_| {
                    let options = 1 + rng.below(most);
                    (rng.below(options), options)
                })
                .collect();
            let mut packer = Packer::new();
            choices.iter().for_each(|&(index, options)| packer.put(index, options));
            let text = packer.finish();
            let mut unpacker = Unpacker::new(&text);
            for &(index, options) in &choices {
                assert_eq!(unpacker.take(options), Some(index));
            }
            assert!(unpacker.is_finished(), "{text}");
            if most <= 100 {
                let bits: f64 = choices.iter().map(|&(_, options)| (options as f64).log2()).sum();
                let least = bits / 62f64.log2();
                assert!(text.len() as f64 <= least * 1.06 + 2.0, "{} for {least}", text.len());
            }
        }
    }

    #[test]
    fn a_text_that_is_too_short_or_too_long_or_out_of_range_is_invalid() {
        let read = |text: &str| {
            let mut unpacker = Unpacker::new(text);
            (0..3).try_for_each(|_| unpacker.take(10).map(|_| ())).is_some() && unpacker.is_finished()
        };
        let mut packer = Packer::new();
        (0..3).for_each(|_| packer.put(9, 10));
        assert_eq!(packer.finish(), "G7");
        assert!(read("G7"));
        for bad in ["G8", "G", "0G7", "G70", "", "-", "G-", "é"] {
            assert!(!read(bad), "{bad}");
        }
    }

    #[test]
    fn zero_choices_are_a_dash() {
        let mut packer = Packer::new();
        packer.put(0, 1);
        assert_eq!(packer.finish(), "-");
        let mut unpacker = Unpacker::new("-");
        assert_eq!(unpacker.take(1), Some(0));
        assert!(unpacker.is_finished());
        assert_eq!(unpacker.take(2), None);
    }
}
