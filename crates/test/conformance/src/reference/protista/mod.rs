//! The reference model of Protista: a map from cells to stacks, and every move as the list of cells
//! it changes.

mod moves;
mod position;
mod scatter;
mod setup;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{Cell, CellSet, Grid, groups};
use super::history::History;
use super::options::{one_of, parsed};
use super::side::Side::{self, Black, White};
use super::{Options, ReferenceGame, ReferenceModel, ReferenceResult};
use moves::{Effect, Mover};
use position::{Left, Position};

/// Protista, as described on its rules page.
pub const MODEL: ReferenceModel = ReferenceModel {
    id: "protista",
    start: |options| Box::new(Protista::start(options)),
    from_position: |options, text| Box::new(Protista::from_position(options, text)),
    scatter: scatter::scatter,
    playout: None,
};

/// The pieces on a cell: one colour, stacked to a height of 1 or more.
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

/// The cells of one side adjacent to a hole.
type Loop = BTreeSet<Cell>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Generation {
    Triangle,
    Cup,
    Four,
    None,
}

/// The options that matter after the setup.
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
            rows: parsed(options, "rows"),
            cols: parsed(options, "cols"),
            king: one_of(options, "win", &[("targets", false), ("king", true)]),
            forced: one_of(options, "stop", &[("free", false), ("forced", true)]),
            stack_loss: parsed(options, "stack_loss"),
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
            gap: parsed(options, "gap"),
            sideways: one_of(options, "wave", &[("any", false), ("sideways", true)]),
            max_turns: parsed(options, "max_turns"),
        }
    }

    fn grid(&self) -> Grid {
        Grid::beehive(self.rows, self.cols)
    }

    /// Returns the ⌊rows/2⌋ rows nearest to a player, in reading order.
    fn half(&self, side: Side) -> Vec<Cell> {
        let height = (self.rows / 2) as usize;
        let grid = self.grid();
        let rows = match side {
            Black => &grid.rows()[..height],
            White => &grid.rows()[grid.rows().len() - height..],
        };
        rows.concat()
    }
}

/// Returns the cells of a side with their stacks.
fn own(board: &Board, side: Side) -> impl Iterator<Item = (Cell, Stack)> {
    board.iter().map(|(cell, stack)| (*cell, *stack)).filter(move |(_, stack)| stack.owner == side)
}

/// Returns the loops of a side: for every hole, the adjacent cells of that side.
fn loops(grid: &Grid, board: &Board, side: Side) -> BTreeSet<Loop> {
    let is_own = |cell: &Cell| board.get(cell).is_some_and(|stack| stack.owner == side);
    let not_own: CellSet = grid.cells().filter(|cell| !is_own(cell)).collect();
    let mut loops = BTreeSet::new();
    for region in groups(&not_own) {
        let reaches_the_edge = region.iter().any(|cell| cell.around().any(|next| !grid.has(next)));
        if !reaches_the_edge {
            loops.insert(region.iter().flat_map(|cell| cell.around()).filter(is_own).collect());
        }
    }
    loops
}

#[derive(Clone)]
struct Protista {
    rules: Rules,
    grid: Grid,
    position: Position,
    /// The loops of the player to move that were on the board earlier in this turn (protista ruling
    /// 1).
    loops_seen: BTreeSet<Loop>,
    history: History,
    result: Option<ReferenceResult>,
}

impl Protista {
    fn start(options: &Options) -> Protista {
        let rules = Rules::read(options);
        Protista::from_position(options, &setup::start(&rules, options).write(&rules.grid()))
    }

    fn from_position(options: &Options, text: &str) -> Protista {
        let rules = Rules::read(options);
        let grid = rules.grid();
        let position = Position::read(&rules, text);
        let loops_seen = loops(&grid, &position.board, position.to_move);
        let mut history = History::new(rules.max_turns);
        if position.left == Left::First {
            history.record_position(text.to_string());
        }
        let mut game = Protista { rules, grid, position, loops_seen, history, result: None };
        game.result = game.board_result();
        game
    }

    fn mover(&self) -> Mover<'_> {
        let Position { board, to_move, .. } = &self.position;
        Mover { rules: &self.rules, grid: &self.grid, board, side: *to_move }
    }

    /// Returns the number of moves left in the turn after a move.
    fn left_after_move(&mut self) -> usize {
        let loops = loops(&self.grid, &self.position.board, self.position.to_move);
        let new = loops.difference(&self.loops_seen).count();
        self.loops_seen.extend(loops);
        match (new, self.position.left) {
            // Extra moves do not accumulate: the number earned by the move replaces the rest.
            (1, _) => 1,
            (2.., _) => 2,
            (0, Left::First) => 0,
            (0, Left::Extra(left)) => left - 1,
        }
    }

    /// Makes a move and ends the turn if it is over.
    fn make(&mut self, effect: &Effect) {
        for (cell, stack) in effect {
            match stack {
                Some(stack) => self.position.board.insert(*cell, *stack),
                None => self.position.board.remove(cell),
            };
        }
        let left = self.left_after_move();
        self.position.left = Left::Extra(left);
        // Occupying two targets or capturing the king wins immediately, even in the middle of a
        // turn.
        self.result = self.board_result();
        if self.result.is_some() {
            self.hand_over();
        } else if left == 0 {
            self.end_turn();
        }
    }

    /// Starts the opponent's turn.
    fn hand_over(&mut self) {
        self.position.to_move = self.position.to_move.other();
        self.position.left = Left::First;
        self.loops_seen = loops(&self.grid, &self.position.board, self.position.to_move);
    }

    fn end_turn(&mut self) {
        self.hand_over();
        // Protista ruling 6.
        self.result = self.history.end_turn(self.position(), self.board_result());
    }

    /// Returns the result according to the board alone.
    fn board_result(&self) -> Option<ReferenceResult> {
        let Position { board, to_move, left, targets } = &self.position;
        for side in [White, Black] {
            let (us, them) = (side.name(), side.other().name());
            if self.position.stands_on_two(side) {
                return Some(side.wins(format!("{us} stands on two of {them}'s targets")));
            }
            let enemy_king = own(board, side.other()).any(|(_, stack)| stack.king);
            if targets.is_none() && !enemy_king {
                return Some(side.wins(format!("{us} captured {them}'s king")));
            }
        }
        if *left == Left::First && own(board, *to_move).count() == 0 {
            return Some(to_move.other().wins(format!("{} has no pieces left", to_move.name())));
        }
        None
    }
}

impl ReferenceGame for Protista {
    fn copy(&self) -> Box<dyn ReferenceGame> {
        Box::new(self.clone())
    }

    fn position(&self) -> String {
        self.position.write(&self.grid)
    }

    fn turn(&self) -> u32 {
        self.history.turn
    }

    fn legal(&self) -> BTreeSet<String> {
        if self.result.is_some() {
            return BTreeSet::new();
        }
        let mut legal: BTreeSet<String> = self.mover().moves().into_keys().collect();
        // Protista ruling 2: extra moves may be declined, the first move may not.
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

    fn result(&self) -> Option<ReferenceResult> {
        self.result.clone()
    }
}
