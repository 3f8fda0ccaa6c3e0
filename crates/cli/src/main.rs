//! The `hexarium` command: argument parsing, output and exit codes.
//!
//! It opens games by name and passes them to the crates that do the work; it contains no rules and
//! names no particular game.

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
