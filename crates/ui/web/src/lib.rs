//! The app in the browser.
//!
//! Components show a [`hexarium_session::GameController`] and pass clicks to it; no game is named
//! here. The engines run in web workers ([`hexarium_worker`]).

mod app;
mod board;
mod browser;
mod engine;
mod game_ui;
mod lab;
mod language;
mod lessons;
mod library;
mod messages;
mod online;
mod pages;
mod puzzles;
mod route;
mod settings;
mod words;

use hexarium_session::Games;
use wasm_bindgen::prelude::*;

/// The games of the app.
pub(crate) fn games() -> Games {
    &hexarium_games::registry::Games
}

/// Shows the app.
#[wasm_bindgen]
pub fn run_page() {
    std::panic::set_hook(Box::new(|info| browser::fail(&info.to_string())));
    let language = language::chosen();
    if language::is_built_in(language) {
        return leptos::mount::mount_to_body(app::App);
    }
    wasm_bindgen_futures::spawn_local(async move {
        language::load(language).await;
        language::declare();
        leptos::mount::mount_to_body(app::App);
    });
}
