//! Searches: opponents, analysts, and where a game is small enough, the truth.
//!
//! Everything works on the traits [`Rules`](hexarium_kernel::Rules) and [`Knowledge`](hexarium_kernel::Knowledge) and names no game. Nothing here reads a
//! clock, starts a thread or draws from a source of randomness of its own: a search is given a seed, a limit of nodes, and a
//! [`Watch`] that it asks again and again whether to go on. So the same source runs natively and in the browser, and the same seed
//! and limit give the same action everywhere.

#[cfg(feature = "alphabeta")]
mod alphabeta;
pub mod arena;
mod brain;
mod crew;
mod levels;
mod opponent;
mod report;
mod solver;
mod tactics;
mod thinker;
mod tree;

#[cfg(feature = "alphabeta")]
pub use alphabeta::{AlphaBeta, Shortcuts};
pub use brain::Brain;
pub use crew::{Alone, Crew, Task};
pub use levels::{LEVELS, Level};
pub use opponent::{Effort, Mind, Opponent};
pub use report::{Limits, Line, Proof, Report, Stop, Watch};
pub use solver::{Solution, Value, solve};
pub use tactics::{Safety, safety, winning_line};
pub use thinker::{SEED, Thinker, Thought, ThoughtLine, thinker};
pub use tree::Tree;
