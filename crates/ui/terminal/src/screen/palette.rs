//! Colours: true colour, sixteen, or none.
//!
//! No information depends on colour alone: bold, underlined and reversed letters show it, too.

use hexarium_kernel::Player;
use ratatui::style::{Color, Modifier, Style};

/// The number of available colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    None,
    Sixteen,
    True,
}

/// The colours and characters that the terminal supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Palette {
    pub(crate) depth: Depth,
    /// Whether more than ASCII can be shown.
    pub(crate) unicode: bool,
}

/// The role of an element, which determines its style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Ink,
    Quiet,
    /// The element in focus.
    Honey,
    Cell,
    Buffer,
    /// A player's piece.
    Piece,
    /// An element other than a piece that belongs to a player.
    Own,
    Notice,
    Title,
}

impl Palette {
    /// Detects the capabilities from `NO_COLOR`, `COLORTERM`, `TERM` and the locale.
    pub(crate) fn of_environment(get: impl Fn(&str) -> Option<String>) -> Self {
        let term = get("TERM").unwrap_or_default();
        let no_color = get("NO_COLOR").is_some_and(|value| !value.is_empty());
        let depth = if no_color || term.is_empty() || term.starts_with("vt") || term.contains("mono") {
            Depth::None
        } else if get("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit") {
            Depth::True
        } else {
            Depth::Sixteen
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| get(name).filter(|v| !v.is_empty()));
        let unicode = locale.is_some_and(|l| l.to_lowercase().replace('-', "").contains("utf8"));
        Self { depth, unicode }
    }

    /// The sign of an empty cell that can be selected.
    pub(crate) fn target_sign(self) -> &'static str {
        if self.unicode { "•" } else { "_" }
    }

    /// The style of the background.
    pub(crate) fn page(self) -> Style {
        match self.depth {
            Depth::True => Style::new().fg(rgb(0xE8E6E1)).bg(rgb(0x14171C)),
            _ => Style::new(),
        }
    }

    /// The style of an element without an owner.
    pub(crate) fn style(self, role: Role) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match (self.depth, role) {
            (Depth::None, Role::Title | Role::Honey | Role::Notice | Role::Piece) => bold,
            (Depth::None, _) => Style::new(),
            (_, Role::Title) => bold,
            (Depth::Sixteen, Role::Quiet | Role::Buffer) => Style::new().fg(Color::DarkGray),
            (Depth::Sixteen, Role::Honey) => bold.fg(Color::Yellow),
            (Depth::Sixteen, Role::Notice) => Style::new().fg(Color::Cyan),
            (Depth::Sixteen, Role::Piece) => bold.fg(Color::Black).bg(Color::Yellow),
            (Depth::Sixteen, Role::Ink | Role::Cell | Role::Own) => Style::new(),
            (Depth::True, Role::Quiet) => Style::new().fg(rgb(0x9AA1AB)),
            (Depth::True, Role::Honey) => bold.fg(rgb(0xF2B632)),
            (Depth::True, Role::Notice) => Style::new().fg(rgb(0xF2D98C)),
            (Depth::True, Role::Cell) => Style::new().fg(rgb(0x9AA1AB)).bg(rgb(0x262C35)),
            (Depth::True, Role::Buffer) => Style::new().fg(rgb(0x9AA1AB)).bg(rgb(0x1B2027)),
            (Depth::True, Role::Piece) => bold.fg(rgb(0x14171C)).bg(rgb(0xE0B54D)),
            (Depth::True, Role::Ink | Role::Own) => Style::new().fg(rgb(0xE8E6E1)),
        }
    }

    /// The style of an element that belongs to the player with this name.
    pub(crate) fn player(self, role: Role, player: Player, name: &str) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let (sixteen, ink, all) = match (name, player) {
            ("White", _) => (Color::White, Color::Black, rgb(0xFBF8F1)),
            ("Black", _) => (Color::Black, Color::White, rgb(0x000000)),
            ("Blue", _) => (Color::Blue, Color::White, rgb(0x6FA8E8)),
            ("Red", _) => (Color::Red, Color::White, rgb(0xF07A5A)),
            (_, Player::First) => (Color::Blue, Color::White, rgb(0x6FA8E8)),
            (_, Player::Second) => (Color::Red, Color::White, rgb(0xF07A5A)),
        };
        match (self.depth, role) {
            (Depth::None, Role::Piece) => bold,
            (Depth::None, _) => Style::new(),
            (Depth::Sixteen, Role::Piece) => bold.fg(ink).bg(sixteen),
            (Depth::Sixteen, _) if sixteen == Color::Black || sixteen == Color::White => Style::new(),
            (Depth::Sixteen, _) => Style::new().fg(sixteen),
            (Depth::True, Role::Piece) if name == "Black" => bold.fg(rgb(0xE8E6E1)).bg(all),
            (Depth::True, Role::Piece) => bold.fg(rgb(0x14171C)).bg(all),
            (Depth::True, _) if name == "Black" => Style::new().fg(rgb(0x9AA1AB)).bg(rgb(0x262C35)),
            (Depth::True, _) => Style::new().fg(all).bg(rgb(0x262C35)),
        }
    }
}

const fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> Palette {
        let find = |name: &str| pairs.iter().find(|(n, _)| *n == name).map(|(_, value)| value.to_string());
        Palette::of_environment(find)
    }

    #[test]
    fn the_environment_determines_the_colours() {
        assert_eq!(of(&[("TERM", "xterm")]).depth, Depth::Sixteen);
        assert_eq!(of(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]).depth, Depth::True);
        assert_eq!(of(&[("TERM", "xterm"), ("COLORTERM", "truecolor"), ("NO_COLOR", "1")]).depth, Depth::None);
        assert_eq!(of(&[("TERM", "vt100")]).depth, Depth::None);
        assert_eq!(of(&[]).depth, Depth::None);
    }

    #[test]
    fn only_ascii_is_used_without_a_utf_8_locale() {
        assert!(of(&[("LANG", "en_GB.UTF-8")]).unicode);
        assert!(!of(&[("LANG", "en_GB.UTF-8"), ("LC_ALL", "C")]).unicode);
        assert!(of(&[]).target_sign().is_ascii());
    }

    #[test]
    fn no_style_has_colours_without_colour_support() {
        let palette = of(&[("NO_COLOR", "1")]);
        let roles =
            [Role::Ink, Role::Quiet, Role::Honey, Role::Cell, Role::Buffer, Role::Piece, Role::Own, Role::Notice];
        for role in roles {
            for style in [palette.style(role), palette.player(role, Player::First, "Blue"), palette.page()] {
                assert_eq!((style.fg, style.bg), (None, None));
            }
        }
    }
}
