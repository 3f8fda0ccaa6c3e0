//! Hex positions set up by hand, stone by stone.

use hexarium_kernel::{PieceKind, PieceView, Player, Spot};

use super::{Hex, State};

impl<const W: usize> Hex<W> {
    /// A stone of each player.
    pub(super) fn stones_to_put(&self) -> Vec<PieceView> {
        Player::BOTH.map(|player| self.stone(player)).to_vec()
    }

    /// The state with another stone on a cell, or none; end zones hold none. How many stones there are decides nothing here: the text
    /// of a position says when they cannot be right.
    pub(super) fn with_stone(&self, state: &State<W>, at: Spot, piece: Option<&PieceView>) -> Option<State<W>> {
        let &cell = self.board.cells().get(usize::from(at.0))?;
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

    /// The same stones with that player to move. Before a turn set up by hand nobody has passed.
    pub(super) fn turn_of(&self, state: &State<W>, player: Player) -> State<W> {
        self.assemble(state.stones, player, false)
    }
}
