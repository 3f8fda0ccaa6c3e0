//! Search algorithms: opponents, analysis and, for small games, exact solutions.
//!
//! Everything is generic over [`Rules`](hexarium_kernel::Rules) and
//! [`Knowledge`](hexarium_kernel::Knowledge) and names no game. Nothing here reads a clock, starts
//! a thread or uses a source of randomness of its own: a search takes a seed, a node limit and a
//! [`StopCondition`] that it polls. The same source therefore runs natively and in the browser, and
//! the same seed and limit give the same action everywhere.
//!
//! ```
//! use std::sync::Arc;
//!
//! use hexarium_games::hex::{Hex, SPEC};
//! use hexarium_kernel::{Game, Match, Options};
//! use hexarium_search::{Limits, Opponent, SEED, SearchState};
//!
//! let options = Options::new(SPEC.options, [("size", "5")])?;
//! let game = Match::new(Arc::new(Hex::<1>::configure(&options)?));
//! let opponent = Opponent::parse("nodes:200")?;
//! let choose = || {
//!     let mut search = SearchState::new(SEED);
//!     search.think(&game, &opponent, Limits::MEMORY, &mut |_| true).best()
//! };
//! // The same seed and limit give the same action.
//! assert_eq!(choose(), choose());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arena;
mod engine;
mod guide;
mod levels;
mod opponent;
mod report;
mod search_state;
mod solver;
mod tactics;
mod threads;
mod tree;
mod turns;

pub use engine::{Analysis, AnalysisLine, Engine, SEED, engine, guided_engine};
pub use guide::Guide;
pub use levels::{LEVELS, Level};
pub use opponent::{Algorithm, Effort, Opponent};
pub use report::{Limits, Line, Proof, Report, Stop, StopCondition};
pub use search_state::SearchState;
pub use solver::{Solution, Value, solve};
pub use tactics::{Safety, safety, winning_line};
pub use threads::{SingleThread, Task, Threads};
pub use tree::Tree;
pub use turns::{CompleteTurn, ForcedWin, complete_turns};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
