//! The few things that are asked of the browser.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlElement, Storage, Url};

#[wasm_bindgen]
extern "C" {
    /// Shows that the app cannot go on, and offers to start again; in `boot.js`.
    #[wasm_bindgen(js_name = hexariumFail)]
    fn hexarium_fail(reason: &str);

    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// Milliseconds since the page or the worker was started.
pub(crate) fn now() -> f64 {
    performance_now()
}

/// Tells the player that something went wrong that should not have.
pub(crate) fn fail(reason: &str) {
    web_sys::console::error_1(&reason.into());
    hexarium_fail(reason);
}

/// A number that nobody can guess, for seeds.
pub(crate) fn dice() -> u64 {
    (js_sys::Math::random() * f64::from(u32::MAX)) as u64
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// What was kept under a name.
pub(crate) fn kept(name: &str) -> Option<String> {
    storage()?.get_item(&format!("hexarium.{name}")).ok().flatten()
}

/// Keeps a text under a name, and says whether there was room.
pub(crate) fn keep(name: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(&format!("hexarium.{name}"), text).is_ok())
}

/// Forgets what was kept under a name.
pub(crate) fn forget(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&format!("hexarium.{name}"));
    }
}

/// The part of the address behind the `#`.
pub(crate) fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.trim_start_matches('#').to_string()
}

/// The address of the page without its fragment.
pub(crate) fn address() -> String {
    let whole = window().location().href().unwrap_or_default();
    whole.split('#').next().unwrap_or_default().to_string()
}

/// Goes to another part of the app.
pub(crate) fn go(fragment: &str) {
    let _ = window().location().set_hash(fragment);
}

/// Whether a media query holds.
pub(crate) fn media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Puts a text on the clipboard; where that is not allowed, nothing happens.
pub(crate) fn copy(text: &str) {
    let _ = window().navigator().clipboard().write_text(text);
}

/// Lets the player save a text as a file.
pub(crate) fn save(name: &str, kind: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) else { return };
    save_blob(name, &blob);
}

/// Lets the player save a file.
pub(crate) fn save_blob(name: &str, blob: &Blob) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else { return };
    if let Ok(link) = document().create_element("a") {
        let link: HtmlAnchorElement = link.unchecked_into();
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    let _ = Url::revoke_object_url(&url);
}

/// Moves the focus to the first element that fits.
pub(crate) fn focus(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}
