//! Puzzles: positions with a task and proven solutions.
//!
//! A [`Puzzle`] is a position, a [`Theme`] and all of its solutions; each solution is a whole turn.
//! [`PuzzleList`] reads and writes files of them ([format](../../../docs/formats/puzzles.md)),
//! [`OpenPuzzle`] judges a player's turn, [`daily_puzzle`] selects the puzzle of a day, and
//! [`Progress`] holds results, streaks and ratings of a player. [`Attempts`] wait for a server.
//!
//! This crate needs no engine: a turn is right if it leads to the same position as a solution.
//! `hexarium_engines::puzzles` finds, proves and refutes. It names no game, reads and writes
//! nothing, and depends on no clock or thread; games come from a
//! [`GameCatalog`](hexarium_kernel::GameCatalog).
//!
//! ```
//! use hexarium_games::registry::Games;
//! use hexarium_puzzles::{Judgement, OpenPuzzle, PuzzleList};
//!
//! let text = "hexarium-puzzles/1\n\
//!             0123456789ab; hex(size=3); RB./.B./..R b; win-1; a3 b3; 5; exhaustive\n";
//! let list = PuzzleList::parse(text)?;
//! let puzzle = OpenPuzzle::open(&list.puzzles()[0], &Games)?;
//! assert_eq!(puzzle.task(), "Blue to move: win in this turn.");
//! let mut state = puzzle.start();
//! state.play("c1")?;
//! assert_eq!(puzzle.judge(&*state), Judgement::Wrong);
//! state.undo();
//! state.play("b3")?;
//! assert_eq!(puzzle.judge(&*state), Judgement::Solved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attempts;
mod daily;
mod id;
mod list;
mod open;
mod progress;
mod puzzle;
mod rating;
mod refutation;
mod shipped;
mod theme;

pub use attempts::{Attempt, Attempts};
pub use daily::{daily_list, daily_puzzle};
pub use id::PuzzleId;
pub use list::{FORMAT, PuzzleError, PuzzleList};
pub use open::{Judgement, OpenPuzzle};
pub use progress::{Progress, ProgressError, PuzzleResult, Streak};
pub use puzzle::{ProofKind, Puzzle};
pub use rating::PuzzleRating;
pub use refutation::{Reason, Refutation};
pub use shipped::{GAMES, threat_theme};
#[cfg(feature = "shipped")]
pub use shipped::{SHIPPED, shipped};
pub use theme::Theme;
