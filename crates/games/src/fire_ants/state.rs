//! What stands on the board and waits beside it.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{PerPlayer, Player};

/// Stones, queens and reserves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) stones: PerPlayer<Bits<1>>,
    pub(super) queens: PerPlayer<Bits<1>>,
    /// Follows from what is on the board, as a player's pieces never change in number; so it is not in the key.
    pub(super) reserve: PerPlayer<u8>,
    pub(super) to_move: Player,
    pub(super) key: u64,
}

impl State {
    /// Stones and queens of a player.
    #[inline]
    pub(super) fn pieces(&self, player: Player) -> Bits<1> {
        self.stones[player] | self.queens[player]
    }

    /// Everything on the board.
    #[inline]
    pub(super) fn occupied(&self) -> Bits<1> {
        self.pieces(Player::First) | self.pieces(Player::Second)
    }
}

/// One of the four actions, or the pass of a player who has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A stone from the reserve onto a buffer space.
    Place(Cell),
    /// A stone from one buffer space to another.
    Change {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// A stone or a queen along a line onto a regular space.
    Move {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// Nothing, for want of anything else.
    Pass,
}
