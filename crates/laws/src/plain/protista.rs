//! Protista, plainly: a map from cells to stacks, and every move as the list of cells that it changes.

use std::collections::{BTreeMap, BTreeSet};

use super::axial::{Cell, DIRECTIONS, Grid, SplitMix64, direction, draw};
use super::{Dice, Options, PlainGame, PlainModel, PlainResult};

/// The plain model of Protista.
pub const MODEL: PlainModel = PlainModel {
    id: "protista",
    start: |options| Box::new(Protista::start(options)),
    from_position: |options, text| Box::new(Protista::from_position(options, text)),
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

    fn name(self) -> &'static str {
        match self {
            White => "White",
            Black => "Black",
        }
    }

    fn wins(self, reason: String) -> Option<PlainResult> {
        let result = if self == White { "first" } else { "second" };
        Some(PlainResult { result, reason })
    }
}

/// What stands on a cell: pieces of one colour, stacked to a height of 1 or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stack {
    owner: Side,
    height: u32,
    king: bool,
}

impl Stack {
    fn single(owner: Side) -> Stack {
        Stack { owner, height: 1, king: false }
    }
}

type Board = BTreeMap<Cell, Stack>;

/// The own cells next to one hole.
type Loop = BTreeSet<Cell>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Generation {
    Triangle,
    Cup,
    Four,
    None,
}

/// The options that matter once the pieces stand.
#[derive(Clone, Debug)]
struct Rules {
    rows: i32,
    cols: i32,
    king: bool,
    forced: bool,
    stack_loss: u32,
    generation: Generation,
    gap: i32,
    sideways: bool,
    max_turns: u32,
}

impl Rules {
    fn read(options: &Options) -> Rules {
        Rules {
            rows: number(options, "rows"),
            cols: number(options, "cols"),
            king: one_of(options, "win", &[("targets", false), ("king", true)]),
            forced: one_of(options, "stop", &[("free", false), ("forced", true)]),
            stack_loss: number(options, "stack_loss"),
            generation: one_of(
                options,
                "generation",
                &[
                    ("triangle", Generation::Triangle),
                    ("cup", Generation::Cup),
                    ("four", Generation::Four),
                    ("none", Generation::None),
                ],
            ),
            gap: number(options, "gap"),
            sideways: one_of(options, "wave", &[("any", false), ("sideways", true)]),
            max_turns: number(options, "max_turns"),
        }
    }

    fn grid(&self) -> Grid {
        Grid::beehive(self.rows, self.cols)
    }

    /// The ⌊rows/2⌋ rows nearest a player, in reading order.
    fn half(&self, side: Side) -> Vec<Cell> {
        let height = (self.rows / 2) as usize;
        let grid = self.grid();
        let rows = match side {
            Black => &grid.rows()[..height],
            White => &grid.rows()[grid.rows().len() - height..],
        };
        rows.concat()
    }

    /// The cell of the same column as far from the other edge.
    fn mirrored(&self, cell: Cell) -> Cell {
        let row = self.rows - 1 - cell.r;
        Cell { r: row, q: column(cell) - row / 2 }
    }
}

fn number<T: std::str::FromStr>(options: &Options, name: &str) -> T {
    options[name].parse().unwrap_or_else(|_| panic!("option {name} is {:?}", options[name]))
}

fn one_of<T: Copy>(options: &Options, name: &str, values: &[(&str, T)]) -> T {
    let value = values.iter().find(|(text, _)| *text == options[name]);
    value.unwrap_or_else(|| panic!("option {name} is {:?}", options[name])).1
}

/// The column of a cell in its row, from 0.
fn column(cell: Cell) -> i32 {
    cell.q + cell.r / 2
}

/// What is left of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    First,
    Extra(usize),
}

type Targets = BTreeMap<Side, Vec<Cell>>;

/// What a position text says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Position {
    board: Board,
    to_move: Side,
    left: Left,
    /// The own targets of each side; none where the game is won by the king.
    targets: Option<Targets>,
}

impl Position {
    fn write(&self, grid: &Grid) -> String {
        let mut rows = Vec::new();
        for cells in grid.rows() {
            let mut row = String::new();
            for cell in cells {
                match self.board.get(cell) {
                    None => row.push('.'),
                    Some(stack) => {
                        row.push(match (stack.owner, stack.king) {
                            (White, false) => 'w',
                            (Black, false) => 'b',
                            (White, true) => 'W',
                            (Black, true) => 'B',
                        });
                        if stack.height > 1 {
                            row += &stack.height.to_string();
                        }
                    }
                }
            }
            rows.push(row);
        }
        let side = if self.to_move == White { "w" } else { "b" };
        let left = match self.left {
            Left::First => "1".to_string(),
            Left::Extra(count) => format!("+{count}"),
        };
        let targets = match &self.targets {
            None => "-".to_string(),
            Some(targets) => {
                let names = |side| {
                    let names: Vec<&str> = targets[&side].iter().map(|cell| grid.name(*cell)).collect();
                    names.join(",")
                };
                format!("{}|{}", names(White), names(Black))
            }
        };
        format!("{} {side} {left} {targets}", rows.join("/"))
    }

    fn read(rules: &Rules, text: &str) -> Position {
        let grid = rules.grid();
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, side, left, targets] = fields[..] else { panic!("four fields make a position: {text:?}") };

        let mut board = Board::new();
        let rows: Vec<&str> = rows.split('/').collect();
        assert_eq!(rows.len(), grid.rows().len(), "rows of {text:?}");
        for (row, cells) in rows.iter().zip(grid.rows()) {
            let mut signs = row.chars().peekable();
            for cell in cells {
                let sign = signs.next().unwrap_or_else(|| panic!("row {row:?} is too short"));
                let (owner, king) = match sign {
                    '.' => continue,
                    'w' => (White, false),
                    'b' => (Black, false),
                    'W' => (White, true),
                    'B' => (Black, true),
                    _ => panic!("nothing is written {sign:?}"),
                };
                let mut digits = String::new();
                while let Some(digit) = signs.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                let height = if digits.is_empty() { 1 } else { digits.parse().expect("a height") };
                board.insert(*cell, Stack { owner, height, king });
            }
            assert_eq!(signs.next(), None, "row {row:?} is too long");
        }

        let to_move = match side {
            "w" => White,
            "b" => Black,
            _ => panic!("no side is written {side:?}"),
        };
        let left = match left {
            "1" => Left::First,
            "+1" => Left::Extra(1),
            "+2" => Left::Extra(2),
            _ => panic!("what is left of a turn is not written {left:?}"),
        };
        let targets = match targets.split_once('|') {
            None => None,
            Some((white, black)) => {
                let cells = |names: &str| names.split(',').map(|name| grid.cell(name)).collect();
                Some(BTreeMap::from([(White, cells(white)), (Black, cells(black))]))
            }
        };
        let position = Position { board, to_move, left, targets };
        position.check(rules);
        assert_eq!(position.write(&grid), text, "a position is written in one way only");
        position
    }

    /// Panics when the position is not valid: models are driven by tests, which must know.
    fn check(&self, rules: &Rules) {
        assert!(self.board.values().all(|stack| stack.height >= 1), "heights");
        assert_eq!(self.targets.is_none(), rules.king, "targets or kings, as the option says");
        let kings = |side| own(&self.board, side).filter(|(_, stack)| stack.king).count();
        if rules.king {
            assert!(kings(White) <= 1 && kings(Black) <= 1, "one king a side");
            assert!(kings(White) + kings(Black) >= 1, "somebody has a king");
        } else {
            assert_eq!(kings(White) + kings(Black), 0, "no kings");
        }
        if let Some(targets) = &self.targets {
            for side in [White, Black] {
                let own = &targets[&side];
                assert!(own.len() == 3 && own.is_sorted_by(|a, b| a < b), "three targets in reading order");
                let half = rules.half(side);
                assert!(own.iter().all(|cell| half.contains(cell)), "targets lie in the own half");
            }
            assert!(!(self.stands_on_two(White) && self.stands_on_two(Black)), "one side wins");
        }
        if self.left != Left::First {
            assert!(own(&self.board, self.to_move).count() > 0, "extra moves need pieces");
        }
    }

    /// Whether the side has pieces on two of the enemy's targets.
    fn stands_on_two(&self, side: Side) -> bool {
        let Some(targets) = &self.targets else {
            return false;
        };
        let stands = |cell: &&Cell| self.board.get(cell).is_some_and(|stack| stack.owner == side);
        targets[&side.other()].iter().filter(stands).count() >= 2
    }

    /// What the rules say of the board.
    fn board_result(&self) -> Option<PlainResult> {
        for side in [White, Black] {
            let (us, them) = (side.name(), side.other().name());
            if self.stands_on_two(side) {
                return side.wins(format!("{us} stands on two of {them}'s targets"));
            }
            let enemy_king = own(&self.board, side.other()).any(|(_, stack)| stack.king);
            if self.targets.is_none() && !enemy_king {
                return side.wins(format!("{us} captured {them}'s king"));
            }
        }
        if self.left == Left::First && own(&self.board, self.to_move).count() == 0 {
            return self.to_move.other().wins(format!("{} has no pieces left", self.to_move.name()));
        }
        None
    }
}

/// The cells of a side with what stands there.
fn own(board: &Board, side: Side) -> impl Iterator<Item = (Cell, Stack)> {
    board.iter().map(|(cell, stack)| (*cell, *stack)).filter(move |(_, stack)| stack.owner == side)
}

