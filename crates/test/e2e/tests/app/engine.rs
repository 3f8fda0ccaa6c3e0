//! The engine in the browser and natively.

use hexarium_e2e::{BrowserOptions, search_in_worker};
use hexarium_games::registry::{self, GAMES};
use hexarium_kernel::AnyGame;
use hexarium_search::Opponent;
use serde_json::json;

use crate::start;

/// The nodes of a search: enough for several branches to compete.
const NODES: u64 = 2_000;

/// The action that the native engine chooses at the start of a game.
fn native_choice(game: &dyn AnyGame) -> String {
    let opponent = Opponent::parse(&format!("nodes:{NODES}")).expect("a valid opponent");
    let analysis = hexarium_engines::engine(game).think(&*game.start(), &opponent, &mut |_| true);
    analysis.best().unwrap_or_default().to_string()
}

#[test]
fn the_engine_chooses_the_same_action_in_the_browser_as_natively() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/settings"));
    for spec in GAMES {
        let game = registry::open(spec.id, &[]).expect("a game opens by its id");
        assert_eq!(search_in_worker(&browser, &*game, NODES).1, native_choice(&*game), "{}", spec.id);
    }
    browser.assert_no_errors();
}

#[test]
fn the_engine_uses_vectors_and_the_page_does_not() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/settings"));
    let uses_vectors = |module: &str| {
        let features = "return WebAssembly.compileStreaming(fetch(arguments[0])) \
            .then(module => WebAssembly.Module.customSections(module, 'target_features')) \
            .then(sections => sections.some(section => new TextDecoder().decode(section).includes('simd128')))";
        browser.run(features, vec![json!(module)])
    };
    // Networks are slow without them. A browser that does not know them shows the page at least.
    assert_eq!(["./engine_bg.wasm", "./app_bg.wasm"].map(uses_vectors), [json!(true), json!(false)]);
    browser.assert_no_errors();
}
