//! Tests of the session layer.

mod controller;
mod every_game;
mod remote;
mod saved_games;
mod session;
mod support;
