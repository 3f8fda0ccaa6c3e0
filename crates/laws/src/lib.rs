//! The laws every game has to keep, and a plain model of each game to compare with.

pub mod plain;
