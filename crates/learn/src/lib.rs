//! Array interface of the games for machine learning.
//!
//! It provides what a learner needs and a front end does not: [action ids and state
//! planes](Position) behind one interface for all games, [batches of games](Batch) that read
//! actions from one array and write observations into others, and a [tree search](Tree) with
//! batched external evaluation. Nothing here depends on the caller: no Python, no clock, no files.
//!
//! The interfaces are separate from `AnyGame` and `AnyMatch`, which every front end links whole.

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
