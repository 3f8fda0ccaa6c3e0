//! The textual description for screen readers, and the caption below the board.

use hexarium_kernel::{BoardView, PieceKind, PieceView, Player, View};

use crate::style::Style;

/// Returns the counters, with the players' names.
pub(crate) fn counters(view: &View, style: &Style) -> String {
    view.counters_text(|player| &style.names[player])
}

/// Returns the pieces by cell, the counters and the prompt.
pub(crate) fn description(board: &BoardView, view: &View, style: &Style) -> String {
    let mut sentences = Vec::new();
    for owner in [Some(Player::First), Some(Player::Second), None] {
        let pieces = view.pieces.iter().filter(|(_, piece)| piece.owner == owner);
        let places: Vec<String> = pieces
            .filter_map(|(spot, piece)| {
                Some(format!("{}{}", board.cells.get(usize::from(spot.0))?.label, extra(piece)))
            })
            .collect();
        if !places.is_empty() {
            let who = owner.map_or("Pieces", |player| &style.names[player]);
            sentences.push(format!("{who}: {}.", places.join(", ")));
        }
    }
    let counters = counters(view, style);
    if !counters.is_empty() {
        sentences.push(counters + ".");
    }
    if !view.prompt.is_empty() {
        sentences.push(view.prompt.clone() + ".");
    }
    sentences.join(" ")
}

fn extra(piece: &PieceView) -> String {
    let kind = match piece.kind {
        PieceKind::Stone => "",
        PieceKind::Queen => " (queen)",
        PieceKind::King => " (king)",
    };
    if piece.height > 1 { format!("{kind} ({} high)", piece.height) } else { kind.to_string() }
}

/// Wraps a text between words into lines of at most `width`.
pub(crate) fn wrapped(text: &str, width: f64, measure: impl Fn(&str) -> f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if measure(&format!("{line} {word}")) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_a_long_word_stays_whole() {
        let lines = wrapped("one two  threefour five", 8.0, |text| text.len() as f64);
        assert_eq!(lines, ["one two", "threefour", "five"]);
    }
}
