//! The reference model of March of the Fire Ants: a map from spaces to pieces.

mod scatter;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{Cell, DIRECTIONS, Grid};
use super::history::History;
use super::options::parsed;
use super::side::Side::{self, Black, White};
use super::{Options, ReferenceGame, ReferenceModel, ReferenceResult};

/// March of the Fire Ants, as described on its rules page.
pub const MODEL: ReferenceModel = ReferenceModel {
    id: "fire-ants",
    start: |options| Box::new(FireAnts::start(options)),
    from_position: |options, text| Box::new(FireAnts::from_position(options, text)),
    scatter: scatter::scatter,
    playout: None,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    owner: Side,
    queen: bool,
}

const KINDS: [(char, Piece); 4] = [
    ('w', Piece { owner: White, queen: false }),
    ('b', Piece { owner: Black, queen: false }),
    ('W', Piece { owner: White, queen: true }),
    ('B', Piece { owner: Black, queen: true }),
];

/// Ten stones and two queens; a captured queen turns into a stone of the reserve.
const PIECES_OF_A_PLAYER: usize = 12;

/// The spaces of the board; names are those of the hexagon of side 5.
#[derive(Clone)]
struct Spaces {
    grid: Grid,
    corners: BTreeSet<Cell>,
    regular: BTreeSet<Cell>,
    buffer: BTreeSet<Cell>,
}

impl Spaces {
    fn new() -> Spaces {
        let grid = Grid::hexagon(5);
        let corners: BTreeSet<Cell> = DIRECTIONS.iter().map(|(_, step)| *step * 4).collect();
        let regular: BTreeSet<Cell> = Grid::hexagon(4).cells().collect();
        let buffer = grid.cells().filter(|cell| !regular.contains(cell) && !corners.contains(cell)).collect();
        Spaces { grid, corners, regular, buffer }
    }
}

type Board = BTreeMap<Cell, Piece>;

/// One of the four actions, or a pass.
#[derive(Clone, Copy, Debug)]
enum Action {
    Place(Cell),
    ChangeBuffer(Cell, Cell),
    Move(Cell, Cell),
    Pass,
}

#[derive(Clone)]
struct FireAnts {
    spaces: Spaces,
    queens_capture: bool,
    rules: u32,
    buffer_shift: bool,
    board: Board,
    reserve: BTreeMap<Side, usize>,
    to_move: Side,
    history: History,
    result: Option<ReferenceResult>,
}

impl FireAnts {
    fn start(options: &Options) -> FireAnts {
        let spaces = Spaces::new();
        let mut board = Board::new();
        for (name, owner) in [("c3", White), ("c5", White), ("g3", Black), ("g5", Black)] {
            board.insert(spaces.grid.cell(name), Piece { owner, queen: true });
        }
        let text = write_position(&spaces, &board, White, 10, 10);
        FireAnts::from_position(options, &text)
    }

    fn from_position(options: &Options, text: &str) -> FireAnts {
        let spaces = Spaces::new();
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, side, reserves] = fields[..] else { panic!("three fields make a position: {text:?}") };

        let mut board = Board::new();
        for (cell, sign) in spaces.grid.read(rows) {
            assert_eq!(sign == '#', spaces.corners.contains(&cell), "corners of {text:?}");
            if sign == '#' || sign == '.' {
                continue;
            }
            let kind = KINDS.iter().find(|(letter, _)| *letter == sign);
            let (_, piece) = kind.unwrap_or_else(|| panic!("unknown piece {sign:?}"));
            assert!(!piece.queen || spaces.regular.contains(&cell), "queens stand on regular spaces");
            board.insert(cell, *piece);
        }

        let (white, black) = reserves.split_once('-').expect("two reserves");
        let reserve = BTreeMap::from([
            (White, white.parse().expect("White's reserve")),
            (Black, black.parse().expect("Black's reserve")),
        ]);
        for owner in [White, Black] {
            assert_eq!(pieces(&board, owner) + reserve[&owner], PIECES_OF_A_PLAYER, "pieces of {owner:?}");
            assert!(queens(&board, owner) <= 2, "queens of {owner:?}");
        }

