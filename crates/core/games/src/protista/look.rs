//! Presentation of Protista: board, pieces, inputs and animations.

use hexarium_geometry::{Bits, Cell, Direction};
use hexarium_kernel::{
    AnimationStep, BoardView, Cause, Counter, Input, Look, Mark, Material, Outcome, PieceKind, PieceShape, PieceView,
    Player, Region, Spot, View, Words,
};

use super::rules::{KING, NO_PIECES, TARGETS};
use super::{Action, Flight, Generation, Protista, State};

impl<const W: usize, const N: usize> Look for Protista<W, N> {
    fn board(&self) -> BoardView {
        BoardView::of(&self.board, |_| (Region::Plain, '.')).made_of(Material::Dish, PieceShape::Cell)
    }

    fn view(&self, state: &State<W, N>) -> View {
        let cells = (state.pieces.0[0] | state.pieces.0[1]).iter();
        let pieces = cells.map(|cell| (self.spot(cell), self.piece(state, cell))).collect();
        let marks = Player::BOTH
            .into_iter()
            .flat_map(|player| state.targets[player].iter().map(move |cell| (cell, player)))
            .map(|(cell, player)| (self.spot(cell), Mark::Target(player)))
            .collect();
        let extra = Counter { owner: Some(state.to_move), label: "extra moves left", value: state.extra.into() };
        let counters = if state.extra > 0 { vec![extra] } else { Vec::new() };
        View { pieces, marks, counters, prompt: self.prompt(state) }
    }

    fn inputs(&self, state: &State<W, N>, action: Action) -> Vec<Input> {
        let cell = |cell| Input::Cell(self.spot(cell));
        match action {
            Action::Move { from, to } | Action::Hit { from, at: to } => vec![cell(from), cell(to)],
            Action::Fly { flight, from, .. } => {
                let to = self.flight_cells(action).last().unwrap_or(from);
                let mut inputs = vec![cell(from), cell(to)];
                match flight {
                    Flight::Unstack => inputs.push(Input::Button("unstack")),
                    // A flight that kills on its way may have the same origin and destination as a
                    // contiguous move.
                    Flight::SharpV if self.allowed(state, Action::Move { from, to }).is_ok() => {
                        inputs.push(Input::Button("sharp V"));
                    }
                    _ => {}
                }
                inputs
            }
            Action::Wave { towards, .. } => {
                // Two zigzags may share both ends, but then their second cells differ.
                let cells: Vec<Cell> = self.wave_cells(action).collect();
                let goal = self.board.next(cells[0], towards);
                [cells[0], cells[1], cells[cells.len() - 1]].into_iter().chain(goal).map(cell).collect()
            }
            Action::Triangle { first, towards } => {
                let second = self.tables.pair(first, towards).map_or(first, |pair| pair.second);
                vec![cell(first), cell(second), Input::Button("generate")]
            }
            Action::Grow(at) => vec![cell(at), Input::Button("generate")],
            Action::Done => vec![Input::Button("done")],
        }
    }

    fn animation(&self, state: &State<W, N>, action: Action) -> Vec<Vec<AnimationStep>> {
        match action {
            Action::Move { from, to } => {
                let (from_spot, to_spot) = (self.spot(from), self.spot(to));
                let way = if self.board.around(from).has(to) {
                    AnimationStep::Slide { from: from_spot, to: to_spot }
                } else {
                    AnimationStep::Jump { from: from_spot, to: to_spot }
                };
                vec![self.with_capture(state, to, way)]
            }
            Action::Hit { from, at } => vec![vec![self.hit_step(state, at, [from])]],
            Action::Fly { flight, from, hit, .. } => self.flight_animation(state, flight, from, hit, action),
            Action::Wave { towards, .. } => {
                let cells: Bits<W> = self.wave_cells(action).collect();
                let ends = self.board.shift(cells, towards);
                let enemy = state.pieces[state.to_move.other()];
                let hits = ends & enemy & state.stacks;
                if !hits.is_empty() {
                    let back = towards.opposite();
                    return vec![hits.iter().map(|at| self.hit_step(state, at, self.board.next(at, back))).collect()];
                }
                let captures = (ends & enemy).iter().map(|at| AnimationStep::Capture { at: self.spot(at) });
                let slides = cells.iter().filter_map(|from| {
                    let to = self.board.next(from, towards)?;
                    Some(AnimationStep::Slide { from: self.spot(from), to: self.spot(to) })
                });
                vec![captures.chain(slides).collect()]
            }
            Action::Triangle { first, towards } => {
                let Some(pair) = self.tables.pair(first, towards) else { return Vec::new() };
                let by = Bits::single(first) | Bits::single(pair.second);
                let corners = pair.affected(state.pieces[state.to_move]);
                vec![corners.iter().flat_map(|at| self.generation_steps(state, at, by)).collect()]
            }
            Action::Grow(at) => vec![self.generation_steps(state, at, self.growers(state, at))],
            Action::Done => Vec::new(),
        }
    }

