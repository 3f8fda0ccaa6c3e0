//! March of the Fire Ants, plainly: a map from spaces to pieces and loops over lines.

use std::collections::{BTreeMap, BTreeSet};

use super::axial::{Cell, DIRECTIONS, Grid, direction, draw};
use super::{Dice, Options, PlainGame, PlainModel, PlainResult};

/// The plain model of March of the Fire Ants.
pub const MODEL: PlainModel = PlainModel {
    id: "fire-ants",
    start: |options| Box::new(FireAnts::start(options)),
    from_position: |options, text| Box::new(FireAnts::from_position(options, text)),
    scatter,
    playout: None,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    White,
    Black,
}
use Side::{Black, White};

impl Side {
    fn other(self) -> Side {
        match self {
            White => Black,
            Black => White,
        }
    }
}

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
    buffer_shift: bool,
    max_turns: u32,
    board: Board,
    reserve: BTreeMap<Side, usize>,
    to_move: Side,
    turn: u32,
    occurrences: BTreeMap<String, u32>,
    result: Option<PlainResult>,
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
        let rows: Vec<&str> = rows.split('/').collect();
        assert_eq!(rows.len(), spaces.grid.rows().len(), "rows of {text:?}");
        for (row, cells) in rows.iter().zip(spaces.grid.rows()) {
            assert_eq!(row.chars().count(), cells.len(), "length of row {row:?}");
            for (letter, cell) in row.chars().zip(cells) {
                assert_eq!(letter == '#', spaces.corners.contains(cell), "corners of {text:?}");
                if letter == '#' || letter == '.' {
                    continue;
                }
                let kind = KINDS.iter().find(|(sign, _)| *sign == letter);
                let (_, piece) = kind.unwrap_or_else(|| panic!("no piece is written {letter:?}"));
                assert!(!piece.queen || spaces.regular.contains(cell), "queens stand on regular spaces");
                board.insert(*cell, *piece);
            }
        }

        let (white, black) = reserves.split_once('-').expect("two reserves");
        let reserve = BTreeMap::from([
            (White, white.parse().expect("White's reserve")),
            (Black, black.parse().expect("Black's reserve")),
        ]);
        for owner in [White, Black] {
            let on_board = board.values().filter(|piece| piece.owner == owner).count();
            assert_eq!(on_board + reserve[&owner], PIECES_OF_A_PLAYER, "pieces of {owner:?}");
            assert!(queens(&board, owner) <= 2, "queens of {owner:?}");
        }

        let to_move = match side {
            "w" => White,
            "b" => Black,
            _ => panic!("no side is written {side:?}"),
        };
        let mut game = FireAnts {
            spaces,
            queens_capture: options["queens_capture"] == "true",
            buffer_shift: options["buffer_shift"] == "true",
            max_turns: options["max_turns"].parse().expect("max_turns is a number"),
            board,
            reserve,
            to_move,
            turn: 1,
            occurrences: BTreeMap::new(),
            result: None,
        };
        // fire-ants ruling 3: the starting position counts as an occurrence.
        game.occurrences.insert(game.position(), 1);
        game.result = game.queens_result();
        game
    }

    /// Every legal action with its text.
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

    /// The regular spaces that a piece can move to.
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

    /// The queens that the action captures; `moved` is where the piece that has just moved stands.
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
        let may_close = self.queens_capture || !self.board[&moved].queen;
        DIRECTIONS.iter().any(|(_, step)| {
            let (here, opposite) = (queen + *step, queen - *step);
            moved == here && may_close && is_enemy(here) && is_enemy(opposite)
        })
    }

    fn has_way_out(&self, queen: Cell) -> bool {
        queen.around().any(|cell| self.spaces.regular.contains(&cell) && !self.board.contains_key(&cell))
    }

    /// What the rules say of the queens on the board.
    fn queens_result(&self) -> Option<PlainResult> {
        let lost = |side| queens(&self.board, side) == 0;
        match (lost(White), lost(Black)) {
            (false, false) => None,
            // fire-ants ruling 1: the last queens of both players fell at once.
            (true, true) => drawn("both players lost their last queens at once".to_string()),
            (false, true) => Some(PlainResult { result: "first", reason: "Black has lost both queens".to_string() }),
            (true, false) => Some(PlainResult { result: "second", reason: "White has lost both queens".to_string() }),
        }
    }
}