/// The connected parts of a set of cells.
fn connected_parts(cells: &BTreeSet<Cell>) -> Vec<BTreeSet<Cell>> {
    let mut parts = Vec::new();
    let mut rest = cells.clone();
    while let Some(first) = rest.pop_first() {
        let mut part = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            for next in cell.around() {
                if rest.remove(&next) {
                    part.insert(next);
                    open.push(next);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// The loops of a side: for every hole, the own cells next to it.
fn loops(grid: &Grid, board: &Board, side: Side) -> BTreeSet<Loop> {
    let is_own = |cell: &Cell| board.get(cell).is_some_and(|stack| stack.owner == side);
    let not_own: BTreeSet<Cell> = grid.cells().filter(|cell| !is_own(cell)).collect();
    let mut loops = BTreeSet::new();
    for region in connected_parts(&not_own) {
        let reaches_the_edge = region.iter().any(|cell| cell.around().any(|next| !grid.has(next)));
        if !reaches_the_edge {
            loops.insert(region.iter().flat_map(|cell| cell.around()).filter(is_own).collect());
        }
    }
    loops
}

/// What a move does: the cells that are different afterwards, in reading order, with what stands there then. All moves
/// of a position start from the same board, so they have the same effect if and only if these lists are equal.
type Effect = Vec<(Cell, Option<Stack>)>;

/// A move with its number on the rules page.
#[derive(Clone, Debug)]
struct Move {
    number: u32,
    text: String,
    effect: Effect,
}

/// A board during a move: the board before it, and the cells touched so far.
struct Draft<'a> {
    before: &'a Board,
    touched: BTreeMap<Cell, Option<Stack>>,
}

impl Draft<'_> {
    fn get(&self, cell: Cell) -> Option<Stack> {
        self.touched.get(&cell).copied().unwrap_or_else(|| self.before.get(&cell).copied())
    }

    fn set(&mut self, cell: Cell, stack: Option<Stack>) {
        self.touched.insert(cell, stack);
    }

    fn take(&mut self, cell: Cell) -> Stack {
        let stack = self.get(cell).expect("a piece moves");
        self.set(cell, None);
        stack
    }

    /// Puts a piece down: onto an own one it stacks (heights add), an enemy one is killed.
    fn land(&mut self, cell: Cell, piece: Stack) {
        let landed = match self.get(cell) {
            Some(other) if other.owner == piece.owner => {
                Stack { owner: piece.owner, height: piece.height + other.height, king: piece.king || other.king }
            }
            _ => piece,
        };
        self.set(cell, Some(landed));
    }

    fn effect(self) -> Effect {
        let before = self.before;
        self.touched.into_iter().filter(|(cell, stack)| before.get(cell) != stack.as_ref()).collect()
    }
}

/// One way that a flight can end: the cells landed on, and the stack hit, if any.
struct Flight {
    landed: Vec<Cell>,
    hit: Option<Cell>,
}

/// All that the moves of a position depend on.
struct Mover<'a> {
    rules: &'a Rules,
    grid: &'a Grid,
    board: &'a Board,
    side: Side,
}

impl Mover<'_> {
    /// Every move under its one name (protista ruling 5): the lowest number, then the text that comes first in byte order.
    fn moves(&self) -> BTreeMap<String, Effect> {
        let mut names: BTreeMap<Effect, (u32, String)> = BTreeMap::new();
        for Move { number, text, effect } in self.all_moves() {
            let name = (number, text);
            let kept = names.entry(effect).or_insert_with(|| name.clone());
            if name < *kept {
                *kept = name;
            }
        }
        names.into_iter().map(|(effect, (_, text))| (text, effect)).collect()
    }

    /// Every move under every name.
    fn all_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.steps(&mut moves);
        self.contiguous(&mut moves);
        self.cannons(&mut moves);
        self.waves(&mut moves);
        self.sharp_vs(&mut moves);
        match self.rules.generation {
            Generation::Triangle => self.triangles(&mut moves),
            Generation::Cup => self
                .fillings(&mut moves, |is_own| (0..6).any(|i| is_own[i] && is_own[(i + 1) % 6] && is_own[(i + 2) % 6])),
            Generation::Four => self.fillings(&mut moves, |is_own| is_own.iter().filter(|own| **own).count() >= 4),
            Generation::None => {}
        }
        self.unstackings(&mut moves);
        moves
    }

    fn name(&self, cell: Cell) -> &str {
        self.grid.name(cell)
    }

    fn draft(&self) -> Draft<'_> {
        Draft { before: self.board, touched: BTreeMap::new() }
    }

    fn own(&self) -> impl Iterator<Item = (Cell, Stack)> {
        own(self.board, self.side)
    }

    fn is_own(&self, cell: Cell) -> bool {
        self.board.get(&cell).is_some_and(|stack| stack.owner == self.side)
    }

    /// Whether a stack stands there that no enemy enters.
    fn is_enemy_stack(&self, cell: Cell) -> bool {
        self.board.get(&cell).is_some_and(|stack| stack.owner != self.side && stack.height >= 2)
    }

    /// The connected sets of own pieces.
    fn sets(&self) -> Vec<BTreeSet<Cell>> {
        connected_parts(&self.own().map(|(cell, _)| cell).collect())
    }

    /// A stack is hit: it loses its levels, and is gone with the last one.
    fn hit(&self, draft: &mut Draft, cell: Cell) {
        let stack = draft.get(cell).expect("a stack is hit");
        let height = stack.height.saturating_sub(self.rules.stack_loss);
        draft.set(cell, (height > 0).then_some(Stack { height, ..stack }));
    }

    /// Move 1.
    fn steps(&self, moves: &mut Vec<Move>) {
        for (from, _) in self.own() {
            for to in from.around().filter(|to| self.grid.has(*to)) {
                let mut draft = self.draft();
                let sign = if self.is_enemy_stack(to) {
                    self.hit(&mut draft, to);
                    '*'
                } else {
                    let piece = draft.take(from);
                    draft.land(to, piece);
                    '-'
                };
                let text = format!("{}{sign}{}", self.name(from), self.name(to));
                moves.push(Move { number: 1, text, effect: draft.effect() });
            }
        }
    }

    /// Move 2.
    fn contiguous(&self, moves: &mut Vec<Move>) {
        for set in self.sets() {
            let next_to_it = set.iter().flat_map(|cell| cell.around());
            let empty = next_to_it.filter(|cell| self.grid.has(*cell) && !self.board.contains_key(cell));
            let goals: BTreeSet<Cell> = empty.chain(set.iter().copied()).collect();
            for &from in &set {
                for &to in goals.iter().filter(|to| **to != from) {
                    let mut draft = self.draft();
                    let piece = draft.take(from);
                    draft.land(to, piece);
                    let text = format!("{}-{}", self.name(from), self.name(to));
                    moves.push(Move { number: 2, text, effect: draft.effect() });
                }
            }
        }
    }

    /// All the ways that a flight of up to `range` steps can end.
    fn flights(&self, from: Cell, step: Cell, range: usize) -> Vec<Flight> {
        let mut ends = Vec::new();
        let mut landed = Vec::new();
        let mut next = from + step;
        while landed.len() < range && self.grid.has(next) && !self.is_own(next) {
            if self.is_enemy_stack(next) {
                ends.push(Flight { landed, hit: Some(next) });
                break;
            }
            landed.push(next);
            ends.push(Flight { landed: landed.clone(), hit: None });
            next = next + step;
        }
        if self.rules.forced {
            // Only the end that is farthest away is a move.
            ends = ends.pop().into_iter().collect();
        }
        ends
    }

    /// The moves by which one piece flies (moves 3 and 5).
    fn fly(&self, number: u32, letter: char, from: Cell, step: Cell, range: usize, moves: &mut Vec<Move>) {
        for flight in self.flights(from, step, range) {
            let mut draft = self.draft();
            if let Some(&last) = flight.landed.last() {
                let piece = draft.take(from);
                for &cell in &flight.landed {
                    draft.set(cell, None);
                }
                draft.land(last, piece);
            }
            let text = self.flight_text(letter, from, &flight);
            if let Some(stack) = flight.hit {
                self.hit(&mut draft, stack);
            }
            moves.push(Move { number, text, effect: draft.effect() });
        }
    }

    fn flight_text(&self, letter: char, from: Cell, flight: &Flight) -> String {
        let (sign, to) = match flight.hit {
            Some(stack) => ('*', stack),
            None => ('-', *flight.landed.last().expect("a flight that hits nothing lands")),
        };
        format!("{letter}{}{sign}{}", self.name(from), self.name(to))
    }

    /// Move 3: no other own piece touches the row, so the row is a whole connected set.
    fn cannons(&self, moves: &mut Vec<Move>) {
        for set in self.sets() {
            let row: Vec<Cell> = set.into_iter().collect();
            let (first, last) = (row[0], row[row.len() - 1]);
            // In reading order a straight row runs e, sw or se.
            for name in ["e", "sw", "se"] {
                let step = DIRECTIONS.iter().find(|(other, _)| *other == name).expect("a direction").1;
                let is_straight = row.iter().zip(0..).all(|(cell, i)| *cell == first + step * i);
                if row.len() >= 2 && is_straight {
                    self.fly(3, 'C', last, step, row.len(), moves);
                    self.fly(3, 'C', first, -step, row.len(), moves);
                }
            }
        }
    }

    /// All zigzags of three or more own pieces, each with the numbers of the two directions it alternates.
    fn zigzags(&self) -> BTreeMap<BTreeSet<Cell>, (i32, i32)> {
        let mut zigzags = BTreeMap::new();
        for (first, _) in self.own() {
            for i in 0..6 {
                // Directions 60° apart, begun with either of the two.
                for (one, other) in [(i, i + 1), (i + 1, i)] {
                    let mut zigzag = BTreeSet::from([first]);
                    let mut next = first + direction(one);
                    while self.is_own(next) {
                        zigzag.insert(next);
                        if zigzag.len() >= 3 {
                            zigzags.insert(zigzag.clone(), (one, other));
                        }
                        next = next + direction(if zigzag.len() % 2 == 1 { one } else { other });
                    }
                }
            }
        }
        zigzags
    }

    /// Move 4: one step a move (protista ruling 3), in all six directions or the two that the zigzag
    /// does not use (protista ruling 4).
    fn waves(&self, moves: &mut Vec<Move>) {
        for (zigzag, (one, other)) in self.zigzags() {
            let used = [direction(one), -direction(one), direction(other), -direction(other)];
            for (name, step) in DIRECTIONS {
                if self.rules.sideways && used.contains(&step) {
                    continue;
                }
                let goals: Vec<Cell> = zigzag.iter().map(|cell| *cell + step).collect();
                let blocks = |goal: &Cell| !self.grid.has(*goal) || (self.is_own(*goal) && !zigzag.contains(goal));
                if goals.iter().any(blocks) {
                    continue;
                }
                let mut draft = self.draft();
                if goals.iter().any(|goal| self.is_enemy_stack(*goal)) {
                    for &goal in goals.iter().filter(|goal| self.is_enemy_stack(**goal)) {
                        self.hit(&mut draft, goal);
                    }
                } else {
                    let pieces: Vec<Stack> = zigzag.iter().map(|cell| draft.take(*cell)).collect();
                    for (goal, piece) in goals.iter().zip(pieces) {
                        draft.land(*goal, piece);
                    }
                }
                let names: Vec<&str> = zigzag.iter().map(|cell| self.name(*cell)).collect();
                let text = format!("W{}>{name}", names.join("+"));
                moves.push(Move { number: 4, text, effect: draft.effect() });
            }
        }
    }

    /// Move 5.
    fn sharp_vs(&self, moves: &mut Vec<Move>) {
        for (vertex, _) in self.own() {
            let leg = |step: Cell| (1..).take_while(|i| self.is_own(vertex + step * *i)).count();
            for i in 0..6 {
                let (left, right) = (direction(i), direction(i + 1));
                let range = leg(left).min(leg(right));
                // The sum of two directions 60° apart is the next cell on their bisector.
                self.fly(5, 'V', vertex, -(left + right), range, moves);
            }
        }
    }

    /// A cell gets a new own piece, or the stack there is hit.
    fn generate(&self, draft: &mut Draft, cell: Cell) {
        if self.is_enemy_stack(cell) {
            self.hit(draft, cell);
        } else {
            draft.set(cell, Some(Stack::single(self.side)));
        }
    }

    /// Move 6 with `generation = triangle`.
    fn triangles(&self, moves: &mut Vec<Move>) {
        for (first, _) in self.own() {
            for i in 0..6 {
                let length = self.rules.gap + 1;
                let second = first + direction(i) * length;
                if second < first || !self.is_own(second) {
                    continue;
                }
                let tips = [first + direction(i + 1) * length, first + direction(i - 1) * length];
                let mut draft = self.draft();
                for tip in tips {
                    if self.grid.has(tip) && !self.is_own(tip) {
                        self.generate(&mut draft, tip);
                    }
                }
                let effect = draft.effect();
                if !effect.is_empty() {
                    let text = format!("G{}+{}", self.name(first), self.name(second));
                    moves.push(Move { number: 6, text, effect });
                }
            }
        }
    }

    /// Move 6 with the other kinds: an empty cell whose six neighbours, in the order of the directions, are own as asked.
    fn fillings(&self, moves: &mut Vec<Move>, enough: fn([bool; 6]) -> bool) {
        for cell in self.grid.cells().filter(|cell| !self.board.contains_key(cell)) {
            if enough(DIRECTIONS.map(|(_, step)| self.is_own(cell + step))) {
                let mut draft = self.draft();
                self.generate(&mut draft, cell);
                let text = format!("G{}", self.name(cell));
                moves.push(Move { number: 6, text, effect: draft.effect() });
            }
        }
    }

    /// Move 8. The king stays on the old cell.
    fn unstackings(&self, moves: &mut Vec<Move>) {
        for (from, stack) in self.own() {
            for (_, step) in DIRECTIONS {
                for flight in self.flights(from, step, stack.height as usize - 1) {
                    let mut draft = self.draft();
                    for &cell in &flight.landed {
                        draft.land(cell, Stack::single(self.side));
                    }
                    let height = stack.height - flight.landed.len() as u32;
                    draft.set(from, Some(Stack { height, ..stack }));
                    let text = self.flight_text('U', from, &flight);
                    if let Some(hit) = flight.hit {
                        self.hit(&mut draft, hit);
                    }
                    moves.push(Move { number: 8, text, effect: draft.effect() });
                }
            }
        }
    }
}

