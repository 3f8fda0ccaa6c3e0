//! The settings of pictures: themes, piece sets, coordinates and orientation.

use hexarium_kernel::{AnyGame, BoardView, PerPlayer, Player, View};

use crate::palette::Palette;

/// A colour scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// A theme of the board. Each exists in both colour schemes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardTheme {
    /// The material that the game names, with light and shadow.
    #[default]
    Material,
    /// Wood for every game.
    Wood,
    /// Plain colours.
    Flat,
    /// Plain colours with high contrast.
    Contrast,
}

impl BoardTheme {
    /// All board themes.
    pub const ALL: [Self; 4] = [Self::Material, Self::Wood, Self::Flat, Self::Contrast];

    /// Returns the name in commands and stored settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Wood => "wood",
            Self::Flat => "flat",
            Self::Contrast => "contrast",
        }
    }
}

/// A set of pieces. In each, the first player's pieces have a ring and the second's a dot, queens a
/// crown and kings a star, and a stack shows its layers and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PieceSet {
    /// The shapes that the game names.
    #[default]
    Figures,
    /// Discs.
    Discs,
    /// Hexagons, which almost fill their cells.
    Hexagons,
    /// Discs with the initial of the player's name.
    Letters,
}

impl PieceSet {
    /// All piece sets.
    pub const ALL: [Self; 4] = [Self::Figures, Self::Discs, Self::Hexagons, Self::Letters];

    /// Returns the name in commands and stored settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Figures => "figures",
            Self::Discs => "discs",
            Self::Hexagons => "hexagons",
            Self::Letters => "letters",
        }
    }
}

/// The orientation of a board on the page. Text is never rotated or mirrored.
///
/// An odd number of steps puts cells on their sides: a rhombus in its own orientation is a slanted
/// parallelogram, with 2 or 8 steps a tall diamond, with 5 or 11 a wide diamond.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Orientation {
    /// Clockwise rotation in steps of 30 degrees.
    pub steps: u8,
    /// Whether left and right are exchanged before the rotation.
    pub flipped: bool,
}

impl Orientation {
    /// Creates a rotation in steps of 30 degrees clockwise.
    pub const fn rotated(steps: u8) -> Self {
        Self { steps, flipped: false }
    }

    /// Returns this orientation, changed further by another.
    pub const fn then(self, next: Self) -> Self {
        // A reflection reverses the rotations before it.
        let steps = if next.flipped { 12 - self.steps % 12 } else { self.steps };
        Self { steps: (steps + next.steps) % 12, flipped: self.flipped != next.flipped }
    }

    /// Returns the orientation in which a player's pieces of the start position are in the lower
    /// half: upside down, or the board's own if the pieces of both players are equally high.
    pub fn facing(board: &BoardView, start: &View, player: Player) -> Self {
        // Twice the mean row of a player's pieces, rounded.
        let row = |owner| {
            let pieces = start.pieces.iter().filter(|(_, piece)| piece.owner == Some(owner));
            let rows = pieces.filter_map(|(spot, _)| Some(i32::from(board.cells.get(usize::from(spot.0))?.place.r)));
            let (sum, count) = rows.fold((0, 0), |(sum, count), row| (sum + row, count + 1));
            2 * sum / count.max(1)
        };
        if row(player) < row(player.other()) { Self::rotated(6) } else { Self::default() }
    }
}

/// The settings shared by all pictures of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// The colour scheme.
    pub theme: Theme,
    /// The theme of the board.
    pub board: BoardTheme,
    /// The set of pieces.
    pub pieces: PieceSet,
    /// Whether the coordinates are drawn at the ends of the lines of cells.
    pub coordinates: bool,
    /// Whether each cell shows its name.
    pub cell_names: bool,
    /// The orientation of the board.
    pub orientation: Orientation,
    /// Whether counters and prompt are drawn below the board.
    pub caption: bool,
    /// The title for screen readers: the name of the game.
    pub title: String,
    /// The players' names. They determine the colours too: a player called Red is red.
    pub names: PerPlayer<String>,
}

impl Style {
    /// Returns the default style for a game: its material, light, with coordinates.
    pub fn of(game: &dyn AnyGame) -> Self {
        Self {
            theme: Theme::Light,
            board: BoardTheme::Material,
            pieces: PieceSet::Figures,
            coordinates: true,
            cell_names: false,
            orientation: Orientation::default(),
            caption: false,
            title: game.spec().title.to_string(),
            names: PerPlayer(Player::BOTH.map(|player| game.player_name(player).to_string())),
        }
    }

    pub(crate) fn palette(&self, board: &BoardView) -> Palette {
        Palette::new(self, board)
    }
}
