//! Functions of the browser.

use std::cell::Cell;
use std::rc::Rc;

use hexarium_session::storage::KeyValue;
use js_sys::{Array, Function};
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

    /// Prepares for the first sound, if the player has used the page before; in `boot.js`.
    #[wasm_bindgen(js_name = hexariumPrepareSound)]
    pub(crate) fn prepare_sound();

    /// Plays a short sound, if the player has used the page before; in `boot.js`.
    #[wasm_bindgen(js_name = hexariumSound)]
    pub(crate) fn play_sound(name: &str);

    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    /// Requests a lock and returns the function that gives it up, or nothing in browsers without
    /// locks; in `boot.js`.
    #[wasm_bindgen(js_name = hexariumLock)]
    fn request_lock(name: &str, granted: &JsValue) -> JsValue;

    /// Returns the texts whose keys begin with a prefix; in `boot.js`.
    #[wasm_bindgen(js_namespace = hexariumTexts, js_name = read, catch)]
    async fn texts_read(prefix: &str) -> Result<JsValue, JsValue>;

    /// Changes texts in one transaction; in `boot.js`.
    #[wasm_bindgen(js_namespace = hexariumTexts, js_name = write, catch)]
    async fn texts_write(changes: Array) -> Result<JsValue, JsValue>;
}

/// Milliseconds since the page was started.
pub(crate) fn now() -> f64 {
    performance_now()
}

/// Milliseconds since 1970.
pub(crate) fn time() -> u64 {
    js_sys::Date::now() as u64
}

/// The date, as in `2026-11-17`.
pub(crate) fn iso_date() -> String {
    String::from(js_sys::Date::new_0().to_iso_string()).split('T').next().unwrap_or_default().to_string()
}

/// Reads the texts in the browser's database whose keys begin with a prefix; none if there is no
/// database.
pub(crate) async fn read_texts(prefix: &str) -> Option<Vec<(String, String)>> {
    let found: Array = texts_read(prefix).await.ok()?.unchecked_into();
    let pair = |pair: JsValue| {
        let pair: Array = pair.unchecked_into();
        Some((pair.get(0).as_string()?, pair.get(1).as_string()?))
    };
    Some(found.iter().filter_map(pair).collect())
}

/// Changes texts in the browser's database; those without a value are removed. Returns whether all
/// changes were made; otherwise none was.
pub(crate) async fn write_texts(changes: Vec<(String, Option<String>)>) -> bool {
    let pair = |(key, text): (String, Option<String>)| Array::of2(&key.into(), &text.map_or(JsValue::NULL, Into::into));
    texts_write(changes.into_iter().map(pair).collect()).await.is_ok()
}

/// Writes a warning to the console.
pub(crate) fn warn(reason: &str) {
    web_sys::console::warn_1(&reason.into());
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

/// Navigates to another part of the app in place of this one.
pub(crate) fn redirect(fragment: &str) {
    let _ = window().location().replace(&format!("#{fragment}"));
}

/// Goes back to the previous page.
pub(crate) fn back() {
    if let Ok(history) = window().history() {
        let _ = history.back();
    }
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
        let state = Rc::new(Cell::new(LockState::Requested));
        let shared = state.clone();
        let grant = Closure::once_into_js(move || {
            if shared.get() == LockState::Requested {
                shared.set(LockState::Granted);
                granted();
            }
        });
        let release = request_lock(name, &grant).dyn_into().ok();
        if release.is_none() {
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

/// Returns the rectangle of the first element that matches a selector.
pub(crate) fn rectangle(selector: &str) -> Option<web_sys::DomRect> {
    Some(document().query_selector(selector).ok()??.get_bounding_client_rect())
}

/// Returns the place in the window of a box beside an element: on its right or left, where the box
/// covers none of some other elements and stays within the element around it; otherwise at the
/// start of another element, or at the right edge.
pub(crate) fn place_beside(
    selector: &str,
    (width, height): (f64, f64),
    avoided: &[String],
    around: &str,
    otherwise: &str,
) -> Option<(f64, f64)> {
    const GAP: f64 = 8.0;
    let (beside, around) = (rectangle(selector)?, rectangle(around)?);
    let avoided: Vec<_> = avoided.iter().filter_map(|selector| rectangle(selector)).collect();
    let y = (beside.top() + beside.height() / 2.0).min(around.bottom() - height).max(around.top());
    let is_free = |x: &f64| {
        let covers = |other: &web_sys::DomRect| {
            other.left() < x + width && other.right() > *x && other.top() < y + height && other.bottom() > y
        };
        *x >= around.left() && x + width <= around.right() && !avoided.iter().any(covers)
    };
    let sides = [beside.right() + GAP, beside.left() - GAP - width];
    let otherwise =
        || rectangle(otherwise).map_or((around.right() - width, y), |otherwise| (otherwise.left(), otherwise.top()));
    Some(sides.into_iter().find(is_free).map_or_else(otherwise, |x| (x, y)))
}

/// Whether a click or a movement of the pointer comes from a finger.
pub(crate) fn is_touch(event: &web_sys::MouseEvent) -> bool {
    event.dyn_ref::<web_sys::PointerEvent>().is_some_and(|event| event.pointer_type() == "touch")
}

/// Whether the element of a focus event shows its focus, as it does for the keyboard.
pub(crate) fn has_visible_focus(event: &web_sys::FocusEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| element.matches(":focus-visible").unwrap_or(false))
}

/// Scrolls the page so that an element is in sight.
pub(crate) fn scroll_into_view(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        element.scroll_into_view_with_bool(false);
    }
}

/// Scrolls a list so that one of its elements is in sight; the page stays where it is.
pub(crate) fn scroll_to(list: &str, element: &str) {
    let found = |selector| document().query_selector(selector).ok().flatten();
    let (Some(list), Some(element)) = (found(list), found(element)) else { return };
    let (outer, inner) = (list.get_bounding_client_rect(), element.get_bounding_client_rect());
    let beyond = (inner.bottom() - outer.bottom()).max(0.0) + (inner.top() - outer.top()).min(0.0);
    list.set_scroll_top(list.scroll_top() + beyond as i32);
}

/// Scrolls an element to the middle of its content.
pub(crate) fn scroll_to_middle(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        element.set_scroll_left((element.scroll_width() - element.client_width()) / 2);
        element.set_scroll_top((element.scroll_height() - element.client_height()) / 2);
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
