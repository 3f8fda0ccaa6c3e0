//! State and actions of placement games.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{PerPlayer, Player};

/// The stones on the board and the side to move. `L` is [`Links`](super::Placement::Links).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<L, const W: usize> {
    /// The stones of each player.
    pub stones: PerPlayer<Bits<W>>,
    /// Data derived from the stones.
    pub links: L,
    /// The side to move.
    pub to_move: Player,
    /// Whether the last turn was a pass, which rules out another pass.
    pub(crate) passed: bool,
    pub(crate) key: u64,
}

/// A placement, a swap or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Place a stone on an empty cell.
    Place(Cell),
    /// Take over the first stone.
    Swap,
    /// Pass the turn to the opponent.
    Pass,
}