fn queens(board: &Board, owner: Side) -> usize {
    board.values().filter(|piece| piece.owner == owner && piece.queen).count()
}

fn drawn(reason: String) -> Option<PlainResult> {
    Some(PlainResult { result: "draw", reason })
}

fn write_position(spaces: &Spaces, board: &Board, to_move: Side, white: usize, black: usize) -> String {
    let letter = |cell: &Cell| match board.get(cell) {
        Some(piece) => KINDS.iter().find(|(_, kind)| kind == piece).expect("all kinds are listed").0,
        None if spaces.corners.contains(cell) => '#',
        None => '.',
    };
    let rows: Vec<String> = spaces.grid.rows().iter().map(|row| row.iter().map(letter).collect()).collect();
    let side = if to_move == White { "w" } else { "b" };
    format!("{} {side} {white}-{black}", rows.join("/"))
}

impl PlainGame for FireAnts {
    fn copy(&self) -> Box<dyn PlainGame> {
        Box::new(self.clone())
    }

    fn position(&self) -> String {
        write_position(&self.spaces, &self.board, self.to_move, self.reserve[&White], self.reserve[&Black])
    }

    fn turn(&self) -> u32 {
        self.turn
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
        let occurrences = self.occurrences.entry(self.position()).or_insert(0);
        *occurrences += 1;
        let third = *occurrences >= 3;

        self.result = self.queens_result();
        // fire-ants ruling 3 draws a shuffle.
        if self.result.is_none() && third {
            self.result = drawn("the same position for the third time".to_string());
        }
        if self.result.is_none() && self.turn >= self.max_turns {
            self.result = drawn(format!("the limit of {} turns is reached", self.max_turns));
        }
        if self.result.is_none() {
            self.turn += 1;
        }
    }

    fn result(&self) -> Option<PlainResult> {
        self.result.clone()
    }
}

/// A board to scatter pieces on, which keeps count of what each player still has.
struct Scatter {
    spaces: Spaces,
    board: Board,
}

impl Scatter {
    /// Puts a piece on an empty space, if its owner has one left and may put it there.
    fn put(&mut self, cell: Cell, owner: Side, queen: bool) {
        let is_space = if queen {
            self.spaces.regular.contains(&cell)
        } else {
            self.spaces.regular.contains(&cell) || self.spaces.buffer.contains(&cell)
        };
        let free = is_space && !self.board.contains_key(&cell);
        let has_queen = !queen || queens(&self.board, owner) < 2;
        if free && has_queen && self.left(owner) > 0 {
            self.board.insert(cell, Piece { owner, queen });
        }
    }

    fn left(&self, owner: Side) -> usize {
        PIECES_OF_A_PLAYER - self.board.values().filter(|piece| piece.owner == owner).count()
    }

    fn pick(&self, cells: &BTreeSet<Cell>, dice: &mut dyn Dice) -> Option<Cell> {
        let free: Vec<Cell> = cells.iter().copied().filter(|cell| !self.board.contains_key(cell)).collect();
        if free.is_empty() { None } else { Some(free[dice.below(free.len())]) }
    }

    fn put_somewhere(&mut self, regular: bool, owner: Side, queen: bool, dice: &mut dyn Dice) {
        let cells = if regular { &self.spaces.regular } else { &self.spaces.buffer };
        if let Some(cell) = self.pick(cells, dice) {
            self.put(cell, owner, queen);
        }
    }

    /// A queen with most of the regular spaces around it occupied.
    fn crowd(&mut self, dice: &mut dyn Dice) {
        let Some(queen) = self.pick(&self.spaces.regular, dice) else {
            return;
        };
        self.put(queen, any_side(dice), true);
        let one_short = dice.below(2) == 0;
        let mut around: Vec<Cell> = queen.around().filter(|cell| self.spaces.regular.contains(cell)).collect();
        around.swap_remove(dice.below(around.len()));
        for cell in around {
            if one_short || dice.below(6) > 0 {
                let queen = dice.below(8) == 0;
                self.put(cell, any_side(dice), queen);
            }
        }
    }

