//! Attempts at puzzles that a server has not received yet.

use hexarium_kernel::shortened;

use crate::progress::stored_lines;
use crate::{ProgressError, PuzzleId};

/// The first line of stored attempts.
const FORMAT: &str = "hexarium-puzzle-attempts/1";

/// The text of a missing turn or day.
const NONE: &str = "-";

/// A player's attempt at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// The id of the puzzle.
    pub puzzle: PuzzleId,
    /// The turn that was played; none if the solution was shown instead.
    pub turn: Option<Vec<String>>,
    /// The day whose puzzle it was, counted since 1 January 1970.
    pub day: Option<u64>,
}

/// Attempts in the order in which they were made.
///
/// ```
/// use hexarium_puzzles::{Attempt, Attempts, PuzzleId};
///
/// let puzzle = PuzzleId::parse("0123456789ab").unwrap();
/// let attempt = Attempt { puzzle, turn: Some(vec!["b3".to_string()]), day: None };
/// let mut attempts = Attempts::default();
/// attempts.push(attempt.clone());
/// assert_eq!(attempts.write(), "hexarium-puzzle-attempts/1\n0123456789ab - b3\n");
/// attempts.remove(&[attempt]);
/// assert!(attempts.list().is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attempts {
    list: Vec<Attempt>,
}

impl Attempts {
    /// Returns the attempts, oldest first.
    pub fn list(&self) -> &[Attempt] {
        &self.list
    }

    /// Adds an attempt.
    pub fn push(&mut self, attempt: Attempt) {
        self.list.push(attempt);
    }

    /// Removes attempts that were received. Each removes one that is equal to it.
    pub fn remove(&mut self, received: &[Attempt]) {
        for attempt in received {
            if let Some(index) = self.list.iter().position(|known| known == attempt) {
                self.list.remove(index);
            }
        }
    }

    /// Returns the text to store.
    pub fn write(&self) -> String {
        let mut text = format!("{FORMAT}\n");
        for Attempt { puzzle, turn, day } in &self.list {
            let day = day.map_or_else(|| NONE.to_string(), |day| day.to_string());
            let turn = turn.as_ref().map_or_else(|| NONE.to_string(), |turn| turn.join(","));
            text += &format!("{puzzle} {day} {turn}\n");
        }
        text
    }

    /// Reads stored attempts.
    pub fn parse(text: &str) -> Result<Self, ProgressError> {
        let attempt = |(line, number)| {
            let problem = format!("invalid '{}': expected puzzle, day and turn", shortened(line));
            read_line(line).ok_or(ProgressError { line: number, problem })
        };
        Ok(Self { list: stored_lines(text, FORMAT)?.map(attempt).collect::<Result<_, _>>()? })
    }
}

fn read_line(line: &str) -> Option<Attempt> {
    let mut words = line.split(' ');
    let (puzzle, day, turn) = (PuzzleId::parse(words.next()?)?, words.next()?, words.next()?);
    let day = if day == NONE { None } else { Some(day.parse().ok()?) };
    let actions: Vec<String> = turn.split(',').map(String::from).collect();
    let is_complete = words.next().is_none() && actions.iter().all(|action| !action.is_empty());
    is_complete.then_some(Attempt { puzzle, turn: (turn != NONE).then_some(actions), day })
}
