//! Hexagonal geometry: places, directions, board shapes, bit sets of cells, lines and symmetries.
//!
//! The crate knows nothing about players, pieces or rules. Cold paths work on axial [`Place`]s, hot
//! paths on [`Bits`] indexed by the [`Cell`]s of a [`Board`].

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

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
