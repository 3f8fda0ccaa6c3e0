//! The puzzle of the day.

use std::collections::HashSet;

use hexarium_puzzles::{PuzzleId, PuzzleList, daily_list, daily_puzzle};

use super::stored;

/// A list of many puzzles.
fn many() -> PuzzleList {
    let puzzle = stored().puzzles()[0].clone();
    let copy = |n: u32| {
        let id = PuzzleId::new("many", &n.to_string());
        hexarium_puzzles::Puzzle { id, ..puzzle.clone() }
    };
    PuzzleList::new(Vec::new(), (0..40).map(copy).collect())
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everyone() {
    let list = many();
    let ids: Vec<String> = (20_000..20_003).filter_map(|day| Some(daily_puzzle(day, &list)?.id.to_string())).collect();
    assert_eq!(ids, DAILY);
    // Nor does it depend on the order of the list.
    let reversed = PuzzleList::new(Vec::new(), list.puzzles().iter().rev().cloned().collect());
    assert!((0..200).all(|day| daily_puzzle(day, &list) == daily_puzzle(day, &reversed)));
}

/// The ids of three days, which no version changes.
const DAILY: [&str; 3] = ["3cd36c0dbcd2", "4b5398c1f648", "3bb4d2bffc45"];

#[test]
fn every_puzzle_has_its_day_before_one_comes_again() {
    let list = many();
    let round = |first: u64| -> Vec<PuzzleId> {
        (first..first + 40).filter_map(|day| Some(daily_puzzle(day, &list)?.id)).collect()
    };
    let (one, next) = (round(40_000), round(40_040));
    assert_eq!(one.iter().collect::<HashSet<_>>().len(), 40);
    assert_eq!(next.iter().collect::<HashSet<_>>().len(), 40);
    assert_ne!(one, next, "the order changes");
}

#[test]
fn the_lists_take_turns() {
    assert_eq!([10, 11, 12, 13].map(|day| daily_list(day, 3)), [1, 2, 0, 1]);
}
