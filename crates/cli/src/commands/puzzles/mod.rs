//! `hexarium puzzles`: solve, find and verify puzzles.

mod check;
mod mine;
mod play;

use crate::args::Puzzles;
use crate::output::Outcome;

pub(crate) fn run(command: &Puzzles) -> Outcome {
    match command {
        Puzzles::Play(arguments) => play::run(arguments),
        Puzzles::Mine(arguments) => mine::run(arguments),
        Puzzles::Check(arguments) => check::run(arguments),
    }
}

/// Returns the number of puzzles of each theme, as text.
fn counts(puzzles: &[hexarium_puzzles::Puzzle]) -> String {
    let mut counts = std::collections::BTreeMap::new();
    puzzles.iter().for_each(|puzzle| *counts.entry(puzzle.theme).or_insert(0) += 1);
    let texts: Vec<String> = counts.iter().map(|(theme, count)| format!("{count} {theme}")).collect();
    texts.join(", ")
}