#[derive(Clone)]
struct Protista {
    rules: Rules,
    grid: Grid,
    position: Position,
    /// The loops of the player to move that were on the board earlier in this turn (protista ruling 1).
    loops_seen: BTreeSet<Loop>,
    /// How often each position stood at the start of a turn (protista ruling 6).
    occurrences: BTreeMap<String, u32>,
    turn: u32,
    result: Option<PlainResult>,
}

impl Protista {
    fn start(options: &Options) -> Protista {
        let rules = Rules::read(options);
        let half = rules.half(Black);
        let mut generator = SplitMix64::new(number(options, "seed"));

        let mut targets = None;
        if !rules.king {
            let mut black = draw(half.clone(), 3, &mut generator);
            let mut white: Vec<Cell> = black.iter().map(|cell| rules.mirrored(*cell)).collect();
            black.sort();
            white.sort();
            targets = Some(BTreeMap::from([(White, white), (Black, black)]));
        }

        let random = one_of(options, "setup", &[("checkers", false), ("random", true)]);
        let pieces = if random {
            let pieces: usize = number(options, "pieces");
            assert!(pieces <= half.len(), "the half has too few cells for {pieces} pieces");
            draw(half, pieces, &mut generator)
        } else {
            half.into_iter().filter(|cell| cell.r < 4 && (cell.q - cell.r).rem_euclid(3) == 1).collect()
        };
        let king = king_among(&pieces, rules.cols);
        let mut board = Board::new();
        for cell in pieces {
            let king = rules.king && cell == king;
            board.insert(cell, Stack { owner: Black, height: 1, king });
            board.insert(rules.mirrored(cell), Stack { owner: White, height: 1, king });
        }
        let position = Position { board, to_move: White, left: Left::First, targets };
        Protista::from_position(options, &position.write(&rules.grid()))
    }

    fn from_position(options: &Options, text: &str) -> Protista {
        let rules = Rules::read(options);
        let grid = rules.grid();
        let position = Position::read(&rules, text);
        let loops_seen = loops(&grid, &position.board, position.to_move);
        let mut occurrences = BTreeMap::new();
        if position.left == Left::First {
            occurrences.insert(text.to_string(), 1);
        }
        let result = position.board_result();
        Protista { rules, grid, position, loops_seen, occurrences, turn: 1, result }
    }

    fn mover(&self) -> Mover<'_> {
        let Position { board, to_move, .. } = &self.position;
        Mover { rules: &self.rules, grid: &self.grid, board, side: *to_move }
    }

    /// The number of moves that the turn still has after a move.
    fn left_after_move(&mut self) -> usize {
        let loops = loops(&self.grid, &self.position.board, self.position.to_move);
        let new = loops.difference(&self.loops_seen).count();
        self.loops_seen.extend(loops);
        match (new, self.position.left) {
            // Extra moves do not add up: what the move earned is what is left.
            (1, _) => 1,
            (2.., _) => 2,
            (0, Left::First) => 0,
            (0, Left::Extra(left)) => left - 1,
        }
    }

    /// Makes a move, and ends the turn if it is over.
    fn make(&mut self, effect: &Effect) {
        for (cell, stack) in effect {
            match stack {
                Some(stack) => self.position.board.insert(*cell, *stack),
                None => self.position.board.remove(cell),
            };
        }
        let left = self.left_after_move();
        self.position.left = Left::Extra(left);
        // Two targets or the king win at once, even in the middle of a turn.
        self.result = self.position.board_result();
        if self.result.is_some() {
            self.hand_over();
        } else if left == 0 {
            self.end_turn();
        }
    }

    /// The other player's turn begins.
    fn hand_over(&mut self) {
        self.position.to_move = self.position.to_move.other();
        self.position.left = Left::First;
        self.loops_seen = loops(&self.grid, &self.position.board, self.position.to_move);
    }

    fn end_turn(&mut self) {
        self.hand_over();
        let occurrences = self.occurrences.entry(self.position.write(&self.grid)).or_insert(0);
        *occurrences += 1;
        let third = *occurrences >= 3;

        let drawn = |reason| Some(PlainResult { result: "draw", reason });
        self.result = self.position.board_result();
        // protista ruling 6.
        if self.result.is_none() && third {
            self.result = drawn("the same position for the third time".to_string());
        }
        if self.result.is_none() && self.turn >= self.rules.max_turns {
            self.result = drawn(format!("the limit of {} turns is reached", self.rules.max_turns));
        }
        if self.result.is_none() {
            self.turn += 1;
        }
    }
}

/// The piece of Black that is the king: nearest the own back row, then nearest the middle column, then leftmost.
fn king_among(pieces: &[Cell], cols: i32) -> Cell {
    // Twice the distance, because the middle of an even number of columns lies between two.
    let off_middle = |cell: &Cell| (2 * column(*cell) - (cols - 1)).abs();
    let king = pieces.iter().min_by_key(|cell| (cell.r, off_middle(cell), column(**cell)));
    *king.expect("there are pieces")
}

impl PlainGame for Protista {
    fn copy(&self) -> Box<dyn PlainGame> {
        Box::new(self.clone())
    }

    fn position(&self) -> String {
        self.position.write(&self.grid)
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn legal(&self) -> BTreeSet<String> {
        if self.result.is_some() {
            return BTreeSet::new();
        }
        let mut legal: BTreeSet<String> = self.mover().moves().into_keys().collect();
        // protista ruling 2: extra moves may be declined, the first move may not.
        if self.position.left != Left::First {
            legal.insert("done".to_string());
        }
        legal
    }

    fn play(&mut self, action: &str) {
        assert!(self.result.is_none(), "the game is over in {:?}", self.position());
        if action == "done" {
            assert_ne!(self.position.left, Left::First, "the first move may not be declined");
            self.end_turn();
        } else {
            let moves = self.mover().moves();
            let effect = moves.get(action);
            let effect = effect.unwrap_or_else(|| panic!("{action:?} is not legal in {:?}", self.position()));
            self.make(effect);
        }
    }

    fn result(&self) -> Option<PlainResult> {
        self.result.clone()
    }
}

/// A board to draw shapes on.
struct Sketch<'a> {
    rules: &'a Rules,
    grid: Grid,
    board: Board,
    dice: &'a mut dyn Dice,
    /// How many pieces out of ten are stacks.
    stacks: usize,
}

