//! Presentation of Coalesce: board, pieces, inputs and animations.

use hexarium_geometry::Cell;
use hexarium_kernel::{
    AnimationStep, BoardView, Cause, Counter, Input, Look, Material, Outcome, PieceKind, PieceShape, PieceView, Player,
    Region, Spot, View, Words,
};

use super::rules::ONE_GROUP;
use super::{Action, Coalesce, State, groups};

impl Look for Coalesce {
    fn board(&self) -> BoardView {
        BoardView::of(&self.board, |_| (Region::Plain, '.')).made_of(Material::Wood, PieceShape::Counter)
    }

    fn view(&self, state: &State) -> View {
        let piece = |&cell: &Cell| Some((self.spot(cell), self.piece(state.owner(cell)?)));
        let groups = |player| Counter {
            owner: Some(player),
            label: "groups",
            value: groups::count(state.pieces[player].0[0]) as i64,
        };
        let step = match state.steps {
            2 => "first of two steps",
            _ if *state == self.start => "the one step of the opening turn",
            _ => "second of two steps",
        };
        let name = self.player_name(state.to_move);
        View {
            pieces: self.board.cells().iter().filter_map(piece).collect(),
            marks: Vec::new(),
            counters: Player::BOTH.map(groups).to_vec(),
            prompt: format!("{name}, {step}: move a piece by one space, pushing what stands in its way, or pass"),
        }
    }

    fn inputs(&self, _: &State, action: Action) -> Vec<Input> {
        match action {
            Action::Step { from, to } => [from, to].map(|cell| Input::Cell(self.spot(cell))).to_vec(),
            Action::Pass => vec![Input::Button("pass")],
        }
    }

    fn animation(&self, state: &State, action: Action) -> Vec<Vec<AnimationStep>> {
        let Action::Step { from, to } = action else { return Vec::new() };
        let direction = self.direction(from, to).expect("a legal step goes to the next cell of a line");
        let mut beats = Vec::new();
        let mut at = from;
        loop {
            let next = self.pushed_to(at, direction);
            let (here, there) = (self.spot(at), self.spot(next));
            beats.push(vec![if self.board.next(at, direction).is_none() {
                AnimationStep::Wrap { from: here, to: there }
            } else if at == from {
                AnimationStep::Slide { from: here, to: there }
            } else {
                AnimationStep::Push { from: here, to: there }
            }]);
            if next == from || !state.occupied().has(next) {
                return beats;
            }
            at = next;
        }
    }

    /// Returns the winner's group.
    fn deciding(&self, state: &State, outcome: &Outcome, _: Option<(&State, Action)>) -> Vec<Spot> {
        match *outcome {
            Outcome { winner: Some(winner), cause: Cause::Rule(ONE_GROUP) } => {
                state.pieces[winner].iter().map(|cell| self.spot(cell)).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Coalesce {
    fn spot(&self, cell: Cell) -> Spot {
        Spot(self.board.order(cell) as u16)
    }

    pub(super) fn piece(&self, player: Player) -> PieceView {
        let glyph = self.letter(player).to_string();
        PieceView { owner: Some(player), kind: PieceKind::Stone, height: 1, glyph }
    }
}
