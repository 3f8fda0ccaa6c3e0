//! The page in a browser: reads and assertions, all of which wait.

use std::path::Path;

use serde_json::{Value, json};

use crate::Browser;
use crate::command::Command;

impl Browser {
    /// Evaluates an expression once.
    fn evaluate(&self, expression: &str) -> Result<Value, String> {
        let script = format!("return {expression}");
        self.send(self.client().execute(&script, Vec::new()))
    }

    /// Returns the value of an expression, as soon as it can be evaluated.
    #[track_caller]
    pub fn value(&self, expression: &str) -> Value {
        self.eventually(&format!("the value of {expression}"), || self.evaluate(expression))
    }

    /// Returns whether an expression is true, as soon as it can be evaluated.
    #[track_caller]
    pub fn is(&self, expression: &str) -> bool {
        self.value(&format!("Boolean({expression})")) == json!(true)
    }

    /// Returns whether an element is on the page now.
    #[track_caller]
    pub fn has(&self, selector: &str) -> bool {
        self.is(&query(selector))
    }

    /// Waits until an expression is true. `what` completes the sentence "waited for…".
    #[track_caller]
    pub fn wait_until(&self, what: &str, expression: &str) {
        // Elements and functions have no value outside the page.
        let value = format!("(value => Object(value) === value ? true : value)({expression})");
        self.eventually(what, || match self.evaluate(&value)? {
            Value::Null | Value::Bool(false) => Err(format!("{expression} is false")),
            Value::String(text) if text.is_empty() => Err(format!("{expression} is empty")),
            Value::Number(number) if number.as_f64() == Some(0.0) => Err(format!("{expression} is 0")),
            _ => Ok(()),
        });
    }

    /// Waits until an expression has a value.
    #[track_caller]
    pub fn assert_value(&self, expression: &str, expected: impl Into<Value>) {
        let expected = expected.into();
        self.eventually(&format!("{expression} to be {expected}"), || {
            let value = self.evaluate(expression)?;
            if value == expected { Ok(()) } else { Err(value.to_string()) }
        });
    }

    /// Waits until an element is on the page.
    #[track_caller]
    pub fn assert_present(&self, selector: &str) {
        self.wait_until(&format!("'{selector}'"), &query(selector));
    }

    /// Waits until an element is not on the page.
    #[track_caller]
    pub fn assert_absent(&self, selector: &str) {
        self.wait_until(&format!("'{selector}' to be gone"), &format!("!{}", query(selector)));
    }

    fn text_now(&self, selector: &str) -> Result<String, String> {
        let text = self.evaluate(&format!("{}.innerText", query(selector)))?;
        let text = text.as_str().ok_or_else(|| format!("'{selector}' has no text"))?;
        Ok(text.trim().to_string())
    }

    /// Waits until the text of an element satisfies a condition.
    #[track_caller]
    fn assert_text_is(&self, selector: &str, what: &str, condition: impl Fn(&str) -> bool) {
        self.eventually(&format!("'{selector}' {what}"), || {
            let text = self.text_now(selector)?;
            if condition(&text) { Ok(()) } else { Err(format!("'{text}'")) }
        });
    }

    /// Waits until an element shows this text.
    #[track_caller]
    pub fn assert_text(&self, selector: &str, expected: &str) {
        self.assert_text_is(selector, &format!("to show '{expected}'"), |text| text == expected);
    }

    /// Waits until an element shows this text among others.
    #[track_caller]
    pub fn assert_contains(&self, selector: &str, expected: &str) {
        let what = format!("to contain '{expected}'");
        self.assert_text_is(selector, &what, |text| text.contains(expected));
    }

    /// Returns the text that an element shows, as soon as it is on the page and shows any.
    #[track_caller]
    pub fn text_of(&self, selector: &str) -> String {
        self.eventually(&format!("a text in '{selector}'"), || {
            let text = self.text_now(selector)?;
            if text.is_empty() { Err("no text".to_string()) } else { Ok(text) }
        })
    }

