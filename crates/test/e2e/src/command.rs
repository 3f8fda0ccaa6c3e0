//! Commands of Chromium that are not part of WebDriver.

use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

/// A command.
#[derive(Debug)]
pub(crate) enum Command {
    /// A command of the Chrome DevTools Protocol.
    DevTools { name: &'static str, parameters: Value },
    /// Returns the console messages since the last such command.
    Console,
}

impl WebDriverCompatibleCommand for Command {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        let part = match self {
            Self::DevTools { .. } => "goog/cdp/execute",
            Self::Console => "se/log",
        };
        base.join(&format!("session/{}/{part}", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = match self {
            Self::DevTools { name, parameters } => json!({ "cmd": name, "params": parameters }),
            Self::Console => json!({ "type": "browser" }),
        };
        (Method::POST, Some(body.to_string()))
    }
}
