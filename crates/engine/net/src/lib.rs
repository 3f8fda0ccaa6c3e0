//! Small quantised networks that rate positions and actions.
//!
//! A [`Network`] is read from a file of at most [`MAX_BYTES`] (`docs/formats/network.md`). An
//! [`Evaluator`] runs it on boards of one shape: integer arithmetic with defined rounding and
//! saturation, so outputs are the same bits on every machine and in the browser.
//!
//! The network does not depend on the size of the board: hexagonal convolutions see the neighbours
//! of a cell, pooling sees the mean and the maximum over all cells. Actions are rated by the sum of
//! outputs at their [features](hexarium_kernel::Encode::action_features), so the size of a network
//! does not depend on the number of actions either.
//!
//! Products of 16-bit activations and 8-bit weights are summed in 32 bits. The weights of sixteen
//! outputs are adjacent for every pair of inputs, as one instruction multiplies and adds pairs on
//! x86 (`pmaddwd`) and in WebAssembly (`i32x4.dot_i16x8_s`); see `dot`.

#![forbid(unsafe_code)]

mod crc;
mod dot;
mod error;
mod evaluator;
mod exact;
mod grid;
mod layer;
mod network;
mod rater;
#[cfg(test)]
mod sample;

pub use error::NetworkError;
pub use evaluator::Evaluator;
pub use exact::{probability, softmax};
pub use grid::Grid;
pub use network::{Block, MAX_BYTES, Network, Shape, VERSION};
pub use rater::Rater;

/// The fixed-point number of an activation or output of 1.
pub const ONE: i16 = 256;
