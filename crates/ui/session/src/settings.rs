//! The settings of the app and their stored form.

use hexarium_pictures::{BoardTheme, Orientation, PieceSet};

/// The colour scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// The system default.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Look {
    /// All colour schemes.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// The speed of animations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Motion {
    /// There are none.
    Off,
    /// Slow.
    Slow,
    /// As designed.
    #[default]
    Normal,
    /// Fast.
    Fast,
}

impl Motion {
    /// All speeds.
    pub const ALL: [Self; 4] = [Self::Off, Self::Slow, Self::Normal, Self::Fast];

    fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
        }
    }
}

/// The turns that wait for confirmation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Confirmation {
    /// None.
    Never,
    /// Turns of several actions, and all turns where cells are too small to be sure of a tap.
    #[default]
    WhenUseful,
    /// All.
    Always,
}

impl Confirmation {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Never, Self::WhenUseful, Self::Always];

    fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::WhenUseful => "when-useful",
            Self::Always => "always",
        }
    }
}

/// The language of the app.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// The language of the system, if the app has it.
    #[default]
    System,
    /// English.
    English,
    /// German.
    German,
}

impl Language {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::System, Self::English, Self::German];

    fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The code of the chosen language where the system has this one, such as `de-AT`.
    pub fn code(self, system: &str) -> &'static str {
        let subtag = system.split('-').next().unwrap_or_default().to_ascii_lowercase();
        let is_system = |language: &Self| *language != Self::System && language.name() == subtag;
        match self {
            Self::System => Self::ALL.into_iter().find(is_system).unwrap_or(Self::English).name(),
            chosen => chosen.name(),
        }
    }
}

/// The settings of the app.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The language.
    pub language: Language,
    /// The colour scheme.
    pub look: Look,
    /// Whether contrast is high, on pages and boards.
    pub contrast: bool,
    /// The theme of boards.
    pub board: BoardTheme,
    /// The piece set.
    pub pieces: PieceSet,
    /// The speed of animations, unless the system prefers reduced motion.
    pub motion: Motion,
    /// Whether the board shows coordinates at its edges.
    pub coordinates: bool,
    /// Whether each cell shows its name.
    pub cell_names: bool,
    /// The turns that wait for confirmation.
    pub confirm: Confirmation,
    /// Whether there are sounds.
    pub sound: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: Language::default(),
            look: Look::default(),
            contrast: false,
            board: BoardTheme::default(),
            pieces: PieceSet::default(),
            motion: Motion::default(),
            coordinates: true,
            cell_names: false,
            confirm: Confirmation::default(),
            sound: true,
        }
    }
}

/// The version of the stored form.
const VERSION: u32 = 4;

/// Sets a field to the value of a name; an unknown name changes nothing.
fn set<T: Copy, const N: usize>(field: &mut T, all: [T; N], name: fn(T) -> &'static str, text: &str) {
    if let Some(value) = all.into_iter().find(|value| name(*value) == text) {
        *field = value;
    }
}

impl Settings {
    /// Reads the stored form of any version: lines `name=value`. Unknown lines are ignored, and
    /// missing settings have their defaults.
    pub fn from_text(text: &str) -> Self {
        let mut settings = Self::default();
        for (name, value) in text.lines().filter_map(|line| line.split_once('=')) {
            match (name, value) {
                // New in version 4.
                ("language", _) => set(&mut settings.language, Language::ALL, Language::name, value),
                ("look", _) => set(&mut settings.look, Look::ALL, Look::name, value),
                ("contrast", _) => settings.contrast = value == "true",
                ("board", _) => set(&mut settings.board, BoardTheme::ALL, BoardTheme::name, value),
                ("pieces", _) => set(&mut settings.pieces, PieceSet::ALL, PieceSet::name, value),
                // Before version 3, motion and confirmation were on or off.
                ("motion", "false") => settings.motion = Motion::Off,
                ("motion", _) => set(&mut settings.motion, Motion::ALL, Motion::name, value),
                ("coordinates", _) => settings.coordinates = value == "true",
                ("cell-names", _) => settings.cell_names = value == "true",
                ("confirm", "false") => settings.confirm = Confirmation::Never,
                ("confirm", _) => set(&mut settings.confirm, Confirmation::ALL, Confirmation::name, value),
                ("sound", _) => settings.sound = value == "true",
                _ => {}
            }
        }
        settings
    }

    /// The stored form.
    pub fn to_text(&self) -> String {
        let Self { contrast, coordinates, cell_names, sound, .. } = self;
        let (language, look, board, pieces) =
            (self.language.name(), self.look.name(), self.board.name(), self.pieces.name());
        let (motion, confirm) = (self.motion.name(), self.confirm.name());
        format!(
            "version={VERSION}\nlook={look}\ncontrast={contrast}\nboard={board}\npieces={pieces}\nmotion={motion}\n\
             coordinates={coordinates}\ncell-names={cell_names}\nconfirm={confirm}\nsound={sound}\nlanguage={language}\n"
        )
    }
}

/// The first line of a stored orientation.
const ORIENTATION: &str = "hexarium-orientation/1";

/// Returns the steps of a rotation, with an `m` if the board is mirrored.
pub fn orientation_words(orientation: Orientation) -> String {
    format!("{}{}", orientation.steps, if orientation.flipped { "m" } else { "" })
}

/// Returns the stored form of the orientation of the boards of a game.
pub fn orientation_text(orientation: Orientation) -> String {
    format!("{ORIENTATION}\n{}\n", orientation_words(orientation))
}

/// Reads the stored form, also the one without a version. Other text is the usual orientation.
pub fn orientation_from_text(text: &str) -> Orientation {
    let words = match text.split_once('\n') {
        Some((ORIENTATION, words)) => words.trim(),
        Some(_) => "",
        None => text,
    };
    let steps = words.strip_suffix('m').unwrap_or(words);
    match steps.parse() {
        Ok(number @ 0..12) => Orientation { steps: number, flipped: steps != words },
        _ => Orientation::default(),
    }
}
