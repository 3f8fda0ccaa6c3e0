//! The searches, on small games that can be known.

mod alphabeta;
mod history;
mod openings;
mod solver;
mod tree;
