//! Manual set-up of March of the Fire Ants positions.

use hexarium_kernel::{PieceKind, PieceView, Player, Setup, Spot};

use super::look::piece;
use super::{FireAnts, State};

impl Setup for FireAnts {
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

impl FireAnts {
    /// Returns a stone and a queen of each player.
    pub(super) fn pieces_to_put(&self) -> Vec<PieceView> {
        Player::BOTH.into_iter().flat_map(|player| [piece(player, false), piece(player, true)]).collect()
    }

    /// Returns the state with the piece on a space replaced or removed. The buffer holds no queens.
    /// The reserves are adjusted: pieces not on the board are in reserve, and the reserve is empty
    /// if there are more than twelve on the board.
    pub(super) fn with_piece(&self, state: &State, at: Spot, piece: Option<&PieceView>) -> Option<State> {
        let &cell = self.board.cells().get(usize::from(at.0))?;
        let (mut stones, mut queens) = (state.stones, state.queens);
        for player in Player::BOTH {
            stones[player].remove(cell);
            queens[player].remove(cell);
        }
        if let Some(piece) = piece {
            match *piece {
                PieceView { owner: Some(owner), kind: PieceKind::Stone, height: 1, .. } => stones[owner].insert(cell),
                PieceView { owner: Some(owner), kind: PieceKind::Queen, height: 1, .. } if self.regular.has(cell) => {
                    queens[owner].insert(cell);
                }
                _ => return None,
            }
        }
        Some(self.assemble(stones, queens, state.to_move))
    }

    /// Returns the same pieces with that player to move.
    pub(super) fn turn_of(&self, state: &State, player: Player) -> State {
        self.assemble(state.stones, state.queens, player)
    }
}
