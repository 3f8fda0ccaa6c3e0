//! The colours of pictures.

use std::fmt;

use hexarium_kernel::{BoardView, Material, PerPlayer, PieceShape, PieceView, Player};

use crate::colour::Colour;
use crate::style::{BoardTheme, PieceSet, Style, Theme};

/// The colours of a piece and of its signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paint {
    /// The upper part of the body.
    pub(crate) fill: Colour,
    /// The lower part, in shadow.
    pub(crate) shade: Colour,
    pub(crate) rim: Colour,
    pub(crate) sign: Colour,
}

/// All colours of a picture, with the shapes that depend on the style.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(crate) material: Option<Material>,
    pub(crate) dark: bool,
    pub(crate) set: PieceSet,
    pub(crate) shape: PieceShape,
    pub(crate) initials: [char; 2],
    pub(crate) page: Colour,
    pub(crate) surface: Colour,
    pub(crate) ink: Colour,
    /// Secondary text on the page.
    pub(crate) quiet: Colour,
    /// The ground around the board, and the coordinates on it.
    pub(crate) panel: Colour,
    pub(crate) label: Colour,
    /// The slab that holds the cells.
    pub(crate) frame: Colour,
    /// A cell at its top and at its bottom.
    pub(crate) cell: Colour,
    pub(crate) low: Colour,
    pub(crate) edge: Colour,
    pub(crate) buffer: Colour,
    /// The last turn and the selection.
    pub(crate) honey: Colour,
    /// The tint of cells that the last turn touched or that decided the game.
    pub(crate) glow: Colour,
    /// Targets, hints and the engine's suggestions.
    pub(crate) guide: Colour,
    players: PerPlayer<Paint>,
    pub(crate) neutral: Paint,
    id: u32,
}

/// The colours of a board: panel, coordinates, frame, top and bottom of a cell, edge of a cell,
/// shaded cell, last turn, guide.
type Surface = [u32; 9];

/// Returns the colours of a material, light and dark. A panel of 0 is the page itself.
fn surface(material: Material) -> [Surface; 2] {
    const HONEY: u32 = 0xF2B632;
    const MINT: u32 = 0x74DCC6;
    match material {
        Material::Card => [
            [0, 0x5A5F67, 0xC9BFA8, 0xF6F1E5, 0xE9E1CF, 0xC4B99F, 0xCBC3B2, 0x8A5A00, 0x0B6257],
            [0, 0xA6ADB7, 0x10141A, 0x303843, 0x262D36, 0x46505D, 0x1B2027, HONEY, MINT],
        ],
        Material::Tiles => [
            [0, 0x5A5F67, 0x8F8877, 0xFBF8EF, 0xE6DDC9, 0xB9AF99, 0xCFC6B2, 0x8A5A00, 0x0B6257],
            [0, 0xA6ADB7, 0x0B0F13, 0x3E4A55, 0x2B343D, 0x53606D, 0x20272E, HONEY, MINT],
        ],
        Material::Wood => [
            [0, 0x5A5F67, 0x6B431F, 0xE9C591, 0xD9AC6F, 0x9A6A35, 0xC09258, 0x6A3B00, 0x07473F],
            [0, 0xA6ADB7, 0x1E120A, 0x64432A, 0x4B2F1C, 0x2A190D, 0x382214, 0xFFC94D, 0x8AE8D3],
        ],
        Material::Field => [
            [0, 0x5A5F67, 0x6F7A3A, 0xD5D8A2, 0xBFC585, 0x8E9752, 0xA3A86C, 0x693C00, 0x06483F],
            [0, 0xA6ADB7, 0x151A0C, 0x465130, 0x343E22, 0x232A15, 0x29311A, 0xFFC94D, 0x8AE8D3],
        ],
        Material::Sand => [
            [0x3A281C, 0xE3CFAE, 0x20140C, 0xF3E2BC, 0xE6CE9C, 0xC6A871, 0xC7A673, 0x6A3B00, 0x064A41],
            [0x18110B, 0xBBA78A, 0x070402, 0x7D6A48, 0x736141, 0x4B3D26, 0x887450, 0xFFD970, 0xE8FFFB],
        ],
        Material::Dish => [
            [0xDDEBE6, 0x3F5B55, 0x9DBDB4, 0xF1F9F5, 0xD9ECE5, 0xA3C9BE, 0xB9D5CC, 0x7A4E00, 0x00584D],
            [0x0B1517, 0x9DB8B4, 0x03090A, 0x1E3537, 0x14282A, 0x36585A, 0x0D1B1D, HONEY, MINT],
        ],
    }
}

