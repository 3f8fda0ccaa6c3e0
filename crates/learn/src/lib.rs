//! Array interface of the games for machine learning.
//!
//! It provides what a learner needs and a front end does not: [action ids and state
//! planes](Position) behind one interface for all games, [batches of games](Batch) that read
//! actions from one array and write observations into others, a [tree search](Tree) with batched
//! external evaluation, and [samples](Samples) of the games of a network against itself. Nothing
//! here depends on the caller: no Python, no clock, no files.
//!
//! The interfaces are separate from `AnyGame` and `AnyMatch`, which every front end links whole.

#![forbid(unsafe_code)]

mod batch;
mod dirichlet;
mod game;
mod gumbel;
mod position;
mod self_play;
mod tree;

pub use batch::{Arrays, Batch};
pub use game::{LearnGame, open};
pub use gumbel::SearchSettings;
pub use position::{Position, Rating};
pub use self_play::{Samples, SelfPlaySettings};
pub use tree::{Noise, Settings, Tree};
