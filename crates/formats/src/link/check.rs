//! The last five characters of a link: two identify its final position, three are a checksum.

use hexarium_kernel::AnyMatch;

use super::pack::{digit, digits};

/// The greatest prime below 62³, so that the difference of two characters never vanishes.
const PRIME: u32 = 238_321;

/// A primitive root of the prime: the first 238,320 places all have different weights.
const WEIGHT: u64 = 70_003;

/// Number of characters that identify the final position.
const SEAL: usize = 2;

/// Number of characters of the checksum.
const SUM: usize = 3;

/// The length of the last part of a link.
pub(super) const LENGTH: usize = SEAL + SUM;

/// Returns the weighted sum of a text. Changing one character or exchanging two always changes it;
/// other errors are undetected with probability 1 in 238,321.
fn sum(text: impl Iterator<Item = u8>) -> u32 {
    let value = |byte| digit(byte).unwrap_or(62 + u32::from(byte));
    text.fold(0, |sum, byte| ((u64::from(sum) * WEIGHT + u64::from(value(byte))) % u64::from(PRIME)) as u32)
}

/// Returns the characters that identify the final position. If the rules of a game ever change the
/// meaning of a line, its old links become errors instead of different games.
pub(super) fn seal(state: &dyn AnyMatch) -> String {
    let result = state.verdict().map_or("none", |v| v.outcome.word());
    digits(u128::from(sum(state.position().bytes().chain(result.bytes()))) % 62u128.pow(SEAL as u32), SEAL)
}

/// Returns the checksum of a text, to be appended to it.
pub(super) fn check(text: &str) -> String {
    digits(u128::from(sum(text.bytes())), SUM)
}

/// Whether a text ends with the checksum of the rest of it.
pub(super) fn is_whole(text: &str) -> bool {
    let split = text.len().saturating_sub(SUM);
    text.is_char_boundary(split) && check(&text[..split]) == text[split..]
}
