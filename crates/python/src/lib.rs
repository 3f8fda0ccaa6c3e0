//! The games of Hexarium in Python: the compiled part of the package `hexarium`.
//!
//! This is a thin layer: games, positions and pictures come from the same crates as in every other
//! front end, arrays and searches for learners from `hexarium-learn`. Their errors become Python
//! exceptions with the same messages.

mod arrays;
mod batch;
mod convert;
mod game;
mod network;
mod puct;
mod search;
mod state;

/// The compiled part of the package.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::convert::{convert, read};
    #[pymodule_export]
    use crate::game::{Game, games, load};
    #[pymodule_export]
    use crate::network::Network;
    #[pymodule_export]
    use crate::puct::puct;
    #[pymodule_export]
    use crate::search::{Line, SearchResult, Solution, search, solve};
    #[pymodule_export]
    use crate::state::State;
}