const FLAT: [Surface; 2] = [
    [0, 0x5A5F67, 0, 0xEFE9DB, 0xEFE9DB, 0xCFC6B0, 0xD3CDC1, 0x8A5A00, 0x0B6257],
    [0, 0xA6ADB7, 0, 0x262C35, 0x262C35, 0x3B4450, 0x1A1E25, 0xF2B632, 0x74DCC6],
];

const CONTRAST: [Surface; 2] = [
    [0, 0x303338, 0, 0xFFFFFF, 0xFFFFFF, 0x3A3D42, 0xC4C0B6, 0x7A4E00, 0x00584D],
    [0, 0xD5D8DC, 0, 0x0B0D10, 0x0B0D10, 0xC9CED6, 0x3A414B, 0xFFD166, 0x8AE8D3],
];

impl Palette {
    pub(crate) fn new(style: &Style, board: &BoardView) -> Self {
        let dark = style.theme == Theme::Dark;
        let pick = |[light, night]: [u32; 2]| Colour::of(if dark { night } else { light });
        let (material, both) = match style.board {
            BoardTheme::Material => (Some(board.material), surface(board.material)),
            BoardTheme::Wood => (Some(Material::Wood), surface(Material::Wood)),
            BoardTheme::Flat => (None, FLAT),
            BoardTheme::Contrast => (None, CONTRAST),
        };
        let page = pick([0xF7F5F0, 0x14171C]);
        let colours = both[usize::from(dark)];
        let [panel, label, frame, cell, low, edge, buffer, honey, guide] = colours.map(Colour::of);
        let paint = |player| Paint::of_player(style.theme, player, &style.names[player]);
        let players = PerPlayer(Player::BOTH.map(paint));
        let gold = pick([0xD9A93C, 0xE0B54D]);
        let mut palette = Self {
            material,
            dark,
            set: style.pieces,
            shape: board.shape,
            initials: Player::BOTH.map(|player| style.names[player].chars().next().unwrap_or('?')),
            page,
            surface: pick([0xFFFFFF, 0x1D2229]),
            ink: pick([0x1F2328, 0xE8E6E1]),
            quiet: pick([0x5A5F67, 0xA6ADB7]),
            panel: if colours[0] == 0 { page } else { panel },
            label,
            frame,
            cell,
            low,
            edge,
            buffer,
            honey,
            glow: if dark { honey } else { Colour::of(0xFFC02E) },
            guide,
            players,
            neutral: Paint::new(gold, pick([0x4A3208, 0x1E1300]), Colour::of(0x1F2328)),
            id: 0,
        };
        palette.id = palette.hash(style);
        palette
    }

    /// Returns a number that differs between palettes, for the ids of their definitions: several
    /// pictures on one page share the names of ids.
    fn hash(&self, style: &Style) -> u32 {
        let player = |p: Player| [self.players[p].fill.number(), u32::from(self.initials[p.index()])];
        let fields = [
            style.board as u32,
            u32::from(self.dark),
            self.material.map_or(0, |material| material as u32),
            self.set as u32,
            self.shape as u32,
            u32::from(style.orientation.steps % 2),
        ];
        let all = fields.into_iter().chain(Player::BOTH.into_iter().flat_map(player));
        all.fold(0x811C_9DC5, |hash, part| (hash ^ part).wrapping_mul(0x0100_0193).rotate_left(5))
    }

    /// Returns the id of a definition.
    pub(crate) fn id(&self, name: impl fmt::Display) -> String {
        format!("x{:x}{name}", self.id)
    }

    /// Returns the colours of a player's pieces.
    pub(crate) fn player(&self, player: Player) -> Paint {
        self.players[player]
    }

    /// Returns the colours of a piece.
    pub(crate) fn piece(&self, piece: &PieceView) -> Paint {
        self.owner(piece.owner)
    }

    /// Returns the colours of the pieces of an owner.
    pub(crate) fn owner(&self, owner: Option<Player>) -> Paint {
        owner.map_or(self.neutral, |player| self.player(player))
    }
}

impl Paint {
    fn new(fill: Colour, rim: Colour, sign: Colour) -> Self {
        Self { fill, shade: fill.with(Colour::of(0), 15), rim, sign }
    }

