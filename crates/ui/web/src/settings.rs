//! The settings of the player.

use std::cell::Cell;

use hexarium_pictures::Theme;
use leptos::prelude::*;

use crate::browser;

/// The colour scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Look {
    #[default]
    System,
    Light,
    Dark,
}

/// The settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    pub(crate) look: Look,
    pub(crate) contrast: bool,
    /// Actions are animated, unless the system asks for reduced motion.
    pub(crate) motion: bool,
    pub(crate) coordinates: bool,
    /// A turn of several actions waits for confirmation.
    pub(crate) confirm: bool,
    /// A sound tells the player's turn in an online game.
    pub(crate) sound: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { look: Look::System, contrast: false, motion: true, coordinates: true, confirm: true, sound: true }
    }
}

/// The key of the settings. Lines `name=value`; unknown lines are ignored, so that every version
/// reads those of the others.
const KEY: &str = "settings";

/// The version of the stored form.
const VERSION: u32 = 2;

impl Settings {
    /// The stored settings, or the defaults.
    pub(crate) fn load() -> Self {
        let mut settings = Self::default();
        for line in browser::load(KEY).unwrap_or_default().lines() {
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

    fn save(&self) {
        let look = match self.look {
            Look::System => "system",
            Look::Light => "light",
            Look::Dark => "dark",
        };
        let Self { contrast, motion, coordinates, confirm, sound, .. } = self;
        browser::store(
            KEY,
            &format!(
                "version={VERSION}\nlook={look}\ncontrast={contrast}\nmotion={motion}\ncoordinates={coordinates}\nconfirm={confirm}\nsound={sound}\n"
            ),
        );
    }

    /// The theme of the board.
    pub(crate) fn theme(&self) -> Theme {
        let dark = match self.look {
            Look::System => browser::media("(prefers-color-scheme: dark)"),
            Look::Light => false,
            Look::Dark => true,
        };
        if dark { Theme::Dark } else { Theme::Light }
    }

    /// Whether actions are animated.
    pub(crate) fn moves(&self) -> bool {
        self.motion && !browser::media("(prefers-reduced-motion: reduce)")
    }
}

/// Provides the settings: stored when they change, and attributes of the root for the style sheet.
pub(crate) fn provide() -> RwSignal<Settings> {
    let settings = RwSignal::new(Settings::load());
    SETTINGS.set(Some(settings));
    Effect::new(move |_| {
        let settings = settings.get();
        settings.save();
        if let Some(root) = document().document_element() {
            let theme = if settings.theme() == Theme::Dark { "dark" } else { "light" };
            let _ = root.set_attribute("data-theme", theme);
            let _ = root.set_attribute("data-contrast", if settings.contrast { "high" } else { "normal" });
            let _ = root.set_attribute("data-motion", if settings.moves() { "on" } else { "off" });
        }
    });
    settings
}

thread_local! {
    /// Not a context, because events and timers have none.
    static SETTINGS: Cell<Option<RwSignal<Settings>>> = const { Cell::new(None) };
}

/// The settings.
pub(crate) fn settings() -> RwSignal<Settings> {
    SETTINGS.get().expect("the app provides the settings before anything else")
}
