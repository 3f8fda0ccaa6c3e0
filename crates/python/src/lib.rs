//! The games of Hexarium in Python: the compiled half of the package `hexarium`.
//!
//! Everything here is a thin coat: what a game is, plays and shows comes from the same crates as in every other front end, and arrays and
//! searches for learners from `hexarium-learn`. What goes wrong there becomes a Python exception with the same words.

mod arrays;
mod batch;
mod convert;
mod game;
mod puct;
mod search;
mod state;

/// The compiled half of the package.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::convert::{convert, read};
    #[pymodule_export]
    use crate::game::{Game, games, load};
    #[pymodule_export]
    use crate::puct::puct;
    #[pymodule_export]
    use crate::search::{Line, SearchResult, Solution, search, solve};
    #[pymodule_export]
    use crate::state::State;
}
