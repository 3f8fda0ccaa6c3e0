//! How the app looks and behaves, as the player likes it.

use std::cell::Cell;

use hexarium_pictures::Theme;
use leptos::prelude::*;

use crate::browser;

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Look {
    #[default]
    System,
    Light,
    Dark,
}

/// Everything that can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    pub(crate) look: Look,
    pub(crate) contrast: bool,
    /// Pieces move; where the system asks for less motion they do not, whatever is set.
    pub(crate) motion: bool,
    pub(crate) coordinates: bool,
    /// A turn of several actions waits for a last word.
    pub(crate) confirm: bool,
    /// A sound says that it is the player's turn in a game with others.
    pub(crate) sound: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { look: Look::System, contrast: false, motion: true, coordinates: true, confirm: true, sound: true }
    }
}

const NAME: &str = "settings";

impl Settings {
    /// What was kept, or the defaults.
    pub(crate) fn load() -> Self {
        let mut settings = Self::default();
        for line in browser::kept(NAME).unwrap_or_default().lines() {
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
        browser::keep(
            NAME,
            &format!(
                "look={look}\ncontrast={contrast}\nmotion={motion}\ncoordinates={coordinates}\nconfirm={confirm}\nsound={sound}\n"
            ),
        );
    }

    /// Light or dark, for the board.
    pub(crate) fn theme(&self) -> Theme {
        let dark = match self.look {
            Look::System => browser::media("(prefers-color-scheme: dark)"),
            Look::Light => false,
            Look::Dark => true,
        };
        if dark { Theme::Dark } else { Theme::Light }
    }

    /// Whether pieces move.
    pub(crate) fn moves(&self) -> bool {
        self.motion && !browser::media("(prefers-reduced-motion: reduce)")
    }
}

/// The settings for everybody: kept when they change, and shown to the style sheet on the root of the page.
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
    /// Not a context of the app, because events and timers have none.
    static SETTINGS: Cell<Option<RwSignal<Settings>>> = const { Cell::new(None) };
}

/// The settings.
pub(crate) fn settings() -> RwSignal<Settings> {
    SETTINGS.get().expect("the app provides the settings before anything else")
}
