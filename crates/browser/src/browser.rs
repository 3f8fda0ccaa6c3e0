//! A Chromium that looks at the app, in plain words.

use std::fmt::Debug;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::command::Command;
use crate::driver::Driver;
use crate::seat::Seat;

pub use fantoccini::key::Key;

/// How long anything may take that does not say otherwise.
const PATIENCE: Duration = Duration::from_secs(15);

/// How often it is asked whether something has happened.
const PULSE: Duration = Duration::from_millis(15);

/// What a browser should be like.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// Width and height of the page in pixels.
    pub size: (u32, u32),
    /// A screen to be touched instead of a mouse.
    pub phone: bool,
    /// The app's settings on the first visit: lines of `name=value`.
    pub settings: String,
    /// Media features, such as `prefers-color-scheme` and `dark`.
    pub media: Vec<(&'static str, &'static str)>,
    /// Scripts that run on every page before its own.
    pub scripts: Vec<String>,
}

impl Default for Wishes {
    /// A desktop on which nothing moves.
    fn default() -> Self {
        let (size, settings) = ((1280, 800), "motion=false\n".to_string());
        Self { size, phone: false, settings, media: Vec::new(), scripts: Vec::new() }
    }
}

impl Wishes {
    /// The same with other settings.
    pub fn with_settings(self, settings: &str) -> Self {
        Self { settings: settings.to_string(), ..self }
    }

    /// The same with a script that runs before those of the page.
    pub fn with_script(mut self, script: &str) -> Self {
        self.scripts.push(script.to_string());
        self
    }

    /// A phone of this size.
    pub fn phone(width: u32, height: u32) -> Self {
        Self { size: (width, height), phone: true, ..Self::default() }
    }
}

/// A browser with an empty profile. It is closed when this is dropped.
pub struct Browser {
    runtime: Runtime,
    /// Gone only while it is being closed.
    client: Option<Client>,
    _driver: Driver,
    profile: PathBuf,
    _seat: Seat,
}

impl Browser {
    /// Opens a browser, as soon as there are not too many.
    #[track_caller]
    pub fn start(wishes: &Wishes) -> Self {
        Self::on(Seat::take(1), wishes)
    }

    /// Opens several browsers, each with a profile of its own.
    #[track_caller]
    pub fn several<const N: usize>(wishes: &Wishes) -> [Self; N] {
        let mut seat = Some(Seat::take(N));
        std::array::from_fn(|_| Self::on(seat.take().unwrap_or_else(Seat::covered), wishes))
    }

