//! The commands, one module each.

mod backup;
mod bench;
mod bot;
mod convert;
mod engine;
mod games;
mod lab;
mod manual;
mod matches;
mod perft;
mod play;
mod puzzles;
mod render;
mod review;
mod serve;
mod show;
mod solve;

use hexarium_games::registry;
use hexarium_kernel::{AnyGame, AnyMatch, shortened};

use crate::args::{Command, Position, Set};
use crate::output::Outcome;

/// Executes a command.
pub(crate) fn run(command: Command) -> Outcome {
    match command {
        Command::Games { game, json } => games::run(game.as_deref(), json.json),
        Command::Moves(position) => show::moves(&position),
        Command::State(position) => show::state(&position),
        Command::Render(arguments) => render::run(&arguments),
        Command::Perft { position, depth } => perft::run(&position, depth),
        Command::Solve { position, nodes, memory, time } => solve::run(&position, nodes, memory, time.as_deref()),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Bench { games, seconds, json } => bench::run(&games, seconds, json.json),
        Command::Convert { source, to, from, lenient, json } => convert::run(&source, from, to, lenient, json),
        Command::Review { source, strength, json } => review::run(&source, &strength, json),
        Command::Puzzles(command) => puzzles::run(&command),
        Command::Lab(command) => lab::run(&command),
        Command::Play(arguments) => play::run(&arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Backup { target, db } => backup::run(&target, db),
        Command::Bot(arguments) => bot::run(&arguments),
        Command::Engine { game, set, threads } => engine::run(game.as_deref(), &set, threads),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { folder } => manual::pages(folder.as_deref()),
    }
}

/// Opens the game of a game text with `--set` changes.
fn open(game: &str, set: &Set) -> Result<Box<dyn AnyGame>, String> {
    let changes = set.changes.iter().map(|change| {
        change.split_once('=').ok_or_else(|| format!("invalid --set '{}': expected KEY=VALUE", shortened(change)))
    });
    let changes: Vec<(&str, &str)> = changes.collect::<Result<_, _>>()?;
    registry::open(game, &changes).map_err(|e| e.to_string())
}

type Opened = (Box<dyn AnyGame>, Box<dyn AnyMatch>);

/// Opens the game and the match that the arguments describe.
fn open_position(arguments: &Position) -> Result<Opened, String> {
    let game = open(&arguments.game, &arguments.set)?;
    let mut state = match &arguments.position {
        Some(text) => game.at_position(text).map_err(|e| e.to_string())?,
        None => game.start(),
    };
    for action in arguments.play.split([' ', ',', '\n', '\t']).filter(|a| !a.is_empty()) {
        state.play(action).map_err(|e| e.to_string())?;
    }
    Ok((game, state))
}

/// Returns an error if a value exceeds its maximum.
fn within(flag: &str, value: usize, most: usize) -> Result<(), String> {
    if (1..=most).contains(&value) { Ok(()) } else { Err(format!("invalid {flag} {value}: expected 1 to {most}")) }
}

/// Reads the text of a file.
fn read_text(file: &str) -> Result<String, String> {
    std::fs::read(file).map(decoded).map_err(|e| e.to_string())
}

/// Decodes UTF-8, or else Latin-1, which is common in old files.
fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| b as char).collect())
}