    /// A queen with an enemy on one side, and another enemy on a line that ends on the opposite side.
    fn half_sandwich(&mut self, dice: &mut dyn Dice) {
        let Some(queen) = self.pick(&self.spaces.regular, dice) else {
            return;
        };
        let owner = any_side(dice);
        let step = direction(dice.below(6) as i32);
        self.put(queen, owner, true);
        let queen_stands = dice.below(3) == 0;
        self.put(queen + step, owner.other(), queen_stands);
        let comes_from = direction(dice.below(6) as i32);
        let distance = 1 + dice.below(5) as i32;
        let queen_comes = dice.below(3) == 0;
        self.put(queen - step + comes_from * distance, owner.other(), queen_comes);
        // A piece behind the gap stops a stone right there.
        self.put(queen - step - comes_from, any_side(dice), false);
    }

    /// All pieces of one player on one side of the board, walled in: often there is nothing but to pass.
    fn wall_in(&mut self, owner: Side, dice: &mut dyn Dice) {
        let turns = dice.below(6);
        let turned = |cell: &Cell| (0..turns).fold(*cell, |cell, _| cell.turned());
        let mut cells: Vec<Cell> = self.spaces.regular.iter().copied().collect();
        cells.sort_by_key(turned);
        cells.truncate(PIECES_OF_A_PLAYER);
        for cell in draw(cells.clone(), 1 + dice.below(2), dice) {
            self.put(cell, owner, true);
        }
        for &cell in &cells {
            self.put(cell, owner, false);
        }
        for cell in cells {
            for next in cell.around() {
                if self.spaces.regular.contains(&next) {
                    let queen = dice.below(6) == 0;
                    self.put(next, owner.other(), queen);
                }
            }
        }
    }
}

fn any_side(dice: &mut dyn Dice) -> Side {
    [White, Black][dice.below(2)]
}

/// A random valid position: queens short of room or of a second neighbour, full buffers, walls, empty reserves.
fn scatter(_options: &Options, dice: &mut dyn Dice) -> String {
    let mut scatter = Scatter { spaces: Spaces::new(), board: Board::new() };
    match dice.below(6) {
        0 => scatter.wall_in(any_side(dice), dice),
        1 | 2 => (0..1 + dice.below(4)).for_each(|_| scatter.crowd(dice)),
        3 | 4 => (0..1 + dice.below(4)).for_each(|_| scatter.half_sandwich(dice)),
        _ => {}
    }
    // Few positions are decided as they stand: most of the time every player gets a queen or two.
    if dice.below(30) > 0 {
        for owner in [White, Black] {
            for _ in 0..2 {
                if queens(&scatter.board, owner) == 0 || dice.below(2) == 0 {
                    // A player who has put everything on the board takes one stone back to make room for the queen.
                    let stone = scatter.board.iter().find(|(_, piece)| piece.owner == owner && !piece.queen);
                    if scatter.left(owner) == 0
                        && let Some((&cell, _)) = stone
                    {
                        if queens(&scatter.board, owner) > 0 {
                            continue;
                        }
                        scatter.board.remove(&cell);
                    }
                    scatter.put_somewhere(true, owner, true, dice);
                }
            }
        }
    }
    // How full the two kinds of spaces get, out of ten tries each.
    let (regular, buffer) = (dice.below(10), dice.below(10));
    for _ in 0..1 + dice.below(24) {
        let is_regular = dice.below(1 + regular + buffer) < regular;
        scatter.put_somewhere(is_regular, any_side(dice), false, dice);
    }
    let to_move = any_side(dice);
    let (white, black) = (scatter.left(White), scatter.left(Black));
    write_position(&scatter.spaces, &scatter.board, to_move, white, black)
}

#[cfg(test)]
mod tests {
    use super::super::axial::SplitMix64;
    use super::*;

    fn options(changes: &[(&str, &str)]) -> Options {
        let mut options: Options = [("queens_capture", "true"), ("buffer_shift", "true"), ("max_turns", "300")]
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .into();
        for (name, value) in changes {
            assert!(options.insert((*name).to_string(), (*value).to_string()).is_some());
        }
        options
    }

    /// The game with pieces on these spaces, written `w:c4` or `B:c5`; what is missing is in reserve.
    fn game(to_move: Side, pieces: &str, changes: &[(&str, &str)]) -> FireAnts {
        let spaces = Spaces::new();
        let mut board = Board::new();
        for word in pieces.split_whitespace() {
            let (sign, name) = word.split_once(':').expect("a piece and its space");
            let kind = KINDS.iter().find(|(letter, _)| sign == letter.to_string());
            board.insert(spaces.grid.cell(name), kind.expect("a piece").1);
        }
        let left = |owner| 12 - board.values().filter(|piece| piece.owner == owner).count();
        let text = write_position(&spaces, &board, to_move, left(White), left(Black));
        FireAnts::from_position(&options(changes), &text)
    }

