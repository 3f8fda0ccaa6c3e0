//! The program from outside: what is typed, and what it answers.

mod bot;
mod cli;
mod convert;
mod engine;
mod kill;
mod lab;
mod matches;
mod plain;
mod play;
mod pty;
mod render;
mod serve;
mod solve;
