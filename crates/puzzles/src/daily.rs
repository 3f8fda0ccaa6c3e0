//! The puzzle of the day.

use hexarium_kernel::mix;

use crate::{Puzzle, PuzzleList};

/// Returns the index of the list that has the puzzle of a day, of a number of lists above 0. Days
/// are counted since 1 January 1970, in UTC.
pub const fn daily_list(day: u64, lists: usize) -> usize {
    (day % lists as u64) as usize
}

/// Returns the puzzle of a day in a list: a function of the day and the list, so it is the same for
/// all players. No puzzle repeats before all have had a day; `None` for an empty list.
///
/// ```
/// use hexarium_puzzles::{PuzzleList, daily_puzzle};
///
/// assert_eq!(daily_puzzle(20_000, &PuzzleList::default()), None);
/// ```
pub fn daily_puzzle(day: u64, list: &PuzzleList) -> Option<&Puzzle> {
    let count = list.puzzles().len() as u64;
    let (round, place) = (day.checked_div(count)?, (day % count) as usize);
    let mut order: Vec<&Puzzle> = list.puzzles().iter().collect();
    order.sort_by_key(|puzzle| (mix(mix(round) ^ puzzle.id.hash()), puzzle.id));
    order.get(place).copied()
}
