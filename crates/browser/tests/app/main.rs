//! The app in real Chromium: what a person can do there, done.

mod keeping;
mod keys;
mod lab;
mod lessons;
mod looks;
mod pages;
mod phone;
mod playing;
mod random;
mod trouble;
mod turns;

use hexarium_browser::{Browser, Site, Wishes};

/// A site and a browser that has not seen it yet.
fn visit(wishes: &Wishes) -> (Site, Browser) {
    let site = Site::start();
    (site, Browser::start(wishes))
}
