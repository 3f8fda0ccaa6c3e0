//! Positions set up by hand.

use crate::{PieceView, Player, Rules, Spot};

/// The set-up of positions by hand. Every method is optional: `impl Setup for MyGame {}` is a game
/// whose positions are entered as text only.
pub trait Setup: Rules {
    /// Returns the pieces that can be put on the board; none if the game has no set-up by hand.
    fn setup_pieces(&self) -> Vec<PieceView> {
        Vec::new()
    }

    /// Returns the state with another piece on a cell, or with an empty cell. It may be one that
    /// cannot be played, since a position under construction rarely can; `None` means that the cell
    /// cannot hold the piece.
    fn with_piece(&self, _state: &Self::State, _at: Spot, _piece: Option<&PieceView>) -> Option<Self::State> {
        None
    }

    /// Returns the state at the start of a turn of that player, with everything else unchanged;
    /// `None` if the side to move follows from the pieces.
    fn with_side_to_move(&self, _state: &Self::State, _player: Player) -> Option<Self::State> {
        None
    }
}
