//! A Chromium with an empty profile: start, navigation and input.

use std::cell::RefCell;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::error::CmdError;
use fantoccini::wd::WindowHandle;
use fantoccini::{Client, ClientBuilder, Locator};
use hexarium_server::testing::{DEADLINE, try_eventually};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::command::Command;
use crate::driver::Driver;
use crate::options::BrowserOptions;
use crate::permit::Permit;

pub use fantoccini::key::Key;

/// The number of attempts to start Chromium: on a busy machine the driver may give up waiting.
const STARTS: usize = 3;

/// A browser with an empty profile. It is closed when this is dropped.
///
/// Reads and inputs wait for their element: an exception, such as a missing or stale element or a
/// page that is being loaded, means "not yet" until [`DEADLINE`] has passed.
pub struct Browser {
    runtime: Runtime,
    /// `None` only while the browser is being closed.
    client: Option<Client>,
    /// The open tabs, oldest first.
    tabs: RefCell<Vec<WindowHandle>>,
    _driver: Driver,
    profile: PathBuf,
    _permit: Permit,
}

impl Browser {
    /// Starts a browser as soon as fewer than the permitted number are running.
    #[track_caller]
    pub fn start(options: &BrowserOptions) -> Self {
        Self::with_permit(Permit::acquire(1), options)
    }

    /// Starts several browsers, each with its own profile.
    #[track_caller]
    pub fn several<const N: usize>(options: &BrowserOptions) -> [Self; N] {
        let mut permit = Some(Permit::acquire(N));
        std::array::from_fn(|_| Self::with_permit(permit.take().unwrap_or_else(Permit::shared), options))
    }

