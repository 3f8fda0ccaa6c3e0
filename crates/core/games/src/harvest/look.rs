//! Presentation of Harvest: board, pieces, inputs and animations.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{
    AnimationStep, BoardView, Counter, Input, Look, Material, NoHistory, PieceKind, PieceShape, PieceView, Player,
    Region, Spot, View, Words, legal_actions,
};

use super::{Action, Harvest, State};

impl<const W: usize, const N: usize> Look for Harvest<W, N> {
    fn board(&self) -> BoardView {
        BoardView::of(&self.board, |_| (Region::Plain, '.')).made_of(Material::Field, PieceShape::Sheaf)
    }

    fn view(&self, state: &State<W>) -> View {
        let piece = Self::piece();
        let score = |player| Counter { owner: Some(player), label: "removed", value: state.scores[player].into() };
        let left = Counter { owner: None, label: "pieces left", value: state.pieces.len() as i64 };
        View {
            pieces: state.pieces.iter().map(|cell| (self.spot(cell), piece.clone())).collect(),
            marks: Vec::new(),
            counters: vec![score(Player::First), score(Player::Second), left],
            prompt: self.prompt(state),
        }
    }

    fn inputs(&self, _: &State<W>, action: Action) -> Vec<Input> {
        let click = |cell| Input::Cell(self.spot(cell));
        match action {
            Action::Remove(cell) => vec![click(cell), click(cell)],
            Action::Move { from, to, keep } => [Some(from), Some(to), keep].into_iter().flatten().map(click).collect(),
            Action::Pass => vec![Input::Button("pass")],
        }
    }

    fn animation(&self, state: &State<W>, action: Action) -> Vec<Vec<AnimationStep>> {
        match action {
            Action::Remove(cell) => vec![vec![AnimationStep::Capture { at: self.spot(cell) }]],
            Action::Move { from, to, keep } => {
                let jump = AnimationStep::Jump { from: self.spot(from), to: self.spot(to) };
                let groups = self.groups(state.pieces, from, to);
                let kept = groups.kept(keep);
                let split =
                    |group: &Bits<W>| AnimationStep::Split { cells: group.iter().map(|c| self.spot(c)).collect() };
                let splits: Vec<_> = groups.all().iter().filter(|&&group| group != kept).map(split).collect();
                if splits.is_empty() { vec![vec![jump]] } else { vec![vec![jump], splits] }
            }
            Action::Pass => Vec::new(),
        }
    }
}

impl<const W: usize, const N: usize> Harvest<W, N> {
    pub(super) fn piece() -> PieceView {
        PieceView { owner: None, kind: PieceKind::Stone, height: 1, glyph: "o".to_string() }
    }

    fn spot(&self, cell: Cell) -> Spot {
        Spot(self.board.order(cell) as u16)
    }

    fn prompt(&self, state: &State<W>) -> String {
        let name = self.player_name(state.to_move);
        let mut legal = Vec::new();
        legal_actions(self, &NoHistory, state, &(), &mut legal);
        if state.is_over() {
            return "two pieces are left: the game is over".to_string();
        }
        if legal.is_empty() {
            return self.no_legal_action_reason(state.to_move);
        }
        let step = match state.steps_left {
            2 => "step 1 of 2",
            _ if self.is_opening(state) => "the only step of the opening turn",
            _ => "step 2 of 2",
        };
        let some = |of_kind: fn(&Action) -> bool| legal.iter().any(of_kind);
        let mut ways = Vec::new();
        if some(|a| matches!(a, Action::Remove(_))) {
            ways.push("remove a surrounded piece");
        }
        if some(|a| matches!(a, Action::Move { .. })) {
            ways.push(if state.must_remove() { "split the group with a move" } else { "move a piece over another" });
        }
        if some(|a| matches!(a, Action::Pass)) {
            ways.push("pass");
        }
        let ways = match ways.as_slice() {
            [one] => one.to_string(),
            [one, two] => format!("{one}, or {two}"),
            more => format!("{}, or {}", more[..more.len() - 1].join(", "), more[more.len() - 1]),
        };
        let duty = match (state.steps_left, state.removed) {
            (2, _) => " (the turn must remove a piece)",
            _ if self.is_opening(state) => "",
            (_, 0) => " (nothing is removed yet in this turn)",
            _ => "",
        };
        // Avoids confusion between the player named Second and the first step of a turn.
        format!("{name} player, {step}: {ways}{duty}")
    }
}
