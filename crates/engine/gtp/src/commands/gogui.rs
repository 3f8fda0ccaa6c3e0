//! Commands of GoGui for programs that implement rules, and the menu entries of GoGui and HexGui.

use hexarium_kernel::{AnyGame, Spot};

use super::hex;
use crate::Session;
use crate::colour::Colour;

/// Lists one menu entry per line, in the form that both programs read: response type, label,
/// command.
pub(super) fn analyze_commands(session: &mut Session, _: &[&str]) -> Result<String, String> {
    let mut lines = vec![
        "string/Final Score/final_score",
        "string/Result/hexarium-result",
        "string/Position/hexarium-position",
        "string/Show Board/showboard",
        "string/Time Left/time_left",
    ];
    if hex::is_hex(session) {
        // The response can be marked on the board only where an action is a point.
        lines.extend(["plist/All Legal Moves/all_legal_moves", "param/Game Options/param_game"]);
    } else {
        lines.push("string/All Legal Moves/all_legal_moves");
    }
    Ok(lines.join("\n"))
}

/// GoGui expects a capital followed by lower-case letters only.
pub(super) fn game_id(session: &mut Session, _: &[&str]) -> Result<String, String> {
    let letters = session.game.spec().id.chars().filter(char::is_ascii_alphabetic);
    Ok(letters.enumerate().map(|(i, c)| if i == 0 { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }).collect())
}

pub(super) fn board_size(session: &mut Session, _: &[&str]) -> Result<String, String> {
    Ok(size(&rows(&*session.game)).to_string())
}

/// GoGui reads as many characters as a square board has points, so short rows and missing rows are
/// filled up.
pub(super) fn board(session: &mut Session, _: &[&str]) -> Result<String, String> {
    let rows = rows(&*session.game);
    let size = size(&rows);
    let mut signs = vec![vec!["."; size]; size];
    let pieces = session.state.view().pieces;
    for (y, row) in rows.iter().enumerate() {
        for (x, spot) in row.iter().enumerate() {
            let piece = pieces.iter().find(|(s, _)| s == spot).map(|(_, piece)| piece);
            signs[y][x] = match piece.map(|p| p.owner.map(|owner| Colour::of(&*session.game, owner))) {
                None => ".",
                // A neutral piece is drawn like a black one.
                Some(None | Some(Colour::Black)) => "X",
                Some(Some(Colour::White)) => "O",
            };
        }
    }
    let lines: Vec<String> = signs.iter().map(|row| row.join(" ")).collect();
    // The first line follows the response sign, as in GoGui's manual.
    Ok(lines.join("\n  "))
}

pub(super) fn side_to_move(session: &mut Session, _: &[&str]) -> Result<String, String> {
    Ok(Colour::of(&*session.game, session.state.to_move()).word().to_string())
}

/// The sentence that GoGui shows in its dialog at the end of a game.
pub(super) fn final_result(session: &mut Session, _: &[&str]) -> Result<String, String> {
    Ok(match session.state.verdict() {
        None => "unknown".to_string(),
        Some(verdict) => match verdict.outcome.winner {
            None => format!("Draw: {}", verdict.reason),
            Some(winner) => format!("{} wins: {}", Colour::of(&*session.game, winner).name(), verdict.reason),
        },
    })
}

/// Returns the named cells, row by row from the top.
fn rows(game: &dyn AnyGame) -> Vec<Vec<Spot>> {
    let mut rows: Vec<Vec<Spot>> = Vec::new();
    let mut last = None;
    let cells = game.board().cells;
    for (i, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.label.is_empty()) {
        if last != Some(cell.place.r) {
            rows.push(Vec::new());
            last = Some(cell.place.r);
        }
        if let Some(row) = rows.last_mut() {
            row.push(Spot(i as u16));
        }
    }
    rows
}

fn size(rows: &[Vec<Spot>]) -> usize {
    rows.iter().map(Vec::len).max().unwrap_or(0).max(rows.len())
}
