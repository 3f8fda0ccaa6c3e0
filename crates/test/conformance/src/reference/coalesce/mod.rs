//! The reference model of Coalesce.

mod scatter;
#[cfg(test)]
mod tests;

use super::colour::Colour::{self, Blue, Red};
use super::colour::{Pieces as Board, count, read_pieces, write_pieces};
use super::grid::{Cell, CellSet, DIRECTIONS, Grid, groups};
use super::options::{one_of, parsed};
use super::{Options, ReferenceGame, ReferenceModel, ReferenceResult};
use std::collections::{BTreeMap, BTreeSet};

/// Coalesce, as described on its rules page.
pub const MODEL: ReferenceModel = ReferenceModel {
    id: "coalesce",
    start: |options| Box::new(Coalesce::start(options)),
    from_position: |options, text| Box::new(Coalesce::from_position(options, text)),
    scatter: scatter::scatter,
    playout: None,
};

const SIDE: i32 = 4;
const PIECES_OF_A_COLOUR: usize = 15;

// The starting positions (coalesce ruling 4).
const SCATTERED: &str = "BRBR/RB.RB/B.RB.R/RRB.RBB/B.RB.R/RB.RB/BRBR";
const STAR: &str = "RBRB/B.B.R/RRRBRB/B.B.R.R/RBRBBB/B.R.R/RBRB";
const OPEN: &str = "RBRB/BRBBR/RR..RB/BB...RR/RB..BB/BRRBR/RBRB";

fn grid() -> Grid {
    Grid::hexagon(SIDE)
}

fn on_board(cell: Cell) -> bool {
    cell.distance(Cell::new(0, 0)) < SIDE
}

/// Returns the next space on the line, wrapping around from the edge to the other end of the line.
fn next_on_line(cell: Cell, step: Cell) -> Cell {
    if on_board(cell + step) {
        return cell + step;
    }
    let mut end = cell;
    while on_board(end - step) {
        end = end - step;
    }
    end
}

/// Returns the board after the piece on `from` has stepped and pushed every piece in its way. The
/// chain ends at an empty space, at the latest the one the piece has left.
fn after_step(board: &Board, from: Cell, step: Cell) -> Board {
    let mut after = board.clone();
    let mut moving = after.remove(&from).expect("a piece to move");
    let mut space = next_on_line(from, step);
    while let Some(pushed) = after.insert(space, moving) {
        moving = pushed;
        space = next_on_line(space, step);
    }
    after
}

fn one_group(board: &Board, colour: Colour) -> bool {
    let own: CellSet = board.iter().filter(|(_, piece)| **piece == colour).map(|(cell, _)| *cell).collect();
    groups(&own).len() == 1
}

fn read(text: &str) -> Board {
    let board = read_pieces(&grid(), text);
    for colour in [Blue, Red] {
        assert_eq!(count(&board, colour), PIECES_OF_A_COLOUR, "pieces of {}", colour.name());
    }
    board
}

fn write_position(board: &Board, to_move: Colour, steps_left: usize) -> String {
    format!("{} {} {steps_left}", write_pieces(&grid(), board), to_move.written())
}

/// Returns the result of a win. Blue always moves first.
fn wins(colour: Colour, reason: String) -> Option<ReferenceResult> {
    let result = match colour {
        Blue => "first",
        Red => "second",
    };
    Some(ReferenceResult::new(result, reason))
}

#[derive(Clone)]
struct Coalesce {
    edge_moves: bool,
    board: Board,
    to_move: Colour,
    steps_left: usize,
    /// The boards in which each player has ended a turn.
    made: BTreeMap<Colour, BTreeSet<Board>>,
    turn: u32,
    result: Option<ReferenceResult>,
}

impl Coalesce {
    fn start(options: &Options) -> Coalesce {
        let board = one_of(options, "start", &[("scattered", SCATTERED), ("star", STAR), ("open", OPEN)]);
        Coalesce::new(options, read(board), Blue, parsed(options, "opening_steps"))
    }