impl Sketch<'_> {
    fn chance(&mut self, out_of: usize) -> bool {
        self.dice.below(out_of) == 0
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.dice.below(most - least + 1)
    }

    fn any_side(&mut self) -> Side {
        if self.chance(2) { White } else { Black }
    }

    fn any_cell(&mut self) -> Cell {
        let cells: Vec<Cell> = self.grid.cells().collect();
        cells[self.dice.below(cells.len())]
    }

    /// A cell that is not too near the edge, where most shapes find room.
    fn inner_cell(&mut self) -> Cell {
        let tries: Vec<Cell> = (0..3).map(|_| self.any_cell()).collect();
        let middle = self.grid.rows()[self.rules.rows as usize / 2][self.rules.cols as usize / 2];
        let off = |cell: &Cell| {
            let way = *cell - middle;
            way.q.abs().max(way.r.abs()).max((way.q + way.r).abs())
        };
        tries.into_iter().min_by_key(off).expect("there are three")
    }

    fn any_direction(&mut self) -> i32 {
        self.dice.below(6) as i32
    }

    fn tall(&mut self) -> u32 {
        [2, 2, 2, 3, 3, 4, 5, 11][self.dice.below(8)]
    }

    fn put_high(&mut self, cell: Cell, owner: Side, height: u32) {
        if self.grid.has(cell) {
            self.board.insert(cell, Stack { owner, height, king: false });
        }
    }

    fn put(&mut self, cell: Cell, owner: Side) {
        let height = if self.dice.below(10) < self.stacks { self.tall() } else { 1 };
        self.put_high(cell, owner, height);
    }

    fn put_all(&mut self, cells: &[Cell], owner: Side) {
        for cell in cells {
            self.put(*cell, owner);
        }
    }

    /// Something for a piece of `owner` to run into, or nothing.
    fn put_obstacle(&mut self, cell: Cell, owner: Side) {
        match self.dice.below(6) {
            0 | 1 => self.put_high(cell, owner.other(), 1),
            2 | 3 => {
                let height = self.tall();
                self.put_high(cell, owner.other(), height);
            }
            4 => self.put(cell, owner),
            _ => {}
        }
    }

    /// Takes away the pieces of a side that touch the cells from outside.
    fn free(&mut self, cells: &[Cell], side: Side) {
        self.board.retain(|cell, stack| {
            stack.owner != side || cells.contains(cell) || !cells.iter().any(|other| other.touches(*cell))
        });
    }

    fn cannon(&mut self, owner: Side) {
        let (first, step) = (self.inner_cell(), direction(self.any_direction()));
        let length = self.between(2, 5) as i32;
        let row: Vec<Cell> = (0..length).map(|i| first + step * i).collect();
        self.put_all(&row, owner);
        for _ in 0..2 {
            let away = self.between(1, 1 + length as usize) as i32;
            self.put_obstacle(row[row.len() - 1] + step * away, owner);
            let away = self.between(1, 1 + length as usize) as i32;
            self.put_obstacle(first - step * away, owner);
        }
        self.free(&row, owner);
    }

    fn zigzag_cells(first: Cell, one: i32, other: i32, length: usize) -> Vec<Cell> {
        let mut cells = vec![first];
        while cells.len() < length {
            let turn = if cells.len() % 2 == 1 { one } else { other };
            cells.push(cells[cells.len() - 1] + direction(turn));
        }
        cells
    }

    fn zigzag(&mut self, owner: Side) {
        let (first, one) = (self.inner_cell(), self.any_direction());
        let other = if self.chance(2) { one + 1 } else { one - 1 };
        let length = self.between(3, 7);
        let cells = Self::zigzag_cells(first, one, other, length);
        let ahead = direction(self.any_direction());
        if self.chance(2) {
            for cell in &cells {
                if self.chance(3) {
                    self.put_obstacle(*cell + ahead, owner);
                }
            }
        }
        self.put_all(&cells, owner);
    }

    fn sharp_v(&mut self, owner: Side) {
        let (vertex, i) = (self.inner_cell(), self.any_direction());
        self.put(vertex, owner);
        for leg in [i, i + 1] {
            for k in 1..=self.between(1, 3) as i32 {
                self.put(vertex + direction(leg) * k, owner);
            }
        }
        let bisector = direction(i) + direction(i + 1);
        for k in 1..=3 {
            if self.chance(2) {
                self.put_obstacle(vertex - bisector * k, owner);
            }
        }
    }

    fn ring_cells(middle: Cell, radius: i32) -> Vec<Cell> {
        let mut cells = Vec::new();
        for i in 0..6 {
            let corner = middle + direction(i) * radius;
            cells.extend((0..radius).map(|k| corner + direction(i + 2) * k));
        }
        cells
    }

    /// One to three single-cell holes side by side: the holes, and the cells around them.
    fn holes(&mut self) -> (Vec<Cell>, Vec<Cell>) {
        let (middle, i) = (self.inner_cell(), self.any_direction());
        let all = [middle, middle + direction(i) + direction(i + 1), middle + direction(i + 1) + direction(i + 2)];
        let holes = all[..self.between(1, 3)].to_vec();
        let walls: BTreeSet<Cell> = holes.iter().flat_map(|hole| Self::ring_cells(*hole, 1)).collect();
        (holes, walls.into_iter().collect())
    }

    fn fill_hole(&mut self, hole: Cell, owner: Side) {
        self.board.remove(&hole);
        if self.chance(3) {
            self.put(hole, owner.other());
        }
    }

    fn closed_loops(&mut self, owner: Side) {
        let (holes, walls) = self.holes();
        self.put_all(&walls, owner);
        for hole in holes {
            self.fill_hole(hole, owner);
        }
    }

    /// Loops that lack one cell, and a piece at hand to fill it.
    fn open_loops(&mut self, owner: Side) {
        self.stacks = self.stacks.min(1);
        let (holes, walls) = self.holes();
        self.put_all(&walls, owner);
        for hole in &holes {
            self.fill_hole(*hole, owner);
        }
        // The missing cell is next to as many of the holes as can be, half of the time.
        let beside = |cell: &Cell| holes.iter().filter(|hole| hole.touches(*cell)).count();
        let gap = if self.chance(2) {
            *walls.iter().max_by_key(|cell| beside(cell)).expect("there are walls")
        } else {
            walls[self.dice.below(walls.len())]
        };
        self.board.remove(&gap);
        let outside: Vec<Cell> = walls
            .iter()
            .flat_map(|cell| cell.around())
            .filter(|cell| !walls.contains(cell) && !holes.contains(cell))
            .collect();
        let spare = outside[self.dice.below(outside.len())];
        self.put(spare, owner);
    }

    /// Two facing zigzags of three or five, apart by one step: one wave closes one or two loops.
    fn facing_zigzags(&mut self, owner: Side) {
        let (middle, i) = (self.inner_cell(), self.any_direction());
        let length = if self.chance(2) { 3 } else { 5 };
        let one = Self::zigzag_cells(middle + direction(i + 2), i, i - 1, length);
        let other = Self::zigzag_cells(middle + direction(i + 3), i - 1, i, length);
        let apart = direction(self.any_direction());
        let one: Vec<Cell> = one.into_iter().map(|cell| cell + apart).collect();
        self.put_all(&one, owner);
        self.put_all(&other, owner);
        self.fill_hole(middle, owner);
    }

    /// A wide loop with something of its own inside, closed or nearly so.
    fn nested(&mut self, owner: Side) {
        let middle = self.inner_cell();
        let radius = self.between(2, 3) as i32;
        let ring = Self::ring_cells(middle, radius);
        for k in 0..radius {
            for cell in Self::ring_cells(middle, k) {
                self.board.remove(&cell);
            }
        }
        self.board.remove(&middle);
        self.put_all(&ring, owner);
        if radius == 3 && self.chance(2) {
            self.put_all(&Self::ring_cells(middle, 1), owner);
        } else {
            let inside = middle + direction(self.any_direction());
            self.put(inside, owner);
            if self.chance(2) {
                self.put(middle, owner.other());
            }
        }
        if self.chance(2) {
            let gap = ring[self.dice.below(ring.len())];
            self.board.remove(&gap);
            let spare = gap + direction(self.any_direction()) * 2;
            self.put(spare, owner);
        }
    }

    fn generation_pair(&mut self, owner: Side) {
        let (first, i) = (self.any_cell(), self.any_direction());
        let length = self.rules.gap + 1;
        self.put(first, owner);
        self.put(first + direction(i) * length, owner);
        for tip in [i + 1, i - 1] {
            self.put_obstacle(first + direction(tip) * length, owner);
        }
    }

    fn cup(&mut self, owner: Side) {
        let (middle, i) = (self.inner_cell(), self.any_direction());
        let count = self.between(3, 5) as i32;
        let spread = if self.chance(3) { 2 } else { 1 };
        for k in 0..count {
            self.put(middle + direction(i + k * spread), owner);
        }
        self.board.remove(&middle);
        if self.chance(6) {
            self.put(middle, owner.other());
        }
    }

    fn tower(&mut self, owner: Side) {
        let (cell, step) = (self.inner_cell(), direction(self.any_direction()));
        let height = self.between(2, 6) as u32;
        self.put_high(cell, owner, height);
        for k in 1..=height as i32 {
            self.board.remove(&(cell + step * k));
            if self.chance(3) {
                self.put_obstacle(cell + step * k, owner);
            }
        }
    }

    fn clump(&mut self, owner: Side) {
        let mut cell = self.inner_cell();
        for _ in 0..self.between(4, 14) {
            self.put(cell, owner);
            let next = cell + direction(self.any_direction());
            if self.grid.has(next) {
                cell = next;
            }
        }
    }

    fn shape(&mut self) {
        let owner = self.any_side();
        match self.dice.below(13) {
            0 => self.cannon(owner),
            1 => self.zigzag(owner),
            2 => self.sharp_v(owner),
            3 => self.closed_loops(owner),
            4..=6 => self.open_loops(owner),
            7 => self.facing_zigzags(owner),
            8 => self.nested(owner),
            9 => self.generation_pair(owner),
            10 => self.cup(owner),
            11 => self.tower(owner),
            _ => self.clump(owner),
        }
    }

    /// A king for each side, often in a stack; seldom a side has lost it.
    fn crown(&mut self) {
        let lost = if self.chance(40) { Some(self.any_side()) } else { None };
        for side in [White, Black] {
            if lost == Some(side) {
                continue;
            }
            let mut cells: Vec<Cell> = own(&self.board, side).map(|(cell, _)| cell).collect();
            if cells.is_empty() {
                cells = self.grid.cells().filter(|cell| !self.board.contains_key(cell)).collect();
            }
            let cell = cells[self.dice.below(cells.len())];
            let height = if self.chance(2) { self.tall() } else { 1 };
            self.board.insert(cell, Stack { owner: side, height, king: true });
        }
    }

    /// Targets for both sides, often where the enemy is near; seldom one side has won already.
    fn targets(&mut self) -> Targets {
        let mut targets = Targets::new();
        for side in [White, Black] {
            let half = self.rules.half(side);
            let enemies: Vec<Cell> = own(&self.board, side.other()).map(|(cell, _)| cell).collect();
            let mut own = BTreeSet::new();
            while own.len() < 3 {
                let mut cell = half[self.dice.below(half.len())];
                if !enemies.is_empty() && self.chance(2) {
                    let near = enemies[self.dice.below(enemies.len())];
                    let away = self.between(0, 2) as i32;
                    cell = near + direction(self.any_direction()) * away;
                }
                if half.contains(&cell) {
                    own.insert(cell);
                }
            }
            targets.insert(side, own.into_iter().collect());
        }
        let won = if self.chance(30) { Some(self.any_side()) } else { None };
        for side in [White, Black] {
            let enemy = side.other();
            let stands = |cell: &Cell| self.board.get(cell).is_some_and(|stack| stack.owner == enemy);
            let taken: Vec<Cell> = targets[&side].iter().copied().filter(stands).collect();
            if won != Some(enemy) {
                for cell in taken.iter().skip(1) {
                    self.board.remove(cell);
                }
            }
        }
        targets
    }
}

