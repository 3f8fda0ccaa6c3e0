//! Networks on fixed positions.

mod games;
mod golden;