        let mut game = FireAnts {
            spaces,
            queens_capture: parsed(options, "queens_capture"),
            rules: parsed(options, "rules"),
            buffer_shift: parsed(options, "buffer_shift"),
            board,
            reserve,
            to_move: Side::read(side),
            history: History::new(parsed(options, "max_turns")),
            result: None,
        };
        // fire-ants ruling 3: the starting position counts as an occurrence.
        game.history.record_position(game.position());
        game.result = game.queens_result();
        game
    }

    /// Returns every legal action with its text.
    fn actions(&self) -> BTreeMap<String, Action> {
        let mut actions = BTreeMap::new();
        if self.result.is_some() {
            return actions;
        }
        let name = |cell: Cell| self.spaces.grid.name(cell);
        let empty = |cell: &Cell| !self.board.contains_key(cell);
        let empty_buffer: Vec<Cell> = self.spaces.buffer.iter().copied().filter(empty).collect();

        if self.reserve[&self.to_move] > 0 {
            for &to in &empty_buffer {
                actions.insert(format!("@{}", name(to)), Action::Place(to));
            }
        }
        for (&from, &piece) in &self.board {
            if piece.owner != self.to_move {
                continue;
            }
            if self.buffer_shift && self.spaces.buffer.contains(&from) {
                for &to in &empty_buffer {
                    let text = format!("{}-{}", name(from), name(to));
                    actions.insert(text, Action::ChangeBuffer(from, to));
                }
            }
            for to in self.destinations(from, piece) {
                actions.insert(format!("{}-{}", name(from), name(to)), Action::Move(from, to));
            }
        }
        // fire-ants ruling 2: a player without any action passes.
        if actions.is_empty() {
            actions.insert("pass".to_string(), Action::Pass);
        }
        actions
    }

    /// Returns the regular spaces that a piece can move to.
    fn destinations(&self, from: Cell, piece: Piece) -> Vec<Cell> {
        let mut destinations = Vec::new();
        for (_, step) in DIRECTIONS {
            let mut line = Vec::new();
            let mut next = from + step;
            while self.spaces.regular.contains(&next) && !self.board.contains_key(&next) {
                line.push(next);
                next = next + step;
            }
            if piece.queen {
                destinations.extend(line);
            } else {
                // A stone goes as far as it goes.
                destinations.extend(line.last());
            }
        }
        destinations
    }

    /// Returns the queens that the action captures; `moved` is the cell of the piece that has just
    /// moved.
    fn captured(&self, moved: Option<Cell>) -> Vec<Cell> {
        let mut captured = Vec::new();
        for (&cell, &piece) in &self.board {
            if piece.queen && (self.is_sandwiched(cell, piece, moved) || !self.has_way_out(cell)) {
                captured.push(cell);
            }
        }
        captured
    }

    fn is_sandwiched(&self, queen: Cell, piece: Piece, moved: Option<Cell>) -> bool {
        let is_enemy = |cell: Cell| {
            self.spaces.regular.contains(&cell) && self.board.get(&cell).is_some_and(|other| other.owner != piece.owner)
        };
        let Some(moved) = moved else { return false };
        // fire-ants ruling 4: without queens_capture it takes two stones. Version 1 of the rules
        // asked only the piece that moved to be one.
        let may_close = self.queens_capture || !self.board[&moved].queen;
        let may_stand = |cell: Cell| self.queens_capture || self.rules == 1 || !self.board[&cell].queen;
        DIRECTIONS.iter().any(|(_, step)| {
            let (here, opposite) = (queen + *step, queen - *step);
            moved == here && may_close && is_enemy(here) && is_enemy(opposite) && may_stand(opposite)
        })
    }

    fn has_way_out(&self, queen: Cell) -> bool {
        queen.around().any(|cell| self.spaces.regular.contains(&cell) && !self.board.contains_key(&cell))
    }

    /// Returns the result according to the queens on the board.
    fn queens_result(&self) -> Option<ReferenceResult> {
        let lost = |side| queens(&self.board, side) == 0;
        match (lost(White), lost(Black)) {
            (false, false) => None,
            // fire-ants ruling 1: the last queens of both players fell at once.
            (true, true) => Some(ReferenceResult::new("draw", "both players lost their last queens at once")),
            (false, true) => Some(White.wins("Black has lost both queens")),
            (true, false) => Some(Black.wins("White has lost both queens")),
        }
    }
}

fn pieces(board: &Board, owner: Side) -> usize {
    board.values().filter(|piece| piece.owner == owner).count()
}

fn queens(board: &Board, owner: Side) -> usize {
    board.values().filter(|piece| piece.owner == owner && piece.queen).count()
}

fn write_position(spaces: &Spaces, board: &Board, to_move: Side, white: usize, black: usize) -> String {
    let rows = spaces.grid.write(|cell| match board.get(&cell) {
        Some(piece) => KINDS.iter().find(|(_, kind)| kind == piece).expect("all kinds are listed").0,
        None if spaces.corners.contains(&cell) => '#',
        None => '.',
    });
    format!("{rows} {} {white}-{black}", to_move.written())
}

impl ReferenceGame for FireAnts {
    fn copy(&self) -> Box<dyn ReferenceGame> {
        Box::new(self.clone())
    }

    fn position(&self) -> String {
        write_position(&self.spaces, &self.board, self.to_move, self.reserve[&White], self.reserve[&Black])
    }

    fn turn(&self) -> u32 {
        self.history.turn
    }

    fn legal(&self) -> BTreeSet<String> {
        self.actions().into_keys().collect()
    }

    fn play(&mut self, action: &str) {
        let actions = self.actions();
        let chosen = actions.get(action);
        let chosen = *chosen.unwrap_or_else(|| panic!("{action:?} is not legal in {:?}", self.position()));

        let mut moved = None;
        match chosen {
            Action::Place(to) => {
                *self.reserve.get_mut(&self.to_move).expect("both sides are there") -= 1;
                self.board.insert(to, Piece { owner: self.to_move, queen: false });
            }
            // A stone on a buffer space is no part of a sandwich, so it need not be called moved.
            Action::ChangeBuffer(from, to) => {
                let piece = self.board.remove(&from).expect("a stone changes its space");
                self.board.insert(to, piece);
            }
            Action::Move(from, to) => {
                let piece = self.board.remove(&from).expect("a piece moves");
                self.board.insert(to, piece);
                moved = Some(to);
            }
            Action::Pass => {}
        }
        // All captures are found before any queen leaves the board: they happen at once.
        for cell in self.captured(moved) {
            let queen = self.board.remove(&cell).expect("a queen is captured");
            *self.reserve.get_mut(&queen.owner).expect("both sides are there") += 1;
        }

        self.to_move = self.to_move.other();
        // fire-ants ruling 3 draws a shuffle.
        self.result = self.history.end_turn(self.position(), self.queens_result());
    }

    fn result(&self) -> Option<ReferenceResult> {
        self.result.clone()
    }
}
