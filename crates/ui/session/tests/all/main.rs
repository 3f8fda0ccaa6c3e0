//! Tests of the session layer.

mod every_game;
mod session;
