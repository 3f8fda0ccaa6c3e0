//! What stands on a Hex board.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{PerPlayer, Player};

/// Stones, and what they are linked to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const W: usize> {
    pub(super) stones: PerPlayer<Bits<W>>,
    /// The stones of each player that are linked to each of the player's two edges; follows from the stones.
    pub(super) linked: PerPlayer<[Bits<W>; 2]>,
    pub(super) to_move: Player,
    /// Whether the last turn was a pass: the next one cannot be.
    pub(super) passed: bool,
    pub(super) key: u64,
}

/// A placement, the swap or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A stone on an empty cell.
    Place(Cell),
    /// Take over the first stone.
    Swap,
    /// Leave the turn to the other player.
    Pass,
}
