//! Conformance tests of every game.

mod golden;
mod laws;
mod lessons;
mod parsers;
mod tactics;
mod template;
