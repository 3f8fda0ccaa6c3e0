//! End-to-end tests of the program: arguments, input and output.

mod bot;
mod cli;
mod convert;
mod engine;
mod engine_process;
mod exact_reviews;
mod kill;
mod lab;
mod manual;
mod matches;
mod plain;
mod play;
mod pty;
mod puzzles;
mod render;
mod review;
mod serve;
mod solve;
