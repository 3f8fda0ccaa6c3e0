//! Detection of SGF dialects: programs and sites differ in their use of the same properties.

use crate::hex::{Cell, Colour, Play};

use super::parse::{Game, SgfNode, SgfProperty};

/// The properties of a file that determine how its moves are read.
#[derive(Debug, Default)]
pub(super) struct Dialect {
    /// Whether the file is by HexGui up to 0.9, which wrote `swap-pieces` for swap-sides.
    pub(super) old_hexgui: bool,
    /// Whether cells are given by two letters, as by Little Golem.
    pub(super) letters: bool,
    /// Whether colours are exchanged: Little Golem writes the moves of the first player as White's,
    /// although that player is `PB` and joins top and bottom.
    pub(super) exchanged: bool,
    /// Whether the file contains a swap.
    pub(super) swaps: bool,
    /// Whether the file contains a pass.
    pub(super) passes: bool,
    /// The colour of the first stone or pass, in our colours.
    pub(super) first_mover: Option<Colour>,
}

impl Dialect {
    /// Detects the dialect of a game.
    pub(super) fn of(game: &Game) -> Self {
        let mut dialect = Self::default();
        if let Some(value) = game.nodes.first().and_then(|root| root.value("AP")) {
            dialect.old_hexgui = is_old_hexgui(&value.word());
        }
        let mut first = None;
        for (colour, property) in game.nodes.iter().filter_map(move_of) {
            let Some(value) = property.values.first() else { continue };
            let word = value.word();
            let letters = word.len() == 2 && word.bytes().all(|b| b.is_ascii_alphabetic());
            dialect.letters |= letters;
            dialect.swaps |= word.get(..4).is_some_and(|w| w.eq_ignore_ascii_case("swap"));
            let pass = word.is_empty() || word.eq_ignore_ascii_case("pass");
            dialect.passes |= pass;
            if pass || letters || word.ends_with(|c: char| c.is_ascii_digit()) {
                first = first.or(Some(colour));
            }
        }
        dialect.exchanged = dialect.letters && first == Some(Colour::White);
        dialect.first_mover = first.map(|colour| colour.other_if(dialect.exchanged));
        dialect
    }

    /// Returns the colour and the move of a node; an unknown word is an error.
    pub(super) fn read_move(&self, game: &Game, node: usize, size: usize) -> Option<(Colour, Result<Play, String>)> {
        let (colour, property) = move_of(&game.nodes[node])?;
        let written = property.values.first()?.word();
        let word = written.to_ascii_lowercase();
        let play = match word.as_str() {
            "swap-pieces" if self.old_hexgui => Play::SwapSides,
            "swap" if self.old_hexgui || !self.letters && self.same_side_moves_next(game, node, colour) => {
                Play::SwapSides
            }
            "swap" => Play::SwapPieces,
            "" => Play::Pass,
            _ => Play::of_word(&word, size),
        };
        let play = match play {
            Play::Word(_) => Cell::parse_letters(&word, size).map(Play::Cell).ok_or(written),
            play => Ok(play),
        };
        Some((colour.other_if(self.exchanged), play))
    }

    /// Whether the colour that swapped makes the next move: after a swap of sides it does, after a
    /// swap of pieces it does not.
    fn same_side_moves_next(&self, game: &Game, node: usize, colour: Colour) -> bool {
        let next = game.nodes.get(node + 1).filter(|next| next.parent == Some(node));
        next.and_then(move_of).is_some_and(|(next, _)| next == colour)
    }
}

/// Returns the move property of a node.
pub(super) fn move_of<'n, 'a>(node: &'n SgfNode<'a>) -> Option<(Colour, &'n SgfProperty<'a>)> {
    node.properties.iter().find_map(|property| match property.name.as_str() {
        "B" => Some((Colour::Black, property)),
        "W" => Some((Colour::White, property)),
        _ => None,
    })
}

/// Whether the application is `HexGui:0.9` or lower, also `HexGui:0.9.GIT`, but not `HexGui:0.10`.
pub(super) fn is_old_hexgui(value: &str) -> bool {
    let Some(minor) = value.trim().strip_prefix("HexGui:0.") else { return false };
    let digits = minor.bytes().take_while(u8::is_ascii_digit).count();
    digits == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hexgui_before_0_10_is_old() {
        for (value, old) in [
            ("HexGui:0.9", true),
            ("HexGui:0.9.GIT", true),
            ("HexGui:0.2", true),
            ("HexGui:0.10", false),
            ("HexGui:0.10.1", false),
            ("HexGui:1.0", false),
            ("HexGui", false),
            ("hexworld:0.0", false),
        ] {
            assert_eq!(is_old_hexgui(value), old, "{value}");
        }
    }
}