    /// The same with both sides given a queen out of everybody's way, so that the game goes on.
    fn going(to_move: Side, pieces: &str) -> FireAnts {
        game(to_move, &format!("{pieces} W:b2 B:h5"), &[])
    }

    fn goals(game: &FireAnts, from: &str) -> BTreeSet<String> {
        let prefix = format!("{from}-");
        game.legal().iter().filter_map(|text| text.strip_prefix(&prefix)).map(String::from).collect()
    }

    fn names(words: &str) -> BTreeSet<String> {
        words.split_whitespace().map(String::from).collect()
    }

    fn piece(game: &FireAnts, name: &str) -> Option<Piece> {
        game.board.get(&game.spaces.grid.cell(name)).copied()
    }

    fn regular_goals(game: &FireAnts, from: &str) -> BTreeSet<String> {
        let is_regular = |name: &String| game.spaces.regular.contains(&game.spaces.grid.cell(name));
        goals(game, from).into_iter().filter(is_regular).collect()
    }

    #[test]
    fn the_board_has_37_regular_and_18_buffer_spaces() {
        let spaces = Spaces::new();
        assert_eq!((spaces.regular.len(), spaces.buffer.len()), (37, 18));
        let corners: BTreeSet<String> = spaces.corners.iter().map(|cell| spaces.grid.name(*cell).to_string()).collect();
        assert_eq!(corners, names("a1 a5 e1 e9 i1 i5"));
    }

    #[test]
    fn the_start_is_written_as_on_the_rules_page() {
        let game = FireAnts::start(&options(&[]));
        let board = "#...#/....../..W.W../......../#.......#/......../..B.B../....../#...#";
        assert_eq!(game.position(), format!("{board} w 10-10"));
        assert_eq!(game.turn(), 1);
        assert_eq!(game.legal().iter().filter(|text| text.starts_with('@')).count(), 18);
    }

    #[test]
    fn a_stone_goes_as_far_as_it_goes() {
        let game = game(White, "w:d6 w:d2 B:g4 W:b2", &[]);
        assert_eq!(goals(&game, "d6"), names("d3 b4 c6 d7 f5 f7"));
    }

    #[test]
    fn a_stone_enters_from_the_buffer() {
        let game = game(White, "w:c7 b:g5 W:b2 B:h2", &[]);
        assert_eq!(regular_goals(&game, "c7"), names("c2 f6"));
    }

    #[test]
    fn a_queen_stops_where_she_likes() {
        let game = game(White, "W:e5 w:c3 B:e8 b:f4", &[]);
        assert_eq!(goals(&game, "e5"), names("e2 e3 e4 e6 e7 d4 d5 c5 b5 f5 g5 h5"));
    }

    #[test]
    fn no_piece_walks_into_the_buffer() {
        let game = going(White, "w:e8 W:e2");
        let to_buffer = |from: &str| goals(&game, from).len() - regular_goals(&game, from).len();
        assert_eq!((to_buffer("e8"), to_buffer("e2")), (0, 0));
    }

    #[test]
    fn a_stone_is_placed_on_any_empty_buffer_space() {
        let mut game = going(White, "w:a3");
        let placements: BTreeSet<String> = game.legal().into_iter().filter(|text| text.starts_with('@')).collect();
        assert_eq!(placements.len(), 17);
        assert!(!placements.contains("@a3") && placements.contains("@d1"));
        let reserve = game.reserve[&White];
        game.play("@d1");
        assert_eq!(game.reserve[&White], reserve - 1);
        assert_eq!(piece(&game, "d1"), Some(Piece { owner: White, queen: false }));
    }

    #[test]
    fn nothing_is_placed_from_an_empty_reserve() {
        let game = game(White, "w:a2 w:a3 w:a4 w:b1 w:b6 w:c1 w:c7 w:d1 w:d8 w:f1 W:d4 W:d5 B:h5", &[]);
        assert_eq!(game.reserve[&White], 0);
        assert!(game.legal().iter().all(|text| !text.starts_with('@')));
    }

