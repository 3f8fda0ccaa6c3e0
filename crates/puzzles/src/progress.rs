//! The progress of a player: results, streaks and ratings.

use std::collections::BTreeMap;
use std::fmt;

use hexarium_kernel::shortened;

use crate::{Puzzle, PuzzleId, PuzzleRating};

/// The first line of stored progress.
const FORMAT: &str = "hexarium-puzzle-progress/1";

/// Results, streaks and ratings of a player.
///
/// ```
/// use hexarium_puzzles::{Progress, PuzzleList, PuzzleResult};
///
/// let list = PuzzleList::parse(
///     "hexarium-puzzles/1\n\
///      0123456789ab; hex(size=3); RB./.B./..R b; win-1; a3 b3; 5; exhaustive\n",
/// )?;
/// let puzzle = &list.puzzles()[0];
/// let mut progress = Progress::default();
/// progress.record(puzzle, false);
/// progress.record(puzzle, true);
/// assert_eq!(progress.result(puzzle.id), Some(PuzzleResult::Retried));
/// assert_eq!(progress.streak().current, 0);
/// // Only the first try is rated.
/// assert_eq!(progress.rating("hex").puzzles, 1);
/// assert_eq!(Progress::parse(&progress.write())?, progress);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    results: BTreeMap<PuzzleId, PuzzleResult>,
    streak: Streak,
    daily: Streak,
    /// The last day whose puzzle was solved.
    last_day: Option<u64>,
    /// By the id of the game.
    ratings: BTreeMap<String, PuzzleRating>,
}

/// The result of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PuzzleResult {
    /// Solved at the first try.
    Solved,
    /// Not solved yet.
    Failed,
    /// Solved after a wrong try.
    Retried,
}

impl PuzzleResult {
    const ALL: [Self; 3] = [Self::Solved, Self::Failed, Self::Retried];

    /// Returns `solved`, `failed` or `retried`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Failed => "failed",
            Self::Retried => "retried",
        }
    }
}

/// A number of successes in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Streak {
    /// The current number.
    pub current: u32,
    /// The highest number so far.
    pub best: u32,
}

impl Streak {
    fn extend(&mut self) {
        self.current += 1;
        self.best = self.best.max(self.current);
    }
}

/// An error in stored progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub problem: String,
}

impl fmt::Display for ProgressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ProgressError {}

