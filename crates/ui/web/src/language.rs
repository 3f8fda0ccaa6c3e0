//! The language of the app. English texts are part of the app; those of other languages are
//! catalogues, loaded when the app starts. A change of the language reloads the page.

use std::cell::Cell;

use hexarium_session::translation::Catalogue;
use leptos::prelude::{document, window};

use crate::browser;
use crate::messages::{ENGLISH, Messages};
use crate::settings;

/// The code of the language in which the texts are written.
const SOURCE: &str = "en";

thread_local! {
    static LANGUAGE: Cell<&'static str> = const { Cell::new(SOURCE) };
    static TRANSLATION: Cell<Option<&'static Translation>> = const { Cell::new(None) };
}

struct Translation {
    messages: Messages,
    catalogue: Catalogue<'static>,
}

/// The code of the chosen language.
pub(crate) fn chosen() -> &'static str {
    settings::stored().language.code(&window().navigator().language().unwrap_or_default())
}

/// Whether the texts of a language are part of the app.
pub(crate) fn is_built_in(code: &str) -> bool {
    code == SOURCE
}

/// Loads the texts of a language. Without them the app is in English.
pub(crate) async fn load(code: &'static str) {
    let Some(text) = browser::fetch_text(&format!("./lang/{code}.txt")).await else { return };
    match Catalogue::parse(String::leak(text)) {
        Ok(catalogue) => {
            let messages = ENGLISH.clone().map(|text| catalogue.message(text).unwrap_or(text));
            TRANSLATION.set(Some(Box::leak(Box::new(Translation { messages, catalogue }))));
            LANGUAGE.set(code);
        }
        Err(fault) => browser::warn(&fault),
    }
}

/// Tells browser and screen readers the language.
pub(crate) fn declare() {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", LANGUAGE.get());
    }
}

/// The code of the language of the app.
pub(crate) fn code() -> &'static str {
    LANGUAGE.get()
}

/// The texts of the app.
pub(crate) fn messages() -> &'static Messages {
    TRANSLATION.get().map_or(&ENGLISH, |translation| &translation.messages)
}

/// A text of a game, of the session or of the server in the language of the app.
pub(crate) fn tr(text: &str) -> String {
    TRANSLATION.get().map_or_else(|| text.to_string(), |translation| translation.catalogue.translate(text))
}
