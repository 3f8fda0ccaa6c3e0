//! A puzzle on the board.

use hexarium_kernel::{AnyGame, AnyMatch, GameCatalog, Player, shortened};

use crate::{Puzzle, PuzzleError, Theme};

/// A puzzle with its game opened and its solutions played: ready to judge turns.
pub struct OpenPuzzle {
    theme: Theme,
    game: Box<dyn AnyGame>,
    start: Box<dyn AnyMatch>,
    /// The positions after the solutions.
    goals: Vec<String>,
}

/// The judgement on a player's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The turn is not over.
    Unfinished,
    /// The turn is a solution.
    Solved,
    /// The turn is over, and it is not a solution.
    Wrong,
}

impl OpenPuzzle {
    /// Opens a puzzle. An error names the part that does not fit: the game, the position or a
    /// solution.
    pub fn open(puzzle: &Puzzle, catalog: &dyn GameCatalog) -> Result<Self, PuzzleError> {
        let error = |part, problem| PuzzleError { line: 0, part, problem };
        let game = catalog.open_stored(&puzzle.game).map_err(|e| error("game", e.to_string()))?;
        if game.canonical_id() != puzzle.game {
            let problem = format!("'{}' is not canonical: expected {}", shortened(&puzzle.game), game.canonical_id());
            return Err(error("game", problem));
        }
        let start = game.at_position(&puzzle.position).map_err(|e| error("position", e.to_string()))?;
        if start.position() != puzzle.position {
            let problem = format!("'{}' is not canonical", shortened(&puzzle.position));
            return Err(error("position", problem));
        }
        if let Some(verdict) = start.verdict() {
            return Err(error("position", format!("the game is over: {}", verdict.reason)));
        }
        let mut open = Self { theme: puzzle.theme, game, start, goals: Vec::new() };
        for turn in &puzzle.solutions {
            let state = open.play(turn).map_err(|problem| error("solutions", problem))?;
            let goal = state.position();
            if open.goals.contains(&goal) {
                let text = shortened(&turn.join(","));
                return Err(error("solutions", format!("'{text}' leads to the same position as another")));
            }
            open.goals.push(goal);
        }
        Ok(open)
    }

    /// Returns the game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Returns a match at the position of the puzzle.
    pub fn start(&self) -> Box<dyn AnyMatch> {
        self.start.copy()
    }

    /// Returns the player who has to find the solution.
    pub fn player(&self) -> Player {
        self.start.to_move()
    }

    /// Returns the task as a sentence.
    pub fn task(&self) -> String {
        format!("{} to move: {}.", self.game.player_name(self.player()), self.theme.task(self.goals.len()))
    }

    /// Returns the match after a whole turn, or the reason why it is none.
    pub fn play<T: AsRef<str>>(&self, turn: &[T]) -> Result<Box<dyn AnyMatch>, String> {
        let mut state = self.start();
        for action in turn {
            if self.is_turn_over(&*state) {
                return Err(format!("'{}' comes after the end of the turn", shortened(action.as_ref())));
            }
            state.play(action.as_ref()).map_err(|e| e.to_string())?;
        }
        match self.is_turn_over(&*state) {
            true => Ok(state),
            false => Err("the turn is not complete".to_string()),
        }
    }

    /// Returns the judgement on a match that began at [`start`](Self::start).
    pub fn judge(&self, state: &dyn AnyMatch) -> Judgement {
        if !self.is_turn_over(state) {
            Judgement::Unfinished
        } else if self.goals.contains(&state.position()) {
            Judgement::Solved
        } else {
            Judgement::Wrong
        }
    }

    fn is_turn_over(&self, state: &dyn AnyMatch) -> bool {
        state.verdict().is_some() || state.turn() != self.start.turn()
    }
}
