//! The settings of the app and their stored form.

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

/// The settings of the app.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The colour scheme.
    pub look: Look,
    /// Whether contrast is high.
    pub contrast: bool,
    /// Whether actions are animated, unless the system prefers reduced motion.
    pub motion: bool,
    /// Whether the board shows coordinates.
    pub coordinates: bool,
    /// Whether a turn of several actions waits for confirmation.
    pub confirm: bool,
    /// Whether a sound announces the player's turn in an online game.
    pub sound: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { look: Look::System, contrast: false, motion: true, coordinates: true, confirm: true, sound: true }
    }
}

/// The version of the stored form.
const VERSION: u32 = 2;

impl Settings {
    /// Reads the stored form of any version: lines `name=value`. Unknown lines are ignored, and
    /// missing settings have their defaults.
    pub fn from_text(text: &str) -> Self {
        let mut settings = Self::default();
        for line in text.lines() {
            match line.split_once('=') {
                Some(("look", "light")) => settings.look = Look::Light,
                Some(("look", "dark")) => settings.look = Look::Dark,
                Some(("contrast", value)) => settings.contrast = value == "true",
                Some(("motion", value)) => settings.motion = value == "true",
                Some(("coordinates", value)) => settings.coordinates = value == "true",
                Some(("confirm", value)) => settings.confirm = value == "true",
                Some(("sound", value)) => settings.sound = value == "true",
                _ => {}
            }
        }
        settings
    }

    /// The stored form.
    pub fn to_text(&self) -> String {
        let look = match self.look {
            Look::System => "system",
            Look::Light => "light",
            Look::Dark => "dark",
        };
        let Self { contrast, motion, coordinates, confirm, sound, .. } = self;
        format!(
            "version={VERSION}\nlook={look}\ncontrast={contrast}\nmotion={motion}\ncoordinates={coordinates}\n\
             confirm={confirm}\nsound={sound}\n"
        )
    }
}
