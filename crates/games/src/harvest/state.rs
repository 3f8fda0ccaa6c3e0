//! What stands on a Harvest board.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{PerPlayer, Player};

/// Pieces, scores, and what is left of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const W: usize> {
    pub(super) pieces: Bits<W>,
    /// How many pieces each player has removed, this turn included.
    pub(super) scores: PerPlayer<u8>,
    pub(super) to_move: Player,
    /// Steps left in the turn, 1 or 2.
    pub(super) steps_left: u8,
    /// Pieces removed so far in this turn.
    pub(super) removed: u8,
}

impl<const W: usize> State<W> {
    /// Whether the step under way is the last chance to remove a piece in this turn.
    pub(super) fn must_remove(&self) -> bool {
        self.steps_left == 1 && self.removed == 0
    }

    /// Whether the game is over: it ends as soon as two pieces are left.
    pub(super) fn is_over(&self) -> bool {
        self.pieces.len() <= 2
    }
}

/// One step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Take a surrounded piece off the board.
    Remove(Cell),
    /// Move a piece over at least one other.
    Move {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// When the biggest groups are of equal size, and only then: the first cell of the one that stays.
        keep: Option<Cell>,
    },
    /// Let the step go.
    Pass,
}
