//! Manual set-up of Coalesce positions.

use hexarium_kernel::{PieceKind, PieceView, Player, Setup, Spot};

use super::{Coalesce, State};

impl Setup for Coalesce {
    fn setup_pieces(&self) -> Vec<PieceView> {
        self.pieces_to_put()
    }

    fn with_piece(&self, state: &State, at: Spot, piece: Option<&PieceView>) -> Option<State> {
        self.with_piece(state, at, piece)
    }

    fn with_side_to_move(&self, state: &State, player: Player) -> Option<State> {
        Some(self.turn_of(state, player))
    }
}

impl Coalesce {
    /// Returns a piece of each player.
    pub(super) fn pieces_to_put(&self) -> Vec<PieceView> {
        Player::BOTH.map(|player| self.piece(player)).to_vec()
    }

    /// Returns the state with the piece on a space replaced or removed. The number of pieces is
    /// checked only when the position text is parsed.
    pub(super) fn with_piece(&self, state: &State, at: Spot, piece: Option<&PieceView>) -> Option<State> {
        let &cell = self.board.cells().get(usize::from(at.0))?;
        let mut state = *state;
        for own in &mut state.pieces.0 {
            own.remove(cell);
        }
        if let Some(piece) = piece {
            let PieceView { owner: Some(owner), kind: PieceKind::Stone, height: 1, .. } = *piece else { return None };
            state.pieces[owner].insert(cell);
        }
        Some(state)
    }

    /// Returns the same pieces before both steps of that player; on the starting board the first
    /// player has the opening turn.
    pub(super) fn turn_of(&self, state: &State, player: Player) -> State {
        let opens = state.pieces == self.start.pieces && player == self.start.to_move;
        let steps = if opens { self.start.steps } else { 2 };
        State { to_move: player, steps, ..*state }
    }
}
