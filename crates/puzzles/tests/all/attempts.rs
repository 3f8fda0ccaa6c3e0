//! Attempts that wait for a server.

use hexarium_puzzles::{Attempt, Attempts};

use super::stored;

/// Stored attempts, which every version reads.
const ATTEMPTS: &str = include_str!("../golden/attempts.txt");

fn sample() -> Attempts {
    let list = stored();
    let [one, other, last] = list.puzzles() else { panic!("{list:?}") };
    let mut attempts = Attempts::default();
    attempts.push(Attempt { puzzle: last.id, turn: Some(last.solutions[0].clone()), day: Some(20_410) });
    attempts.push(Attempt { puzzle: other.id, turn: Some(vec!["pass".to_string()]), day: None });
    attempts.push(Attempt { puzzle: one.id, turn: None, day: None });
    attempts
}

#[test]
fn stored_attempts_are_read_and_written_unchanged() {
    assert_eq!(Attempts::parse(ATTEMPTS), Ok(sample()));
    assert_eq!(sample().write(), ATTEMPTS);
}

#[test]
fn received_attempts_are_removed_and_later_ones_stay() {
    let mut attempts = sample();
    let received = attempts.list()[..2].to_vec();
    let again = attempts.list()[1].clone();
    attempts.push(again.clone());
    attempts.remove(&received);
    assert_eq!(attempts.list(), [sample().list()[2].clone(), again]);
    // Another tab may have removed them.
    attempts.remove(&received[..1]);
    assert_eq!(attempts.list().len(), 2);
}

#[test]
fn damaged_attempts_are_an_error_with_its_line() {
    for (from, to, expected) in [
        ("attempts/1", "attempts/2", "line 1: 'hexarium-puzzle-attempts/2' is newer than this program: update it"),
        ("hexarium-puzzle", "other", "line 1: unknown format"),
        ("20410", "today", "line 2: invalid '00000000000f today d5-d6,pass': expected puzzle, day and turn"),
        ("d5-d6,pass", "d5-d6,", "line 2: invalid"),
        ("a0b1", "A0B1", "line 3: invalid"),
        ("- -", "-", "line 4: invalid"),
        ("- -", "- - -", "line 4: invalid"),
    ] {
        let text = ATTEMPTS.replace(from, to);
        assert_ne!(text, ATTEMPTS, "{from}");
        let error = Attempts::parse(&text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}
