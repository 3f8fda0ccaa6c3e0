//! Games at a table, and what a person may do there.

mod every_game;
mod table;
