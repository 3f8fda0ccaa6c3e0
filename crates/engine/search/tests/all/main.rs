//! The searches on small games with known results.

mod examination;
mod guide;
mod history;
mod openings;
mod solver;
mod tree;