    /// Returns an attribute or, with a dot before its name, a property.
    #[track_caller]
    pub fn attribute(&self, selector: &str, name: &str) -> String {
        let expression = attribute(selector, name);
        self.eventually(&format!("{name} of '{selector}'"), || {
            let value = self.evaluate(&expression)?;
            value.as_str().map(str::to_string).ok_or_else(|| format!("{name} is {value}"))
        })
    }

    /// Waits until an attribute or, with a dot before its name, a property has a value.
    #[track_caller]
    pub fn assert_attribute(&self, selector: &str, name: &str, expected: &str) {
        self.assert_value(&attribute(selector, name), expected);
    }

    /// Returns the text in the app's local storage under `name`.
    #[track_caller]
    pub fn stored(&self, name: &str) -> Option<String> {
        let value = self.value(&format!("localStorage.getItem({})", json!(key(name))));
        value.as_str().map(str::to_string)
    }

    /// Writes a text to the app's local storage under `name`.
    #[track_caller]
    pub fn store(&self, name: &str, text: &str) {
        let arguments = vec![json!(key(name)), json!(text)];
        self.run("localStorage.setItem(arguments[0], arguments[1])", arguments);
    }

    /// Returns the errors in the console since the last call.
    #[track_caller]
    pub fn console(&self) -> Vec<String> {
        let entries = self.once("read the console", self.client().issue_cmd(Command::Console));
        let entries = entries.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_string()).collect()
    }

    /// Asserts that the console shows no error.
    #[track_caller]
    pub fn assert_no_errors(&self) {
        let errors = self.console();
        assert!(errors.is_empty(), "errors in the console:\n{}", errors.join("\n"));
    }

    /// Waits until the page is not wider than the viewport.
    #[track_caller]
    pub fn assert_fits(&self) {
        self.eventually("the page to fit the viewport", || {
            let found = self.send(self.client().execute(OVERFLOW, Vec::new()))?;
            let width = found[0].as_u64() <= found[1].as_u64();
            if width && found[2].as_array().is_some_and(Vec::is_empty) {
                return Ok(());
            }
            Err(format!("width {} of {}, outside: {}", found[0], found[1], found[2]))
        });
    }

    /// Waits until all images are decoded and two frames are drawn, and writes a screenshot.
    #[track_caller]
    pub fn screenshot(&self, path: &Path) {
        self.run(DRAWN, Vec::new());
        let picture = self.once("take a screenshot", self.client().screenshot());
        std::fs::write(path, picture).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    }
}

/// The expression that finds an element.
fn query(selector: &str) -> String {
    format!("document.querySelector({})", json!(selector))
}

/// The expression of an attribute or, with a dot before its name, a property.
fn attribute(selector: &str, name: &str) -> String {
    match name.strip_prefix('.') {
        Some(property) => format!("{}.{property}", query(selector)),
        None => format!("{}.getAttribute({})", query(selector), json!(name)),
    }
}

/// The key of a name in the storage of the browser.
fn key(name: &str) -> String {
    format!("hexarium.{name}")
}

/// The width of the page, of the viewport, and the elements that overflow it visibly.
const OVERFLOW: &str = "
    const wide = document.documentElement.clientWidth;
    const out = [...document.querySelectorAll('body *')].filter(element => {
        const box = element.getBoundingClientRect();
        if (box.width === 0 || box.right <= wide + 1 && box.left >= -1) return false;
        for (let up = element.parentElement; up; up = up.parentElement)
            if (getComputedStyle(up).overflowX !== 'visible') return false;
        return getComputedStyle(element).position !== 'absolute';
    });
    const html = out.slice(0, 5).map(element => element.outerHTML.slice(0, 120));
    return [document.documentElement.scrollWidth, wide, html];";

/// A promise that all images are decoded and two frames are drawn.
const DRAWN: &str = "
    const decoded = [...document.images].map(image => image.decode().catch(() => null));
    const frame = () => new Promise(requestAnimationFrame);
    return Promise.all(decoded).then(frame).then(frame).then(() => true);";
