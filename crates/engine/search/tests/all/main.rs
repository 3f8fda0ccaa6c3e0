//! The searches on small games with known results.

mod history;
mod openings;
mod solver;
mod tree;
