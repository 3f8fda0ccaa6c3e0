//! The array interface of games, and the search with external evaluation.

mod numbers;
mod self_play;
mod tree;
