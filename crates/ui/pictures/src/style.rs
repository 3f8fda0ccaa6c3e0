//! Colours and optional elements of pictures.

use hexarium_kernel::{AnyGame, PerPlayer, PieceView, Player};

use crate::colour::Colour;

/// A colour theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The settings shared by all pictures of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// The colour theme.
    pub theme: Theme,
    /// Whether the contrast between cells is increased.
    pub contrast: bool,
    /// Whether the coordinates are drawn.
    pub coordinates: bool,
    /// Whether the board is rotated by 60 degrees clockwise: a rhombus then stands on its corner
    /// and fits a narrow screen.
    pub turned: bool,
    /// Whether counters and prompt are drawn below the board.
    pub caption: bool,
    /// The title for screen readers: the name of the game.
    pub title: String,
    /// The players' names. They determine the colours too: a player called Red is red.
    pub names: PerPlayer<String>,
}

impl Style {
    /// Returns the default style for a game: light, with coordinates, without a caption.
    pub fn of(game: &dyn AnyGame) -> Self {
        Self {
            theme: Theme::Light,
            contrast: false,
            coordinates: true,
            turned: false,
            caption: false,
            title: game.spec().title.to_string(),
            names: PerPlayer(Player::BOTH.map(|player| game.player_name(player).to_string())),
        }
    }

    pub(crate) fn palette(&self) -> Palette {
        Palette::new(self.theme, self.contrast, &self.names)
    }
}

/// The colours of a disc and of its signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paint {
    pub(crate) fill: Colour,
    pub(crate) rim: Colour,
    pub(crate) sign: Colour,
}

/// All colours of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(crate) page: Colour,
    pub(crate) surface: Colour,
    pub(crate) ink: Colour,
    pub(crate) quiet: Colour,
    pub(crate) cell: Colour,
    pub(crate) edge: Colour,
    pub(crate) buffer: Colour,
    pub(crate) honey: Colour,
    players: PerPlayer<Paint>,
    neutral: Paint,
}

impl Palette {
    fn new(theme: Theme, contrast: bool, names: &PerPlayer<String>) -> Self {
        let players = PerPlayer(Player::BOTH.map(|player| Paint::of_player(theme, player, &names[player])));
        let pick = |[light, dark]: [u32; 2]| Colour::of(if theme == Theme::Light { light } else { dark });
        let sharp = |usual, sharp| pick(if contrast { sharp } else { usual });
        Self {
            page: pick([0xF7F5F0, 0x14171C]),
            surface: pick([0xFFFFFF, 0x1D2229]),
            ink: pick([0x1F2328, 0xE8E6E1]),
            quiet: sharp([0x62676F, 0x9AA1AB], [0x303338, 0xD5D8DC]),
            cell: sharp([0xEFE9DB, 0x262C35], [0xFFFFFF, 0x0B0D10]),
            edge: sharp([0xCFC6B0, 0x3B4450], [0x3A3D42, 0xC9CED6]),
            buffer: sharp([0xD3CDC1, 0x1A1E25], [0xC4C0B6, 0x3A414B]),
            honey: sharp([0xB87900, 0xF2B632], [0x8F5E00, 0xFFD166]),
            players,
            neutral: Paint::flat(pick([0xD9A93C, 0xE0B54D]), Colour::of(0x1F2328)),
        }
    }

    /// Returns the colours of a player's pieces.
    pub(crate) fn player(&self, player: Player) -> Paint {
        self.players[player]
    }

    /// Returns the colours of a piece.
    pub(crate) fn piece(&self, piece: &PieceView) -> Paint {
        piece.owner.map_or(self.neutral, |player| self.player(player))
    }
}

impl Paint {
    fn flat(fill: Colour, sign: Colour) -> Self {
        Self { fill, rim: fill.with(Colour::of(0), 40), sign }
    }

    /// Returns the colours of a player: the one of the player's name, otherwise blue for the first
    /// and red for the second player.
    fn of_player(theme: Theme, player: Player, name: &str) -> Self {
        let (pale, deep) = (Colour::of(0xFBF8F1), Colour::of(0x24272D));
        let blue = |theme| match theme {
            Theme::Light => Self::flat(Colour::of(0x2F6DB5), Colour::of(0xFFFFFF)),
            Theme::Dark => Self::flat(Colour::of(0x6FA8E8), Colour::of(0x14171C)),
        };
        let red = |theme| match theme {
            Theme::Light => Self::flat(Colour::of(0xC8452B), Colour::of(0xFFFFFF)),
            Theme::Dark => Self::flat(Colour::of(0xF07A5A), Colour::of(0x14171C)),
        };
        match (name, player) {
            ("White", _) => Self { fill: pale, rim: deep, sign: deep },
            ("Black", _) => Self { fill: deep, rim: pale.with(deep, 25), sign: pale },
            ("Blue", _) => blue(theme),
            ("Red", _) => red(theme),
            (_, Player::First) => blue(theme),
            (_, Player::Second) => red(theme),
        }
    }
}