    #[test]
    fn a_buffer_stone_changes_to_any_other_empty_buffer_space() {
        let mut game = going(White, "w:a2 w:a3");
        let to: Vec<String> = goals(&game, "a2").difference(&regular_goals(&game, "a2")).cloned().collect();
        assert_eq!(to.len(), 16);
        game.play("a2-i4");
        assert!(piece(&game, "a2").is_none() && piece(&game, "i4").is_some());
    }

    #[test]
    fn without_buffer_shift_a_buffer_stone_only_enters() {
        let game = game(White, "w:a2 W:e5 B:h5", &[("buffer_shift", "false")]);
        assert_eq!(goals(&game, "a2"), regular_goals(&game, "a2"));
        assert_eq!(goals(&game, "a2").len(), 2);
    }

    #[test]
    fn a_moved_stone_closes_a_sandwich() {
        let mut game = going(White, "w:c4 B:c5 w:g4");
        let reserve = game.reserve[&Black];
        game.play("g4-c6");
        assert_eq!(piece(&game, "c5"), None);
        assert_eq!(game.reserve[&Black], reserve + 1);
        assert_eq!(game.result(), None);
    }

    #[test]
    fn queens_with_no_empty_regular_space_next_to_them_are_captured() {
        // Captures are looked at after an action, so the queens of the picture fall with the next one.
        let white = "W:e6 b:d5 w:d6 w:e5 b:e7 w:f5 b:f6";
        let mut game = going(White, &format!("{white} B:g2 w:f2 b:f3 w:g3 b:h2"));
        assert_eq!(game.result(), None);
        game.play("@a3");
        assert_eq!((piece(&game, "e6"), piece(&game, "g2")), (None, None));
        assert_eq!(game.result(), None);
    }

    #[test]
    fn one_empty_regular_space_is_a_way_out() {
        let mut game = going(White, "W:e6 b:d5 w:d6 w:e5 b:e7 w:f5 B:g2 w:f2 b:f3 w:g3");
        game.play("@a3");
        assert!(piece(&game, "e6").is_some() && piece(&game, "g2").is_some());
    }

    #[test]
    fn a_queen_can_lock_herself_and_another_in() {
        // The Black queen comes down to f6 and fills the last space next to e6 and her own last one.
        let around = "b:d5 w:d6 w:e5 b:e7 w:f5";
        let mut game = going(Black, &format!("W:e6 {around} B:g5 w:f7 w:g6 w:h6"));
        game.play("g5-f6");
        assert_eq!(piece(&game, "e6"), None, "the White queen had no way out");
        assert!(piece(&game, "f6").is_some(), "g5 is free again behind her");
    }

    #[test]
    fn a_queen_that_moves_in_between_is_safe() {
        let mut game = going(Black, "w:d4 w:d6 B:g3");
        game.play("g3-d5");
        assert!(piece(&game, "d5").is_some());
        game.play("@a3");
        assert!(piece(&game, "d5").is_some(), "nothing closed the line");
        game.play("@i3");
        game.play("d6-d7");
        assert!(piece(&game, "d5").is_some());
        game.play("@i4");
        game.play("d7-d6");
        assert_eq!(piece(&game, "d5"), None, "one left and came back");
    }

    #[test]
    fn a_standing_pair_captures_nothing_when_another_piece_moves() {
        let mut game = going(White, "w:d4 w:d6 B:d5");
        game.play("b2-c2");
        assert!(piece(&game, "d5").is_some());
    }

    #[test]
    fn a_piece_on_a_buffer_space_is_no_part_of_a_sandwich() {
        // d2 lies between buffer space d1 and d3.
        let mut game = going(White, "w:d1 B:d2 w:d7");
        game.play("d7-d3");
        assert!(piece(&game, "d2").is_some());
        let mut game = going(White, "w:d3 B:d2");
        game.play("@d1");
        assert!(piece(&game, "d2").is_some());
    }

    #[test]
    fn own_pieces_do_not_sandwich() {
        let mut game = going(White, "w:c4 W:c5 w:g4");
        game.play("g4-c6");
        assert!(piece(&game, "c5").is_some());
        let mut game = going(White, "b:c4 B:c5 w:g4");
        game.play("g4-c6");
        assert!(piece(&game, "c5").is_some());
    }

