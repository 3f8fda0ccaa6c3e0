//! Hexagonal geometry: places and directions, shapes of boards, bit sets of cells, ways along lines, symmetries.
//!
//! Everything a board is made of lives here, and no word about games: no player, no piece, no rule. Cold paths work on
//! axial [`Place`]s, hot paths on [`Bits`] indexed by [`Cell`]s of a [`Board`].

mod bits;
mod board;
mod place;
mod shape;
mod symmetry;

pub use bits::Bits;
pub use board::{Board, Cell};
pub use place::{Direction, Place};
pub use shape::{Shape, column_letter, row_letter};
pub use symmetry::Symmetry;
