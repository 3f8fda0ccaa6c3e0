//! The puzzle.

use std::fmt;

use hexarium_kernel::parse_game_text;

use crate::list::parse_line;
use crate::{PuzzleError, PuzzleId, Theme};

/// A position with a task and all of its solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The id.
    pub id: PuzzleId,
    /// The game text, canonical.
    pub game: String,
    /// The position, at the start of a turn.
    pub position: String,
    /// The task.
    pub theme: Theme,
    /// All solutions, each a whole turn. Turns that lead to the same position are one solution.
    pub solutions: Vec<Vec<String>>,
    /// The number of nodes that a search needs: for a win in several turns, actions until a
    /// solution is found and proven; with a solver, nodes of all its proofs; otherwise, turns tried
    /// for each solution.
    pub nodes: u64,
    /// The kind of proof that the solutions are right and all other turns wrong.
    pub proof: ProofKind,
}

/// The kind of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofKind {
    /// All lines within the turns of the task were played out.
    Exhaustive,
    /// A solver found the winner after each turn.
    Solver,
}

impl ProofKind {
    /// Returns `exhaustive` or `solver`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exhaustive => "exhaustive",
            Self::Solver => "solver",
        }
    }

    /// Returns the kind of its word.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Exhaustive, Self::Solver].into_iter().find(|kind| kind.word() == text)
    }
}

impl Puzzle {
    /// The lowest rating.
    pub const LEAST_RATING: u32 = 600;

    /// The highest rating.
    pub const MOST_RATING: u32 = 2600;

    /// Returns the rating, which grows by 100 each time the number of nodes doubles.
    ///
    /// ```
    /// # let list = hexarium_puzzles::PuzzleList::parse(
    /// #     "hexarium-puzzles/1\n0123456789ab; g; p; win-1; a; 256; exhaustive\n").unwrap();
    /// # let mut puzzle = list.puzzles()[0].clone();
    /// puzzle.nodes = 256;
    /// assert_eq!(puzzle.rating(), 1400);
    /// puzzle.nodes = 512;
    /// assert_eq!(puzzle.rating(), 1500);
    /// ```
    pub fn rating(&self) -> u32 {
        let nodes = self.nodes.max(1);
        let log = nodes.ilog2();
        // Linear between powers of two, so that no logarithm differs from machine to machine.
        let rest = (u128::from(nodes - (1 << log)) * 100 / (1 << log)) as u32;
        (600 + 100 * log + rest).clamp(Self::LEAST_RATING, Self::MOST_RATING)
    }

    /// Returns the id of the game, without options.
    pub fn game_id(&self) -> &str {
        parse_game_text(&self.game).map_or(&self.game, |(id, _)| id)
    }

    /// Reads the line of a puzzle in a file.
    ///
    /// ```
    /// use hexarium_puzzles::Puzzle;
    ///
    /// let line = "0123456789ab; hex(size=3); RB./.B./..R b; win-1; a3 b3; 5; exhaustive";
    /// assert_eq!(Puzzle::parse(line)?.line(), line);
    /// # Ok::<(), hexarium_puzzles::PuzzleError>(())
    /// ```
    pub fn parse(line: &str) -> Result<Self, PuzzleError> {
        parse_line(line).map_err(|(part, problem)| PuzzleError { line: 0, part, problem })
    }

    /// Returns the line of the puzzle in a file.
    pub fn line(&self) -> String {
        let turns: Vec<String> = self.solutions.iter().map(|turn| turn.join(",")).collect();
        format!(
            "{}; {}; {}; {}; {}; {}; {}",
            self.id,
            self.game,
            self.position,
            self.theme,
            turns.join(" "),
            self.nodes,
            self.proof.word()
        )
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line())
    }
}
