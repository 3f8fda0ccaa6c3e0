//! `hexarium play`: a game in the terminal.

use directories::ProjectDirs;
use hexarium_games::registry::Games;
use hexarium_kernel::PerPlayer;
use hexarium_terminal::{PlayOptions, PlayerKind, ServerOptions};

use super::open;
use crate::args::Play;
use crate::output::Outcome;

/// Plays until the player quits.
pub(crate) fn run(arguments: &Play) -> Outcome {
    if arguments.game.is_none() && !arguments.set.changes.is_empty() {
        return Err("--set needs a game: hexarium play GAME --set KEY=VALUE".to_string());
    }
    let game = arguments.game.as_ref().map(|game| open(game, &arguments.set)).transpose()?;
    let player = |text: &Option<String>| text.as_deref().map(PlayerKind::parse).transpose();
    let server = arguments.server.as_ref().map(|address| ServerOptions {
        address: address.clone(),
        token: arguments.token.clone(),
        name: arguments.name.clone().unwrap_or_else(own_name),
    });
    let options = PlayOptions {
        game: game.map(|game| game.canonical_id()),
        players: PerPlayer([player(&arguments.first)?, player(&arguments.second)?]),
        new_game: arguments.new,
        plain: arguments.plain,
        // The same folder as the database of `hexarium serve`.
        folder: ProjectDirs::from("", "", "hexarium").map(|folders| folders.data_dir().join("play")),
        server,
    };
    hexarium_terminal::play(&Games, &options)?;
    Ok(String::new())
}

/// Returns the user name on this machine.
fn own_name() -> String {
    let name = ["USER", "USERNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    let name = name.unwrap_or_default();
    let known: String = name.chars().filter(|c| c.is_alphanumeric()).take(20).collect();
    if known.chars().count() < 2 { "Guest".to_string() } else { known }
}
