//! Protista positions set up by hand, piece by piece.

use hexarium_kernel::{PieceKind, PieceView, Player, Spot};

use super::state::MAX_HEIGHT;
use super::{Protista, State, Win};

impl<const W: usize, const N: usize> Protista<W, N> {
    /// A piece of each player and, where kings decide, a king of each.
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

    /// The state with another piece on a cell, or none.
    ///
    /// A single piece painted on a piece or stack of the same player goes on top of it, so a stack is painted by touching its cell
    /// again and again; a king on top makes it the king's, and one stack has no room for two. Everything else replaces what is
    /// there: a piece on one of the other player, and a whole stack on anything. Targets stay as they are.
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

    /// The same board before the first move of that player's turn.
    pub(super) fn turn_of(&self, state: &State<W, N>, player: Player) -> State<W, N> {
        let mut state = *state;
        state.set_turn(player, 0);
        state
    }
}