    #[track_caller]
    fn on(seat: Seat, wishes: &Wishes) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let driver = Driver::start();
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("hexarium-browser-{}-{number}", std::process::id()));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime starts");
        let (width, height) = wishes.size;
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--force-color-profile=srgb",
            "--hide-scrollbars",
            &format!("--window-size={width},{height}"),
            &format!("--user-data-dir={}", profile.display()),
        ];
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("it is an object") };
        let connecting = async {
            ClientBuilder::new(HttpConnector::new()).capabilities(capabilities).connect(&driver.address).await
        };
        let client =
            runtime.block_on(connecting).unwrap_or_else(|problem| panic!("Chromium does not start: {problem}"));
        let browser = Self { runtime, client: Some(client), _driver: driver, profile, _seat: seat };
        browser.resize(wishes.size, wishes.phone);
        if !wishes.media.is_empty() {
            let feature = |(name, value): &(&str, &str)| json!({ "name": name, "value": value });
            let features: Vec<Value> = wishes.media.iter().map(feature).collect();
            browser.tool("Emulation.setEmulatedMedia", json!({ "features": features }));
        }
        let settings = format!(
            "if (!localStorage.getItem('hexarium.settings')) localStorage.setItem('hexarium.settings', {});",
            json!(wishes.settings)
        );
        for script in [&settings].into_iter().chain(&wishes.scripts) {
            // Pages without a storage, such as the empty one, have no need of it.
            let source = format!("try {{ {script} }} catch (error) {{}}");
            browser.tool("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
        }
        browser
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("the browser is open")
    }

    /// Does something and waits for it.
    #[track_caller]
    fn wait<T, E: Debug>(&self, what: &str, doing: impl Future<Output = Result<T, E>>) -> T {
        let done = self.runtime.block_on(async { tokio::time::timeout(PATIENCE * 4, doing).await });
        match done {
            Ok(Ok(value)) => value,
            Ok(Err(problem)) => panic!("{what}: {problem:?}"),
            Err(_) => panic!("{what}: the browser does not answer"),
        }
    }

    /// Uses one of the developer tools.
    #[track_caller]
    pub fn tool(&self, name: &'static str, parameters: Value) -> Value {
        self.wait(name, self.client().issue_cmd(Command::Tool { name, parameters }))
    }

    /// Makes the page as large as a screen.
    #[track_caller]
    pub fn resize(&self, (width, height): (u32, u32), phone: bool) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.tool("Emulation.setDeviceMetricsOverride", size);
        self.tool("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone }));
    }

    /// Opens an address and waits until the app is there.
    #[track_caller]
    pub fn open(&self, address: &str) {
        // An address that differs behind the `#` only would not load anything.
        self.wait("leave the page", self.client().goto("about:blank"));
        self.wait(address, self.client().goto(address));
        self.wait_for_app();
    }

    /// Loads the page anew.
    #[track_caller]
    pub fn reload(&self) {
        self.wait("reload", self.client().refresh());
        self.wait_for_app();
    }

    #[track_caller]
    fn wait_for_app(&self) {
        self.wait_until("the app to start", "document.querySelector('header.top, .boot-note')");
    }

    /// Opens an address in another tab of the same profile, which is looked at from now on.
    #[track_caller]
    pub fn open_tab(&self, address: &str) {
        let tab = self.wait("open a tab", self.client().new_window(true));
        self.wait("go to the tab", self.client().switch_to_window(tab.handle));
        self.wait(address, self.client().goto(address));
        self.wait_for_app();
    }

    /// Looks at another tab, by its number from 0.
    #[track_caller]
    pub fn go_to_tab(&self, number: usize) {
        let tabs = self.wait("list the tabs", self.client().windows());
        let tab = tabs.into_iter().nth(number).unwrap_or_else(|| panic!("there is no tab {number}"));
        self.wait("go to the tab", self.client().switch_to_window(tab));
    }

    /// Goes to another part of the app, such as `/settings`, without loading anything.
    #[track_caller]
    pub fn go(&self, part: &str) {
        self.run("location.hash = arguments[0]", vec![json!(part)]);
    }

    /// What a script gives; it waits for promises.
    #[track_caller]
    pub fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.wait(script, self.client().execute(script, arguments))
    }

    /// The value of an expression.
    #[track_caller]
    pub fn value(&self, expression: &str) -> Value {
        self.run(&format!("return {expression}"), Vec::new())
    }

    /// Whether an expression is true.
    #[track_caller]
    pub fn is(&self, expression: &str) -> bool {
        self.value(&format!("Boolean({expression})")) == json!(true)
    }

    /// Waits until an expression is true. `what` completes the sentence "waited for…".
    #[track_caller]
    pub fn wait_until(&self, what: &str, expression: &str) {
        self.wait_long(what, expression, PATIENCE);
    }

    /// The same with another patience.
    #[track_caller]
    pub fn wait_long(&self, what: &str, expression: &str, patience: Duration) {
        let start = Instant::now();
        while !self.is(expression) {
            if start.elapsed() > patience {
                let page = self.value("document.body.innerText.slice(0, 1500)");
                panic!(
                    "waited {patience:?} for {what}; the page says:\n{}\nthe console says:\n{}",
                    page.as_str().unwrap_or_default(),
                    self.console().join("\n")
                );
            }
            std::thread::sleep(PULSE);
        }
    }

    #[track_caller]
    fn element(&self, selector: &str) -> Element {
        if let Ok(found) = self.runtime.block_on(self.client().find(Locator::Css(selector))) {
            return found;
        }
        self.wait_until(&format!("'{selector}' to be on the page"), &present(selector));
        self.wait(selector, self.client().find(Locator::Css(selector)))
    }

    /// Whether something is on the page.
    #[track_caller]
    pub fn has(&self, selector: &str) -> bool {
        self.is(&present(selector))
    }

    /// Clicks with the mouse, where nothing lies above it.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.wait(&format!("click on {selector}"), element.click());
    }

    /// Clicks on a cell by its label.
    #[track_caller]
    pub fn click_cell(&self, label: &str) {
        self.click(&cell(label));
    }

    /// Touches the middle of something with a finger.
    #[track_caller]
    pub fn tap(&self, selector: &str) {
        self.wait_until(&format!("'{selector}' to be on the page"), &present(selector));
        let middle = "const element = document.querySelector(arguments[0]); \
            element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }); \
            const box = element.getBoundingClientRect(); \
            return [box.x + box.width / 2, box.y + box.height / 2, innerWidth, innerHeight];";
        let numbers = self.run(middle, vec![json!(selector)]);
        let number = |i: usize| numbers[i].as_f64().unwrap_or(-1.0);
        let (x, y) = (number(0), number(1));
        let inside = (0.0..number(2)).contains(&x) && (0.0..number(3)).contains(&y);
        assert!(inside, "{selector} cannot be brought into sight to be touched");
        self.tool("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }));
        self.tool("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    /// Presses a key and lets it go.
    #[track_caller]
    pub fn press(&self, key: Key) {
        self.keys(&[char::from(key)]);
    }

    /// Types a text wherever the focus is.
    #[track_caller]
    pub fn type_text(&self, text: &str) {
        self.keys(&text.chars().collect::<Vec<_>>());
    }

    fn keys(&self, keys: &[char]) {
        let mut actions = KeyActions::new("keys".to_string());
        for &value in keys {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.wait("press a key", self.client().perform_actions(actions));
    }

    /// Presses the tab key until the focus is on something.
    #[track_caller]
    pub fn tab_to(&self, selector: &str) {
        let there = format!("document.activeElement.matches({})", json!(selector));
        for _ in 0..120 {
            if self.is(&there) {
                return;
            }
            self.press(Key::Tab);
        }
        panic!("'{selector}' cannot be reached by the tab key");
    }

    /// Puts a text into a field.
    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.wait(&format!("empty {selector}"), element.clear());
        self.wait(&format!("write into {selector}"), element.send_keys(text));
    }

    /// Chooses a file.
    #[track_caller]
    pub fn choose_file(&self, selector: &str, file: &Path) {
        let element = self.element(selector);
        self.wait(&format!("choose a file in {selector}"), element.send_keys(&file.display().to_string()));
    }

    /// The text of something, as it is shown.
    #[track_caller]
    pub fn text_of(&self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({})?.innerText", json!(selector)));
        text.as_str().unwrap_or_else(|| panic!("there is no '{selector}' on the page")).trim().to_string()
    }

    /// An attribute or, with a dot before its name, a property.
    #[track_caller]
    pub fn attribute(&self, selector: &str, name: &str) -> String {
        let part = match name.strip_prefix('.') {
            Some(property) => property.to_string(),
            None => format!("getAttribute({})", json!(name)),
        };
        let text = self.value(&format!("document.querySelector({})?.{part}", json!(selector)));
        text.as_str().unwrap_or_else(|| panic!("'{selector}' has no {name}")).to_string()
    }

    /// What the app keeps under a name.
    #[track_caller]
    pub fn kept(&self, name: &str) -> Option<String> {
        let value = self.run("return localStorage.getItem(arguments[0])", vec![json!(format!("hexarium.{name}"))]);
        value.as_str().map(str::to_string)
    }

    /// Lets the app find something under a name the next time it looks.
    #[track_caller]
    pub fn keep(&self, name: &str, text: &str) {
        let arguments = vec![json!(format!("hexarium.{name}")), json!(text)];
        self.run("localStorage.setItem(arguments[0], arguments[1])", arguments);
    }

    /// The errors in the console since this was asked last.
    #[track_caller]
    pub fn console(&self) -> Vec<String> {
        let entries = self.wait("read the console", self.client().issue_cmd(Command::Console));
        let entries = entries.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_string()).collect()
    }

    /// Fails if something went wrong that only the console tells.
    #[track_caller]
    pub fn assert_quiet(&self) {
        let errors = self.console();
        assert!(errors.is_empty(), "errors in the console:\n{}", errors.join("\n"));
    }

    /// Fails if the page is wider than the screen.
    #[track_caller]
    pub fn assert_fits(&self) {
        let script = "const wide = document.documentElement.clientWidth; \
            const out = [...document.querySelectorAll('body *')].filter(element => { \
                const box = element.getBoundingClientRect(); \
                if (box.width === 0 || box.right <= wide + 1 && box.left >= -1) return false; \
                for (let up = element.parentElement; up; up = up.parentElement) \
                    if (getComputedStyle(up).overflowX !== 'visible') return false; \
                return getComputedStyle(element).position !== 'absolute'; \
            }); \
            return [document.documentElement.scrollWidth, wide, out.slice(0, 5).map(e => e.outerHTML.slice(0, 120))];";
        // A change of size takes the browser a moment.
        let patience = Instant::now() + Duration::from_secs(2);
        let found = loop {
            let found = self.run(script, Vec::new());
            let fits = found[0].as_u64() <= found[1].as_u64() && found[2].as_array().is_some_and(Vec::is_empty);
            if fits {
                return;
            }
            if Instant::now() > patience {
                break found;
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        panic!("the page is {} pixels wide on a screen of {}; what sticks out: {}", found[0], found[1], found[2]);
    }

    /// Writes a picture of what is in sight.
    #[track_caller]
    pub fn screenshot(&self, path: &Path) {
        let picture = self.wait("take a picture", self.client().screenshot());
        std::fs::write(path, picture).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            let closing = async { tokio::time::timeout(Duration::from_secs(5), client.close()).await };
            let _ = self.runtime.block_on(closing);
        }
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// The selector of a cell.
pub(crate) fn cell(label: &str) -> String {
    format!("#board [data-cell='{label}']")
}

fn present(selector: &str) -> String {
    format!("document.querySelector({})", json!(selector))
}
