//! `hexarium puzzles check`: every proof again.

use hexarium_engines::puzzles::verify;
use hexarium_puzzles::{PuzzleError, PuzzleList, SHIPPED};

use super::counts;
use crate::args::PuzzlesCheck;
use crate::commands::read_text;
use crate::output::Outcome;
use crate::pool::{do_all, usual_jobs};
use crate::progress::Progress;

pub(crate) fn run(arguments: &PuzzlesCheck) -> Outcome {
    let jobs = usual_jobs(arguments.jobs)?;
    let mut out = String::new();
    if arguments.files.is_empty() {
        for (game, text) in SHIPPED {
            out += &check(game, text, arguments.sample, jobs)?;
        }
    }
    for file in &arguments.files {
        let text = read_text(file).map_err(|e| format!("{file}: {e}"))?;
        out += &check(file, &text, arguments.sample, jobs)?;
    }
    Ok(out)
}

/// Verifies a file, or an evenly spread sample of it.
fn check(name: &str, text: &str, sample: Option<usize>, jobs: usize) -> Outcome {
    let list = PuzzleList::parse(text).map_err(|e| format!("{name}: {e}"))?;
    let all = list.puzzles().len();
    let count = sample.unwrap_or(all).min(all);
    let mut progress = Progress::new();
    let mut done = 0;
    let work = |number: usize| {
        let index = number * all / count;
        let puzzle = &list.puzzles()[index];
        let placed = |e| PuzzleError { line: list.line_of(index), ..e };
        verify(puzzle).map_err(|e| format!("{name}: {} (puzzle {})", placed(e), puzzle.id))
    };
    do_all(count, jobs, work, |()| {
        done += 1;
        progress.show(&format!("{name}: {done} of {count} puzzles"));
        true
    })?;
    progress.end();
    let of = if count < all { format!(" of {all}") } else { String::new() };
    Ok(format!("{name}: {count}{of} puzzles verified ({})\n", counts(list.puzzles())))
}
