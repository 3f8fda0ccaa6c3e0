//! Games in a terminal.
//!
//! `App` holds a [`GameController`](hexarium_session::GameController) and everything beside the
//! board. It draws nothing and waits for nothing: it emits an `Effect` and receives an `Event`. Two
//! front ends show it: `screen` fills the terminal, `plain` reads and writes lines, for screen
//! readers and pipes.

#![forbid(unsafe_code)]

mod app;
mod command;
mod driver;
mod effect;
mod engine;
mod executor;
mod online;
mod plain;
mod saves;
mod screen;

use std::path::PathBuf;

use hexarium_kernel::PerPlayer;
use hexarium_session::autosave::SavedGame;
use hexarium_session::{Contest, GameSession, Games};

pub use hexarium_session::PlayerKind;

use app::App;
use saves::SaveFolder;

/// The options of a game in the terminal.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The game by its canonical id (default: the last one).
    pub game: Option<String>,
    /// The players (default: as before, else a human against a level).
    pub players: PerPlayer<Option<PlayerKind>>,
    /// Whether to start a new game although one was saved.
    pub new_game: bool,
    /// Line mode instead of the full screen.
    pub plain: bool,
    /// The folder of saved games; without one nothing is saved.
    pub folder: Option<PathBuf>,
    /// The server, for games with others.
    pub server: Option<ServerOptions>,
}

/// A server and the user there.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address.
    pub address: String,
    /// The access token of an account; without one a guest is created.
    pub token: Option<String>,
    /// The name of the guest.
    pub name: String,
}

/// Plays until the player quits. An error is a line for the player.
pub fn play(games: Games, options: &PlayOptions) -> Result<(), String> {
    let piped = options.plain && !std::io::IsTerminal::is_terminal(&std::io::stdin());
    // A script gets the same output every time: it starts a new game and saves nothing.
    let saves = SaveFolder::new(options.folder.clone().filter(|_| !piped && options.server.is_none()));
    let app = start(games, options, &saves)?;
    if options.plain {
        plain::run(app, &saves, options.server.as_ref())
    } else {
        driver::run(app, &saves, options.server.as_ref())
    }
}

/// Opens the saved game, or a new one.
fn start(games: Games, options: &PlayOptions, saves: &SaveFolder) -> Result<App, String> {
    let saved = if options.new_game { None } else { saves.load(games, options.game.as_deref()) };
    let contest = |before: Contest| {
        let mut sides = before.sides();
        for (side, chosen) in sides.0.iter_mut().zip(options.players.0) {
            *side = chosen.unwrap_or(*side);
        }
        if sides == before.sides() { before } else { Contest::of_sides(sides) }
    };
    let default = Contest::of_sides(PlayerKind::DEFAULT);
    let (game, before) = match saved {
        Some(SavedGame { session, contest: before }) if session.ending().is_none() => {
            let mut app = App::new(session, contest(before));
            app.say("Continued where you left off.");
            return Ok(app);
        }
        Some(SavedGame { session, contest: before }) => {
            (session.game().canonical_id(), Contest::of_sides(before.sides()))
        }
        None => (options.game.clone().unwrap_or_else(|| games.specs()[0].id.to_string()), default),
    };
    Ok(App::new(GameSession::new(games, &game)?, contest(before)))
}