    /// Returns the colours of a player: the one of the player's name, otherwise blue for the first
    /// and red for the second player.
    fn of_player(theme: Theme, player: Player, name: &str) -> Self {
        let (pale, deep) = (Colour::of(0xFBF8F1), Colour::of(0x24272D));
        let dark = usize::from(theme == Theme::Dark);
        let bright = |fills: [u32; 2]| {
            let fill = Colour::of(fills[dark]);
            let rim = fill.with(Colour::of([0, 0xFFFFFF][dark]), 45);
            Self::new(fill, rim, Colour::of([0xFFFFFF, 0x14171C][dark]))
        };
        match (name, player) {
            ("White", _) => Self { shade: pale.with(deep, 16), ..Self::new(pale, deep, deep) },
            ("Black", _) => {
                let fill = Colour::of([0x35383E, 0x0E1013][dark]);
                Self::new(fill, [deep, Colour::of(0x9397A0)][dark], pale)
            }
            ("Red", _) => bright([0xC8452B, 0xF07A5A]),
            ("Blue", _) | (_, Player::First) => bright([0x2F6DB5, 0x6FA8E8]),
            (_, Player::Second) => bright([0xC8452B, 0xF07A5A]),
        }
    }
}

#[cfg(test)]
mod tests {
    use hexarium_games::registry;
    use hexarium_kernel::Region;

    use super::*;
    use crate::advice::faint;
    use crate::ground::{cell_colours, name_ink, panel_rim, zone_sign};
    use crate::marks::{HALO, target_colours};

    /// Minimum contrast of text, and of marks and signs.
    const TEXT: f64 = 4.5;
    const MARK: f64 = 3.0;

    /// Everything that is drawn on something else: its name, both colours, the minimum contrast.
    fn pairs(palette: &Palette, regions: &[Region]) -> Vec<(String, Colour, Colour, f64)> {
        let mut pairs = Vec::new();
        let mut add = |name: &str, top: Colour, grounds: &[Colour], least| {
            pairs.extend(grounds.iter().map(|ground| (name.to_string(), top, *ground, least)));
        };
        add("coordinate", palette.label, &[palette.panel, panel_rim(palette)], TEXT);
        add("caption", palette.quiet, &[palette.page], TEXT);
        add("prompt", palette.ink, &[palette.page], TEXT);
        add("badge", palette.ink, &[palette.surface], TEXT);
        add("first rank", palette.surface, &[palette.guide], TEXT);
        add("suggested arrow", palette.guide, &[palette.surface], MARK);
        for region in regions {
            let grounds = cell_colours(palette, *region);
            if let Region::EndZone(player) = region {
                add("shore", zone_sign(palette, *player), &grounds, MARK);
                continue;
            }
            add("name of a cell", name_ink(palette, *region), &grounds, TEXT);
            let halos = grounds.map(|ground| ground.with(palette.glow, (HALO * 100.0) as u16));
            add("last turn, selection and focus", palette.honey, &grounds, MARK);
            add("target dot", palette.guide, &grounds, MARK);
            add("target dot on the last turn", palette.guide, &halos, MARK);
        }
        let cells: Vec<Colour> = regions
            .iter()
            .filter(|region| !matches!(region, Region::EndZone(_)))
            .flat_map(|region| cell_colours(palette, *region))
            .collect();
        for owner in [Some(Player::First), Some(Player::Second), None] {
            let paint = palette.owner(owner);
            add("number of a stack", paint.sign, &[paint.fill, paint.shade], TEXT);
            for ground in &cells {
                let best = [paint.fill, paint.rim]
                    .into_iter()
                    .max_by(|a, b| a.contrast(*ground).total_cmp(&b.contrast(*ground)));
                add("outline of a piece", best.unwrap(), &[*ground], MARK);
            }
            let (ground, text) = faint(palette, &paint);
            add("win probability", text, &[ground], TEXT);
        }
        for player in Player::BOTH {
            let (ground, line) = target_colours(palette, player);
            add("sign of a target", ground.text(), &[ground], MARK);
            add("outline of a target", line, &[palette.cell, palette.low], MARK);
        }
        pairs
    }

    #[test]
    fn text_and_marks_have_contrast_in_every_game_theme_and_piece_set() {
        let mut weak = Vec::new();
        for spec in registry::GAMES {
            let game = registry::open(spec.id, &[]).unwrap();
            let board = game.board();
            let mut regions: Vec<Region> = Vec::new();
            for cell in &board.cells {
                if !regions.contains(&cell.region) {
                    regions.push(cell.region);
                }
            }
            for theme in [Theme::Light, Theme::Dark] {
                for themed in BoardTheme::ALL {
                    for pieces in PieceSet::ALL {
                        let style = Style { theme, board: themed, pieces, ..Style::of(&*game) };
                        for (name, top, ground, least) in pairs(&Palette::new(&style, &board), &regions) {
                            let contrast = top.contrast(ground);
                            if contrast < least {
                                weak.push(format!(
                                    "{} {theme:?} {themed:?} {pieces:?}: {name} {top} on {ground}: {contrast:.2} < {least}",
                                    spec.id
                                ));
                            }
                        }
                    }
                }
            }
        }
        assert!(weak.is_empty(), "{}", weak.join("\n"));
    }
}
