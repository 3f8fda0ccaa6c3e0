//! The last five characters of a link: two that name the position it leads to, three that tell a mistyped text.

use hexarium_kernel::AnyMatch;

use super::pack::{digit, digits};

/// The greatest prime that three characters can count to, so that no difference of two characters vanishes.
const PRIME: u32 = 238_321;

/// A primitive root of the prime: no two of the first 238,320 places weigh the same.
const WEIGHT: u64 = 70_003;

/// Characters that name the position at the end of the line.
const SEAL: usize = 2;

/// Characters that check the text.
const SUM: usize = 3;

/// The length of the last part of a link.
pub(super) const LENGTH: usize = SEAL + SUM;

/// The weighted sum of a text. One character changed, or any two exchanged, always changes it; any other accident goes
/// unseen once in 238,321 times.
fn sum(text: impl Iterator<Item = u8>) -> u32 {
    let value = |byte| digit(byte).unwrap_or(62 + u32::from(byte));
    text.fold(0, |sum, byte| ((u64::from(sum) * WEIGHT + u64::from(value(byte))) % u64::from(PRIME)) as u32)
}

/// The characters that name where a line ends. Should the rules of a game ever read a line differently, its old links are
/// refused instead of showing another game.
pub(super) fn seal(state: &dyn AnyMatch) -> String {
    let result = state.verdict().map_or("none", |v| v.outcome.word());
    digits(u128::from(sum(state.position().bytes().chain(result.bytes()))) % 62u128.pow(SEAL as u32), SEAL)
}

/// The characters that check a text, to be written behind it.
pub(super) fn check(text: &str) -> String {
    digits(u128::from(sum(text.bytes())), SUM)
}

/// Whether a text ends with the characters that check the rest of it.
pub(super) fn is_whole(text: &str) -> bool {
    let split = text.len().saturating_sub(SUM);
    text.is_char_boundary(split) && check(&text[..split]) == text[split..]
}