    /// Returns the targets occupied by the winner, or the cells where the king or the last pieces
    /// were captured.
    fn deciding(&self, state: &State<W, N>, outcome: &Outcome, last: Option<(&State<W, N>, Action)>) -> Vec<Spot> {
        let Outcome { winner: Some(winner), cause: Cause::Rule(tag) } = *outcome else { return Vec::new() };
        let loser = winner.other();
        let fallen = last.map_or(Bits::EMPTY, |(before, _)| before.pieces[loser] & !state.pieces[loser]);
        let cells = match tag {
            TARGETS => state.pieces[winner] & state.targets[loser],
            KING => last.map_or(Bits::EMPTY, |(before, _)| fallen & before.kings),
            NO_PIECES => fallen,
            _ => Bits::EMPTY,
        };
        cells.iter().map(|cell| self.spot(cell)).collect()
    }
}

impl<const W: usize, const N: usize> Protista<W, N> {
    fn spot(&self, cell: Cell) -> Spot {
        Spot(self.board.order(cell) as u16)
    }

    fn prompt(&self, state: &State<W, N>) -> String {
        let name = self.player_name(state.to_move);
        let generate = if self.generation == Generation::None { "" } else { ", generate" };
        let moves = format!("step, fly, move a wave{generate} or unstack");
        match state.extra {
            0 => format!("{name}: make a move ({moves})"),
            1 => format!("{name}, last extra move: make one more move ({moves}), or be done"),
            extra => format!("{name}, first of {extra} extra moves: make one more move ({moves}), or be done"),
        }
    }

    /// Returns the piece on an occupied cell.
    fn piece(&self, state: &State<W, N>, cell: Cell) -> PieceView {
        let kind = if state.kings.has(cell) { PieceKind::King } else { PieceKind::Stone };
        let owner = Player::BOTH.into_iter().find(|&player| state.pieces[player].has(cell));
        PieceView { owner, kind, height: state.height(cell), glyph: self.glyph(state, cell) }
    }

    /// Returns a single piece of the side to move, as laid out or generated.
    fn new_piece(&self, state: &State<W, N>) -> PieceView {
        let glyph = Self::letter(state.to_move, false).to_string();
        PieceView { owner: Some(state.to_move), kind: PieceKind::Stone, height: 1, glyph }
    }

    /// Returns a step onto a cell, preceded by the capture of an enemy piece there.
    fn with_capture(&self, state: &State<W, N>, to: Cell, step: AnimationStep) -> Vec<AnimationStep> {
        let capture = state.pieces[state.to_move.other()].has(to).then(|| AnimationStep::Capture { at: self.spot(to) });
        capture.into_iter().chain([step]).collect()
    }

    fn hit_step(&self, state: &State<W, N>, at: Cell, by: impl IntoIterator<Item = Cell>) -> AnimationStep {
        let by = by.into_iter().map(|cell| self.spot(cell)).collect();
        AnimationStep::Hit { by, at: self.spot(at), levels: self.stack_loss.min(state.height(at)) }
    }

    /// Returns the own neighbours that generate a piece on a cell: all of four or more, or those in
    /// consecutive threes.
    fn growers(&self, state: &State<W, N>, at: Cell) -> Bits<W> {
        let own = state.pieces[state.to_move];
        if self.generation == Generation::Four {
            return self.board.around(at) & own;
        }
        let beside = |d: Direction| self.board.next(at, d).filter(|&cell| own.has(cell));
        let three = |d: Direction| Some([beside(d)?, beside(d.turned(1))?, beside(d.turned(2))?]);
        Direction::ALL.into_iter().filter_map(three).flatten().collect()
    }

    fn generation_steps(&self, state: &State<W, N>, at: Cell, by: Bits<W>) -> Vec<AnimationStep> {
        if (state.pieces[state.to_move.other()] & state.stacks).has(at) {
            return vec![self.hit_step(state, at, by.iter())];
        }
        let by = by.iter().map(|cell| self.spot(cell)).collect();
        self.with_capture(state, at, AnimationStep::Generate { by, at: self.spot(at), piece: self.new_piece(state) })
    }

    /// Returns one beat per step, and one for the hit.
    fn flight_animation(
        &self,
        state: &State<W, N>,
        flight: Flight,
        from: Cell,
        hit: bool,
        action: Action,
    ) -> Vec<Vec<AnimationStep>> {
        let cells: Vec<Cell> = self.flight_cells(action).collect();
        let mut at = from;
        let mut beats = Vec::new();
        for (i, &to) in cells.iter().enumerate() {
            if hit && i + 1 == cells.len() {
                beats.push(vec![self.hit_step(state, to, [at])]);
                break;
            }
            let (start, end) = (self.spot(at), self.spot(to));
            let step = match flight {
                Flight::Cannon => AnimationStep::Slide { from: start, to: end },
                Flight::SharpV => AnimationStep::Jump { from: start, to: end },
                Flight::Unstack => {
                    AnimationStep::Unstack { from: self.spot(from), to: end, piece: self.new_piece(state) }
                }
            };
            beats.push(self.with_capture(state, to, step));
            at = to;
        }
        beats
    }
}
