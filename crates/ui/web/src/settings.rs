//! The settings of the player.

use std::cell::Cell;

use hexarium_pictures::Theme;
use leptos::prelude::*;

pub(crate) use hexarium_session::settings::{Look, Settings};

use crate::browser;

/// The key of the settings.
const KEY: &str = "settings";

/// The effect of the settings in this browser.
pub(crate) trait InBrowser {
    /// The theme of the board.
    fn theme(&self) -> Theme;
    /// Whether actions are animated.
    fn moves(&self) -> bool;
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

    fn moves(&self) -> bool {
        self.motion && !browser::media("(prefers-reduced-motion: reduce)")
    }
}

/// Provides the settings: stored when they change, and attributes of the root for the style sheet.
pub(crate) fn provide() -> RwSignal<Settings> {
    let settings = RwSignal::new(Settings::from_text(&browser::load(KEY).unwrap_or_default()));
    SETTINGS.set(Some(settings));
    Effect::new(move |_| {
        let settings = settings.get();
        browser::store(KEY, &settings.to_text());
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
