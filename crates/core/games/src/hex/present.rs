//! Presentation of Hex: board, pieces, inputs and animations.

use hexarium_geometry::{Cell, Place};
use hexarium_kernel::{
    AnimationStep, BoardView, CellView, Input, Outcome, PieceKind, PieceView, Player, Present, Region, RimLabel, Spot,
    View,
};

use super::rules::CONNECTED;
use super::{Action, Hex, State};

/// The kinds of actions.
const PLACE: &str = "place a stone";
const SWAP: &str = "swap";
const PASS: &str = "pass";

impl<const W: usize> Present for Hex<W> {
    fn board(&self) -> BoardView {
        let mut view = BoardView::of(&self.board, |_| (Region::Plain, '.'));
        let n = self.size as i16;
        let mut zone = |q, r, player: Player, blank| {
            let region = Region::EndZone(player);
            view.cells.push(CellView { place: Place::new(q, r), label: String::new(), region, blank });
        };
        for i in 0..n {
            zone(i, -1, self.blue, 'b');
            zone(i, n, self.blue, 'b');
            zone(-1, i, self.blue.other(), 'r');
            zone(n, i, self.blue.other(), 'r');
        }
        let label = |q, r, text: String| RimLabel { place: Place::new(q, r), text };
        view.rim = (0..n)
            .flat_map(|i| {
                let letter = hexarium_geometry::column_letter(i as usize).to_string();
                let number = (i + 1).to_string();
                [
                    label(i, -2, letter.clone()),
                    label(i, n + 1, letter),
                    label(-3, i, number.clone()),
                    label(n + 1, i, number),
                ]
            })
            .collect();
        view
    }

    fn view(&self, state: &State<W>) -> View {
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

    fn inputs(&self, _: &State<W>, action: Action) -> Vec<Input> {
        vec![match action {
            Action::Place(cell) => Input::Cell(self.spot(cell)),
            Action::Swap => Input::Button("swap"),
            Action::Pass => Input::Button("pass"),
        }]
    }

    fn animation(&self, state: &State<W>, action: Action) -> Vec<Vec<AnimationStep>> {
        let piece = self.stone(state.to_move);
        let movement = match action {
            Action::Place(cell) => AnimationStep::Place { at: self.spot(cell), piece },
            Action::Swap => {
                let stone = state.stones[state.to_move.other()].first().expect("a swap takes over a stone");
                AnimationStep::Recolour { from: self.spot(stone), to: self.spot(self.mirrored(stone)), piece }
            }
            Action::Pass => return Vec::new(),
        };
        vec![vec![movement]]
    }

    fn kinds(&self) -> Vec<&'static str> {
        [(PLACE, true), (SWAP, self.swap), (PASS, self.pass)]
            .into_iter()
            .filter_map(|(k, on)| on.then_some(k))
            .collect()
    }

    fn kind(&self, _: &State<W>, action: Action) -> &'static str {
        match action {
            Action::Place(_) => PLACE,
            Action::Swap => SWAP,
            Action::Pass => PASS,
        }
    }

    fn explain_illegal_input(&self, state: &State<W>, touched: &[Input]) -> String {
        self.object(state, touched)
    }

    fn setup_pieces(&self) -> Vec<PieceView> {
        self.stones_to_put()
    }

    fn with_piece(&self, state: &State<W>, at: Spot, piece: Option<&PieceView>) -> Option<State<W>> {
        self.with_stone(state, at, piece)
    }

    fn with_side_to_move(&self, state: &State<W>, player: Player) -> Option<State<W>> {
        Some(self.turn_of(state, player))
    }

    /// Returns the winner's shortest chain from edge to edge.
    fn deciding(&self, state: &State<W>, outcome: &Outcome, _: Option<(&State<W>, Action)>) -> Vec<Spot> {
        let chain = outcome.winner.map(|winner| self.chain(state, winner));
        chain.into_iter().flatten().map(|cell| self.spot(cell)).collect()
    }

    fn endings(&self) -> Vec<&'static str> {
        vec![CONNECTED]
    }

    fn player_name(&self, player: Player) -> &'static str {
        if player == self.blue { "Blue" } else { "Red" }
    }

    fn player_aliases(&self, player: Player) -> &'static [&'static str] {
        // Hex protocols call the side that connects top and bottom black.
        if player == self.blue { &["b", "black"] } else { &["r", "w", "white"] }
    }

    fn rule_reason(&self, _: &State<W>, winner: Option<Player>, _: &str) -> String {
        match winner.map(|p| self.player_name(p)) {
            Some("Blue") => "Blue connected top to bottom".to_string(),
            _ => "Red connected left to right".to_string(),
        }
    }
}

impl<const W: usize> Hex<W> {
    fn spot(&self, cell: Cell) -> Spot {
        Spot(self.board.order(cell) as u16)
    }

    pub(super) fn stone(&self, player: Player) -> PieceView {
        let glyph = if player == self.blue { "B" } else { "R" };
        PieceView { owner: Some(player), kind: PieceKind::Stone, height: 1, glyph: glyph.to_string() }
    }
}
