//! Positions of Protista that random play rarely reaches.

use std::collections::BTreeSet;

use super::position::{Left, Position, Targets};
use super::{Board, Rules, Stack, own};
use crate::reference::dice::Dice;
use crate::reference::grid::{Cell, Grid, direction};
use crate::reference::options::Options;
use crate::reference::side::Side::{self, Black, White};

/// A board to draw shapes on.
struct Sketch<'a> {
    rules: &'a Rules,
    grid: Grid,
    board: Board,
    dice: &'a mut dyn Dice,
    /// The number of stacks per ten pieces.
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

    /// Returns a cell away from the edge, where most shapes fit.
    fn inner_cell(&mut self) -> Cell {
        let tries: Vec<Cell> = (0..3).map(|_| self.any_cell()).collect();
        let middle = self.grid.rows()[self.rules.rows as usize / 2][self.rules.cols as usize / 2];
        tries.into_iter().min_by_key(|cell| cell.distance(middle)).expect("there are three")
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

    /// Places a random obstacle in the way of pieces of `owner`, or nothing.
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

    /// Removes the pieces of a side that are adjacent to the cells from outside.
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

    /// Returns one to three adjacent single-cell holes and the cells around them.
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

    /// Adds loops that lack one cell, and a piece nearby to fill it.
    fn open_loops(&mut self, owner: Side) {
        self.stacks = self.stacks.min(1);
        let (holes, walls) = self.holes();
        self.put_all(&walls, owner);
        for hole in &holes {
            self.fill_hole(*hole, owner);
        }
        // Half of the time, the missing cell is adjacent to as many of the holes as possible.
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

    /// Adds two facing zigzags of three or five pieces, one step apart: one wave closes one or two
    /// loops.
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

    /// Adds a wide loop, closed or nearly so, with own pieces inside.
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

    /// Adds a king for each side, often in a stack; occasionally a side has lost it.
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

    /// Returns targets for both sides, often near enemy pieces; occasionally one side has already
    /// won.
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

/// Returns a random valid position with shapes that the moves need: stacked, interrupted,
/// overlapping and crowded.
pub(super) fn scatter(options: &Options, dice: &mut dyn Dice) -> String {
    let rules = Rules::read(options);
    let mut sketch = Sketch { rules: &rules, grid: rules.grid(), board: Board::new(), dice, stacks: 0 };
    let stacks = sketch.between(0, 4);

    for _ in 0..[1, 1, 2, 2, 3, 4, 6][sketch.dice.below(7)] {
        sketch.stacks = stacks;
        sketch.shape();
    }
    sketch.stacks = stacks;
    // The percentage of cells with a random single piece: a high value breaks the shapes, a low one
    // lets them work.
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
