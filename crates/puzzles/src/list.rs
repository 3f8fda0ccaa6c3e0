//! Files of puzzles.

use std::collections::HashSet;
use std::fmt;

use hexarium_kernel::shortened;

use crate::{Progress, ProofKind, Puzzle, PuzzleId, Theme};

/// The first line of a file.
pub const FORMAT: &str = "hexarium-puzzles/1";

/// The start of the first line, whatever the version.
const ANY_FORMAT: &str = "hexarium-puzzles/";

/// The largest number of bytes of a line.
const LONGEST: usize = 4096;

/// Puzzles in the order of their file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PuzzleList {
    comments: Vec<String>,
    puzzles: Vec<Puzzle>,
    lines: Vec<usize>,
}

/// An error in a file of puzzles: the line, and the part with what is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleError {
    /// The line, from 1; 0 if the puzzle is not from a file.
    pub line: usize,
    /// The part of the line.
    pub part: &'static str,
    /// The problem.
    pub problem: String,
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, part, problem } = self;
        match line {
            0 => write!(f, "{part}: {problem}"),
            _ => write!(f, "line {line}: {part}: {problem}"),
        }
    }
}

impl std::error::Error for PuzzleError {}

impl PuzzleList {
    /// Reads a file. Whether games, positions and solutions exist is up to
    /// [`OpenPuzzle::open`](crate::OpenPuzzle::open).
    pub fn parse(text: &str) -> Result<Self, PuzzleError> {
        let mut list = Self::default();
        let mut lines = text.lines().zip(1..);
        let first = lines.next().map_or("", |(line, _)| line);
        let wrong = |problem: String| PuzzleError { line: 1, part: "format", problem };
        if first != FORMAT {
            return Err(wrong(match first.strip_prefix(ANY_FORMAT).map(str::parse::<u32>) {
                Some(Ok(2..)) => format!("'{}' is newer than this program: update it", shortened(first)),
                _ => format!("'{}' is unknown: expected {FORMAT}", shortened(first)),
            }));
        }
        let mut ids = HashSet::new();
        for (line, number) in lines {
            if let Some(comment) = line.strip_prefix('#') {
                list.comments.push(comment.trim().to_string());
                continue;
            }
            let error = |(part, problem)| PuzzleError { line: number, part, problem };
            let puzzle = parse_line(line).map_err(error)?;
            if !ids.insert(puzzle.id) {
                return Err(error(("id", format!("{} occurs twice", puzzle.id))));
            }
            list.puzzles.push(puzzle);
            list.lines.push(number);
        }
        Ok(list)
    }

    /// Creates a list.
    pub fn new(comments: Vec<String>, puzzles: Vec<Puzzle>) -> Self {
        let first = 2 + comments.len();
        let lines = (first..first + puzzles.len()).collect();
        Self { comments, puzzles, lines }
    }

    /// Returns the text of the file.
    pub fn write(&self) -> String {
        let comments = self.comments.iter().map(|comment| format!("# {comment}"));
        let lines = std::iter::once(FORMAT.to_string()).chain(comments).chain(self.puzzles.iter().map(Puzzle::line));
        lines.map(|line| line + "\n").collect()
    }

    /// Returns the comments before the puzzles, without their sign.
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// Returns the puzzles.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Returns the line of a puzzle in its file, from 1.
    pub fn line_of(&self, index: usize) -> usize {
        self.lines[index]
    }

    /// Returns the puzzle with an id.
    pub fn find(&self, id: PuzzleId) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id == id)
    }

    /// Returns the puzzle to offer next: of those without a result, and with this theme if one is
    /// given, the one whose rating is closest to the player's.
    pub fn next(&self, progress: &Progress, rating: f64, theme: Option<Theme>) -> Option<&Puzzle> {
        let new = self.puzzles.iter().filter(|puzzle| progress.result(puzzle.id).is_none());
        let wanted = new.filter(|puzzle| theme.is_none_or(|theme| theme == puzzle.theme));
        wanted.min_by(|a, b| {
            let distance = |puzzle: &Puzzle| (f64::from(puzzle.rating()) - rating).abs();
            distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id))
        })
    }
}

/// Reads a puzzle, or returns the part that is wrong and the problem.
pub(crate) fn parse_line(line: &str) -> Result<Puzzle, (&'static str, String)> {
    const PARTS: [&str; 7] = ["id", "game", "position", "theme", "solutions", "nodes", "proof"];
    if line.len() > LONGEST {
        return Err(("line", format!("{} bytes: expected at most {LONGEST}", line.len())));
    }
    let fields: Vec<&str> = line.split("; ").collect();
    let Ok([id, game, position, theme, solutions, nodes, proof]) = <[&str; 7]>::try_from(fields.as_slice()) else {
        let missing = PARTS.get(fields.len()).copied();
        let expected = "expected id; game; position; theme; solutions; nodes; proof";
        return Err(match missing {
            Some(part) => (part, format!("missing: {expected}")),
            None => ("line", format!("{} fields: {expected}", fields.len())),
        });
    };
    let invalid =
        |part, text: &str, expected: &str| (part, format!("invalid '{}': expected {expected}", shortened(text)));
    for (part, text) in PARTS.into_iter().zip(&fields) {
        let control = text.chars().any(char::is_control);
        if text.is_empty() || text.trim() != *text || control || text.contains(';') {
            return Err(invalid(part, text, "text without surrounding spaces and semicolons"));
        }
    }
    let id = PuzzleId::parse(id).ok_or_else(|| invalid("id", id, "12 hexadecimal digits"))?;
    let known = "win-1 to win-9, defence, winning-move, biggest-take or connected";
    let theme = Theme::parse(theme).ok_or_else(|| invalid("theme", theme, known))?;
    let turn = |text: &str| -> Option<Vec<String>> {
        text.split(',').map(|action| (!action.is_empty()).then(|| action.to_string())).collect()
    };
    let turns: Option<Vec<Vec<String>>> = solutions.split(' ').map(turn).collect();
    let turns = turns.ok_or_else(|| invalid("solutions", solutions, "turns such as d3-d4,pass separated by spaces"))?;
    let digits = nodes.bytes().all(|b| b.is_ascii_digit()) && !nodes.starts_with('0');
    let count = nodes.parse().ok().filter(|_| digits).ok_or_else(|| invalid("nodes", nodes, "a number from 1"))?;
    let proof = ProofKind::parse(proof).ok_or_else(|| invalid("proof", proof, "exhaustive or solver"))?;
    let (game, position) = (game.to_string(), position.to_string());
    Ok(Puzzle { id, game, position, theme, solutions: turns, nodes: count, proof })
}