    #[track_caller]
    fn with_permit(permit: Permit, options: &BrowserOptions) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("the runtime starts");
        let mut failures = Vec::new();
        let (driver, profile, client) = loop {
            match runtime.block_on(connect(options)) {
                Ok(connected) => break connected,
                Err(problem) => failures.push(problem),
            }
            let problems = failures.join("\n");
            assert!(failures.len() < STARTS, "Chromium does not start:\n{problems}");
        };
        let client = Some(client);
        let tabs = RefCell::default();
        let browser = Self { runtime, client, tabs, _driver: driver, profile, _permit: permit };
        let tab = browser.once("the first tab", browser.client().window());
        browser.tabs.borrow_mut().push(tab);
        browser.resize(options.size, options.phone);
        if !options.media.is_empty() {
            let feature = |(name, value): &(&str, &str)| json!({ "name": name, "value": value });
            let features: Vec<Value> = options.media.iter().map(feature).collect();
            browser.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
        }
        let settings = format!(
            "if (!localStorage.getItem('hexarium.settings')) \
                localStorage.setItem('hexarium.settings', {});",
            json!(options.settings)
        );
        for script in [&settings].into_iter().chain(&options.scripts) {
            // Pages without storage, such as the blank one, do not need the script.
            let source = format!("try {{ {script} }} catch (error) {{}}");
            let source = json!({ "source": source });
            browser.devtools("Page.addScriptToEvaluateOnNewDocument", source);
        }
        browser
    }

    pub(crate) fn client(&self) -> &Client {
        self.client.as_ref().expect("the browser is open")
    }

    /// Sends a command once.
    pub(crate) fn send<T>(&self, command: impl Future<Output = Result<T, CmdError>>) -> Result<T, String> {
        let reply = async { tokio::time::timeout(DEADLINE, command).await };
        match self.runtime.block_on(reply) {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(problem)) => Err(problem.to_string()),
            Err(_) => Err(format!("no reply from the browser within {DEADLINE:?}")),
        }
    }

    /// Sends a command that must succeed at the first attempt.
    #[track_caller]
    pub(crate) fn once<T>(&self, what: &str, command: impl Future<Output = Result<T, CmdError>>) -> T {
        self.send(command).unwrap_or_else(|problem| panic!("{what}: {problem}"))
    }

    /// Repeats an attempt until it succeeds; the panic after the deadline shows page and console.
    #[track_caller]
    pub(crate) fn eventually<T>(&self, what: &str, attempt: impl FnMut() -> Result<T, String>) -> T {
        try_eventually(what, attempt).unwrap_or_else(|problem| {
            let text = "return document.body.innerText.slice(0, 1500)";
            let page = self.send(self.client().execute(text, Vec::new()));
            let page = page.map_or_else(|e| e, |page| page.as_str().unwrap_or_default().to_string());
            let console = self.console().join("\n");
            panic!("{problem}\nthe page shows:\n{page}\nthe console shows:\n{console}")
        })
    }

    /// Sends a command of the Chrome DevTools Protocol.
    #[track_caller]
    pub fn devtools(&self, name: &'static str, parameters: Value) -> Value {
        self.once(name, self.client().issue_cmd(Command::DevTools { name, parameters }))
    }

    /// Sets the size of the viewport.
    #[track_caller]
    pub fn resize(&self, (width, height): (u32, u32), phone: bool) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.devtools("Emulation.setDeviceMetricsOverride", size);
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone }));
    }

    /// Opens an address and waits until the app has started.
    #[track_caller]
    pub fn open(&self, address: &str) {
        // An address that differs in its fragment only would not load anything.
        self.once("leave the page", self.client().goto("about:blank"));
        self.once(address, self.client().goto(address));
        self.wait_for_app();
    }

    /// Opens an address, without loading anything if the app is open there already.
    #[track_caller]
    pub fn visit(&self, address: &str) {
        let (site, page) = address.split_once('#').unwrap_or((address, ""));
        if self.address().split('#').next() == Some(site) { self.go(page) } else { self.open(address) }
    }

    /// Reloads the page and waits until the app has started.
    #[track_caller]
    pub fn reload(&self) {
        self.once("reload", self.client().refresh());
        self.wait_for_app();
    }

    #[track_caller]
    fn wait_for_app(&self) {
        self.assert_present("header.top, .boot-note");
    }

    /// Opens an address in another tab of the same profile and switches to it.
    #[track_caller]
    pub fn open_tab(&self, address: &str) {
        let tab = self.once("open a tab", self.client().new_window(true)).handle;
        self.tabs.borrow_mut().push(tab);
        self.switch_to_tab(self.tabs.borrow().len() - 1);
        self.once(address, self.client().goto(address));
        self.wait_for_app();
    }

    /// Switches to a tab by its number, in the order of opening from 0.
    #[track_caller]
    pub fn switch_to_tab(&self, number: usize) {
        let tab = self.tabs.borrow()[number].clone();
        self.once("switch to a tab", self.client().switch_to_window(tab));
    }

    /// Navigates to another page of the app, such as `/settings`, without loading anything, and
    /// waits until the app has handled the change.
    #[track_caller]
    pub fn go(&self, page: &str) {
        let script = "const [page] = arguments, before = location.hash;
            return new Promise(done => {
                addEventListener('hashchange', () => setTimeout(done), { once: true });
                location.hash = page;
                if (location.hash === before) done();
            })";
        self.run(script, vec![json!(page)]);
    }

    /// Returns the address of the page.
    #[track_caller]
    pub fn address(&self) -> String {
        self.once("read the address", self.client().current_url()).to_string()
    }

    /// Runs a script once and returns its value; a promise is awaited.
    #[track_caller]
    pub fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.once(script, self.client().execute(script, arguments))
    }

    /// Clicks an element with the mouse as soon as nothing covers it.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        let client = self.client();
        self.eventually(&format!("a click on '{selector}'"), || {
            self.send(async { client.find(Locator::Css(selector)).await?.click().await })
        });
    }

    /// Clicks a cell by its label.
    #[track_caller]
    pub fn click_cell(&self, label: &str) {
        self.click(&cell(label));
    }

    /// Taps the middle of an element and waits until the page has got the click. On a busy machine
    /// a tap can become a long press; then it is repeated.
    #[track_caller]
    pub fn tap(&self, selector: &str) {
        self.assert_present(selector);
        let numbers = self.run(PREPARE_TAP, vec![json!(selector)]);
        let number = |i: usize| numbers[i].as_f64().unwrap_or(-1.0);
        let (x, y) = (number(0), number(1));
        let inside = (0.0..number(2)).contains(&x) && (0.0..number(3)).contains(&y);
        assert!(inside, "'{selector}' cannot be scrolled into the viewport");
        loop {
            self.run("window.tapped = null", Vec::new());
            let start = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
            self.devtools("Input.dispatchTouchEvent", start);
            self.devtools("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
            self.wait_until(&format!("the tap on '{selector}'"), "window.tapped");
            if self.is("window.tapped === 'click'") {
                return;
            }
        }
    }

    /// Presses and releases a key.
    #[track_caller]
    pub fn press(&self, key: Key) {
        self.keys(&[char::from(key)]);
    }

    /// Types text into the focused element.
    #[track_caller]
    pub fn type_text(&self, text: &str) {
        self.keys(&text.chars().collect::<Vec<_>>());
    }

    #[track_caller]
    fn keys(&self, keys: &[char]) {
        let mut actions = KeyActions::new("keys".to_string());
        for &value in keys {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.once("press a key", self.client().perform_actions(actions));
    }

    /// Presses the tab key until an element has the focus.
    #[track_caller]
    pub fn tab_to(&self, selector: &str) {
        self.assert_present(selector);
        let focused = format!("document.activeElement.matches({})", json!(selector));
        for _ in 0..120 {
            if self.is(&focused) {
                return;
            }
            self.press(Key::Tab);
        }
        panic!("the tab key does not reach '{selector}'");
    }

    /// Replaces the text of a field.
    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        let client = self.client();
        self.eventually(&format!("'{selector}' to be filled with '{text}'"), || {
            let written = self.send(async {
                let field = client.find(Locator::Css(selector)).await?;
                field.clear().await?;
                field.send_keys(text).await?;
                field.prop("value").await
            })?;
            let written = written.unwrap_or_default();
            // Fields of several lines have their own line ends.
            if written.lines().eq(text.lines()) { Ok(()) } else { Err(format!("'{written}'")) }
        });
    }

    /// Chooses a file in a file field.
    #[track_caller]
    pub fn choose_file(&self, selector: &str, file: &Path) {
        let (client, name) = (self.client(), file.display().to_string());
        self.eventually(&format!("a file to be chosen in '{selector}'"), || {
            self.send(async { client.find(Locator::Css(selector)).await?.send_keys(&name).await })
        });
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            let closing = async { tokio::time::timeout(DEADLINE, client.close()).await };
            let _ = self.runtime.block_on(closing);
        }
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// Starts a driver and, through it, a browser with a new profile.
async fn connect(options: &BrowserOptions) -> Result<(Driver, PathBuf, Client), String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let driver = Driver::start()?;
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("hexarium-browser-{}-{number}", std::process::id());
    let profile = std::env::temp_dir().join(name);
    let (width, height) = options.size;
    let arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        // Each of them keeps a page of the browser's own ready, at half of the cost of a start.
        "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
        "--force-color-profile=srgb",
        "--hide-scrollbars",
        &format!("--window-size={width},{height}"),
        &format!("--user-data-dir={}", profile.display()),
    ];
    let limit = Duration::as_millis(&DEADLINE) as u64;
    let capabilities = json!({
        "browserName": "chrome",
        "goog:chromeOptions": { "args": arguments },
        "goog:loggingPrefs": { "browser": "ALL" },
        "timeouts": { "script": limit, "pageLoad": limit },
    });
    let Value::Object(capabilities) = capabilities else { unreachable!("it is an object") };
    let mut builder = ClientBuilder::new(HttpConnector::new());
    let connecting = builder.capabilities(capabilities).connect(&driver.address);
    match tokio::time::timeout(DEADLINE, connecting).await {
        Ok(Ok(client)) => Ok((driver, profile, client)),
        Ok(Err(problem)) => Err(problem.to_string()),
        Err(_) => Err(format!("no session within {DEADLINE:?}")),
    }
}

/// The selector of a cell.
pub(crate) fn cell(label: &str) -> String {
    format!("#board [data-cell='{label}']")
}

/// Scrolls an element into the viewport, records the kind of the next tap in `window.tapped`, and
/// returns the middle of the element and the size of the viewport.
const PREPARE_TAP: &str = "
    const element = document.querySelector(arguments[0]);
    const middle = () => {
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    // Like a finger, the tap scrolls only to what is out of sight.
    if (!element.contains(document.elementFromPoint(...middle())))
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    for (const kind of ['click', 'contextmenu'])
        addEventListener(kind, () => { window.tapped = kind; }, { capture: true });
    return [...middle(), innerWidth, innerHeight];";
