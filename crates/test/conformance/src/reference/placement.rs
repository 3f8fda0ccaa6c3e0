//! The common part of the reference models of placement games: two colours of stones that never
//! move, the swap rule, positions as text, and random positions.
//!
//! A model adds its board and its win test. The model of Hex does not use this module: it checks
//! the placement layer of the optimised games independently.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use super::colour::Colour::{self, Blue, Red};
use super::colour::{Pieces, count, read_pieces, write_pieces};
use super::dice::shuffle;
use super::grid::{Cell, CellSet, Grid};
use super::{Dice, Options, ReferenceGame, ReferenceModel, ReferenceResult};

/// The board and the win test of a placement game.
pub trait PlainPlacement: 'static {
    /// Returns the board.
    fn grid(options: &Options) -> Grid;

    /// Returns the sentence about the win of a player, named `name`, with these stones, or `None`
    /// if the player has not won.
    fn win(options: &Options, grid: &Grid, stones: &CellSet, name: &str) -> Option<String>;

    /// Returns the cell of the first stone after a swap.
    fn swapped(cell: Cell) -> Cell {
        cell
    }
}

/// Returns the reference model of a placement game in which Blue moves first.
pub const fn model<G: PlainPlacement>(id: &'static str) -> ReferenceModel {
    ReferenceModel {
        id,
        start: |options| Box::new(Stones::<G>::start(options)),
        from_position: |options, text| Box::new(Stones::<G>::from_position(options, text)),
        scatter: scatter::<G>,
        playout: None,
    }
}

struct Stones<G> {
    options: Options,
    grid: Grid,
    swap: bool,
    stones: Pieces,
    to_move: Colour,
    turn: u32,
    result: Option<ReferenceResult>,
    rules: PhantomData<G>,
}

impl<G: PlainPlacement> Stones<G> {
    fn start(options: &Options) -> Self {
        Self {
            grid: G::grid(options),
            swap: options.get("swap").is_some_and(|swap| swap == "true"),
            options: options.clone(),
            stones: Pieces::new(),
            to_move: Blue,
            turn: 1,
            result: None,
            rules: PhantomData,
        }
    }

    fn from_position(options: &Options, text: &str) -> Self {
        let mut game = Self::start(options);
        let (board, side) = text.split_once(' ').expect("board and side");
        game.stones = read_pieces(&game.grid, board);
        game.to_move = Colour::read(side);
        assert!(game.is_possible(), "a position that alternate play can reach: {text}");
        game.result = game.outcome();
        game
    }

    fn win(&self, colour: Colour) -> Option<String> {
        let own = self.stones.iter().filter(|(_, stone)| **stone == colour).map(|(cell, _)| *cell);
        G::win(&self.options, &self.grid, &own.collect(), colour.name())
    }

    /// Whether the stone counts fit the side to move, and at most the other side has won.
    fn is_possible(&self) -> bool {
        let (blue, red) = (count(&self.stones, Blue), count(&self.stones, Red));
        let placed = if self.to_move == Blue { blue == red } else { blue == red + 1 };
        // After a swap, Red owns Blue's only stone.
        let swapped = if self.to_move == Blue { blue + 1 == red } else { blue == red && blue > 0 };
        (placed || (self.swap && swapped)) && self.win(self.to_move).is_none()
    }

    fn outcome(&self) -> Option<ReferenceResult> {
        for (colour, result) in [(Blue, "first"), (Red, "second")] {
            if let Some(reason) = self.win(colour) {
                return Some(ReferenceResult::new(result, reason));
            }
        }
        let full = self.stones.len() == self.grid.cells().count();
        full.then(|| ReferenceResult::new("draw", "the board is full"))
    }
}

impl<G: PlainPlacement> ReferenceGame for Stones<G> {
    fn position(&self) -> String {
        format!("{} {}", write_pieces(&self.grid, &self.stones), self.to_move.written())
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn legal(&self) -> BTreeSet<String> {
        if self.result.is_some() {
            return BTreeSet::new();
        }
        let empty = self.grid.cells().filter(|cell| !self.stones.contains_key(cell));
        let mut legal: BTreeSet<String> = empty.map(|cell| self.grid.name(cell)).collect();
        if self.swap && self.to_move == Red && self.stones.len() == 1 && count(&self.stones, Blue) == 1 {
            legal.insert("swap".to_string());
        }
        legal
    }

    fn play(&mut self, action: &str) {
        assert!(self.legal().contains(action), "{action} is not legal in {}", self.position());
        let cell = if action == "swap" {
            let (stone, _) = self.stones.pop_first().expect("the first stone");
            G::swapped(stone)
        } else {
            self.grid.cell(action)
        };
        self.stones.insert(cell, self.to_move);
        self.to_move = self.to_move.other();
        self.result = self.outcome();
        if self.result.is_none() {
            self.turn += 1;
        }
    }

    fn result(&self) -> Option<ReferenceResult> {
        self.result.clone()
    }

    fn copy(&self) -> Box<dyn ReferenceGame> {
        Box::new(Self {
            options: self.options.clone(),
            grid: self.grid.clone(),
            swap: self.swap,
            stones: self.stones.clone(),
            to_move: self.to_move,
            turn: self.turn,
            result: self.result.clone(),
            rules: PhantomData,
        })
    }
}

/// Returns a random valid position: few stones, many, or nearly all. Each side takes cells near a
/// point of its own or anywhere, and in some positions neither side wins.
fn scatter<G: PlainPlacement>(options: &Options, dice: &mut dyn Dice) -> String {
    loop {
        let mut game = Stones::<G>::start(options);
        let mut cells: Vec<Cell> = game.grid.cells().collect();
        shuffle(&mut cells, dice);
        let number = match dice.below(6) {
            0 => dice.below(4.min(cells.len())),
            1 => cells.len() - dice.below(3.min(cells.len())),
            _ => dice.below(cells.len() + 1),
        };
        let mut plans = [cells.clone(), cells.clone()];
        for plan in &mut plans {
            shuffle(plan, dice);
            if dice.below(2) == 0 {
                let near = plan[0];
                plan.sort_by_key(|cell| cell.distance(near));
            }
        }
        if game.swap && dice.below(3) == 0 && number > 0 {
            // After a swap, Red has the first stone.
            game.to_move = Red;
        }
        let may_win = dice.below(2) == 0;
        while game.stones.len() < number {
            let mover = game.to_move;
            let plan = &plans[usize::from(mover == Red)];
            let free = plan.iter().copied().filter(|cell| !game.stones.contains_key(cell)).collect::<Vec<_>>();
            let chosen = free.into_iter().find(|&cell| {
                game.stones.insert(cell, mover);
                let fits = may_win || game.win(mover).is_none();
                game.stones.remove(&cell);
                fits
            });
            let Some(cell) = chosen else { break };
            game.stones.insert(cell, mover);
            game.to_move = mover.other();
            if may_win && game.win(mover).is_some() {
                break;
            }
        }
        if game.is_possible() {
            return game.position();
        }
    }
}
