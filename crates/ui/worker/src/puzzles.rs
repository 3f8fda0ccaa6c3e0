//! Answers to wrong turns in puzzles, and lines that show solutions.

use hexarium_engines::puzzles;
use hexarium_puzzles::{Puzzle, Refutation};

use crate::messages::RefutationMessage;

/// Refutes a wrong turn.
pub(crate) fn refute(puzzle: &str, turn: &[String]) -> Result<RefutationMessage, String> {
    let Refutation { reason, line, is_better } = puzzles::refute(&parse(puzzle)?, turn)?;
    Ok(RefutationMessage { reason: reason.sentence(), line, is_better })
}

/// Returns the actions that show a solution.
pub(crate) fn solve(puzzle: &str) -> Result<Vec<String>, String> {
    puzzles::solution_line(&parse(puzzle)?)
}

fn parse(puzzle: &str) -> Result<Puzzle, String> {
    Puzzle::parse(puzzle).map_err(|e| e.to_string())
}
