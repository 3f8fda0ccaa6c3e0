//! Games as arrays of numbers, for programs that learn.
//!
//! Everything a learner needs and a front end does not: [ids of actions and planes of states](Position) behind one interface for all games,
//! [many games at once](Batch) that read actions from one array and write what is seen into others, and a [tree search](Tree) that
//! asks somebody else, in batches, what to think of a position. Nothing here knows who asks: no Python, no clock, no files.
//!
//! The interfaces stand apart from `AnyGame` and `AnyMatch`, which every front end links whole.

#![forbid(unsafe_code)]

mod batch;
mod dirichlet;
mod game;
mod position;
mod tree;

pub use batch::{Arrays, Batch};
pub use game::{LearnGame, open};
pub use position::Position;
pub use tree::{Noise, Settings, Tree};
