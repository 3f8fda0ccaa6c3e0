//! The settings of the player.

use std::cell::Cell;

use hexarium_pictures::{BEAT, BoardTheme, Orientation, Theme};
use leptos::prelude::*;

pub(crate) use hexarium_session::settings::{Confirmation, Language, Look, Motion, Settings};
use hexarium_session::settings::{orientation_from_text, orientation_text};

use crate::browser;

/// The key of the settings.
const KEY: &str = "settings";

/// The effect of the settings in this browser.
pub(crate) trait InBrowser {
    /// The colour scheme of pictures.
    fn theme(&self) -> Theme;
    /// The theme of boards.
    fn board_theme(&self) -> BoardTheme;
    /// Whether actions are animated.
    fn moves(&self) -> bool;
    /// The duration of a beat of an animation, in seconds.
    fn beat(&self) -> f64;
}

impl InBrowser for Settings {
    fn theme(&self) -> Theme {
        let dark = match self.look {
            Look::System => browser::media("(prefers-color-scheme: dark)"),
            Look::Light => false,
            Look::Dark => true,
        };
        if dark { Theme::Dark } else { Theme::Light }
    }

    fn board_theme(&self) -> BoardTheme {
        if self.contrast { BoardTheme::Contrast } else { self.board }
    }

    fn moves(&self) -> bool {
        self.motion != Motion::Off && !browser::media("(prefers-reduced-motion: reduce)")
    }

    fn beat(&self) -> f64 {
        match self.motion {
            Motion::Slow => 2.0 * BEAT,
            Motion::Off | Motion::Normal => BEAT,
            Motion::Fast => BEAT / 2.0,
        }
    }
}

/// The stored settings.
pub(crate) fn stored() -> Settings {
    Settings::from_text(&browser::load(KEY).unwrap_or_default())
}

/// Changes the language: the page is loaded again, and the games are saved.
pub(crate) fn set_language(language: Language) {
    settings().update(|settings| settings.language = language);
    browser::store(KEY, &settings().get_untracked().to_text());
    let _ = window().location().reload();
}

/// Provides the settings: stored when they change, and attributes of the root for the style sheet.
pub(crate) fn provide() -> RwSignal<Settings> {
    let stored = stored();
    // Effects run after the first page is drawn, which would flash in the other theme.
    set_attributes(&stored);
    let settings = RwSignal::new(stored);
    SETTINGS.set(Some(settings));
    Effect::new(move |_| {
        let settings = settings.get();
        browser::store(KEY, &settings.to_text());
        set_attributes(&settings);
    });
    settings
}

/// Sets the attributes of the root that the style sheet depends on.
fn set_attributes(settings: &Settings) {
    if let Some(root) = document().document_element() {
        let theme = if settings.theme() == Theme::Dark { "dark" } else { "light" };
        let _ = root.set_attribute("data-theme", theme);
        let _ = root.set_attribute("data-contrast", if settings.contrast { "high" } else { "normal" });
        let _ = root.set_attribute("data-motion", if settings.moves() { "on" } else { "off" });
    }
}

thread_local! {
    /// Not a context, because events and timers have none.
    static SETTINGS: Cell<Option<RwSignal<Settings>>> = const { Cell::new(None) };
}

/// The settings.
pub(crate) fn settings() -> RwSignal<Settings> {
    SETTINGS.get().expect("the app provides the settings before anything else")
}

/// The key of the orientation that the player gave the boards of a game.
fn orientation_key(game: &str) -> String {
    format!("orientation/{game}")
}

/// The orientation that the player gave the boards of a game.
pub(crate) fn orientation(game: &str) -> Orientation {
    orientation_from_text(&browser::load(&orientation_key(game)).unwrap_or_default())
}

/// Stores the orientation of the boards of a game.
pub(crate) fn set_orientation(game: &str, orientation: Orientation) {
    browser::store(&orientation_key(game), &orientation_text(orientation));
}
