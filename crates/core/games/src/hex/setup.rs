//! Manual set-up of Hex positions.

use hexarium_kernel::{PieceKind, PieceView, Player, Spot};

use super::{Hex, State};

impl<const W: usize> Hex<W> {
    /// Returns one stone of each player.
    pub(super) fn stones_to_put(&self) -> Vec<PieceView> {
        Player::BOTH.map(|player| self.stone(player)).to_vec()
    }

    /// Returns the state with the stone on a cell replaced or removed, or `None` for cells that
    /// hold no stones. The stone counts are not checked here; parsing the position text does that.
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

    /// Returns the same stones with the given player to move and no preceding pass.
    pub(super) fn turn_of(&self, state: &State<W>, player: Player) -> State<W> {
        self.assemble(state.stones, player, false)
    }
}
