//! The board as text, drawn from what a game presents and nothing else.

use crate::{AnyGame, AnyMatch, BoardView, Mark, Player, View};

/// Draws the board of a match as lines of text, with coordinates, a legend of the marks, the
/// counters and the prompt.
pub fn draw(game: &dyn AnyGame, state: &dyn AnyMatch) -> String {
    let view = state.view();
    let mut text = board(&game.board(), &view);
    for player in Player::BOTH {
        let target = Mark::Target(player);
        if let Some(sign) = sign(target).filter(|_| view.marks.iter().any(|(_, mark)| *mark == target)) {
            text += &format!("{sign} {}'s targets\n", game.player_name(player));
        }
    }
    if !view.counters.is_empty() {
        text += &view.counters_text(|player| game.player_name(player));
        text.push('\n');
    }
    if state.verdict().is_none() {
        text += &view.prompt;
        text.push('\n');
    }
    text
}

/// Returns the character of a mark in text art. Deciding cells have none.
pub fn sign(mark: Mark) -> Option<char> {
    match mark {
        Mark::Target(Player::First) => Some('+'),
        Mark::Target(Player::Second) => Some('*'),
        Mark::Deciding => None,
    }
}

/// Draws the cells and the rim, one line per row.
pub fn board(board: &BoardView, view: &View) -> String {
    let mut words: Vec<String> = board.cells.iter().map(|c| c.blank.to_string()).collect();
    for (spot, mark) in &view.marks {
        if let Some(sign) = sign(*mark) {
            words[spot.0 as usize] = sign.to_string();
        }
    }
    for (spot, piece) in &view.pieces {
        let word = &mut words[spot.0 as usize];
        let mark: String = view.marks.iter().filter(|(s, _)| s == spot).filter_map(|(_, mark)| sign(*mark)).collect();
        *word = format!("{}{mark}", piece.glyph);
    }
    let mut items: Vec<_> = board.cells.iter().zip(&words).map(|(c, w)| (c.place, w.as_str())).collect();
    let longest = words.iter().map(|w| w.chars().count()).max().unwrap_or(1);
    // Neighbours in a row are two half columns apart.
    let half = longest.div_ceil(2).max(1);
    items.extend(board.rim.iter().map(|l| (l.place, l.text.as_str())));
    items.sort_by_key(|(p, _)| (p.r, p.half_columns()));
    let Some(left) = items.iter().map(|(p, _)| p.half_columns()).min() else { return String::new() };
    let mut text = String::new();
    let mut row = items[0].0.r;
    let mut column = 0;
    for (place, word) in items {
        if place.r != row {
            row = place.r;
            column = 0;
            text.push('\n');
        }
        let at = (place.half_columns() - left) as usize * half;
        for _ in column..at {
            text.push(' ');
        }
        text += word;
        column = column.max(at) + word.chars().count();
    }
    text.push('\n');
    text
}
