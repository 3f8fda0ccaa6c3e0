//! Functions of the browser.

use std::cell::Cell;
use std::rc::Rc;

use hexarium_session::storage::KeyValue;
use js_sys::Function;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlElement, Storage, Url};

#[wasm_bindgen]
extern "C" {
    /// Shows that the app has failed, and offers to restart it; in `boot.js`.
    #[wasm_bindgen(js_name = hexariumFail)]
    fn hexarium_fail(reason: &str);

    /// Sets the CSS rules of the animation; in `boot.js`.
    #[wasm_bindgen(js_name = hexariumMotion)]
    fn hexarium_motion(rules: &str);

    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// Milliseconds since the page or the worker was started.
pub(crate) fn now() -> f64 {
    performance_now()
}

/// Shows an internal error.
pub(crate) fn fail(reason: &str) {
    web_sys::console::error_1(&reason.into());
    hexarium_fail(reason);
}

/// Moves the CSS rules of an animated picture to the page, as the content security policy does not
/// allow inline styles.
pub(crate) fn set_in_motion(picture: String) -> String {
    let parts = picture.strip_prefix("<style>").and_then(|rest| rest.split_once("</style>"));
    let Some((rules, picture)) = parts else { return picture };
    hexarium_motion(rules);
    picture.to_string()
}

/// A random number, for seeds and keys.
pub(crate) fn random() -> u64 {
    (js_sys::Math::random() * f64::from(u32::MAX)) as u64
}

/// The number of threads of this machine.
pub(crate) fn cores() -> usize {
    window().navigator().hardware_concurrency() as usize
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// The stored value of a key.
pub(crate) fn load(key: &str) -> Option<String> {
    storage()?.get_item(&format!("hexarium.{key}")).ok().flatten()
}

/// Stores a value. Returns whether there was room.
pub(crate) fn store(key: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(&format!("hexarium.{key}"), value).is_ok())
}

/// Removes a key.
pub(crate) fn remove(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&format!("hexarium.{key}"));
    }
}

/// Removes everything that is stored.
pub(crate) fn clear() {
    let Some(storage) = storage() else { return };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|n| storage.key(n).ok().flatten());
    for key in keys.filter(|key| key.starts_with("hexarium.")).collect::<Vec<_>>() {
        let _ = storage.remove_item(&key);
    }
}

/// The local storage of the browser, below `hexarium.`.
pub(crate) struct LocalStore;

impl KeyValue for LocalStore {
    fn get(&self, key: &str) -> Option<String> {
        load(key)
    }
    fn set(&self, key: &str, value: &str) -> bool {
        store(key, value)
    }
    fn remove(&self, key: &str) {
        remove(key);
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

/// Navigates to another part of the app.
pub(crate) fn go(fragment: &str) {
    let _ = window().location().set_hash(fragment);
}

/// Whether a media query holds.
pub(crate) fn media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Copies a text to the clipboard, if that is allowed.
pub(crate) fn copy(text: &str) {
    let _ = window().navigator().clipboard().write_text(text);
}

/// Downloads a text as a file.
pub(crate) fn save(name: &str, kind: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) else { return };
    save_blob(name, &blob);
}

/// Downloads a file.
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

/// A lock of which the tabs of this browser hold one at a time. It is released when this is dropped
/// or the tab is closed.
pub(crate) struct TabLock {
    state: Rc<Cell<LockState>>,
    release: Option<Function>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LockState {
    Requested,
    Granted,
    Released,
}

impl TabLock {
    /// Requests a lock and calls a function when it is granted. Browsers without locks, and pages
    /// that are not served securely, grant it at once.
    pub(crate) fn request(name: &str, granted: impl FnOnce() + 'static) -> Self {
        let state = Rc::new(Cell::new(LockState::Granted));
        let member = |object: &JsValue, name: &str| js_sys::Reflect::get(object, &name.into()).ok();
        let locks = member(&window().navigator(), "locks").filter(JsValue::is_object);
        let request = locks.as_ref().and_then(|locks| member(locks, "request")?.dyn_into::<Function>().ok());
        let (Some(locks), Some(request)) = (locks, request) else { return Self { state, release: None } };
        state.set(LockState::Requested);
        let mut release = None;
        let held = js_sys::Promise::new(&mut |resolve, _| release = Some(resolve));
        let shared = state.clone();
        // The browser holds the lock until the promise is resolved.
        let grant = Closure::once_into_js(move |_: JsValue| {
            if shared.get() == LockState::Requested {
                shared.set(LockState::Granted);
                granted();
            }
            JsValue::from(held)
        });
        if request.call2(&locks, &name.into(), &grant).is_err() {
            state.set(LockState::Granted);
        }
        Self { state, release }
    }

    /// Whether this tab holds the lock.
    pub(crate) fn is_granted(&self) -> bool {
        self.state.get() == LockState::Granted
    }
}

impl Drop for TabLock {
    fn drop(&mut self) {
        self.state.set(LockState::Released);
        if let Some(release) = &self.release {
            let _ = release.call0(&JsValue::NULL);
        }
    }
}

/// Moves the focus to the first element that matches a selector.
pub(crate) fn focus(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}

/// Changes the address to another part of the app without a step in the history.
pub(crate) fn replace(fragment: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{fragment}")));
    }
}

/// The text behind an address, if there is one.
pub(crate) async fn fetch_text(address: &str) -> Option<String> {
    let response = JsFuture::from(window().fetch_with_str(address)).await.ok()?;
    let response: web_sys::Response = response.dyn_into().ok().filter(web_sys::Response::ok)?;
    JsFuture::from(response.text().ok()?).await.ok()?.as_string()
}

/// The text of a file that the player has chosen.
pub(crate) async fn read_file(file: &web_sys::File) -> Option<String> {
    JsFuture::from(file.text()).await.ok()?.as_string()
}

/// A picture in pixels, as a PNG.
pub(crate) async fn rasterise(svg: &str, scale: f64) -> Option<JsValue> {
    let image = web_sys::HtmlImageElement::new().ok()?;
    image.set_src(&format!("data:image/svg+xml,{}", String::from(js_sys::encode_uri_component(svg))));
    JsFuture::from(image.decode()).await.ok()?;
    let canvas: web_sys::HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width((f64::from(image.natural_width()) * scale) as u32);
    canvas.set_height((f64::from(image.natural_height()) * scale) as u32);
    let pen: web_sys::CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    pen.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height).ok()?;
    let made = js_sys::Promise::new(&mut |resolve, _| {
        let _ = canvas.to_blob(&resolve);
    });
    JsFuture::from(made).await.ok().filter(|blob| !blob.is_null())
}
