//! The engine in the browser and natively.

use hexarium_e2e::{Browser, BrowserOptions};
use hexarium_games::registry::{self, GAMES};
use hexarium_kernel::{AnyGame, Player};
use hexarium_search::Opponent;
use serde_json::json;

use crate::start;

/// The nodes of a search: enough for several branches to compete.
const NODES: u64 = 2_000;

/// The action that the native engine chooses at the start of a game.
fn native_choice(game: &dyn AnyGame) -> String {
    let opponent = Opponent::parse(&format!("nodes:{NODES}")).expect("a valid opponent");
    let thought = hexarium_engines::engine(game).think(&*game.start(), &opponent, &mut |_| true);
    thought.best().unwrap_or_default().to_string()
}

/// The action that a worker of the page chooses at the start of a game.
fn browser_choice(browser: &Browser, game: &dyn AnyGame) -> String {
    let player = game.player_name(Player::First).to_lowercase();
    let id = game.canonical_id();
    let commands = format!("1\nhexarium-game {id}\nhexarium-level nodes:{NODES}\nreg_genmove {player}");
    let script = "return new Promise((done, failed) => { \
            const worker = new Worker('./worker.js', { type: 'module' }); \
            let ready = false; \
            worker.onerror = () => failed(new Error('the worker does not start')); \
            worker.onmessage = event => { \
                if (!ready) { ready = true; worker.postMessage(arguments[0]); return; } \
                done(event.data); \
                worker.terminate(); \
            }; \
        })";
    let answer = browser.run(script, vec![json!(commands)]);
    let action = answer.as_str().and_then(|answer| answer.strip_prefix("1\n= "));
    action.unwrap_or_else(|| panic!("{answer}")).trim().to_string()
}

#[test]
fn the_engine_chooses_the_same_action_in_the_browser_as_natively() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/settings"));
    for spec in GAMES {
        let game = registry::open(spec.id, &[]).expect("a game opens by its id");
        assert_eq!(browser_choice(&browser, &*game), native_choice(&*game), "{}", spec.id);
    }
    browser.assert_no_errors();
}
