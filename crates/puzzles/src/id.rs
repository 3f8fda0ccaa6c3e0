//! Ids of puzzles.

use std::fmt;

use hexarium_kernel::mix;

/// The id of a puzzle: a hash of its game and its position, the same for all images of the position
/// under the symmetries of the game. Written as twelve hexadecimal digits.
///
/// ```
/// use hexarium_puzzles::PuzzleId;
///
/// let id = PuzzleId::new("hex(size=3)", "RB./.B./..R b");
/// assert_eq!(PuzzleId::parse(&id.to_string()), Some(id));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleId(u64);

/// The number of hexadecimal digits.
const DIGITS: usize = 12;

impl PuzzleId {
    /// Creates the id of a position: the least of the texts of its images.
    pub fn new(game: &str, canonical_position: &str) -> Self {
        let bytes = game.bytes().chain([b'\n']).chain(canonical_position.bytes());
        let hash = bytes.fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
        Self(hash >> (64 - 4 * DIGITS))
    }

    /// Reads the digits.
    pub fn parse(text: &str) -> Option<Self> {
        let valid = text.len() == DIGITS && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        u64::from_str_radix(text, 16).ok().filter(|_| valid).map(Self)
    }

    /// Returns the hash.
    pub(crate) const fn hash(self) -> u64 {
        self.0
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:012x}", self.0)
    }
}
