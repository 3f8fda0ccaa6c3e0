//! A collection of puzzles from numbered games.

use std::collections::{BTreeMap, HashSet};

use hexarium_puzzles::{Puzzle, PuzzleList, Theme};

use super::proof::PASS;
use super::puzzle_key;

/// The largest number of puzzles from one game, whose positions are alike.
const FROM_ONE_GAME: usize = 1;

/// Between the number of games and their source, in the comment of a file.
const GAMES_OF: &str = " games of ";

/// The puzzles of a number of games. Games are added in order, so the same games give the same
/// collection, and a stored one can be continued: its comment has the number of games.
#[derive(Debug)]
pub struct Collection {
    count: usize,
    source: String,
    puzzles: Vec<Puzzle>,
    /// The keys of the puzzles.
    keys: HashSet<u64>,
    games: usize,
}

impl Collection {
    /// Continues a list, which may be empty, up to a number of puzzles. `source` says where the
    /// games come from; a list of another source is an error.
    pub fn resume(count: usize, source: &str, list: &PuzzleList) -> Result<Self, String> {
        let mut games = 0;
        if let Some(comment) = list.comments().first() {
            let (number, stored) = comment.split_once(GAMES_OF).ok_or("the file has no number of games")?;
            if stored != source {
                return Err(format!("the file has puzzles of {stored}, not of {source}: choose another file"));
            }
            games = number.parse().map_err(|_| "the file has no number of games")?;
        }
        let puzzles = list.puzzles().to_vec();
        let keys = puzzles.iter().filter_map(|puzzle| puzzle_key(puzzle).ok()).collect();
        Ok(Self { count, source: source.to_string(), puzzles, keys, games })
    }

    /// Returns the number of games so far, which is the number of the next one.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns the puzzles.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Whether there are as many puzzles as wanted.
    pub fn is_complete(&self) -> bool {
        self.puzzles.len() >= self.count
    }

    /// Adds puzzles of the next game: new ones, those of rare themes first, and not too many of a
    /// theme. Returns whether there was one to add.
    pub fn add(&mut self, mut found: Vec<Puzzle>) -> bool {
        self.games += 1;
        let mut of_kind: BTreeMap<(Theme, bool), usize> = BTreeMap::new();
        self.puzzles.iter().for_each(|puzzle| *of_kind.entry(kind(puzzle)).or_insert(0) += 1);
        let count = |puzzle: &Puzzle| of_kind.get(&kind(puzzle)).copied().unwrap_or(0);
        found.retain(|puzzle| puzzle_key(puzzle).is_ok_and(|key| !self.keys.contains(&key)));
        found.retain(|puzzle| count(puzzle) < most(puzzle, self.count));
        found.sort_by_key(count);
        found.truncate(FROM_ONE_GAME.min(self.count.saturating_sub(self.puzzles.len())));
        self.keys.extend(found.iter().filter_map(|puzzle| puzzle_key(puzzle).ok()));
        let any = !found.is_empty();
        self.puzzles.extend(found);
        any
    }

    /// Returns the puzzles from easy to hard.
    pub fn list(&self) -> PuzzleList {
        let mut puzzles = self.puzzles.clone();
        puzzles.sort_by_key(|puzzle| (puzzle.nodes, puzzle.id));
        PuzzleList::new(vec![format!("{}{GAMES_OF}{}", self.games, self.source)], puzzles)
    }
}

/// Returns the theme, and which of the two answers to a question with two is right.
fn kind(puzzle: &Puzzle) -> (Theme, bool) {
    let passes = puzzle.solutions.iter().any(|turn| matches!(&turn[..], [action] if action == PASS));
    (puzzle.theme, passes && puzzle.theme == Theme::Connected)
}

/// Returns the largest number of puzzles of the kind of one. A single action that wins is easy to
/// find; a question with two answers has this number of each.
fn most(puzzle: &Puzzle, count: usize) -> usize {
    let share = match puzzle.theme {
        Theme::Win(1) if puzzle.solutions.iter().all(|turn| turn.len() == 1) => 25,
        Theme::Win(1) => 45,
        Theme::Connected => 15,
        _ => 55,
    };
    (count * share).div_ceil(100)
}
