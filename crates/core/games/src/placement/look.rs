//! The look of placement games: pieces, inputs and animations.

use hexarium_geometry::Cell;
use hexarium_kernel::{
    AnimationStep, BoardView, Cause, Input, Look, Outcome, PieceKind, PieceView, Player, Spot, View, Words,
};

use super::{Action, PASS, Placement, PlacementGame, SWAP};

impl<G: Placement<W>, const W: usize> Look for PlacementGame<G, W> {
    fn board(&self) -> BoardView {
        self.game.board_view()
    }

    fn view(&self, state: &Self::State) -> View {
        let mut pieces: Vec<(Spot, PieceView)> = Player::BOTH
            .into_iter()
            .flat_map(|p| state.stones[p].iter().map(move |c| (p, c)))
            .map(|(player, cell)| (self.spot(cell), self.stone(player)))
            .collect();
        pieces.sort_by_key(|(spot, _)| *spot);
        let name = self.player_name(state.to_move);
        let others = match (self.may_swap(state), self.may_pass(state)) {
            (true, true) => ", swap or pass",
            (true, false) => ", or swap",
            (false, true) => ", or pass",
            (false, false) => "",
        };
        let prompt = format!("{name}: place a stone on an empty cell{others}");
        View { pieces, marks: Vec::new(), counters: Vec::new(), prompt }
    }

    fn inputs(&self, _: &Self::State, action: Action) -> Vec<Input> {
        vec![match action {
            Action::Place(cell) => Input::Cell(self.spot(cell)),
            Action::Swap => Input::Button(SWAP.name),
            Action::Pass => Input::Button(PASS.name),
        }]
    }

    fn animation(&self, state: &Self::State, action: Action) -> Vec<Vec<AnimationStep>> {
        let piece = self.stone(state.to_move);
        let step = match action {
            Action::Place(cell) => AnimationStep::Place { at: self.spot(cell), piece },
            Action::Swap => {
                let stone = state.stones[state.to_move.other()].first().expect("a swap takes over a stone");
                let to = self.spot(self.game.swapped(stone));
                AnimationStep::Recolour { from: self.spot(stone), to, piece }
            }
            Action::Pass => return Vec::new(),
        };
        vec![vec![step]]
    }

    fn deciding(&self, state: &Self::State, outcome: &Outcome, _: Option<(&Self::State, Action)>) -> Vec<Spot> {
        let (Some(winner), Cause::Rule(tag)) = (outcome.winner, outcome.cause) else { return Vec::new() };
        let cells = self.game.deciding(state.stones[winner], winner, tag);
        cells.iter().map(|cell| self.spot(cell)).collect()
    }
}

impl<G: Placement<W>, const W: usize> PlacementGame<G, W> {
    fn spot(&self, cell: Cell) -> Spot {
        Spot(self.game.board().order(cell) as u16)
    }

    pub(super) fn stone(&self, player: Player) -> PieceView {
        let glyph = self.colours[player].letter.to_string();
        PieceView { owner: Some(player), kind: PieceKind::Stone, height: 1, glyph }
    }
}
