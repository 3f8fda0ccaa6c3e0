//! Conformance tests of every game.

mod golden;
mod laws;
mod lessons;
mod parsers;
mod tactics;
// The template is compiled in debug builds only.
#[cfg(debug_assertions)]
mod template;