    #[test]
    fn one_move_can_close_two_sandwiches() {
        let mut game = game(White, "w:e3 B:e4 w:e8 B:f5 w:g5 W:b2", &[]);
        game.play("e8-e5");
        assert_eq!((piece(&game, "e4"), piece(&game, "f5")), (None, None));
        assert_eq!(
            game.result(),
            Some(PlainResult { result: "first", reason: "Black has lost both queens".to_string() })
        );
        assert!(game.legal().is_empty());
        assert_eq!(game.turn(), 1);
        assert!(game.position().ends_with(" b 8-12"));
    }

    #[test]
    fn a_queen_closes_a_sandwich() {
        let mut game = game(White, "w:c4 B:c5 W:g4 B:h5", &[]);
        game.play("g4-c6");
        assert_eq!(piece(&game, "c5"), None);
    }

    #[test]
    fn without_queens_capture_only_stones_close() {
        let off = [("queens_capture", "false")];
        let mut with_queen = game(White, "w:c4 B:c5 W:g4 B:h5", &off);
        with_queen.play("g4-c6");
        assert!(piece(&with_queen, "c5").is_some());
        let mut with_stone = game(White, "W:c4 B:c5 w:g4 B:h5", &off);
        with_stone.play("g4-c6");
        assert_eq!(piece(&with_stone, "c5"), None, "the standing piece may be a queen");
    }

    #[test]
    fn without_queens_capture_a_queen_still_takes_the_last_way_out() {
        let mut game = game(White, "B:g2 w:f2 b:f3 w:g3 W:h5 B:e8", &[("queens_capture", "false")]);
        game.play("h5-h2");
        assert_eq!(piece(&game, "g2"), None);
    }

    #[test]
    fn captures_happen_all_at_once() {
        // Each queen takes the other's last space: neither gets a way out by the other's fall.
        let mut game = game(White, "W:b2 B:b3 b:c2 b:c3 b:c4 w:b5 W:e5 B:h5", &[]);
        assert!(game.legal().contains("b5-b4"));
        game.play("b5-b4");
        assert_eq!((piece(&game, "b2"), piece(&game, "b3")), (None, None));
    }

    #[test]
    fn last_queens_that_fall_at_once_draw() {
        // fire-ants ruling 1.
        let mut game = game(White, "W:b2 B:b3 b:c2 b:c3 b:c4 w:b5", &[]);
        game.play("b5-b4");
        assert_eq!(game.result(), drawn("both players lost their last queens at once".to_string()));
        assert!(game.position().ends_with(" b 11-9"));
    }

    #[test]
    fn a_position_without_queens_is_decided() {
        let white_lost = game(White, "w:c4 B:g5", &[]);
        assert_eq!(
            white_lost.result(),
            Some(PlainResult { result: "second", reason: "White has lost both queens".to_string() })
        );
        assert!(white_lost.legal().is_empty());
        let both = game(Black, "w:c4 b:g5", &[]);
        assert_eq!(both.result().map(|result| result.result), Some("draw"));
    }

    #[test]
    fn a_player_without_any_action_passes() {
        // fire-ants ruling 2: all White pieces stand in the top rows, walled in, none of them on a buffer space.
        let white = "W:b2 W:b3 w:b4 w:b5 w:c2 w:c3 w:c4 w:c5 w:c6 w:d2 w:d3 w:d4";
        let black = "b:d5 b:d6 b:d7 b:e2 b:e3 b:e4 b:e5 B:h5";
        let mut game = game(White, &format!("{white} {black}"), &[]);
        assert_eq!(game.legal(), names("pass"));
        game.play("pass");
        assert!(game.position().contains(" b "));
        // Captures are looked at after this action, too.
        assert_eq!(game.result().map(|result| result.result), Some("second"));
    }

    #[test]
    fn nobody_passes_who_can_act() {
        assert!(!FireAnts::start(&options(&[])).legal().contains("pass"));
    }

    #[test]
    fn the_third_occurrence_draws() {
        // fire-ants ruling 3; the start counts as the first one.
        let mut game = FireAnts::start(&options(&[]));
        for action in ["c3-c2", "g3-g2", "c2-c3", "g2-g3", "c3-c2", "g3-g2", "c2-c3"] {
            game.play(action);
            assert_eq!(game.result(), None);
        }
        game.play("g2-g3");
        assert_eq!(game.result(), drawn("the same position for the third time".to_string()));
        assert_eq!(game.turn(), 8);
    }

