//! Themes: what a puzzle asks for.

use std::fmt;

/// The task of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// Win within this number of own turns, against every defence. There is no faster win.
    Win(u8),
    /// Every turn that is no solution loses to the opponent's next turn.
    Defence,
    /// Every turn that is no solution gives the win away, however long it takes.
    WinningMove,
    /// Gain more points in this turn than with any other.
    BiggestTake,
    /// Pass if that still wins; otherwise make the move that wins.
    Connected,
}

impl Theme {
    /// The largest number of turns of a forced win.
    pub const MAX_TURNS: u8 = 9;

    /// Returns the theme of its `Display` form.
    ///
    /// ```
    /// use hexarium_puzzles::Theme;
    ///
    /// assert_eq!(Theme::parse("win-2"), Some(Theme::Win(2)));
    /// assert_eq!(Theme::Win(2).to_string(), "win-2");
    /// assert_eq!(Theme::parse("win-0"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "defence" => Self::Defence,
            "winning-move" => Self::WinningMove,
            "biggest-take" => Self::BiggestTake,
            "connected" => Self::Connected,
            _ => match text.strip_prefix("win-")?.as_bytes() {
                &[digit @ b'1'..=b'9'] => Self::Win(digit - b'0'),
                _ => return None,
            },
        })
    }

    /// Returns a short title for lists.
    pub fn title(self) -> String {
        match self {
            Self::Win(1) => "Win in one turn".to_string(),
            Self::Win(turns) => format!("Win in {} turns", number(turns)),
            Self::Defence => "Defence".to_string(),
            Self::WinningMove => "The winning move".to_string(),
            Self::BiggestTake => "The biggest take".to_string(),
            Self::Connected => "Already connected?".to_string(),
        }
    }

    /// Returns the task of a puzzle with this number of solutions, as a clause.
    ///
    /// ```
    /// use hexarium_puzzles::Theme;
    ///
    /// assert_eq!(Theme::Defence.task(1), "find the only turn that does not lose at once");
    /// assert_eq!(Theme::Defence.task(2), "find a turn that does not lose at once");
    /// ```
    pub fn task(self, solutions: usize) -> String {
        match self {
            Self::Win(1) => "win in this turn".to_string(),
            Self::Win(turns) => format!("win in {} turns", number(turns)),
            Self::Defence if solutions == 1 => "find the only turn that does not lose at once".to_string(),
            Self::Defence => "find a turn that does not lose at once".to_string(),
            Self::WinningMove if solutions == 1 => "find the only way to win".to_string(),
            Self::WinningMove => "find a way to win".to_string(),
            Self::BiggestTake => "take as much as possible in this turn".to_string(),
            Self::Connected => "pass if that still wins, otherwise make the winning move".to_string(),
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(turns) => write!(f, "win-{turns}"),
            Self::Defence => f.write_str("defence"),
            Self::WinningMove => f.write_str("winning-move"),
            Self::BiggestTake => f.write_str("biggest-take"),
            Self::Connected => f.write_str("connected"),
        }
    }
}

fn number(turns: u8) -> String {
    match turns {
        2 => "two".to_string(),
        3 => "three".to_string(),
        4 => "four".to_string(),
        _ => turns.to_string(),
    }
}
