//! What stands on a Coalesce board.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{PerPlayer, Player};

/// The pieces, whose turn it is and how much of it is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) pieces: PerPlayer<Bits<1>>,
    pub(super) to_move: Player,
    /// Steps left in the turn: 1 or 2.
    pub(super) steps: u8,
}

impl State {
    /// Every cell with a piece on it.
    pub(super) fn occupied(&self) -> Bits<1> {
        self.pieces.0[0] | self.pieces.0[1]
    }

    /// Whose piece stands on the cell.
    pub(super) fn owner(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.pieces[player].has(cell))
    }
}

/// One step of a turn, or its pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A piece moves on by one, pushing what stands in its way.
    Step {
        /// Where the piece stands.
        from: Cell,
        /// The next cell of the line.
        to: Cell,
    },
    /// The step is not made.
    Pass,
}
