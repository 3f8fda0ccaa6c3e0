//! What a settled position rests on.

use std::ops::{BitOr, BitOrAssign};

/// What a proof or a refutation rests on besides the position itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grounds(u8);

impl Grounds {
    /// Nothing: it holds wherever the position arises.
    pub(super) const SOLID: Self = Self(0);
    /// How the position was reached: a repetition or a turn limit was met. It holds here and is not to be written down.
    pub(super) const PATH: Self = Self(1);
    /// Drawn games: a refutation, but no win for the other player.
    pub(super) const DRAWS: Self = Self(2);
    /// Play that was broken off because it was too long: no refutation at all.
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
