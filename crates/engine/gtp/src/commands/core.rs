//! Commands for every game.

use hexarium_kernel::art;

use super::{find, hex};
use crate::Session;
use crate::colour::{self, Colour};

pub(super) fn clear_board(session: &mut Session, _: &[&str]) -> Result<String, String> {
    session.restart();
    Ok(String::new())
}

pub(super) fn game(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    if arguments.is_empty() {
        return Err("hexarium-game: expected GAME or GAME(OPTION=VALUE)".to_string());
    }
    session.open(&arguments.concat()).map_err(|e| e.to_string())?;
    session.uses_hexarium_commands = true;
    Ok(String::new())
}

pub(super) fn legal(session: &mut Session, _: &[&str]) -> Result<String, String> {
    Ok(session.state.legal().join(" "))
}

pub(super) fn position(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    if arguments.is_empty() {
        return Ok(session.state.position());
    }
    let state = session.game.at_position(&arguments.join(" ")).map_err(|e| e.to_string())?;
    session.continue_from(state);
    Ok(String::new())
}

pub(super) fn result(session: &mut Session, _: &[&str]) -> Result<String, String> {
    Ok(session.state.verdict().map_or("none".to_string(), |v| format!("{} {}", v.outcome.word(), v.reason)))
}

pub(super) fn final_score(session: &mut Session, _: &[&str]) -> Result<String, String> {
    Ok(match session.state.verdict().map(|v| v.outcome.winner) {
        // Not an error: controllers of Hex engines expect exactly this response during a game.
        None => "cannot score".to_string(),
        Some(None) => "0".to_string(),
        Some(Some(winner)) => format!("{}+", Colour::of(&*session.game, winner).letter()),
    })
}

pub(super) fn known_command(_: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let [name] = arguments else { return Err("known_command: expected one command name".to_string()) };
    Ok(find(name).is_some().to_string())
}

pub(super) fn play(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let [colour, action] = arguments else {
        return Err(format!("play: expected a colour ({}) and an action", colour::words(&*session.game)));
    };
    let player = colour::player(&*session.game, colour)?;
    if action.eq_ignore_ascii_case("resign") && session.state.verdict().is_none() {
        session.note_resignation();
        return Ok(String::new());
    }
    let action = hex::action(session, action)?;
    session.give_turn_to(player).map_err(|problem| format!("it is not {colour}'s turn: {problem}"))?;
    match session.state.play(&action) {
        Ok(_) => Ok(String::new()),
        Err(problem) => {
            session.take_turn_back();
            Err(problem.to_string())
        }
    }
}

pub(super) fn showboard(session: &mut Session, _: &[&str]) -> Result<String, String> {
    // A response ends at the first blank line, so the drawing must not contain one.
    let art = art::draw(&*session.game, &*session.state);
    let lines: Vec<&str> = art.lines().filter(|line| !line.trim().is_empty()).collect();
    Ok(format!("\n{}", lines.join("\n")))
}

pub(super) fn undo(session: &mut Session, _: &[&str]) -> Result<String, String> {
    if session.undo() { Ok(String::new()) } else { Err("cannot undo: nothing has been played".to_string()) }
}
