//! The eight moves of Protista. Move 7, stacking, has no code of its own: moves 1 and 2 create
//! stacks.

use std::collections::{BTreeMap, BTreeSet};

use super::{Board, Generation, Rules, Stack, own};
use crate::reference::grid::{Cell, CellSet, DIRECTIONS, Grid, direction, groups};
use crate::reference::side::Side;

/// The effect of a move: the changed cells in reading order, with their new contents. All moves of
/// a position start from the same board, so two moves have the same effect if and only if these
/// lists are equal.
pub(super) type Effect = Vec<(Cell, Option<Stack>)>;

/// A move with its number on the rules page.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) number: u32,
    pub(super) text: String,
    pub(super) effect: Effect,
}

/// A board during a move: the board before it, and the cells changed so far.
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

    /// Places a piece: it stacks with an own piece (heights add) and kills a single enemy.
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

/// One possible end of a flight: the cells landed on, and the stack hit, if any.
struct Flight {
    landed: Vec<Cell>,
    hit: Option<Cell>,
}

/// Everything that the moves of a position depend on.
pub(super) struct Mover<'a> {
    pub(super) rules: &'a Rules,
    pub(super) grid: &'a Grid,
    pub(super) board: &'a Board,
    pub(super) side: Side,
}

impl Mover<'_> {
    /// Returns every move under its canonical name (protista ruling 5): the lowest number, then the
    /// first text in byte order.
    pub(super) fn moves(&self) -> BTreeMap<String, Effect> {
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

    /// Returns every move under all its names.
    pub(super) fn all_moves(&self) -> Vec<Move> {
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

    fn name(&self, cell: Cell) -> String {
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

    /// Whether the cell holds an enemy stack, which cannot be entered.
    fn is_enemy_stack(&self, cell: Cell) -> bool {
        self.board.get(&cell).is_some_and(|stack| stack.owner != self.side && stack.height >= 2)
    }

    /// Returns the connected sets of own pieces.
    fn sets(&self) -> Vec<CellSet> {
        groups(&self.own().map(|(cell, _)| cell).collect())
    }

    /// Hits a stack: it loses levels and is removed with the last one.
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
            let goals: BTreeSet<Cell> = empty.chain(set.iter()).collect();
            for from in set.iter() {
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

    /// Returns all possible ends of a flight of up to `range` steps.
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
            // Only the farthest end is a move.
            ends = ends.pop().into_iter().collect();
        }
        ends
    }

    /// Adds the moves in which one piece flies (moves 3 and 5).
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

    /// Move 3: no other own piece is adjacent to the row, so the row is a complete connected set.
    fn cannons(&self, moves: &mut Vec<Move>) {
        for set in self.sets() {
            let row: Vec<Cell> = set.iter().collect();
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

    /// Returns all zigzags of three or more own pieces, each with the indices of the two directions
    /// it alternates between.
    fn zigzags(&self) -> BTreeMap<BTreeSet<Cell>, (i32, i32)> {
        let mut zigzags = BTreeMap::new();
        for (first, _) in self.own() {
            for i in 0..6 {
                // Directions 60° apart, starting with either.
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

    /// Move 4: one step per move (protista ruling 3), in all six directions or in the two that the
    /// zigzag does not use (protista ruling 4).
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
                let names: Vec<String> = zigzag.iter().map(|cell| self.name(*cell)).collect();
                let text = format!("W{}>{name}", names.join("+"));
                moves.push(Move { number: 4, text, effect: draft.effect() });
            }
        }
    }

    /// Move 5.
    pub(super) fn sharp_vs(&self, moves: &mut Vec<Move>) {
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

    /// Adds an own piece to a cell, or hits the stack there.
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

    /// Move 6 with the other kinds of generation, which fill empty cells. `enough` takes whether
    /// each of the six neighbours, in order of the directions, is own.
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
