//! State and actions of Coalesce.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{PerPlayer, Player};

/// The pieces, the side to move and the rest of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) pieces: PerPlayer<Bits<1>>,
    pub(super) to_move: Player,
    /// Steps left in the turn: 1 or 2.
    pub(super) steps: u8,
}

impl State {
    /// Returns all occupied cells.
    pub(super) fn occupied(&self) -> Bits<1> {
        self.pieces.0[0] | self.pieces.0[1]
    }

    /// Returns the owner of the piece on a cell.
    pub(super) fn owner(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.pieces[player].has(cell))
    }
}

/// One step of a turn, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Move a piece one step, pushing the pieces in its way.
    Step {
        /// The origin.
        from: Cell,
        /// The next cell of the line.
        to: Cell,
    },
    /// Pass the step.
    Pass,
}
