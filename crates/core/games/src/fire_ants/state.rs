//! State and actions of March of the Fire Ants.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{PerPlayer, Player};

/// Stones, queens and reserves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) stones: PerPlayer<Bits<1>>,
    pub(super) queens: PerPlayer<Bits<1>>,
    /// Derived from the board, because the total number of a player's pieces is constant; therefore
    /// not part of the key.
    pub(super) reserve: PerPlayer<u8>,
    pub(super) to_move: Player,
    pub(super) key: u64,
}

impl State {
    /// Returns the stones and queens of a player.
    #[inline]
    pub(super) fn pieces(&self, player: Player) -> Bits<1> {
        self.stones[player] | self.queens[player]
    }

    /// Returns all occupied spaces.
    #[inline]
    pub(super) fn occupied(&self) -> Bits<1> {
        self.pieces(Player::First) | self.pieces(Player::Second)
    }
}

/// One of the four actions, or the pass of a player who has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Place a stone from the reserve on a buffer space.
    Place(Cell),
    /// Move a stone from one buffer space to another.
    Change {
        /// The origin.
        from: Cell,
        /// The destination.
        to: Cell,
    },
    /// Move a stone or a queen along a line to a regular space.
    Move {
        /// The origin.
        from: Cell,
        /// The destination.
        to: Cell,
    },
    /// Pass, if no other action is possible.
    Pass,
}