/// Returns the numbered lines of a stored text after the first, which must be the format: a name
/// and its version 1.
pub(crate) fn stored_lines<'a>(
    text: &'a str,
    format: &str,
) -> Result<impl Iterator<Item = (&'a str, usize)> + use<'a>, ProgressError> {
    let mut lines = text.lines().zip(1..);
    let first = lines.next().map_or("", |(line, _)| line);
    if first == format {
        return Ok(lines);
    }
    let version = first.strip_prefix(format.trim_end_matches('1')).map(str::parse::<u32>);
    let problem = match version {
        Some(Ok(2..)) => format!("'{}' is newer than this program: update it", shortened(first)),
        _ => format!("unknown format '{}': expected {format}", shortened(first)),
    };
    Err(ProgressError { line: 1, problem })
}

impl Progress {
    /// Records a try. The first one counts for rating and streak; a later solution is noted.
    pub fn record(&mut self, puzzle: &Puzzle, solved: bool) {
        match self.results.get_mut(&puzzle.id) {
            Some(result) => {
                if *result == PuzzleResult::Failed && solved {
                    *result = PuzzleResult::Retried;
                }
            }
            None => {
                let result = if solved { PuzzleResult::Solved } else { PuzzleResult::Failed };
                self.results.insert(puzzle.id, result);
                let rating = self.ratings.entry(puzzle.game_id().to_string()).or_default();
                *rating = rating.after(puzzle, solved);
                match solved {
                    true => self.streak.extend(),
                    false => self.streak.current = 0,
                }
            }
        }
    }

    /// Records that the puzzle of a day was solved. Days are counted since 1 January 1970.
    pub fn record_daily(&mut self, day: u64) {
        if self.last_day.is_some_and(|last| last >= day) {
            return;
        }
        self.daily.current = self.daily_streak(day).current;
        self.daily.extend();
        self.last_day = Some(day);
    }

    /// Returns the result of a puzzle.
    pub fn result(&self, id: PuzzleId) -> Option<PuzzleResult> {
        self.results.get(&id).copied()
    }

    /// Returns the number of puzzles with a result.
    pub fn count(&self, result: PuzzleResult) -> usize {
        self.results.values().filter(|&&known| known == result).count()
    }

    /// Returns the puzzles solved in a row at the first try.
    pub fn streak(&self) -> Streak {
        self.streak
    }

    /// Returns the days in a row whose puzzle was solved, as seen on a day: today's puzzle may
    /// still be open.
    pub fn daily_streak(&self, today: u64) -> Streak {
        let unbroken = self.last_day.is_some_and(|last| last + 1 >= today);
        Streak { current: if unbroken { self.daily.current } else { 0 }, ..self.daily }
    }

    /// Whether the puzzle of a day was solved on that day.
    pub fn is_daily_solved(&self, day: u64) -> bool {
        self.last_day == Some(day)
    }

    /// Returns the ratings by the id of the game, without games that have none yet.
    pub fn ratings(&self) -> impl Iterator<Item = (&str, PuzzleRating)> {
        self.ratings.iter().map(|(game, rating)| (&**game, *rating))
    }

    /// Returns the rating in the puzzles of the game with an id.
    pub fn rating(&self, game: &str) -> PuzzleRating {
        self.ratings.get(game).copied().unwrap_or_default()
    }

    /// Returns the text to store. Ratings are rounded to hundredths.
    pub fn write(&self) -> String {
        let mut text = format!("{FORMAT}\nstreak {} {}\n", self.streak.current, self.streak.best);
        if let Some(day) = self.last_day {
            text += &format!("daily {day} {} {}\n", self.daily.current, self.daily.best);
        }
        for (game, PuzzleRating { rating, deviation, volatility, puzzles }) in &self.ratings {
            text += &format!("rating {game} {rating:.2} {deviation:.2} {volatility:.6} {puzzles}\n");
        }
        for (id, result) in &self.results {
            text += &format!("{} {id}\n", result.word());
        }
        text
    }

    /// Reads stored progress.
    pub fn parse(text: &str) -> Result<Self, ProgressError> {
        let mut progress = Self::default();
        for (line, number) in stored_lines(text, FORMAT)? {
            let words: Vec<&str> = line.split(' ').collect();
            progress.read_line(&words).ok_or_else(|| ProgressError {
                line: number,
                problem: format!("invalid '{}': expected streak, daily, rating or a result", shortened(line)),
            })?;
        }
        Ok(progress)
    }

    fn read_line(&mut self, words: &[&str]) -> Option<()> {
        let streak = |current: &str, best: &str| {
            let streak = Streak { current: current.parse().ok()?, best: best.parse().ok()? };
            (streak.current <= streak.best).then_some(streak)
        };
        match *words {
            ["streak", current, best] => self.streak = streak(current, best)?,
            ["daily", day, current, best] => {
                self.last_day = Some(day.parse().ok()?);
                self.daily = streak(current, best)?;
            }
            ["rating", game, rating, deviation, volatility, puzzles] => {
                let fraction = |text: &str| text.parse::<f64>().ok().filter(|n| n.is_finite());
                let rating = PuzzleRating {
                    rating: fraction(rating)?,
                    deviation: fraction(deviation).filter(|n| *n > 0.0)?,
                    volatility: fraction(volatility).filter(|n| *n > 0.0)?,
                    puzzles: puzzles.parse().ok()?,
                };
                self.ratings.insert(game.to_string(), rating).is_none().then_some(())?;
            }
            [result, id] => {
                let result = PuzzleResult::ALL.into_iter().find(|known| known.word() == result)?;
                self.results.insert(PuzzleId::parse(id)?, result).is_none().then_some(())?;
            }
            _ => return None,
        }
        Some(())
    }
}
