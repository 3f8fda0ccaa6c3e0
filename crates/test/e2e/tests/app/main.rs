//! The app in Chromium, without other players.

mod accessibility;
mod appearance;
mod defects;
mod engine;
mod errors;
mod games;
mod keyboard;
mod lab;
mod language;
mod layout;
mod lessons;
mod pages;
mod persistence;
mod phone;
mod puzzles;
mod random_play;
mod review;
mod turns;

use hexarium_e2e::{Browser, BrowserOptions, Site};

/// Starts a site and a browser that has not opened it yet.
fn start(options: &BrowserOptions) -> (Site, Browser) {
    (Site::start(), Browser::start(options))
}

/// The fragment of a link, with its `#`.
fn fragment(link: &str) -> &str {
    link.find('#').map_or(link, |i| &link[i..])
}
