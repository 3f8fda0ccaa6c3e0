//! The engine worker of the page.

use hexarium_kernel::AnyGame;
use serde_json::json;

use crate::Browser;

/// Runs a search of so many nodes at the start of a game in a new worker. Returns its seconds,
/// without the start of the worker, and its choice.
///
/// # Panics
/// If the worker does not respond with an analysis.
#[track_caller]
pub fn search_in_worker(browser: &Browser, game: &dyn AnyGame, nodes: u64) -> (f64, String) {
    let search = json!({ "game": game.canonical_id(), "setup": null, "actions": [], "effort": { "Nodes": nodes } });
    let request = json!({ "id": 1, "job": { "Search": search } }).to_string();
    let script = "return new Promise((done, failed) => { \
            const worker = new Worker('./worker.js', { type: 'module' }); \
            let start = 0; \
            worker.onerror = () => failed(new Error('the worker does not start')); \
            worker.onmessage = event => { \
                if (!start) { start = performance.now(); worker.postMessage(arguments[0]); return; } \
                done([performance.now() - start, JSON.parse(event.data)]); \
                worker.terminate(); \
            }; \
        })";
    let found = browser.run(script, vec![json!(request)]);
    let action = found[1]["Response"]["result"]["Ok"]["Analysis"]["analysis"]["lines"][0]["pv"][0].as_str();
    let action = action.unwrap_or_else(|| panic!("{found}")).to_string();
    (found[0].as_f64().unwrap_or_default() / 1000.0, action)
}
