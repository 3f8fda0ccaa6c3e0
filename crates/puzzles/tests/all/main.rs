//! Files of puzzles, judgements, the puzzle of the day, progress and attempts.

mod attempts;
mod daily;
mod list;
mod open;
mod progress;

use hexarium_puzzles::PuzzleList;

/// A stored list, which every version reads.
const STORED: &str = include_str!("../golden/puzzles.txt");

fn stored() -> PuzzleList {
    PuzzleList::parse(STORED).unwrap()
}
