//! The two players.

use std::ops::{Index, IndexMut};

/// A player: first or second to move in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Player {
    /// The player who makes the first move of the game.
    First,
    /// The opponent of the first player.
    Second,
}

impl Player {
    /// Both players.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Returns 0 for the first player, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns `first` or `second`, as results are written.
    pub const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// A value for each player, indexed by [`Player`].
///
/// ```
/// use hexarium_kernel::{PerPlayer, Player};
///
/// let mut scores = PerPlayer([3, 5]);
/// scores[Player::First] += 1;
/// assert_eq!(scores, PerPlayer([4, 5]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerPlayer<T>(pub [T; 2]);

impl<T> Index<Player> for PerPlayer<T> {
    type Output = T;
    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for PerPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}
