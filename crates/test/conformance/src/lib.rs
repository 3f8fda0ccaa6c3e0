//! Conformance tests for games: invariants checked for every game and every option value, and a
//! slow reference model of each game.
//!
//! The crate holds the [invariants of the rules](laws), those of the [machine-learning
//! interface](encoding), the [semantics of animations](animations), the checks of [input and manual
//! setup](inputs), the [reference models](mod@reference), the [comparison](crosscheck) with them,
//! and the golden files: [perft](perft_file), [recorded games](playthrough) and [tactics]. It is
//! used in tests only; no game depends on it.

pub mod animations;
pub mod crosscheck;
pub mod encoding;
pub mod inputs;
pub mod laws;
pub mod perft_file;
pub mod playthrough;
pub mod reference;
pub mod tactics;
mod variants;

pub use variants::{ONE_GAME, Variant, games, in_parallel, variants, variants_of};
