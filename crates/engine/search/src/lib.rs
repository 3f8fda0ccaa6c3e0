//! Search algorithms: opponents, analysis and, for small games, exact solutions.
//!
//! Everything is generic over [`Rules`](hexarium_kernel::Rules) and
//! [`Knowledge`](hexarium_kernel::Knowledge) and names no game. Nothing here reads a clock, starts
//! a thread or uses a source of randomness of its own: a search takes a seed, a node limit and a
//! [`StopCondition`] that it polls. The same source therefore runs natively and in the browser, and
//! the same seed and limit give the same action everywhere.

pub mod arena;
mod engine;
mod levels;
mod opponent;
mod report;
mod search_state;
mod solver;
mod tactics;
mod threads;
mod tree;

pub use engine::{Analysis, AnalysisLine, Engine, SEED, engine};
pub use levels::{LEVELS, Level};
pub use opponent::{Algorithm, Effort, Opponent};
pub use report::{Limits, Line, Proof, Report, Stop, StopCondition};
pub use search_state::SearchState;
pub use solver::{Solution, Value, solve};
pub use tactics::{Safety, safety, winning_line};
pub use threads::{SingleThread, Task, Threads};
pub use tree::Tree;
