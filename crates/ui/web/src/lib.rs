//! The app: five games in the browser.
//!
//! Components that show a [`hexarium_session::GameSession`] and hand touches to it; no game is named here. The module is loaded twice: as the
//! page, and as the engine in a web worker.

mod app;
mod board;
mod browser;
mod engine;
mod lab;
mod messages;
mod online;
mod pages;
mod route;
mod settings;
mod sitting;
mod worker;

use wasm_bindgen::prelude::*;

/// Shows the app.
#[wasm_bindgen]
pub fn run_page() {
    std::panic::set_hook(Box::new(|info| browser::fail(&info.to_string())));
    leptos::mount::mount_to_body(app::App);
}

/// Answers the page's questions to the engine.
#[wasm_bindgen]
pub fn run_worker() {
    worker::start();
}
