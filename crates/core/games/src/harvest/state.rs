//! State and actions of Harvest.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{PerPlayer, Player};

/// Pieces, scores and the rest of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const W: usize> {
    pub(super) pieces: Bits<W>,
    /// The number of pieces removed by each player, including this turn.
    pub(super) scores: PerPlayer<u8>,
    pub(super) to_move: Player,
    /// Steps left in the turn, 1 or 2.
    pub(super) steps_left: u8,
    /// The number of pieces removed so far in this turn.
    pub(super) removed: u8,
}

impl<const W: usize> State<W> {
    /// Whether the current step is the last chance to remove a piece in this turn.
    pub(super) fn must_remove(&self) -> bool {
        self.steps_left == 1 && self.removed == 0
    }

    /// Whether the game is over, which happens as soon as two pieces are left.
    pub(super) fn is_over(&self) -> bool {
        self.pieces.len() <= 2
    }
}

/// One step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Remove a surrounded piece.
    Remove(Cell),
    /// Move a piece over at least one other.
    Move {
        /// The origin.
        from: Cell,
        /// The destination.
        to: Cell,
        /// The first cell of the group that stays, if and only if several groups are largest.
        keep: Option<Cell>,
    },
    /// Pass the step.
    Pass,
}
