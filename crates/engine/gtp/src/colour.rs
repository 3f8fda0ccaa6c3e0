//! Conversion between colour words and players.

use hexarium_kernel::{AnyGame, Player, shortened};

/// The two colours of the GTP family of protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    Black,
    White,
}

impl Colour {
    /// Returns a player's colour for controllers that know only black and white: the game's own
    /// colour where it has one, otherwise black for the player who moves first.
    pub(crate) fn of(game: &dyn AnyGame, player: Player) -> Self {
        let called = |player, word: &str| own_word(game, player, word);
        let second_is_black = called(Player::Second, "black") || called(Player::First, "white");
        if (player == Player::Second) == second_is_black { Self::Black } else { Self::White }
    }

    /// Returns `Black` or `White`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    /// Returns `black` or `white`.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// Returns `B` or `W`.
    pub(crate) const fn letter(self) -> &'static str {
        match self {
            Self::Black => "B",
            Self::White => "W",
        }
    }
}

/// Returns the player of a colour word; the game's own words take precedence over black and white.
pub(crate) fn player(game: &dyn AnyGame, word: &str) -> Result<Player, String> {
    let lower = word.to_lowercase();
    let own = || Player::BOTH.into_iter().find(|&p| own_word(game, p, &lower));
    let common = || {
        let meant = |p: &Player| {
            let colour = Colour::of(game, *p);
            lower == colour.word() || lower == colour.letter().to_lowercase()
        };
        Player::BOTH.into_iter().find(meant)
    };
    own().or_else(common).ok_or_else(|| format!("unknown colour '{}': expected {}", shortened(word), words(game)))
}

/// Returns the players' own words, for messages.
pub(crate) fn words(game: &dyn AnyGame) -> String {
    Player::BOTH.map(|p| game.player_name(p).to_lowercase()).join(", ")
}

fn own_word(game: &dyn AnyGame, player: Player, lower: &str) -> bool {
    game.player_name(player).to_lowercase() == lower || game.player_aliases(player).contains(&lower)
}
