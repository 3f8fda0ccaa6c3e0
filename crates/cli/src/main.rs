//! The `hexarium` command: a thin leaf that opens games by name and hands them to the crates that do the work.
//!
//! Here live argument parsing, output and exit codes; never a rule, and never the name of a particular game.

mod arena;
mod args;
mod commands;
mod output;
mod pool;
mod progress;
mod threads;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let arguments = match args::Cli::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return output::usage(&error),
    };
    output::finish(commands::run(arguments.command))
}
