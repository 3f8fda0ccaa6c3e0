//! Tests of the session layer.

mod controller;
mod every_game;
mod forms;
mod insights;
mod remote;
mod review;
mod saved_games;
mod session;
mod support;
mod translation;
