//! State and actions of Hex.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{PerPlayer, Player};

/// The stones on the board and their connections to the edges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const W: usize> {
    pub(super) stones: PerPlayer<Bits<W>>,
    /// The stones of each player connected to each of the player's two edges; derived from the
    /// stones.
    pub(super) linked: PerPlayer<[Bits<W>; 2]>,
    pub(super) to_move: Player,
    /// Whether the last turn was a pass, which rules out another pass.
    pub(super) passed: bool,
    pub(super) key: u64,
}

/// A placement, a swap or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Place a stone on an empty cell.
    Place(Cell),
    /// Take over the first stone, reflected.
    Swap,
    /// Pass the turn to the opponent.
    Pass,
}
