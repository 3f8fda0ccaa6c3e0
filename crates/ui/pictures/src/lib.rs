//! SVG and PNG pictures of games.
//!
//! Every graphical board is drawn here, from the views that a game presents. No game is named,
//! nothing is played, and no file is written. [`draw`] makes a still picture, [`animate`] an
//! animated one, [`png`] rasterises a still one. Text uses a built-in stroke font, so that a
//! picture looks the same on every machine; equal input gives equal bytes.
//!
//! No information depends on colour alone: the first player's pieces have a ring, the second's a
//! dot, queens a crown, kings a star, and a stack shows its layers and a number.

mod advice;
mod animate;
mod animation;
mod arrows;
mod canvas;
mod colour;
mod coordinates;
mod decided;
mod glyphs;
mod ground;
mod hints;
mod layout;
mod marks;
mod palette;
mod pieces;
mod played;
#[cfg(feature = "png")]
mod png;
mod scene;
mod style;
mod svg;
mod track;
mod words;

pub use advice::Advice;
pub use animate::{BEAT, Step, animate};
pub use canvas::Canvas;
pub use hints::{Hint, HintKind, hints};
pub use played::{animate_match, draw_match, last_turn};
#[cfg(feature = "png")]
pub use png::{MAX_WIDTH, MIN_WIDTH, Pixels, pixels, png};
pub use scene::{Scene, draw, draw_scene};
pub use style::{BoardTheme, Orientation, PieceSet, Style, Theme};
