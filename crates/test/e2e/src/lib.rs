//! The app in a real browser, for tests and for screenshots.
//!
//! A [`Site`] serves the app, a [`Browser`] is a Chromium with an empty profile that shows it, and
//! an [`ExpectedGame`] is the same game in the core, which defines what the page must show. Every
//! failure here is a failed test, so functions panic with the expectation that was not met.
//!
//! Nothing here depends on the speed of the machine: reads, assertions and inputs wait until they
//! succeed, with the one deadline of [`hexarium_server::testing::DEADLINE`].

#![forbid(unsafe_code)]

mod accessibility;
mod browser;
mod command;
mod driver;
mod every_game;
mod expected_game;
mod options;
mod page;
mod permit;
pub mod positions;
mod site;
mod worker;

pub use browser::{Browser, Key};
pub use every_game::for_every_game;
pub use expected_game::{ExpectedGame, InputDevice};
pub use options::BrowserOptions;
pub use site::Site;
pub use worker::search_in_worker;
