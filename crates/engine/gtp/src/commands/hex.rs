//! Commands for Hex only, compatible with HexGui and Benzene.

use std::borrow::Cow;

use hexarium_formats::{self as formats, GameTree, sgf};
use hexarium_kernel::{Interop, shortened};

use crate::Session;

/// Whether the game is Hex. No other function of this crate depends on the game.
pub(crate) fn is_hex(session: &Session) -> bool {
    session.game.spec().interop == Some(Interop::Hex)
}

/// Whether the controller uses the Hex protocol: the game is Hex and was not opened with
/// `hexarium-game`.
pub(super) fn uses_hex_protocol(session: &Session) -> bool {
    is_hex(session) && !session.uses_hexarium_commands
}

fn need_hex(session: &Session, command: &str) -> Result<(), String> {
    if is_hex(session) {
        return Ok(());
    }
    let title = session.game.spec().title;
    Err(format!("{command}: expected Hex, but the game is {title}; hexarium-game GAME opens any game"))
}

/// Starts a new game on a board of another size; all other options are unchanged.
pub(super) fn boardsize(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    need_hex(session, "boardsize")?;
    let (width, height) = match *arguments {
        [width] => (width, width),
        [width, height] => (width, height),
        _ => {
            return Err("boardsize: expected a width, and optionally a height, such as 11 or 11 11".to_string());
        }
    };
    if number(width).is_some() && number(height).is_some() && number(width) != number(height) {
        let (width, height) = (shortened(width), shortened(height));
        return Err(format!("unacceptable size: {width} by {height}; expected as many rows as columns"));
    }
    // Equal numbers, or one of them is not a number and appears in the error.
    let size = if number(width).is_none() { width } else { height };
    reopen(session, "size", size).map_err(|e| format!("unacceptable size: {e}"))?;
    session.uses_hexarium_commands = false;
    Ok(String::new())
}

/// Loads the main line of an SGF file up to the given move; its size and swap rule become those of
/// the game.
pub(super) fn loadsgf(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let (file, before) = match *arguments {
        [file] => (file, usize::MAX),
        [file, move_number] => match number(move_number) {
            Some(n @ 1..) => (file, n as usize),
            _ => return Err(format!("invalid move number '{}': expected 1 or more", shortened(move_number))),
        },
        _ => return Err("loadsgf: expected a file, and optionally the number of the move to stop before".to_string()),
    };
    let problem = |e: &dyn std::fmt::Display| format!("cannot load '{}': {e}", shortened(file));
    let text = session.file(file).map_err(|e| problem(&e))?;
    let tree = sgf::read(&text, session.games()).map_err(|e| problem(&e))?;
    let mut state = tree.open(session.games()).map_err(|e| problem(&e))?;
    let end = tree.main_line().last().copied().unwrap_or(GameTree::ROOT);
    let actions = tree.actions_to(end);
    if let Some((_, reason)) = formats::departure(&tree, end).filter(|_| actions.len() < before - 1) {
        return Err(problem(&reason));
    }
    for action in actions.into_iter().take(before - 1) {
        state.play(action).map_err(|e| problem(&e))?;
    }
    session.open(&tree.game).map_err(|e| problem(&e))?;
    session.continue_from(state);
    Ok(String::new())
}

/// Reports all parameters of Benzene's command of this name, or changes one.
pub(super) fn param_game(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    need_hex(session, "param_game")?;
    match *arguments {
        [] => {
            let swap = u8::from(session.game.options().flag("swap"));
            let time = session.clock().settings.map_or(0.0, |s| s.main);
            Ok(format!("\n[bool] allow_swap {swap}\n[string] game_time {time}"))
        }
        ["allow_swap", value] => allow_swap(session, value),
        ["game_time", value] => super::time::settings(session, &[value, "0", "0"]),
        [name, _] => Err(format!("unknown parameter '{}': expected allow_swap, game_time", shortened(name))),
        _ => Err("param_game: expected no arguments, or a name and a value".to_string()),
    }
}

fn allow_swap(session: &mut Session, value: &str) -> Result<String, String> {
    let swap = match value {
        "1" | "true" => "true",
        "0" | "false" => "false",
        _ => return Err(format!("invalid allow_swap '{}': expected 0, 1", shortened(value))),
    };
    if session.game.options().text("swap") == swap {
        return Ok(String::new());
    }
    if session.state.position() != session.game.start().position() {
        return Err("allow_swap: expected an empty board; use clear_board first".to_string());
    }
    reopen(session, "swap", swap)?;
    Ok(String::new())
}

/// Restarts the game with one option changed.
fn reopen(session: &mut Session, option: &str, value: &str) -> Result<(), String> {
    let spec = session.game.spec();
    let mut options = session.game.options().clone();
    options.set(spec.options, option, value).map_err(|e| e.to_string())?;
    session.open(&options.game_text(spec.id)).map_err(|e| e.to_string())
}

/// Returns an action in the game's notation. The Hex protocols are case-insensitive and have their
/// own word for the swap of pieces.
pub(super) fn action<'a>(session: &Session, word: &'a str) -> Result<Cow<'a, str>, String> {
    if !is_hex(session) {
        return Ok(Cow::Borrowed(word));
    }
    let lower = word.to_ascii_lowercase();
    match lower.as_str() {
        "swap-pieces" => Ok(Cow::Borrowed("swap")),
        "swap-sides" => {
            Err("swap-sides changes nothing on the board: expected swap-pieces, which takes over the stone".to_string())
        }
        _ => Ok(Cow::Owned(lower)),
    }
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()))
}
