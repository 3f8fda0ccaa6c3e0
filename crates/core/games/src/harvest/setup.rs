//! Manual set-up of Harvest positions.

use hexarium_kernel::{PieceKind, PieceView, Player, Rules, Setup, Spot};

use super::{Harvest, State};

impl<const W: usize, const N: usize> Setup for Harvest<W, N> {
    fn setup_pieces(&self) -> Vec<PieceView> {
        self.pieces_to_put()
    }

    fn with_piece(&self, state: &State<W>, at: Spot, piece: Option<&PieceView>) -> Option<State<W>> {
        self.with_piece(state, at, piece)
    }

    fn with_side_to_move(&self, state: &State<W>, player: Player) -> Option<State<W>> {
        Some(self.turn_of(state, player))
    }
}

impl<const W: usize, const N: usize> Harvest<W, N> {
    /// Returns the only kind of piece.
    pub(super) fn pieces_to_put(&self) -> Vec<PieceView> {
        vec![Self::piece()]
    }

    /// Returns the state with a piece added to or removed from a space.
    ///
    /// Every piece that is not on the board was removed by a player, so the scores are adjusted: a
    /// piece taken off counts for the first player, and a piece put back is deducted from the first
    /// player's score. In every game the first player has removed pieces if any are missing, so
    /// changes can be reverted exactly. If the first player's score is 0, which only a given
    /// position can have, the second player's score is used.
    pub(super) fn with_piece(&self, state: &State<W>, at: Spot, piece: Option<&PieceView>) -> Option<State<W>> {
        let &cell = self.board.cells().get(usize::from(at.0))?;
        if piece.is_some_and(|piece| !matches!(piece, PieceView { owner: None, kind: PieceKind::Stone, height: 1, .. }))
        {
            return None;
        }
        let mut state = *state;
        let [first, second] = &mut state.scores.0;
        match (state.pieces.has(cell), piece.is_some()) {
            (true, false) => {
                state.pieces.remove(cell);
                *first += 1;
            }
            (false, true) => {
                state.pieces.insert(cell);
                let giver = if *first > 0 { first } else { second };
                *giver = giver.saturating_sub(1);
            }
            _ => {}
        }
        Some(state)
    }

    /// Returns the same pieces and scores before both steps of that player; on the full board the
    /// first player has the opening turn.
    pub(super) fn turn_of(&self, state: &State<W>, player: Player) -> State<W> {
        let turned = State { to_move: player, steps_left: 2, removed: 0, ..*state };
        let start = self.start();
        if (State { steps_left: start.steps_left, ..turned }) == start { start } else { turned }
    }
}
