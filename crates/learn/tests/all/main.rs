//! Games as arrays, and the search that asks somebody else what a position is worth.

mod numbers;
mod tree;