    fn from_position(options: &Options, text: &str) -> Coalesce {
        let [board, side, steps] = text.split(' ').collect::<Vec<_>>().try_into().expect("board, side, steps");
        Coalesce::new(options, read(board), Colour::read(side), steps.parse().expect("steps left"))
    }

    fn new(options: &Options, board: Board, to_move: Colour, steps_left: usize) -> Coalesce {
        assert!(steps_left == 1 || steps_left == 2, "1 or 2 steps left");
        // Coalesce ruling 2: the initial position counts as made by the player who is not to move.
        let waiting = to_move.other();
        let made = BTreeMap::from([(to_move, BTreeSet::new()), (waiting, BTreeSet::from([board.clone()]))]);
        let edge_moves = parsed(options, "edge_moves");
        let mut game = Coalesce { edge_moves, board, to_move, steps_left, made, turn: 1, result: None };
        // Nothing is checked between the two steps of a turn.
        if steps_left == 2 {
            game.result = game.outcome();
        }
        game
    }

    /// Returns the steps of the player to move on a board, by notation, each with the resulting
    /// board.
    fn steps(&self, board: &Board) -> Vec<(String, Board)> {
        let grid = grid();
        let mut steps = vec![("pass".to_string(), board.clone())];
        for (from, piece) in board {
            if *piece != self.to_move {
                continue;
            }
            for (_, step) in DIRECTIONS {
                // Coalesce ruling 1: the moving piece itself must stay on the board, unless an
                // option allows otherwise.
                if on_board(*from + step) || self.edge_moves {
                    let to = next_on_line(*from, step);
                    let text = format!("{}-{}", grid.name(*from), grid.name(to));
                    steps.push((text, after_step(board, *from, step)));
                }
            }
        }
        steps
    }

    /// Whether the player to move may end the turn with this board.
    fn is_new(&self, board: &Board) -> bool {
        !self.made[&self.to_move].contains(board)
    }

    /// Returns the legal steps with the resulting boards, ignoring whether the game is over.
    fn legal_steps(&self) -> Vec<(String, Board)> {
        let completes = |after: &Board| match self.steps_left {
            1 => self.is_new(after),
            // Coalesce ruling 3. Passing the second step is tried first, because it is cheapest.
            _ => self.is_new(after) || self.steps(after).iter().any(|(_, end)| self.is_new(end)),
        };
        self.steps(&self.board).into_iter().filter(|(_, after)| completes(after)).collect()
    }

    /// Returns the result at the start of a turn, after the player who is not to move has ended
    /// one.
    fn outcome(&self) -> Option<ReferenceResult> {
        let made_the_turn = self.to_move.other();
        for colour in [made_the_turn, self.to_move] {
            if one_group(&self.board, colour) {
                return wins(colour, format!("{}'s pieces form one group", colour.name()));
            }
        }
        if self.legal_steps().is_empty() {
            // Coalesce ruling 3.
            return wins(made_the_turn, format!("{} has no new position to make", self.to_move.name()));
        }
        None
    }
}

impl ReferenceGame for Coalesce {
    fn copy(&self) -> Box<dyn ReferenceGame> {
        Box::new(self.clone())
    }

    fn position(&self) -> String {
        write_position(&self.board, self.to_move, self.steps_left)
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn legal(&self) -> BTreeSet<String> {
        if self.result.is_some() {
            return BTreeSet::new();
        }
        self.legal_steps().into_iter().map(|(text, _)| text).collect()
    }

    fn play(&mut self, action: &str) {
        assert!(self.legal().contains(action), "{action} is not legal in {}", self.position());
        let step = self.legal_steps().into_iter().find(|(text, _)| text == action);
        (_, self.board) = step.expect("a legal step");
        self.steps_left -= 1;
        if self.steps_left > 0 {
            return;
        }
        self.made.get_mut(&self.to_move).expect("both players").insert(self.board.clone());
        self.to_move = self.to_move.other();
        self.steps_left = 2;
        self.result = self.outcome();
        if self.result.is_none() {
            self.turn += 1;
        }
    }

    fn result(&self) -> Option<ReferenceResult> {
        self.result.clone()
    }
}
