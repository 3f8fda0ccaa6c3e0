//! Sessions with an engine.

mod scripts;
mod session;
mod thinking;
