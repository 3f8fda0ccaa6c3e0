//! The reference model of Harvest.

mod scatter;
#[cfg(test)]
mod tests;

use super::grid::{Cell, CellSet, DIRECTIONS, Grid, groups};
use super::options::{one_of, parsed};
use super::{Options, ReferenceGame, ReferenceModel, ReferenceResult};
use std::collections::BTreeSet;

/// Harvest, as described on its rules page.
pub const MODEL: ReferenceModel = ReferenceModel {
    id: "harvest",
    start: |options| Box::new(Harvest::start(options)),
    from_position: |options, text| Box::new(Harvest::from_position(options, text)),
    scatter: scatter::scatter,
    playout: None,
};

/// A step other than a pass.
#[derive(Clone, Copy, Debug)]
enum Step {
    Remove(Cell),
    /// Moves a piece. `keep` is the first cell of the group that stays, if several groups are
    /// largest.
    Move {
        from: Cell,
        to: Cell,
        keep: Option<Cell>,
    },
}

/// The board and the options that affect steps.
#[derive(Clone)]
struct Board {
    grid: Grid,
    /// All spaces.
    spaces: CellSet,
    /// Whether only six occupied neighbours surround a piece (`surround=six`).
    six: bool,
}

impl Board {
    /// Whether a piece is completely surrounded.
    fn may_be_removed(&self, pieces: &CellSet, piece: Cell) -> bool {
        piece.around().all(|neighbour| {
            if self.spaces.contains(neighbour) {
                pieces.contains(neighbour)
            } else {
                // Harvest ruling 1: the edge is not an empty space, unless the option requires six
                // neighbours.
                !self.six
            }
        })
    }

    /// Returns the spaces to which a piece may move.
    fn destinations(&self, pieces: &CellSet, piece: Cell) -> Vec<Cell> {
        let mut others = *pieces;
        others.remove(piece);
        let mut destinations = Vec::new();
        for (_, step) in DIRECTIONS {
            let mut passed_a_piece = false;
            let mut space = piece + step;
            while self.spaces.contains(space) {
                if others.contains(space) {
                    passed_a_piece = true;
                } else if passed_a_piece {
                    // Harvest ruling 2: empty spaces on the way do not stop the piece.
                    if space.around().any(|neighbour| others.contains(neighbour)) {
                        destinations.push(space);
                    }
                }
                space = space + step;
            }
        }
        destinations
    }

    /// Returns the steps of one piece, each with the resulting pieces.
    fn steps_of(&self, pieces: &CellSet, piece: Cell) -> Vec<(Step, CellSet)> {
        let mut steps = Vec::new();
        let mut others = *pieces;
        others.remove(piece);
        if self.may_be_removed(pieces, piece) {
            steps.push((Step::Remove(piece), others));
        }
        for to in self.destinations(pieces, piece) {
            let mut moved = others;
            moved.insert(to);
            let groups = groups(&moved);
            let size = groups.iter().map(CellSet::len).max().expect("a group");
            let biggest: Vec<CellSet> = groups.into_iter().filter(|group| group.len() == size).collect();
            let tie = biggest.len() > 1;
            for group in biggest {
                let keep = if tie { group.first() } else { None };
                steps.push((Step::Move { from: piece, to, keep }, group));
            }
        }
        steps
    }

    /// Whether some step removes a piece, directly or by splitting.
    fn can_remove(&self, pieces: &CellSet) -> bool {
        // A destination is adjacent to another piece, so if the others form one group, the piece
        // rejoins it wherever it goes.
        let may_split = |piece: Cell| {
            let mut others = *pieces;
            others.remove(piece);
            groups(&others).len() > 1
        };
        let splits = |piece: Cell| self.steps_of(pieces, piece).iter().any(|(_, after)| after.len() < pieces.len());
        pieces.iter().any(|piece| self.may_be_removed(pieces, piece))
            || pieces.iter().any(|piece| may_split(piece) && splits(piece))
    }

    fn text(&self, step: Step) -> String {
        let name = |cell| self.grid.name(cell);
        match step {
            Step::Remove(piece) => format!("x{}", name(piece)),
            Step::Move { from, to, keep: None } => format!("{}-{}", name(from), name(to)),
            Step::Move { from, to, keep: Some(first) } => format!("{}-{}={}", name(from), name(to), name(first)),
        }
    }
}

#[derive(Clone)]
struct Harvest {
    board: Board,
    pieces: CellSet,
    /// 0 for the first player, 1 for the second.
    to_move: usize,
    steps_left: u32,
    /// The number of pieces removed so far in this turn.
    removed: usize,
    scores: [usize; 2],
    turn: u32,
    result: Option<ReferenceResult>,
}

