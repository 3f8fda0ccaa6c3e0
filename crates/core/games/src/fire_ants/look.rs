//! Presentation of March of the Fire Ants: board, pieces, inputs and animations.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{
    AnimationStep, BoardView, Cause, Counter, Input, Look, Material, Outcome, PieceKind, PieceShape, PieceView, Player,
    Region, Rules, Spot, View, Words,
};

use super::notation::letter;
use super::{Action, FireAnts, State};

impl Look for FireAnts {
    fn board(&self) -> BoardView {
        BoardView::of(&self.board, |cell| match self.buffer.has(cell) {
            true => (Region::Shaded("buffer space"), ':'),
            false => (Region::Plain, '.'),
        })
        .made_of(Material::Sand, PieceShape::Ant)
    }

    fn view(&self, state: &State) -> View {
        let mut pieces: Vec<(Spot, PieceView)> = Player::BOTH
            .into_iter()
            .flat_map(|player| state.pieces(player).iter().map(move |cell| (player, cell)))
            .map(|(player, cell)| (self.spot(cell), piece(player, state.queens[player].has(cell))))
            .collect();
        pieces.sort_by_key(|(spot, _)| *spot);
        let counter =
            |player| Counter { owner: Some(player), label: "reserve", value: i64::from(state.reserve[player]) };
        View { pieces, marks: Vec::new(), counters: Player::BOTH.map(counter).to_vec(), prompt: self.prompt(state) }
    }

    fn inputs(&self, _: &State, action: Action) -> Vec<Input> {
        match action {
            Action::Place(cell) => vec![Input::Cell(self.spot(cell))],
            Action::Change { from, to } | Action::Move { from, to } => {
                vec![Input::Cell(self.spot(from)), Input::Cell(self.spot(to))]
            }
            Action::Pass => vec![Input::Button("pass")],
        }
    }

    fn animation(&self, state: &State, action: Action) -> Vec<Vec<AnimationStep>> {
        let player = state.to_move;
        let mut beats = match action {
            Action::Place(cell) => {
                vec![vec![AnimationStep::Place { at: self.spot(cell), piece: piece(player, false) }]]
            }
            Action::Change { from, to } => vec![vec![AnimationStep::Jump { from: self.spot(from), to: self.spot(to) }]],
            Action::Move { from, to } => vec![vec![AnimationStep::Slide { from: self.spot(from), to: self.spot(to) }]],
            Action::Pass => Vec::new(),
        };
        let mut after = *state;
        let closing = self.put(&mut after, action);
        let captured = self.captured(&after, player, closing);
        if !captured.is_empty() {
            beats.push(captured.iter().map(|cell| AnimationStep::Capture { at: self.spot(cell) }).collect());
        }
        beats
    }

    /// Returns the spaces of the last captured queens and of their captors.
    fn deciding(&self, _: &State, outcome: &Outcome, last: Option<(&State, Action)>) -> Vec<Spot> {
        let Some((before, action)) = last.filter(|_| matches!(outcome.cause, Cause::Rule(_))) else {
            return Vec::new();
        };
        let mut after = *before;
        let closing = self.put(&mut after, action);
        let mut cells = Bits::EMPTY;
        for queen in self.captured(&after, before.to_move, closing) {
            // A captured queen decides nothing while the other queen of its side is alive.
            if outcome.winner.is_none_or(|winner| after.queens[winner.other()].has(queen)) {
                cells |= Bits::single(queen) | self.captors(&after, queen, closing);
            }
        }
        cells.iter().map(|cell| self.spot(cell)).collect()
    }
}

/// Returns a stone or a queen.
pub(super) fn piece(player: Player, is_queen: bool) -> PieceView {
    let kind = if is_queen { PieceKind::Queen } else { PieceKind::Stone };
    PieceView { owner: Some(player), kind, height: 1, glyph: letter(player, is_queen).to_string() }
}

impl FireAnts {
    fn spot(&self, cell: Cell) -> Spot {
        Spot(self.board.order(cell) as u16)
    }

    /// Returns the captors of a queen: all pieces around it, or the two of a sandwich that one of
    /// them has just closed.
    fn captors(&self, after: &State, queen: Cell, closing: Option<Cell>) -> Bits<1> {
        let exits = self.lines.exits(queen);
        if exits.within(after.occupied()) {
            return exits;
        }
        let around = self.lines.sides(queen).iter().map(|[one, other]| *one | *other);
        around.filter(|sides| closing.is_some_and(|cell| sides.has(cell))).fold(Bits::EMPTY, |all, sides| all | sides)
    }

    /// Returns the prompt, which names only the actions that are possible now.
    fn prompt(&self, state: &State) -> String {
        let name = self.player_name(state.to_move);
        let mut actions = Vec::new();
        self.pseudo_legal_actions(state, &mut actions);
        let queens = state.queens[state.to_move];
        let any = |test: &dyn Fn(&Action) -> bool| actions.iter().any(test);
        let moves = |queen| any(&|a| matches!(a, Action::Move { from, .. } if queens.has(*from) == queen));
        let mut choices = Vec::new();
        if any(&|a| matches!(a, Action::Place(_))) {
            choices.push("place a stone on a buffer space");
        }
        if any(&|a| matches!(a, Action::Change { .. })) {
            choices.push("take a stone to another buffer space");
        }
        match (moves(false), moves(true)) {
            (true, true) => choices.push("move a stone or a queen"),
            (true, false) => choices.push("move a stone"),
            (false, true) => choices.push("move a queen"),
            (false, false) => {}
        }
        match choices.split_last() {
            None => format!("{name} can do nothing: pass"),
            Some((only, [])) => format!("{name}: {only}"),
            Some((last, [one])) => format!("{name}: {one} or {last}"),
            Some((last, others)) => format!("{name}: {}, or {last}", others.join(", ")),
        }
    }
}
