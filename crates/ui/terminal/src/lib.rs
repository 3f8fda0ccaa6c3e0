//! The whole game in a terminal.
//!
//! Everything that can be done is done to a `Sitting`: a table, who plays at it, and what is going on. It draws nothing and waits for
//! nothing; what has to happen outside it asks for as an `Errand`. Two faces show it: `screen` fills the terminal, `plain` speaks line by
//! line, for those who listen and for pipes. Whether the other player is an engine here or somebody at a server (`online`) makes no
//! difference to either.

#![forbid(unsafe_code)]

mod clock;
mod command;
mod desk;
mod driver;
mod engine;
mod errand;
mod keeping;
mod online;
mod plain;
mod screen;
mod seat;
mod sitting;

use std::path::PathBuf;

use hexarium_games::registry;
use hexarium_kernel::{AnyGame, PerPlayer};
use hexarium_session::GameSession;

pub use seat::Seat;

use keeping::Keeping;
use sitting::Sitting;

/// What somebody asks for who wants to play.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// The game, as its canonical id; the one last played unless told.
    pub game: Option<String>,
    /// Who plays each side; as before, or else a person against a level.
    pub seats: PerPlayer<Option<Seat>>,
    /// Whether to begin anew although a game was kept.
    pub anew: bool,
    /// Line in, line out.
    pub plain: bool,
    /// Where games are kept; nothing is kept without one.
    pub folder: Option<PathBuf>,
    /// The server to play at, if not against this machine.
    pub server: Option<Server>,
}

/// A server, and who one is there.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its address.
    pub address: String,
    /// The token of an account; without one a guest comes.
    pub token: Option<String>,
    /// What a guest is called.
    pub name: String,
}

/// Plays until the player has enough. The problem, if there is one, is a line for people.
pub fn play(invitation: &Invitation) -> Result<(), String> {
    let piped = invitation.plain && !std::io::IsTerminal::is_terminal(&std::io::stdin());
    // A script must get the same answers every time: it starts anew and leaves no trace.
    let keeping = Keeping::new(invitation.folder.clone().filter(|_| !piped && invitation.server.is_none()));
    let sitting = sit_down(invitation, &keeping)?;
    if invitation.plain {
        plain::run(sitting, &keeping, invitation.server.as_ref())
    } else {
        driver::run(sitting, &keeping, invitation.server.as_ref())
    }
}

/// The game that was kept, or a new one.
fn sit_down(invitation: &Invitation, keeping: &Keeping) -> Result<Sitting, String> {
    let kept = if invitation.anew { None } else { keeping.load(invitation.game.as_deref()) };
    let seats = |before: PerPlayer<Seat>| {
        let [first, second] = invitation.seats.0;
        PerPlayer([first.unwrap_or(before.0[0]), second.unwrap_or(before.0[1])])
    };
    let (game, before) = match kept {
        Some((table, before)) if table.ending().is_none() => {
            let mut sitting = Sitting::new(table, seats(before));
            sitting.say("Taken up where you left it.");
            return Ok(sitting);
        }
        // Of a game that is over another one is played.
        Some((table, before)) => (table.game().canonical_id(), before),
        None => (invitation.game.clone().unwrap_or_else(|| registry::GAMES[0].id.to_string()), Seat::USUAL),
    };
    Ok(Sitting::new(GameSession::new(&game)?, seats(before)))
}

/// Opens a game by its text.
pub(crate) fn open(text: &str) -> Result<Box<dyn AnyGame>, String> {
    registry::open(text, &[]).map_err(|e| e.to_string())
}