impl Harvest {
    fn start(options: &Options) -> Harvest {
        let base = parsed(options, "base");
        assert!((3..=6).contains(&base), "a base from 3 to 6");
        let six = one_of(options, "surround", &[("spaces", false), ("six", true)]);
        let grid = Grid::hexagon(base);
        let spaces: CellSet = grid.cells().collect();
        Harvest {
            board: Board { grid, spaces, six },
            pieces: spaces,
            to_move: 0,
            steps_left: parsed(options, "opening_steps"),
            removed: 0,
            scores: [0, 0],
            turn: 1,
            result: None,
        }
    }

    fn from_position(options: &Options, text: &str) -> Harvest {
        let mut game = Harvest::start(options);
        let [board, side, steps, removed, scores] =
            text.split(' ').collect::<Vec<_>>().try_into().expect("board, side, steps, removed, scores");
        game.pieces = CellSet::new();
        for (cell, sign) in game.board.grid.read(board) {
            match sign {
                'o' => _ = game.pieces.insert(cell),
                '.' => {}
                other => panic!("unknown piece {other}"),
            }
        }
        game.to_move = match side {
            "1" => 0,
            "2" => 1,
            other => panic!("unknown side {other}"),
        };
        game.steps_left = steps.parse().expect("steps left");
        game.removed = removed.parse().expect("pieces removed in this turn");
        let (first, second) = scores.split_once('-').expect("two scores");
        game.scores = [first.parse().expect("a score"), second.parse().expect("a score")];
        game.check();
        game.result = game.outcome();
        game
    }

    fn check(&self) {
        let text = self.position();
        let removed_in_all = self.scores[0] + self.scores[1];
        assert!(self.steps_left == 1 || self.steps_left == 2, "1 or 2 steps left: {text}");
        assert!(self.steps_left == 1 || self.removed == 0, "nothing is removed before the first step: {text}");
        assert!(self.removed <= self.scores[self.to_move], "removed pieces are scored: {text}");
        assert_eq!(removed_in_all + self.pieces.len(), self.board.spaces.len(), "no piece is lost: {text}");
        assert!(self.pieces.len() >= 2, "two pieces are always left: {text}");
        assert_eq!(groups(&self.pieces).len(), 1, "one group: {text}");
    }

    /// Returns the legal steps with the resulting pieces, ignoring whether the game is over.
    fn legal_steps(&self) -> Vec<(String, CellSet)> {
        let mut steps = vec![("pass".to_string(), self.pieces)];
        for piece in self.pieces.iter() {
            for (step, after) in self.board.steps_of(&self.pieces, piece) {
                steps.push((self.board.text(step), after));
            }
        }
        // Every turn must remove at least one piece.
        steps.retain(|(_, after)| {
            let removed = self.removed + self.pieces.len() - after.len();
            removed > 0 || (self.steps_left == 2 && self.board.can_remove(after))
        });
        steps
    }

    fn outcome(&self) -> Option<ReferenceResult> {
        let [first, second] = self.scores;
        if self.pieces.len() == 2 {
            let winner = if first > second { "first" } else { "second" };
            return Some(ReferenceResult::new(winner, format!("First removed {first} pieces, Second {second}")));
        }
        if self.legal_steps().is_empty() {
            let (loser, winner) = [("First", "second"), ("Second", "first")][self.to_move];
            return Some(ReferenceResult::new(winner, format!("{loser} cannot remove a piece")));
        }
        None
    }
}

impl ReferenceGame for Harvest {
    fn copy(&self) -> Box<dyn ReferenceGame> {
        Box::new(self.clone())
    }

    fn position(&self) -> String {
        let board = self.board.grid.write(|cell| if self.pieces.contains(cell) { 'o' } else { '.' });
        let [first, second] = self.scores;
        format!("{board} {} {} {} {first}-{second}", self.to_move + 1, self.steps_left, self.removed)
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
        let (_, after) = step.expect("a legal step");
        let removed = self.pieces.len() - after.len();
        self.pieces = after;
        self.removed += removed;
        self.scores[self.to_move] += removed;
        self.steps_left -= 1;
        // Two pieces end the game, even in the middle of a turn.
        let turn_is_over = self.steps_left == 0 || self.pieces.len() == 2;
        if turn_is_over {
            self.to_move = 1 - self.to_move;
            self.steps_left = 2;
            self.removed = 0;
        }
        self.result = self.outcome();
        if turn_is_over && self.result.is_none() {
            self.turn += 1;
        }
    }

    fn result(&self) -> Option<ReferenceResult> {
        self.result.clone()
    }
}