/// A random valid position: shapes that the moves ask for, stacked, broken off, on top of each other and in a crowd.
fn scatter(options: &Options, dice: &mut dyn Dice) -> String {
    let rules = Rules::read(options);
    let mut sketch = Sketch { rules: &rules, grid: rules.grid(), board: Board::new(), dice, stacks: 0 };
    let stacks = sketch.between(0, 4);

    for _ in 0..[1, 1, 2, 2, 3, 4, 6][sketch.dice.below(7)] {
        sketch.stacks = stacks;
        sketch.shape();
    }
    sketch.stacks = stacks;
    // Single pieces in per cent of the cells; many of them break the shapes, few let them work.
    let noise = [0, 0, 2, 2, 5, 10, 20, 35][sketch.dice.below(8)];
    for cell in rules.grid().cells() {
        if sketch.dice.below(100) < noise && !sketch.board.contains_key(&cell) {
            let owner = sketch.any_side();
            sketch.put(cell, owner);
        }
    }
    if sketch.chance(40) {
        let side = sketch.any_side();
        sketch.board.retain(|_, stack| stack.owner == side);
    } else {
        for side in [White, Black] {
            if own(&sketch.board, side).count() == 0 {
                let cell = sketch.any_cell();
                sketch.put(cell, side);
            }
        }
    }

    let mut targets = None;
    if rules.king {
        sketch.crown();
    } else {
        targets = Some(sketch.targets());
    }
    let to_move = sketch.any_side();
    let left = match sketch.between(0, 5) {
        _ if own(&sketch.board, to_move).count() == 0 => Left::First,
        0 => Left::Extra(1),
        1 => Left::Extra(2),
        _ => Left::First,
    };
    Position { board: sketch.board, to_move, left, targets }.write(&rules.grid())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(changes: &[(&str, &str)]) -> Options {
        let defaults = [
            ("rows", "13"),
            ("cols", "9"),
            ("setup", "checkers"),
            ("pieces", "12"),
            ("win", "targets"),
            ("stop", "free"),
            ("stack_loss", "1"),
            ("generation", "triangle"),
            ("gap", "3"),
            ("wave", "any"),
            ("max_turns", "200"),
            ("seed", "1"),
        ];
        let mut options: Options = defaults.map(|(name, value)| (name.to_string(), value.to_string())).into();
        for (name, value) in changes {
            assert!(options.insert((*name).to_string(), (*value).to_string()).is_some());
        }
        options
    }

    /// Pieces written `c5`, stacks `c5=3`, kings `c5=K`, kings in stacks `c5=K3`.
    fn put(board: &mut Board, grid: &Grid, owner: Side, pieces: &str) {
        for word in pieces.split_whitespace() {
            let (name, rest) = word.split_once('=').unwrap_or((word, ""));
            let digits = rest.trim_start_matches('K');
            let height = if digits.is_empty() { 1 } else { digits.parse().expect("a height") };
            let stack = Stack { owner, height, king: rest.starts_with('K') };
            assert_eq!(board.insert(grid.cell(name), stack), None);
        }
    }

    fn cells(grid: &Grid, names: &str) -> Vec<Cell> {
        names.split_whitespace().map(|name| grid.cell(name)).collect()
    }

    /// White to move with these pieces. White's own targets are m1, m2, m3, Black's are a7, a8, a9.
    fn game_with(white: &str, black: &str, left: Left, changes: &[(&str, &str)]) -> Protista {
        let options = options(changes);
        let rules = Rules::read(&options);
        let grid = rules.grid();
        let mut board = Board::new();
        put(&mut board, &grid, White, white);
        put(&mut board, &grid, Black, black);
        let targets = [(White, cells(&grid, "m1 m2 m3")), (Black, cells(&grid, "a7 a8 a9"))];
        let targets = (!rules.king).then(|| BTreeMap::from(targets));
        let text = Position { board, to_move: White, left, targets }.write(&grid);
        Protista::from_position(&options, &text)
    }

    fn game(white: &str, black: &str) -> Protista {
        game_with(white, black, Left::First, &[])
    }

    fn king_game(white: &str, black: &str) -> Protista {
        game_with(white, black, Left::First, &[("win", "king")])
    }

    /// All pieces of a side as they are written above.
    fn pieces(game: &Protista, side: Side) -> String {
        let write = |(cell, stack): (Cell, Stack)| {
            let king = if stack.king { "K" } else { "" };
            let height = if stack.height > 1 { stack.height.to_string() } else { String::new() };
            let sign = if king.is_empty() && height.is_empty() { "" } else { "=" };
            format!("{}{sign}{king}{height}", game.grid.name(cell))
        };
        own(&game.position.board, side).map(write).collect::<Vec<_>>().join(" ")
    }

    /// White's pieces after each legal action that starts with the prefix.
    fn outcomes(game: &Protista, prefix: &str) -> BTreeSet<String> {
        let starts = |text: &String| text.starts_with(prefix);
        game.legal().iter().filter(|text| starts(text)).map(|text| pieces(&after(game, text), White)).collect()
    }

    fn texts(game: &Protista, prefix: &str) -> Vec<String> {
        game.legal().into_iter().filter(|text| text.starts_with(prefix)).collect()
    }

    /// The game with a fresh history after an action.
    fn after(game: &Protista, action: &str) -> Protista {
        let mut next = again(game);
        next.play(action);
        next
    }

    fn again(game: &Protista) -> Protista {
        let position = game.position.clone();
        Protista {
            rules: game.rules.clone(),
            grid: game.grid.clone(),
            loops_seen: loops(&game.grid, &position.board, position.to_move),
            position,
            occurrences: BTreeMap::new(),
            turn: 1,
            result: None,
        }
    }

    fn names(words: &str) -> BTreeSet<String> {
        words.split_whitespace().map(String::from).collect()
    }

    fn won(game: &Protista, result: &'static str, reason: &str) {
        assert_eq!(game.result(), Some(PlainResult { result, reason: reason.to_string() }));
        assert!(game.legal().is_empty());
    }

    // Setup.

    #[test]
    fn the_checkers_setup_is_twelve_pieces_a_side_that_do_not_touch() {
        let game = Protista::start(&options(&[("win", "king")]));
        let top = ".b..B..b./..b..b..b/.b..b..b./..b..b..b";
        let bottom = "..w..w..w/.w..w..w./..w..w..w/.w..W..w.";
        let middle = ["........."; 5].join("/");
        assert_eq!(game.position(), format!("{top}/{middle}/{bottom} w 1 -"));
        for side in [White, Black] {
            let cells: Vec<Cell> = own(&game.position.board, side).map(|(cell, _)| cell).collect();
            assert_eq!(cells.len(), 12);
            assert!(cells.iter().all(|cell| !cells.iter().any(|other| cell.touches(*other))));
        }
    }

    #[test]
    fn a_low_board_has_fewer_rows_of_checkers() {
        let game = Protista::start(&options(&[("rows", "7"), ("cols", "5"), ("win", "king")]));
        assert_eq!(game.position(), ".B..b/..b../.b..b/...../.w..w/..w../.W..w w 1 -");
    }

    #[test]
    fn targets_are_drawn_from_the_seed_and_mirrored() {
        let start = |seed: &str| Protista::start(&options(&[("seed", seed)])).position();
        let targets = |seed: &str| start(seed).rsplit(' ').next().expect("a field").to_string();
        assert_eq!(targets("1"), "h8,i5,j4|d4,e5,f8");
        assert_eq!(targets("18446744073709551615"), "h4,h5,l5|b5,f4,f5");
    }

    #[test]
    fn random_pieces_are_drawn_after_the_targets_and_mirrored() {
        let game = Protista::start(&options(&[("setup", "random"), ("pieces", "5"), ("seed", "7")]));
        assert_eq!(pieces(&game, Black), "b6 c3 c7 c9 d5");
        let mirrored: BTreeSet<Cell> =
            own(&game.position.board, White).map(|(cell, _)| game.rules.mirrored(cell)).collect();
        let black: BTreeSet<Cell> = own(&game.position.board, Black).map(|(cell, _)| cell).collect();
        assert_eq!(mirrored, black);
    }

    #[test]
    fn a_random_setup_for_kings_draws_no_targets() {
        let king = [("setup", "random"), ("pieces", "5"), ("seed", "7"), ("win", "king")];
        let game = Protista::start(&options(&king));
        assert_eq!(pieces(&game, Black), "a2=K c4 c9 d6 f4");
    }

    #[test]
    #[should_panic(expected = "too few cells")]
    fn more_pieces_than_the_half_has_cells_is_a_bad_option() {
        Protista::start(&options(&[("rows", "7"), ("cols", "5"), ("setup", "random"), ("pieces", "16")]));
    }

    #[test]
    fn the_king_is_the_piece_nearest_the_back_row_then_the_middle_then_leftmost() {
        let grid = Grid::beehive(13, 10);
        let king = |names: &str| grid.name(king_among(&cells(&grid, names), 10)).to_string();
        assert_eq!(king("c5 b9 d5"), "b9");
        assert_eq!(king("b1 b7 b9 c5"), "b7");
        assert_eq!(king("b3 b8 b1 c5"), "b3");
    }

    // Move 1.

    #[test]
    fn a_step_moves_kills_hits_or_stacks() {
        let game = game("g5 g6", "f5 h5=2");
        assert!(game.legal().is_superset(&names("g5-g4 g5-f4 g5-f5 g5*h5 g5-h4 g5-g6")));
        let killed = after(&game, "g5-f5");
        assert_eq!((pieces(&killed, White), pieces(&killed, Black)), ("f5 g6".into(), "h5=2".into()));
        let hit = after(&game, "g5*h5");
        assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("g5 g6".into(), "f5 h5".into()));
        assert_eq!(pieces(&after(&game, "g5-g6"), White), "g6=2");
    }

    #[test]
    fn a_stack_moves_as_one_piece_and_heights_add() {
        let game = game("g5=3 g6=2", "a1");
        assert_eq!(pieces(&after(&game, "g5-g4"), White), "g4=3 g6=2");
        assert_eq!(pieces(&after(&game, "g5-g6"), White), "g6=5");
    }

    #[test]
    fn a_single_piece_in_a_corner_can_always_move() {
        let game = game("a1", "m9");
        assert_eq!(game.legal(), names("a1-a2 a1-b1"));
    }

    // Move 2.

    #[test]
    fn a_piece_of_a_connected_set_goes_to_any_empty_cell_next_to_the_set() {
        let game = game("g4 g5 g6", "f7");
        let from_g4: BTreeSet<String> = texts(&game, "g4-").into_iter().collect();
        // Around the row: f4 f5 f6 above (f3 left of them), h3 … h6 below, g3 and g7 at the ends; f7 does not touch it.
        assert_eq!(from_g4, names("g4-f3 g4-f4 g4-f5 g4-f6 g4-g3 g4-g7 g4-h3 g4-h4 g4-h5 g4-h6 g4-g5 g4-g6"));
    }

    #[test]
    fn a_contiguous_move_does_not_kill() {
        let game = game("g4 g5 g6", "g7");
        assert!(!game.legal().contains("g4-g7"));
        assert!(game.legal().contains("g6-g7"), "a step does");
    }

    #[test]
    fn pieces_that_are_not_connected_do_not_help() {
        let game = game("g4 g6", "a1");
        assert!(!game.legal().contains("g4-g7"));
        assert!(!game.legal().contains("g4-g6"));
    }

    // Move 3.

    #[test]
    fn a_cannon_fires_its_end_piece_up_to_its_length() {
        let game = game("b1 b2 b3", "m9");
        assert_eq!(outcomes(&game, "b3-b4"), BTreeSet::from(["b1 b2 b4".to_string()]));
        assert_eq!(texts(&game, "C"), ["Cb3-b5", "Cb3-b6"]);
        assert_eq!(pieces(&after(&game, "Cb3-b6"), White), "b1 b2 b6");
    }

    #[test]
    fn a_cannon_fires_from_both_ends_along_each_line() {
        assert_eq!(texts(&game("g5 h5", "m9"), "C"), ["Cg5-e4", "Ch5-j6"]);
        assert_eq!(texts(&game("g5 h4", "m9"), "C"), ["Cg5-e6", "Ch4-j3"]);
    }

    #[test]
    fn a_touched_row_is_no_cannon() {
        assert!(texts(&game("b1 b2 b3 c3", "m9"), "C").is_empty());
        assert!(texts(&game("b1", "m9"), "C").is_empty());
        assert!(!texts(&game("b1 b2 b3 c9", "m9"), "C").is_empty());
    }

    #[test]
    fn a_cannon_kills_what_it_flies_over() {
        let game = game("b1 b2 b3", "b4 b5 m9");
        assert_eq!(pieces(&after(&game, "Cb3-b5"), Black), "m9");
        assert_eq!(pieces(&after(&game, "Cb3-b6"), Black), "m9");
        assert_eq!(pieces(&after(&game, "b3-b4"), Black), "b5 m9");
    }

    #[test]
    fn a_flight_ends_before_an_own_piece() {
        assert_eq!(texts(&game("b1 b2 b3 b6", "m9"), "C"), ["Cb3-b5"]);
    }

    #[test]
    fn a_flight_that_hits_is_another_move_than_one_that_stops_in_front() {
        let game = game("b1 b2 b3", "b4 b6=3");
        assert_eq!(texts(&game, "C"), ["Cb3*b6", "Cb3-b5"]);
        let hit = after(&game, "Cb3*b6");
        assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("b1 b2 b5".into(), "b6=2".into()));
        let stop = after(&game, "Cb3-b5");
        assert_eq!((pieces(&stop, White), pieces(&stop, Black)), ("b1 b2 b5".into(), "b6=3".into()));
    }

    #[test]
    fn a_stack_out_of_range_is_not_hit() {
        assert_eq!(texts(&game("b1 b2 b3", "b7=2"), "C"), ["Cb3-b5", "Cb3-b6"]);
    }

    #[test]
    fn a_forced_flight_goes_as_far_as_it_can() {
        let forced =
            |white: &str, black: &str| texts(&game_with(white, black, Left::First, &[("stop", "forced")]), "C");
        assert_eq!(forced("b1 b2 b3", "m9"), ["Cb3-b6"]);
        assert_eq!(forced("b1 b2 b3 b6", "m9"), ["Cb3-b5"]);
        assert_eq!(forced("b1 b2 b3", "b4 b6=2"), ["Cb3*b6"]);
        assert_eq!(forced("b6 b7 b8", "m9"), ["Cb6-b3"]);
    }

    // Move 4.

    #[test]
    fn a_wave_moves_all_its_pieces_one_step() {
        let game = game("b3 b4 c5 c6 d6", "m9");
        let text = "Wb3+b4+c5+c6+d6>ne";
        assert_eq!(pieces(&after(&game, text), White), "a4 a5 b5 b6 c7");
        let directions: BTreeSet<String> = texts(&game, "Wb3+b4+c5+c6+d6>").into_iter().collect();
        assert_eq!(directions.len(), 6);
    }

    #[test]
    fn a_v_moves_ne_and_back() {
        let there = after(&game("b3 b4 c5", "m9"), "Wb3+b4+c5>ne");
        assert_eq!(pieces(&there, White), "a4 a5 b5");
        let back = after(&game("a4 a5 b5", "m9"), "Wa4+a5+b5>sw");
        assert_eq!(pieces(&back, White), "b3 b4 c5");
    }

    #[test]
    fn any_part_of_a_zigzag_of_three_or_more_is_one() {
        let game = game("b3 b4 c5 c6 d6", "m9");
        assert!(game.legal().contains("Wb4+c5+c6>ne"));
        assert!(game.legal().contains("Wb3+b4+c5+c6>ne"));
        assert!(texts(&game, "Wb3+b4>").is_empty());
        assert!(!game.legal().contains("Wb3+b4+c5>e"), "c6 is own and outside of the zigzag");
    }

    #[test]
    fn straight_rows_and_sharp_corners_are_no_zigzags() {
        assert!(texts(&game("g4 g5 g6", "m9"), "W").is_empty());
        assert!(texts(&game("g4 g5 h4", "m9"), "W").is_empty());
    }

    #[test]
    fn a_wave_does_not_leave_the_board() {
        let game = game("a4 a5 b5", "m9");
        assert!(texts(&game, "W").iter().all(|text| !text.ends_with(">ne") && !text.ends_with(">nw")));
    }

    #[test]
    fn a_wave_kills_what_it_lands_on() {
        let game = game("g4 g5 h5", "f5 g6 m9");
        assert_eq!(pieces(&after(&game, "Wg4+g5+h5>ne"), Black), "m9");
    }

    #[test]
    fn a_wave_into_stacks_hits_each_of_them_and_stays() {
        let game = game("g4 g5 h5", "f4=2 f5=4 g6");
        let hit = after(&game, "Wg4+g5+h5>ne");
        assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("g4 g5 h5".into(), "f4 f5=3 g6".into()));
    }

    #[test]
    fn a_wave_into_one_stack_is_the_step_that_hits_it() {
        let game = game("g4 g5 h5", "f5=4");
        assert!(!game.legal().contains("Wg4+g5+h5>ne"));
        // f5 touches g5 only, so there is one name left.
        let hits: Vec<String> = game.legal().into_iter().filter(|text| text.contains('*')).collect();
        assert_eq!(hits, ["g5*f5"]);
    }

    #[test]
    fn a_wave_moves_stacks_and_the_king_with_their_cells() {
        let game = king_game("g4=3 g5=K2 h5", "m9=K");
        assert_eq!(pieces(&after(&game, "Wg4+g5+h5>ne"), White), "f4=3 f5=K2 g6");
    }

    #[test]
    fn sideways_waves_use_the_two_directions_that_the_zigzag_does_not() {
        let game = game_with("g4 g5 h5", "m9", Left::First, &[("wave", "sideways")]);
        assert_eq!(texts(&game, "W"), ["Wg4+g5+h5>ne", "Wg4+g5+h5>sw"]);
    }

    // Move 5.

    #[test]
    fn the_vertex_of_a_sharp_v_flies_over_every_other_row() {
        let game = game("j5 k5 l4 m4 k6 l6 m7", "b1");
        assert_eq!(texts(&game, "Vj5"), ["Vj5-d5", "Vj5-f5", "Vj5-h5"]);
    }

    #[test]
    fn the_shorter_leg_of_a_sharp_v_counts() {
        assert_eq!(texts(&game("j5 k5 l4 m4 k6", "b1"), "Vj5"), ["Vj5-h5"]);
        assert!(texts(&game("j5 k5 l4 m4", "b1"), "Vj5").is_empty());
    }

    #[test]
    fn only_the_cells_a_sharp_v_lands_on_matter() {
        let legs = "j5 k5 l4 m4 k6 l6 m7";
        let open = game(legs, "i5=2 i6=2 h5 g5=2 g6=2 f5");
        assert_eq!(pieces(&after(&open, "Vj5-f5"), Black), "g5=2 g6=2 i5=2 i6=2");
        let hit = game(legs, "f5=2");
        assert_eq!(texts(&hit, "Vj5"), ["Vj5*f5", "Vj5-h5"]);
        assert_eq!(pieces(&after(&hit, "Vj5*f5"), White), "h5 k5 k6 l4 l6 m4 m7");
        let blocked = game(&format!("{legs} f5"), "b1");
        assert_eq!(texts(&blocked, "Vj5"), ["Vj5-h5"]);
    }

    #[test]
    fn a_sharp_v_points_in_six_ways() {
        // The ring around g5 and g5 itself: each neighbouring pair is a pair of legs.
        let game = game("g5 f4 f5 g4 g6 h4 h5", "b1");
        let mut moves = Vec::new();
        game.mover().sharp_vs(&mut moves);
        let from_g5 = moves.into_iter().map(|found| found.text).filter(|text| text.starts_with("Vg5"));
        assert_eq!(from_g5.collect::<BTreeSet<_>>(), names("Vg5-e5 Vg5-f3 Vg5-f6 Vg5-h3 Vg5-h6 Vg5-i5"));
        // All of them are next to the connected set, so the contiguous move gives them its name.
        assert!(texts(&game, "Vg5").is_empty() && game.legal().contains("g5-e5"));
    }

    #[test]
    fn a_sharp_v_next_to_a_stack_hits_it_without_moving() {
        let game = game("j5 k5 k6", "h5=2");
        assert_eq!(texts(&game, "V").len(), 3, "the two others of the triangle are vertices, too");
        let hit = after(&game, "Vj5*h5");
        assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("j5 k5 k6".into(), "h5".into()));
    }

    // Move 6.

    #[test]
    fn two_pieces_three_cells_apart_generate_both_tips() {
        let game = game("g1 g5", "g3 m9");
        assert_eq!(texts(&game, "G"), ["Gg1+g5"]);
        assert_eq!(pieces(&after(&game, "Gg1+g5"), White), "c3 g1 g5 k3");
    }

    #[test]
    fn generation_kills_hits_and_leaves_own_cells_alone() {
        let game = game("g1=2 g5 c3=3", "k3=2 m9");
        let hit = after(&game, "Gg1+g5");
        assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("c3=3 g1=2 g5".into(), "k3 m9".into()));
        let killed = after(&super::tests::game("g1 g5", "c3 m9"), "Gg1+g5");
        assert_eq!((pieces(&killed, White), pieces(&killed, Black)), ("c3 g1 g5 k3".into(), "m9".into()));
    }

    #[test]
    fn a_tip_off_the_board_is_left_out() {
        let game = game("b1 b5", "m9");
        assert_eq!(pieces(&after(&game, "Gb1+b5"), White), "b1 b5 f3");
    }

    #[test]
    fn generation_must_affect_something() {
        assert!(!game("b1 b5 f3", "m9").legal().contains("Gb1+b5"));
        assert!(texts(&game("g1 g4", "m9"), "G").is_empty(), "two cells between");
    }

    #[test]
    fn the_gap_is_an_option() {
        let game = game_with("g1 g3", "m9", Left::First, &[("gap", "1")]);
        assert_eq!(pieces(&after(&game, "Gg1+g3"), White), "e2 g1 g3 i2");
    }

    #[test]
    fn the_three_lines_generate() {
        assert_eq!(pieces(&after(&game("e4 i6", "m9"), "Ge4+i6"), White), "e4 e8 i2 i6");
        assert_eq!(pieces(&after(&game("e6 i4", "m9"), "Ge6+i4"), White), "e2 e6 i4 i8");
    }

    #[test]
    fn a_cup_is_filled() {
        let cup =
            |white: &str, black: &str| texts(&game_with(white, black, Left::First, &[("generation", "cup")]), "G");
        assert_eq!(cup("a4 a5 b5", "m9"), ["Gb4"]);
        assert!(cup("a4 a5 b5", "b4").is_empty(), "only an empty cell");
        assert!(cup("a4 a5 c4", "m9").is_empty(), "side by side");
        assert!(cup("a1 a5", "m9").is_empty());
    }

    #[test]
    fn four_neighbours_fill_an_empty_cell() {
        let four = |white: &str| texts(&game_with(white, "m9", Left::First, &[("generation", "four")]), "G");
        assert_eq!(four("f4 f5 h4 h5"), ["Gg5"]);
        assert_eq!(four("f4 f5 h4 h5 g4 g6"), ["Gg5"]);
        assert!(four("f4 f5 h4").is_empty());
    }

    #[test]
    fn no_generation_is_an_option() {
        assert!(texts(&game_with("g1 g5", "m9", Left::First, &[("generation", "none")]), "G").is_empty());
    }

    // Move 8.

    #[test]
    fn a_stack_lays_a_line() {
        let game = game("g3=4", "g5 m9");
        assert_eq!(texts(&game, "Ug3-g"), ["Ug3-g1", "Ug3-g2", "Ug3-g4", "Ug3-g5", "Ug3-g6"]);
        let laid = after(&game, "Ug3-g6");
        assert_eq!((pieces(&laid, White), pieces(&laid, Black)), ("g3 g4 g5 g6".into(), "m9".into()));
        assert_eq!(pieces(&after(&game, "Ug3-g4"), White), "g3=3 g4");
    }

    #[test]
    fn unstacking_hits_a_stack_and_stops_before_own_pieces() {
        let game = game("g3=4 g1", "g6=2");
        assert_eq!(texts(&game, "Ug3-g"), ["Ug3-g2", "Ug3-g4", "Ug3-g5"]);
        let hit = after(&game, "Ug3*g6");
        assert_eq!((pieces(&hit, White), pieces(&hit, Black)), ("g1 g3=2 g4 g5".into(), "g6".into()));
    }

    #[test]
    fn a_forced_unstacking_lays_all_it_can() {
        let game = game_with("g3=4", "m9", Left::First, &[("stop", "forced")]);
        assert_eq!(texts(&game, "U").len(), 6);
        assert_eq!(texts(&game, "Ug3-g"), ["Ug3-g1", "Ug3-g6"]);
    }

    #[test]
    fn the_king_stays_when_unstacked() {
        let game = king_game("g3=K3", "m9=K");
        assert_eq!(pieces(&after(&game, "Ug3-g5"), White), "g3=K g4 g5");
    }

    // Hits.

    #[test]
    fn a_stack_loses_two_levels_where_the_option_says_so() {
        let game = |black: &str| game_with("g5", black, Left::First, &[("stack_loss", "2")]);
        assert_eq!(pieces(&after(&game("g6=3 m9"), "g5*g6"), Black), "g6 m9");
        let gone = after(&game("g6=2 m9"), "g5*g6");
        assert_eq!((pieces(&gone, White), pieces(&gone, Black)), ("g5".into(), "m9".into()));
    }

    // protista ruling 5.

    #[test]
    fn moves_with_the_same_effect_have_the_first_name() {
        // Both pieces can hit the stack, and so can both cannons.
        let game = game("g4 g5 h7 h8", "g6=2");
        let hits: Vec<String> = game.legal().into_iter().filter(|text| text.contains('*')).collect();
        assert_eq!(hits, ["g5*g6"]);
        let game = super::tests::game("g5 h6", "g6=2");
        let hits: Vec<String> = game.legal().into_iter().filter(|text| text.contains('*')).collect();
        assert_eq!(hits, ["g5*g6"], "h6*g6 is the same move");
    }

    #[test]
    fn byte_order_puts_column_ten_before_column_two() {
        let game = game_with("g10 h9", "g9=2", Left::First, &[("cols", "11"), ("gap", "6")]);
        let hits: Vec<String> = game.legal().into_iter().filter(|text| text.contains('*')).collect();
        assert_eq!(hits, ["g10*g9"]);
    }

    #[test]
    fn two_pairs_can_generate_the_same_piece() {
        // g5 completes a triangle with c3 and c7 above, and one with k3 and k7 below.
        let game = game("c3 c7 k3 k7", "m9");
        let makes_g5 = |text: &&String| pieces(&after(&game, text), White) == "c3 c7 g5 k3 k7";
        let legal = game.legal();
        let names: Vec<&String> = legal.iter().filter(makes_g5).collect();
        assert_eq!(names, ["Gc3+c7"]);
    }

    #[test]
    fn effects_are_as_different_as_the_boards() {
        let mut dice = SplitMix64::new(5);
        let options = options(&[("win", "king")]);
        for _ in 0..30 {
            let game = Protista::from_position(&options, &scatter(&options, &mut dice));
            let (board, mover) = (&game.position.board, game.mover());
            let mut boards: BTreeMap<Board, (u32, String)> = BTreeMap::new();
            for Move { number, text, effect } in mover.all_moves() {
                let mut after = board.clone();
                for (cell, stack) in effect {
                    match stack {
                        Some(stack) => after.insert(cell, stack),
                        None => after.remove(&cell),
                    };
                }
                assert_ne!(after, *board, "{text} changes something");
                let name = (number, text);
                let kept = boards.entry(after).or_insert_with(|| name.clone());
                *kept = name.min(kept.clone());
            }
            let names: BTreeSet<String> = boards.into_values().map(|(_, text)| text).collect();
            assert_eq!(names, mover.moves().into_keys().collect());
        }
    }

    // Turn and loops.

    fn loops_of(game: &Protista, side: Side) -> Vec<String> {
        let write = |own: &Loop| own.iter().map(|cell| game.grid.name(*cell)).collect::<Vec<_>>().join(" ");
        loops(&game.grid, &game.position.board, side).iter().map(write).collect()
    }

    #[test]
    fn a_hole_may_hold_enemies_and_must_not_reach_the_edge() {
        assert_eq!(loops_of(&game("f4 f5 g4 g6 h4 h5", "g5=2"), White), ["f4 f5 g4 g6 h4 h5"]);
        assert!(loops_of(&game("a4 a6 b4 b5", "m9"), White).is_empty(), "a5 lies on the edge");
        assert!(loops_of(&game("f4 f5 g4 g6 h4", "g5"), White).is_empty());
        assert!(loops_of(&game("f4 f5 g4 g6 h4 h5", "g5"), Black).is_empty());
    }

    #[test]
    fn an_own_piece_inside_a_hole_is_part_of_the_loop() {
        // The ring of radius two around g5, with a piece in the middle.
        let ring = "e4 e5 e6 f3 f6 g3 g7 h3 h6 i4 i5 i6";
        assert_eq!(loops_of(&game(&format!("{ring} g5"), "m9"), White).len(), 1);
        assert!(loops_of(&game(&format!("{ring} g5"), "m9"), White)[0].contains("g5"));
        let around = "f4 f5 g4 g6 h4 h5";
        assert_eq!(loops_of(&game(around, "m9"), White).len(), 1);
        let wide = "d4 d5 d6 d3 e3 e7 f2 f7 g2 g8 h2 h7 i3 i7 j3 j4 j5 j6";
        let nested = loops_of(&game(&format!("{wide} {around}"), "m9"), White);
        assert_eq!(nested.len(), 2, "the ring inside has its own hole: {nested:?}");
    }

    #[test]
    fn a_turn_without_a_new_loop_is_one_move() {
        let mut game = game("g5", "m9");
        game.play("g5-g6");
        assert!(game.position().contains(" b 1 "));
        assert_eq!(game.turn(), 2);
    }

    #[test]
    fn a_new_loop_earns_one_extra_move() {
        let mut game = game("f4 f5 g4 g6 h4 i5", "m9");
        game.play("i5-h5");
        assert!(game.position().contains(" w +1 "));
        assert_eq!(game.turn(), 1);
        game.play("done");
        assert!(game.position().contains(" b 1 "));
        assert_eq!(game.turn(), 2);
    }

    #[test]
    fn the_first_move_is_not_declined() {
        assert!(!game("g5", "m9").legal().contains("done"));
        assert!(game_with("g5", "m9", Left::Extra(1), &[]).legal().contains("done"));
    }

    #[test]
    fn six_pieces_around_one_cell_walk_as_two_vs() {
        let mut game = game("f4 f5 g4 g6 h4 h5", "m9=2");
        game.play("Wf4+f5+g6>ne");
        assert!(game.position().contains(" b 1 "), "the loop is broken, so there is no extra move");
        game.play("m9-m8");
        game.play("Wg4+h4+h5>ne");
        assert!(game.position().contains(" w +1 "), "the second V closes it again");
        assert_eq!(pieces(&game, White), "e5 e6 f4 f6 g5 g6");
        game.play("We5+e6+f6>ne");
        assert!(game.position().contains(" b 1 "));
        game.play("m8-m9");
        game.play("Wf4+g5+g6>ne");
        assert!(game.position().contains(" w +1 "));
    }

    #[test]
    fn two_facing_zigzags_close_two_loops_at_once() {
        // Holes g4 and h5 between the zigzags f3 f4 g5 g6 h6 and g3 h3 h4 i5 i6; the first one is one step ne.
        let mut game = game("e4 e5 f5 f6 g7 g3 h3 h4 i5 i6", "m9");
        game.play("We4+e5+f5+f6+g7>sw");
        assert_eq!(pieces(&game, White), "f3 f4 g3 g5 g6 h3 h4 h6 i5 i6");
        assert_eq!(loops_of(&game, White).len(), 2);
        assert!(game.position().contains(" w +2 "));
        // Opened and closed somewhere else, the loops are new: again two moves, not three.
        game.play("Wf3+f4+g5+g6+h6>ne");
        assert!(game.position().contains(" w +1 "));
        game.play("Wg3+h3+h4+i5+i6>ne");
        assert!(game.position().contains(" w +2 "));
    }

    #[test]
    fn loops_seen_earlier_in_the_turn_earn_nothing() {
        // protista ruling 1.
        let mut game = game("e4 e5 f5 f6 g7 g3 h3 h4 i5 i6", "m9");
        game.play("We4+e5+f5+f6+g7>sw");
        game.play("Wf3+f4+g5+g6+h6>ne");
        game.play("We4+e5+f5+f6+g7>sw");
        assert!(game.position().contains(" b 1 "), "closed at the same place as before");
    }

    #[test]
    fn loops_of_a_given_position_count_as_seen() {
        let mut game = game_with("f4 f5 g4 g6 h4 h5", "m9", Left::Extra(2), &[]);
        game.play("h5-i5");
        assert!(game.position().contains(" w +1 "));
        game.play("i5-h5");
        assert!(game.position().contains(" b 1 "));
    }

    #[test]
    fn the_same_loop_is_new_again_in_the_next_turn() {
        let mut game = game("f4 f5 g4 g6 h4 h5", "m9=2");
        game.play("h5-i5");
        game.play("m9-m8");
        game.play("i5-h5");
        assert!(game.position().contains(" w +1 "));
    }

    #[test]
    fn extra_moves_do_not_add_up() {
        // With two moves left, one new loop leaves one.
        let mut game = game_with("f4 f5 g4 g6 h4 i5", "m9", Left::Extra(2), &[]);
        game.play("i5-h5");
        assert!(game.position().contains(" w +1 "));
    }

    #[test]
    fn a_broken_loop_and_another_one_is_a_new_loop() {
        // h5 leaves the ring around g5 and closes the one around h3.
        let mut game = game("f4 f5 g4 g6 h4 h5 g3 h2 i3", "m9");
        assert_eq!(loops_of(&game, White), ["f4 f5 g4 g6 h4 h5"]);
        game.play("h5-i4");
        assert_eq!(loops_of(&game, White), ["g3 g4 h2 h4 i3 i4"]);
        assert!(game.position().contains(" w +1 "));
    }

    #[test]
    fn three_new_loops_earn_two_moves() {
        // One hole of four cells falls into g5, h6 and i5 when h5 is filled.
        let mut game = game("f4 f5 g4 g6 g7 h4 h7 i4 i6 i7 j4 j5 k5", "m9");
        assert_eq!(loops_of(&game, White).len(), 1);
        game.play("k5-h5");
        assert_eq!(loops_of(&game, White).len(), 3);
        assert!(game.position().contains(" w +2 "));
    }

    #[test]
    fn enemy_loops_do_not_count() {
        let mut game = game("k5", "f4 f5 g4 g6 h4 h5");
        game.play("k5-k6");
        assert!(game.position().contains(" b 1 "));
    }

    // Winning.

    #[test]
    fn two_of_three_targets_win_at_once() {
        let mut game = game_with("a7 b8 k1", "k5", Left::Extra(2), &[]);
        assert_eq!(game.result(), None);
        game.play("b8-a8");
        won(&game, "first", "White stands on two of Black's targets");
        assert!(game.position().contains(" b 1 "));
        assert_eq!(game.turn(), 1);
    }

    #[test]
    fn own_targets_win_nothing() {
        assert_eq!(game("m1 m2 m3", "a7 a8 a9").result(), None);
    }

    #[test]
    fn black_wins_by_targets_in_a_given_position() {
        won(&game("k5", "m1 m3"), "second", "Black stands on two of White's targets");
    }

    #[test]
    fn capturing_the_king_wins() {
        let mut game = king_game("g5=K h1", "g6=K a1");
        game.play("g5-g6");
        won(&game, "first", "White captured Black's king");
        assert!(game.position().contains(" b 1 "));
    }

    #[test]
    fn a_king_in_a_stack_is_captured_with_its_last_level() {
        let mut game = king_game("g5=K", "g6=K2 a1");
        game.play("g5*g6");
        assert_eq!(game.result(), None);
        assert_eq!(pieces(&game, Black), "a1 g6=K");
        let changes = [("win", "king"), ("stack_loss", "2")];
        let mut game = game_with("g5=K", "g6=K2 a1", Left::First, &changes);
        game.play("g5*g6");
        won(&game, "first", "White captured Black's king");
    }

    #[test]
    fn a_stacked_king_goes_with_its_stack() {
        let game = king_game("g5=K g6=2", "a1=K");
        assert_eq!(pieces(&after(&game, "g5-g6"), White), "g6=K3");
        assert_eq!(pieces(&after(&game, "g6-g5"), White), "g5=K3");
    }

    #[test]
    fn a_side_without_its_king_has_lost() {
        won(&king_game("g5", "a1=K"), "second", "Black captured White's king");
    }

    #[test]
    fn a_player_without_pieces_at_the_start_of_the_turn_loses() {
        let mut game = game_with("g5", "g6", Left::Extra(2), &[]);
        game.play("g5-g6");
        assert_eq!(game.result(), None, "White's turn is not over");
        game.play("done");
        won(&game, "first", "Black has no pieces left");
        won(&super::tests::game("", "g5"), "second", "White has no pieces left");
    }

    #[test]
    fn the_last_piece_killed_in_the_last_turn_wins() {
        let mut game = game_with("g5", "g6", Left::First, &[("max_turns", "1")]);
        game.play("g5-g6");
        won(&game, "first", "Black has no pieces left");
    }

    #[test]
    fn the_third_occurrence_draws() {
        // protista ruling 6; the position given counts as an occurrence.
        let mut game = game("g5", "b5");
        for action in ["g5-g6", "b5-b6", "g6-g5", "b6-b5", "g5-g6", "b5-b6", "g6-g5"] {
            game.play(action);
            assert_eq!(game.result(), None);
        }
        game.play("b6-b5");
        won(&game, "draw", "the same position for the third time");
        assert_eq!(game.turn(), 8);
    }

    #[test]
    fn a_position_in_the_middle_of_a_turn_is_no_occurrence() {
        let mut game = game_with("g5", "b5", Left::Extra(1), &[]);
        for action in ["g5-g6", "b5-b6", "g6-g5", "b6-b5", "g5-g6", "b5-b6", "g6-g5", "b6-b5"] {
            game.play(action);
            assert_eq!(game.result(), None);
        }
        game.play("g5-g6");
        won(&game, "draw", "the same position for the third time");
    }

    #[test]
    fn the_turn_limit_draws() {
        let mut game = game_with("g5", "b5", Left::First, &[("max_turns", "2")]);
        game.play("g5-g6");
        assert_eq!(game.result(), None);
        game.play("b5-b6");
        won(&game, "draw", "the limit of 2 turns is reached");
        assert_eq!(game.turn(), 2);
    }

    // Random games.

    fn play_out(options: &Options, mut game: Box<dyn PlainGame>, dice: &mut dyn Dice) -> String {
        while game.result().is_none() {
            let text = game.position();
            let legal = game.legal();
            let again = (MODEL.from_position)(options, &text);
            assert_eq!(again.position(), text);
            assert_eq!(again.legal(), legal);
            let action = legal.iter().nth(dice.below(legal.len())).expect("there is an action");
            game.play(action);
        }
        assert!(game.legal().is_empty());
        assert!(game.position().contains(" 1 ") || game.turn() == 1);
        game.result().expect("the game is over").reason
    }

    #[test]
    fn random_games_end_with_every_option_value() {
        let mut dice = SplitMix64::new(11);
        let mut reasons = BTreeMap::new();
        let values = [
            [("rows", "13"), ("cols", "9")],
            [("rows", "7"), ("cols", "5")],
            [("rows", "19"), ("cols", "15")],
            [("setup", "random"), ("pieces", "20")],
            [("setup", "random"), ("pieces", "3")],
            [("win", "king"), ("seed", "5")],
            [("stop", "forced"), ("win", "king")],
            [("stack_loss", "2"), ("seed", "6")],
            [("generation", "cup"), ("seed", "7")],
            [("generation", "four"), ("win", "king")],
            [("generation", "none"), ("seed", "8")],
            [("gap", "1"), ("seed", "9")],
            [("gap", "6"), ("win", "king")],
            [("wave", "sideways"), ("seed", "10")],
        ];
        for changes in values {
            let mut changes = changes.to_vec();
            changes.push(("max_turns", "20"));
            let options = options(&changes);
            let game = (MODEL.start)(&options);
            *reasons.entry(play_out(&options, game, &mut dice)).or_insert(0) += 1;
            for _ in 0..10 {
                let text = (MODEL.scatter)(&options, &mut dice);
                let game = (MODEL.from_position)(&options, &text);
                assert_eq!(game.position(), text);
                *reasons.entry(play_out(&options, game, &mut dice)).or_insert(0) += 1;
            }
        }
        assert!(reasons.len() >= 5, "{reasons:?}");
    }

    #[test]
    fn scattered_positions_show_every_feature_often() {
        let mut dice = SplitMix64::new(12);
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        let rounds = 200;
        for round in 0..rounds {
            let win = if round % 2 == 0 { "king" } else { "targets" };
            let kind = ["triangle", "triangle", "cup", "four"][round as usize / 2 % 4];
            let options = options(&[("win", win), ("generation", kind)]);
            let game = Protista::from_position(&options, &scatter(&options, &mut dice));
            let mut features = BTreeSet::new();
            if game.result.is_some() {
                features.insert("decided".to_string());
            }
            let moves = if game.result.is_none() { game.mover().moves() } else { BTreeMap::new() };
            for (text, effect) in moves {
                let letter = text.chars().next().filter(char::is_ascii_uppercase).unwrap_or('-');
                let hits = if text.contains('*') { "*" } else { "" };
                features.insert(format!("move {letter}{hits}"));
                let mut earned = again(&game);
                earned.make(&effect);
                if earned.result.is_some() {
                    features.insert("win in one".to_string());
                } else if earned.position.to_move == game.position.to_move {
                    features.insert(format!("{:?} from {:?}", earned.position.left, game.position.left));
                }
            }
            let own_loops = loops(&game.grid, &game.position.board, game.position.to_move).len();
            features.insert(format!("{} loops", own_loops.min(3)));
            for feature in features {
                *seen.entry(feature).or_insert(0) += 1;
            }
        }
        for (what, count) in &seen {
            assert!(*count >= rounds / 100, "{what}: {seen:?}");
        }
    }
}
