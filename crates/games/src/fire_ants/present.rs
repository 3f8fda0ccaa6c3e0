//! March of the Fire Ants to look at.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{
    BoardView, Cause, Counter, Movement, Outcome, PieceKind, PieceView, Player, Present, Region, Rules, Spot, Touch,
    View,
};

use super::notation::letter;
use super::rules::{ALL_QUEENS_LOST, QUEENS_LOST};
use super::{Action, FireAnts, State};

/// The kinds of actions. Stones come into play by leaving the buffer, so that is told from moving on.
const PLACE: &str = "place a stone";
const CHANGE: &str = "change buffer space";
const ENTER: &str = "move a stone from the buffer";
const STONE: &str = "move a stone";
const QUEEN: &str = "move a queen";
const PASS: &str = "pass";

impl Present for FireAnts {
    fn board(&self) -> BoardView {
        BoardView::of(&self.board, |cell| match self.buffer.has(cell) {
            true => (Region::Buffer, ':'),
            false => (Region::Plain, '.'),
        })
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

    fn gesture(&self, _: &State, action: Action) -> Vec<Touch> {
        match action {
            Action::Place(cell) => vec![Touch::Cell(self.spot(cell))],
            Action::Change { from, to } | Action::Move { from, to } => {
                vec![Touch::Cell(self.spot(from)), Touch::Cell(self.spot(to))]
            }
            Action::Pass => vec![Touch::Button("pass")],
        }
    }

    fn story(&self, state: &State, action: Action) -> Vec<Vec<Movement>> {
        let player = state.to_move;
        let mut beats = match action {
            Action::Place(cell) => vec![vec![Movement::Place { at: self.spot(cell), piece: piece(player, false) }]],
            Action::Change { from, to } => vec![vec![Movement::Jump { from: self.spot(from), to: self.spot(to) }]],
            Action::Move { from, to } => vec![vec![Movement::Slide { from: self.spot(from), to: self.spot(to) }]],
            Action::Pass => Vec::new(),
        };
        let mut after = *state;
        let closing = self.put(&mut after, action);
        let captured = self.captured(&after, player, closing);
        if !captured.is_empty() {
            beats.push(captured.iter().map(|cell| Movement::Capture { at: self.spot(cell) }).collect());
        }
        beats
    }

    /// The pass is among them, though only a position set up by hand ever forces it (ruling 2).
    fn kinds(&self) -> Vec<&'static str> {
        let all = [PLACE, CHANGE, ENTER, STONE, QUEEN, PASS].into_iter();
        all.filter(|&kind| kind != CHANGE || self.buffer_shift).collect()
    }

    fn kind(&self, state: &State, action: Action) -> &'static str {
        match action {
            Action::Place(_) => PLACE,
            Action::Change { .. } => CHANGE,
            Action::Move { from, .. } if self.buffer.has(from) => ENTER,
            Action::Move { from, .. } if state.queens[state.to_move].has(from) => QUEEN,
            Action::Move { .. } => STONE,
            Action::Pass => PASS,
        }
    }

    fn objection(&self, state: &State, touched: &[Touch]) -> String {
        self.object(state, touched)
    }

    fn brushes(&self) -> Vec<PieceView> {
        self.pieces_to_put()
    }

    fn painted(&self, state: &State, at: Spot, piece: Option<&PieceView>) -> Option<State> {
        self.with_piece(state, at, piece)
    }

    fn handed_to(&self, state: &State, player: Player) -> Option<State> {
        Some(self.turn_of(state, player))
    }

    /// Where the last queens fell, and who stands around them.
    fn deciding(&self, _: &State, outcome: &Outcome, last: Option<(&State, Action)>) -> Vec<Spot> {
        let Some((before, action)) = last.filter(|_| matches!(outcome.cause, Cause::Rule(_))) else {
            return Vec::new();
        };
        let mut after = *before;
        let closing = self.put(&mut after, action);
        let mut cells = Bits::EMPTY;
        for queen in self.captured(&after, before.to_move, closing) {
            // A queen that falls while the other one of its side lives decides nothing.
            if outcome.winner.is_none_or(|winner| after.queens[winner.other()].has(queen)) {
                cells |= Bits::single(queen) | self.captors(&after, queen, closing);
            }
        }
        cells.iter().map(|cell| self.spot(cell)).collect()
    }

    fn endings(&self) -> Vec<&'static str> {
        vec![QUEENS_LOST, ALL_QUEENS_LOST]
    }

    fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => "White",
            Player::Second => "Black",
        }
    }

    fn player_aliases(&self, player: Player) -> &'static [&'static str] {
        match player {
            Player::First => &["w"],
            Player::Second => &["b"],
        }
    }

    fn rule_reason(&self, _: &State, winner: Option<Player>, _: &str) -> String {
        match winner {
            Some(winner) => format!("{} has lost both queens", self.player_name(winner.other())),
            None => "both players lost their last queens at once".to_string(),
        }
    }
}

/// A stone or a queen.
pub(super) fn piece(player: Player, is_queen: bool) -> PieceView {
    let kind = if is_queen { PieceKind::Queen } else { PieceKind::Stone };
    PieceView { owner: Some(player), kind, height: 1, glyph: letter(player, is_queen).to_string() }
}

impl FireAnts {
    fn spot(&self, cell: Cell) -> Spot {
        Spot(self.board.order(cell) as u16)
    }

    /// Who captures a queen: all around it, or the two of a sandwich that one of them has just closed.
    fn captors(&self, after: &State, queen: Cell, closing: Option<Cell>) -> Bits<1> {
        let exits = self.lines.exits(queen);
        if exits.within(after.occupied()) {
            return exits;
        }
        let around = self.lines.sides(queen).iter().map(|[one, other]| *one | *other);
        around.filter(|sides| closing.is_some_and(|cell| sides.has(cell))).fold(Bits::EMPTY, |all, sides| all | sides)
    }

    /// Only what can be done just now is offered.
    fn prompt(&self, state: &State) -> String {
        let name = self.player_name(state.to_move);
        let mut actions = Vec::new();
        self.candidates(state, &mut actions);
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
