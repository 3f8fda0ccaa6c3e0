//! Results, streaks and ratings.

use hexarium_puzzles::{Progress, PuzzleResult};

use super::stored;

/// Stored progress, which every version reads.
const PROGRESS: &str = include_str!("../golden/progress.txt");

fn sample() -> Progress {
    let list = stored();
    let [one, other, last] = list.puzzles() else { panic!("{list:?}") };
    let mut progress = Progress::default();
    progress.record(last, true);
    progress.record_daily(20_409);
    progress.record(other, false);
    progress.record(other, true);
    progress.record(one, false);
    progress.record_daily(20_410);
    progress
}

#[test]
fn stored_progress_is_read_and_written_unchanged() {
    let progress = Progress::parse(PROGRESS).unwrap();
    assert_eq!(progress.write(), PROGRESS);
    let new = sample();
    assert_eq!(new.write(), PROGRESS);
    assert_eq!(Progress::parse(&new.write()), Ok(new), "nothing is lost by rounding");
}

#[test]
fn only_the_first_try_counts_and_a_later_solution_is_noted() {
    let (progress, list) = (sample(), stored());
    let results: Vec<_> = list.puzzles().iter().map(|puzzle| progress.result(puzzle.id)).collect();
    assert_eq!(results, [PuzzleResult::Failed, PuzzleResult::Retried, PuzzleResult::Solved].map(Some));
    assert_eq!(progress.count(PuzzleResult::Retried), 1);
    assert_eq!((progress.rating("hex").puzzles, progress.rating("coalesce").puzzles), (2, 1));
    assert_eq!(progress.rating("protista").rating, 1500.0);
    let mut again = progress.clone();
    list.puzzles().iter().for_each(|puzzle| again.record(puzzle, true));
    assert_eq!((again.rating("hex"), again.streak()), (progress.rating("hex"), progress.streak()));
}

#[test]
fn a_harder_puzzle_gains_more_and_a_failure_ends_the_streak() {
    let list = stored();
    let after = |index: usize, solved| {
        let mut progress = Progress::default();
        progress.record(&list.puzzles()[index], solved);
        let id = if index == 2 { "coalesce" } else { "hex" };
        (progress.rating(id).rating, progress.streak().current)
    };
    assert!(after(2, true).0 > after(1, true).0 && after(1, true).0 > after(0, true).0);
    assert!(after(0, true).0 > 1500.0 && after(2, false).0 < 1500.0);
    assert_eq!((after(0, true).1, after(0, false).1), (1, 0));
}

#[test]
fn a_missed_day_ends_the_streak_of_days() {
    let mut progress = Progress::default();
    for day in [100, 101, 101, 102] {
        progress.record_daily(day);
    }
    assert!(progress.is_daily_solved(102) && !progress.is_daily_solved(103));
    assert_eq!([102, 103, 104].map(|day| progress.daily_streak(day).current), [3, 3, 0]);
    progress.record_daily(105);
    assert_eq!((progress.daily_streak(105).current, progress.daily_streak(105).best), (1, 3));
}

#[test]
fn damaged_progress_is_an_error_with_its_line() {
    for (from, to, expected) in [
        ("progress/1", "progress/2", "line 1: 'hexarium-puzzle-progress/2' is newer than this program: update it"),
        ("hexarium-puzzle", "other", "line 1: unknown format"),
        ("streak 0 1", "streak 2 1", "line 2: invalid 'streak 2 1'"),
        ("daily 20410", "daily x", "line 3: invalid"),
        ("0.060008 2", "-0.06 2", "line 5: invalid"),
        ("solved", "won", "line 6: invalid 'won 00000000000f'"),
        ("failed 0f1e2d3c4b5a", "failed 00000000000f", "line 7: invalid"),
    ] {
        let text = PROGRESS.replace(from, to);
        assert_ne!(text, PROGRESS, "{from}");
        let error = Progress::parse(&text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}
