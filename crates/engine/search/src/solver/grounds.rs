//! The assumptions of a proof.

use std::ops::{BitOr, BitOrAssign};

/// The assumptions of a proof or a refutation other than the position itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grounds(u8);

impl Grounds {
    /// None: the result holds wherever the position occurs.
    pub(super) const SOLID: Self = Self(0);
    /// The path to the position: a repetition or a turn limit was met. The result holds on this
    /// path only and must not be stored.
    pub(super) const PATH: Self = Self(1);
    /// Drawn games: a refutation, but no win for the other player.
    pub(super) const DRAWS: Self = Self(2);
    /// A line cut off at the maximum length: no refutation at all.
    pub(super) const HORIZON: Self = Self(4);

    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Grounds {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Grounds {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
