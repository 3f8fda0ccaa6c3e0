//! `hexarium puzzles`: solve, find and verify puzzles.

mod account;
mod check;
mod mine;
mod play;

use std::path::Path;

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

/// Writes a file whole or not at all, in a folder that may not exist yet.
fn write_file(file: &Path, text: &str) -> Result<(), String> {
    let mut new = file.as_os_str().to_owned();
    new.push(".new");
    let write = std::fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))
        .and_then(|()| std::fs::write(&new, text))
        .and_then(|()| std::fs::rename(&new, file));
    write.map_err(|e| format!("cannot write '{}': {e}", file.display()))
}
