//! Glicko-2 ratings of players. Every puzzle is a rating period of its own, in which the player
//! wins or loses against the rating of the puzzle.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::Puzzle;

/// The rating of a player in the puzzles of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuzzleRating {
    /// The rating.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
    /// The number of rated puzzles.
    pub puzzles: u32,
}

/// The deviation of the rating of a puzzle, which follows from a search and not from players.
const PUZZLE_DEVIATION: f64 = 90.0;

impl Default for PuzzleRating {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: 350.0, volatility: 0.06, puzzles: 0 }
    }
}

impl PuzzleRating {
    /// Returns the rating after a puzzle.
    ///
    /// ```
    /// # let list = hexarium_puzzles::PuzzleList::parse(
    /// #     "hexarium-puzzles/1\n0123456789ab; g; p; win-1; a; 256; exhaustive\n").unwrap();
    /// # let puzzle = &list.puzzles()[0];
    /// use hexarium_puzzles::PuzzleRating;
    ///
    /// let new = PuzzleRating::default();
    /// assert!(new.after(puzzle, true).rating > 1600.0);
    /// assert!(new.after(puzzle, false).rating < 1400.0);
    /// ```
    #[must_use]
    pub fn after(self, puzzle: &Puzzle, solved: bool) -> Self {
        let player = Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility };
        let opponent = Glicko2Rating { rating: puzzle.rating().into(), deviation: PUZZLE_DEVIATION, volatility: 0.06 };
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        // Tau is 0.5, as for games on the server.
        let (new, _) = glicko2(&player, &opponent, &outcome, &Glicko2Config::default());
        // Rounded as it is stored, so that stored and current ratings never differ.
        let rounded = |value: f64, parts: f64| (value * parts).round() / parts;
        Self {
            rating: rounded(new.rating, 1e2),
            deviation: rounded(new.deviation, 1e2),
            volatility: rounded(new.volatility, 1e6),
            puzzles: self.puzzles + 1,
        }
    }
}
