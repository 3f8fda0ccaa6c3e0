//! What every game must obey, as one suite over every game and every option value, and a plain slow model of each game to
//! compare with.
//!
//! Here live the [laws], those of [numbers] for programs that learn, what a [story](stories) of an action means, what [touches] and pieces painted by hand must give, the
//! [plain models](plain), the [comparison](crosscheck) of both, and the golden files: [perft](perft_file),
//! [play-throughs](playthrough) and [tactics]. Nothing here is used while playing, and no fast game knows of it.

pub mod crosscheck;
pub mod laws;
pub mod numbers;
pub mod perft_file;
pub mod plain;
pub mod playthrough;
pub mod stories;
pub mod tactics;
pub mod touches;
mod variants;

pub use variants::{Variant, in_parallel, variants};
