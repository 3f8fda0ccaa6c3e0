//! Conformance tests for games: invariants checked for every game and every option value, and a
//! slow reference model of each game.
//!
//! The crate holds the [invariants of the rules](laws), those of the [machine-learning
//! interface](numbers), the [semantics of animations](animations), the checks of [input and manual
//! set-up](touches), the [reference models](mod@reference), the [comparison](crosscheck) with them,
//! and the golden files: [perft](perft_file), [recorded games](playthrough) and [tactics]. It is
//! used in tests only; no game depends on it.

pub mod animations;
pub mod crosscheck;
pub mod laws;
pub mod numbers;
pub mod perft_file;
pub mod playthrough;
pub mod reference;
pub mod tactics;
pub mod touches;
mod variants;

pub use variants::{ONE_GAME, Variant, games, in_parallel, variants, variants_of};