    #[test]
    fn the_same_board_with_the_other_player_to_move_is_another_position() {
        let mut game = FireAnts::start(&options(&[]));
        // White loses a step with three moves in a triangle, so the board comes back with Black to move.
        for action in ["c3-c2", "g3-g2", "c2-d3", "g2-g3", "d3-c3"] {
            game.play(action);
        }
        assert_eq!(game.occurrences.values().max(), Some(&1));
    }

    #[test]
    fn the_turn_limit_draws() {
        let mut game = FireAnts::start(&options(&[("max_turns", "20")]));
        let buffer: Vec<String> =
            game.spaces.buffer.iter().map(|cell| format!("@{}", game.spaces.grid.name(*cell))).collect();
        for action in &buffer {
            game.play(action);
        }
        game.play("c3-c2");
        assert_eq!((game.turn(), game.result()), (20, None));
        game.play("g3-g2");
        assert_eq!(game.result(), drawn("the limit of 20 turns is reached".to_string()));
        assert_eq!(game.turn(), 20);
        assert!(game.position().contains(" w "));
    }

    #[test]
    fn a_capture_in_the_last_turn_counts_before_the_limit() {
        let mut game = game(White, "w:c4 B:c5 w:g4 W:b2", &[("max_turns", "1")]);
        game.play("g4-c6");
        assert_eq!(game.result().map(|result| result.result), Some("first"));
    }

    #[test]
    fn random_games_end_and_every_position_survives_its_text() {
        let mut dice = SplitMix64::new(3);
        let mut reasons = BTreeMap::new();
        for round in 0..400 {
            let flag = |bit: i32| if round & bit == 0 { "true" } else { "false" };
            let options = options(&[("queens_capture", flag(1)), ("buffer_shift", flag(2)), ("max_turns", "120")]);
            let mut game = if round % 5 == 0 {
                (MODEL.start)(&options)
            } else {
                let text = (MODEL.scatter)(&options, &mut dice);
                let game = (MODEL.from_position)(&options, &text);
                assert_eq!(game.position(), text);
                game
            };
            while game.result().is_none() {
                let text = game.position();
                let legal: Vec<String> = game.legal().into_iter().collect();
                let again = (MODEL.from_position)(&options, &text);
                assert_eq!(again.position(), text);
                assert!(again.legal().into_iter().eq(legal.iter().cloned()), "{text}");
                game.play(&legal[dice.below(legal.len())]);
            }
            assert!(game.legal().is_empty());
            *reasons.entry(game.result().expect("the game is over").reason).or_insert(0) += 1;
        }
        assert!(reasons.len() >= 4, "{reasons:?}");
    }

    #[test]
    fn scattered_positions_show_every_feature_often() {
        let mut dice = SplitMix64::new(4);
        let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
        let options = options(&[]);
        let rounds = 400;
        for _ in 0..rounds {
            let game = FireAnts::from_position(&options, &scatter(&options, &mut dice));
            let mut mark = |what, is: bool| *seen.entry(what).or_insert(0) += u32::from(is);
            let actions = game.actions();
            mark("decided", game.result.is_some());
            mark("pass", actions.contains_key("pass"));
            mark("empty reserve", game.reserve.values().any(|left| *left == 0));
            mark("full buffer", game.spaces.buffer.iter().filter(|cell| game.board.contains_key(cell)).count() > 12);
            let mut effects = BTreeSet::new();
            for text in actions.keys() {
                let mut next = FireAnts::from_position(&options, &game.position());
                next.play(text);
                let lost = |side| queens(&game.board, side) - queens(&next.board, side);
                effects.insert((lost(game.to_move), lost(game.to_move.other())));
            }
            mark("capture", effects.iter().any(|(_, enemy)| *enemy > 0));
            mark("two at once", effects.iter().any(|(_, enemy)| *enemy > 1));
            mark("own queen lost", effects.iter().any(|(own, _)| *own > 0));
            mark("both lose one", effects.iter().any(|(own, enemy)| *own > 0 && *enemy > 0));
        }
        for (what, count) in &seen {
            assert!(*count >= rounds / 100, "{what}: {seen:?}");
        }
    }
}
