//! Who wrote a file: programs and sites differ in what they mean by the same word.

use crate::hex::{Cell, Colour, Play};

use super::parse::{Game, SgfNode, SgfProperty};

/// What has to be known of a file before its moves can be read.
#[derive(Debug, Default)]
pub(super) struct Dialect {
    /// HexGui up to 0.9 wrote `swap-pieces` and meant the other kind.
    pub(super) old_hexgui: bool,
    /// Some cell is given by two letters, as Little Golem does.
    pub(super) letters: bool,
    /// Little Golem calls the moves of the first player White's, though that player is `PB` and joins top and bottom.
    pub(super) exchanged: bool,
    /// Somebody swaps.
    pub(super) swaps: bool,
    /// Somebody passes.
    pub(super) passes: bool,
    /// Whose the first stone or pass is, in our colours.
    pub(super) first_mover: Option<Colour>,
}

impl Dialect {
    /// Looks a game through.
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

    /// The move of a node: whose, and what; an error is a word that means nothing.
    pub(super) fn read_move(&self, game: &Game, node: usize, size: usize) -> Option<(Colour, Result<Play, String>)> {
        let (colour, property) = move_of(&game.nodes[node])?;
        let written = property.values.first()?.word();
        let word = written.to_ascii_lowercase();
        let play = match word.as_str() {
            "swap-pieces" if self.old_hexgui => Play::SwapSides,
            "swap" if self.old_hexgui || !self.letters && self.same_side_goes_on(game, node, colour) => Play::SwapSides,
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

    /// After a swap of sides the colour that swapped has the next stone, after a swap of pieces the other.
    fn same_side_goes_on(&self, game: &Game, node: usize, colour: Colour) -> bool {
        let next = game.nodes.get(node + 1).filter(|next| next.parent == Some(node));
        next.and_then(move_of).is_some_and(|(next, _)| next == colour)
    }
}

/// The property of a node that is a move.
pub(super) fn move_of<'n, 'a>(node: &'n SgfNode<'a>) -> Option<(Colour, &'n SgfProperty<'a>)> {
    node.properties.iter().find_map(|property| match property.name.as_str() {
        "B" => Some((Colour::Black, property)),
        "W" => Some((Colour::White, property)),
        _ => None,
    })
}

/// `HexGui:0.9` and lower, also `HexGui:0.9.GIT`, but not `HexGui:0.10`.
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
