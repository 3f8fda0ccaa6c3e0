//! Manual set-up of positions of placement games.

use hexarium_kernel::{PieceKind, PieceView, Player, Setup, Spot};

use super::{Placement, PlacementGame};

impl<G: Placement<W>, const W: usize> Setup for PlacementGame<G, W> {
    fn setup_pieces(&self) -> Vec<PieceView> {
        Player::BOTH.map(|player| self.stone(player)).to_vec()
    }

    /// Returns `None` for cells that hold no stones. The stone counts are not checked here; parsing
    /// the position text does that.
    fn with_piece(&self, state: &Self::State, at: Spot, piece: Option<&PieceView>) -> Option<Self::State> {
        let &cell = self.game.board().cells().get(usize::from(at.0))?;
        let mut stones = state.stones;
        for own in &mut stones.0 {
            own.remove(cell);
        }
        if let Some(piece) = piece {
            let PieceView { owner: Some(owner), kind: PieceKind::Stone, height: 1, .. } = *piece else { return None };
            stones[owner].insert(cell);
        }
        Some(self.assemble(stones, state.to_move, state.passed))
    }

    fn with_side_to_move(&self, state: &Self::State, player: Player) -> Option<Self::State> {
        Some(self.assemble(state.stones, player, false))
    }
}
