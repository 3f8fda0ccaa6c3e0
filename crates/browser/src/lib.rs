//! The app in a real browser, for tests and for pictures of its screens.
//!
//! A [`Site`] serves the app, a [`Browser`] is a Chromium with an empty profile that looks at it, and a [`Mirror`] is the same game in the
//! core, which knows what the page must show. Whatever goes wrong here is a failed test, so everything panics with a sentence that
//! says what was expected.

#![forbid(unsafe_code)]

mod browser;
mod command;
mod driver;
mod mirror;
mod seat;
mod site;

pub use browser::{Browser, Key, Wishes};
pub use mirror::{Means, Mirror};
pub use site::Site;
