//! Manual set-up of Protista positions.

use hexarium_kernel::{PieceKind, PieceView, Player, Setup, Spot};

use super::state::MAX_HEIGHT;
use super::{Protista, State, Win};

impl<const W: usize, const N: usize> Setup for Protista<W, N> {
    fn setup_pieces(&self) -> Vec<PieceView> {
        self.pieces_to_put()
    }

    fn with_piece(&self, state: &State<W, N>, at: Spot, piece: Option<&PieceView>) -> Option<State<W, N>> {
        self.with_piece(state, at, piece)
    }

    fn with_side_to_move(&self, state: &State<W, N>, player: Player) -> Option<State<W, N>> {
        Some(self.turn_of(state, player))
    }
}

impl<const W: usize, const N: usize> Protista<W, N> {
    /// Returns a piece of each player and, where kings decide, a king of each.
    pub(super) fn pieces_to_put(&self) -> Vec<PieceView> {
        let kinds = if self.win == Win::King { &[false, true][..] } else { &[false][..] };
        let piece = |player, king| PieceView {
            owner: Some(player),
            kind: if king { PieceKind::King } else { PieceKind::Stone },
            height: 1,
            glyph: Self::letter(player, king).to_string(),
        };
        Player::BOTH.into_iter().flat_map(|player| kinds.iter().map(move |&king| piece(player, king))).collect()
    }

    /// Returns the state with a piece on a cell added, replaced or removed.
    ///
    /// A single piece put on a piece or stack of the same player is added on top, so a stack is
    /// built by clicking its cell repeatedly. A king on top makes the stack the king's; a stack
    /// cannot hold two kings. In all other cases the piece or stack replaces the contents of the
    /// cell. Targets stay as they are.
    pub(super) fn with_piece(&self, state: &State<W, N>, at: Spot, piece: Option<&PieceView>) -> Option<State<W, N>> {
        let &cell = self.board.cells().get(usize::from(at.0))?;
        let mut state = *state;
        let there = Player::BOTH.into_iter().find(|&player| state.pieces[player].has(cell));
        let Some(piece) = piece else {
            if let Some(there) = there {
                state.clear(there, cell);
            }
            return Some(state);
        };
        let owner = piece.owner?;
        let king = match piece.kind {
            PieceKind::Stone => false,
            PieceKind::King if self.win == Win::King => true,
            _ => return None,
        };
        let below = match there {
            Some(there) if there == owner && piece.height == 1 => state.height(cell),
            Some(there) => {
                state.clear(there, cell);
                0
            }
            None => 0,
        };
        let height = below.checked_add(piece.height).filter(|height| (1..=MAX_HEIGHT).contains(height))?;
        if king {
            if state.kings.has(cell) {
                return None;
            }
            state.flip_king(cell);
        }
        state.put(owner, cell, height);
        Some(state)
    }

    /// Returns the same board before the first move of that player's turn.
    pub(super) fn turn_of(&self, state: &State<W, N>, player: Player) -> State<W, N> {
        let mut state = *state;
        state.set_turn(player, 0);
        state
    }
}
