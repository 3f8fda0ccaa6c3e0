//! The commands, as one table.

use hexarium_kernel::{AnyGame, Player, art};

use crate::Session;

/// A command and what it does: its answer, or what is wrong.
pub(crate) struct Command {
    name: &'static str,
    pub(crate) run: fn(&mut Session, &[&str]) -> Result<String, String>,
}

const COMMANDS: &[Command] = &[
    Command { name: "clear_board", run: clear_board },
    Command { name: "hexarium-game", run: game },
    Command { name: "hexarium-legal", run: legal },
    Command { name: "hexarium-position", run: position },
    Command { name: "hexarium-result", run: result },
    Command { name: "known_command", run: known_command },
    Command { name: "list_commands", run: |_, _| Ok(names().join("\n")) },
    Command { name: "name", run: |_, _| Ok("Hexarium".to_string()) },
    Command { name: "play", run: play },
    Command { name: "protocol_version", run: |_, _| Ok("2".to_string()) },
    Command { name: "quit", run: |_, _| Ok(String::new()) },
    Command { name: "showboard", run: showboard },
    Command { name: "undo", run: undo },
    Command { name: "version", run: |_, _| Ok(env!("CARGO_PKG_VERSION").to_string()) },
];

/// The command of that name.
pub(crate) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|c| c.name == name)
}

fn names() -> Vec<&'static str> {
    COMMANDS.iter().map(|c| c.name).collect()
}

fn clear_board(session: &mut Session, _: &[&str]) -> Result<String, String> {
    session.state = session.game.start();
    Ok(String::new())
}

fn game(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    if arguments.is_empty() {
        return Err("hexarium-game needs a game, such as hex or harvest(base=3)".to_string());
    }
    let game = (session.open)(&arguments.concat()).map_err(|e| e.to_string())?;
    session.state = game.start();
    session.game = game;
    Ok(String::new())
}

fn legal(session: &mut Session, _: &[&str]) -> Result<String, String> {
    Ok(session.state.legal().join(" "))
}

fn position(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    if arguments.is_empty() {
        return Ok(session.state.position());
    }
    session.state = session.game.at_position(&arguments.join(" ")).map_err(|e| e.to_string())?;
    Ok(String::new())
}

fn result(session: &mut Session, _: &[&str]) -> Result<String, String> {
    Ok(session.state.verdict().map_or("none".to_string(), |v| format!("{} {}", v.outcome.word(), v.reason)))
}

fn known_command(_: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let [name] = arguments else { return Err("known_command needs one command name".to_string()) };
    Ok(find(name).is_some().to_string())
}

fn play(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let [colour, action] = arguments else {
        return Err(format!("play needs a colour ({}) and an action", colours(&*session.game)));
    };
    let player = player(&*session.game, colour)?;
    let to_move = session.state.to_move();
    if session.state.verdict().is_none() && player != to_move {
        return Err(format!("it is not {colour}'s turn: {} is to move", session.game.player_name(to_move)));
    }
    session.state.play(action).map_err(|e| e.to_string())?;
    Ok(String::new())
}

fn showboard(session: &mut Session, _: &[&str]) -> Result<String, String> {
    // An answer ends at the first blank line, so the art must have none.
    let art = art::draw(&*session.game, &*session.state);
    let lines: Vec<&str> = art.lines().filter(|line| !line.trim().is_empty()).collect();
    Ok(format!("\n{}", lines.join("\n")))
}

fn undo(session: &mut Session, _: &[&str]) -> Result<String, String> {
    session.state.undo().map(|_| String::new()).ok_or("cannot undo: nothing has been played".to_string())
}

/// The player that a colour word means in this game.
fn player(game: &dyn AnyGame, word: &str) -> Result<Player, String> {
    let word = word.to_lowercase();
    Player::BOTH
        .into_iter()
        .find(|&p| game.player_name(p).to_lowercase() == word || game.player_aliases(p).contains(&word.as_str()))
        .ok_or_else(|| {
            let short: String = word.chars().take(40).collect();
            format!("unknown colour '{short}'; there are {}", colours(game))
        })
}

fn colours(game: &dyn AnyGame) -> String {
    Player::BOTH.map(|p| game.player_name(p).to_lowercase()).join(", ")
}
