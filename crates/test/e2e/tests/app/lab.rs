//! Experiments in the browser.

use hexarium_e2e::{Browser, BrowserOptions};
use serde_json::json;

use crate::start;

/// Chooses a value of a select.
fn choose(browser: &Browser, selector: &str, value: &str) {
    browser.assert_present(selector);
    let script = "const select = document.querySelector(arguments[0]); select.value = arguments[1]; \
        select.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.run(script, vec![json!(selector), json!(value)]);
}

/// The numbers of games played, as shown.
const COUNTS: &str = "[...document.querySelectorAll('.lab-count')].map(count => count.innerText)";

/// The shares of the first player, as shown.
const SHARES: &str = "[...document.querySelectorAll('.lab-share')].map(share => share.innerText)";

/// Records the first number of games at every change, and the width of its interval as soon as five
/// games have been played.
const RECORD: &str = "window.games = []; window.widths = []; new MutationObserver(() => { \
        const games = parseInt(document.querySelector('.lab-count').innerText); \
        window.games.push(games); \
        if (games > 4) window.widths.push(document.querySelector('.lab-interval').offsetWidth); \
    }).observe(document.body, { childList: true, subtree: true, characterData: true });";

/// A promise that a new worker has answered.
const ROUND_TRIP: &str = "return new Promise(done => { \
        const worker = new Worker('./worker.js', { type: 'module' }); \
        worker.onmessage = () => { worker.terminate(); done(true); }; \
    })";

/// Prepares two variants of the smallest board that differ in one option, at the lowest level.
fn prepare(browser: &Browser) {
    for variant in 1..=2 {
        choose(browser, &format!(".lab-variant:nth-child({variant}) [data-option=base] select"), "3");
    }
    // The variants are the same.
    browser.assert_present("#lab-run:disabled");
    choose(browser, ".lab-variant:nth-child(2) [data-option=opening_steps] select", "2");
    choose(browser, ".lab select.level", "1");
    choose(browser, "#lab-games", "50");
}

#[test]
fn a_small_experiment_runs_to_its_end_and_shows_its_result() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/lab/harvest"));
    browser.assert_present("#lab-run");
    prepare(&browser);
    browser.run(RECORD, Vec::new());
    browser.click("#lab-run");
    browser.assert_value(COUNTS, json!(["50 of 50 games", "50 of 50 games"]));
    browser.assert_present("#lab-run");
    browser.wait_until("a shrinking interval", "window.widths.at(-1) < Math.max(...window.widths)");
    browser.assert_contains(".lab-verdict", "percentage points");
    let shares = browser.value(SHARES);
    // Games are deterministic: another run gives the same numbers.
    browser.run("window.games = []", Vec::new());
    browser.click("#lab-run");
    browser.wait_until("another run", "window.games.some(games => games < 50)");
    browser.assert_value(COUNTS, json!(["50 of 50 games", "50 of 50 games"]));
    browser.assert_present("#lab-run");
    browser.assert_value(SHARES, shares);
    browser.assert_fits();
    browser.assert_no_errors();
}

#[test]
fn an_experiment_is_stopped_and_reset() {
    let (site, browser) = start(&BrowserOptions::phone(390, 844));
    browser.open(&site.address("#/lab/harvest"));
    browser.assert_present("#lab-run");
    prepare(&browser);
    choose(&browser, "#lab-games", "500");
    browser.click("#lab-run");
    browser.wait_until("games", "parseInt(document.querySelector('.lab-count').innerText) > 2");
    browser.click("#lab-stop");
    browser.assert_present("#lab-run");
    // The counts are still the same after a round trip to a new worker.
    let stopped = browser.value(COUNTS);
    browser.run(ROUND_TRIP, Vec::new());
    assert_eq!(browser.value(COUNTS), stopped, "games were counted after the stop");
    // A change of a variant resets the outcomes.
    choose(&browser, ".lab-variant:nth-child(1) [data-option=surround] select", "six");
    browser.wait_until("nothing", "document.querySelector('.lab-outcomes').hidden");
    browser.assert_fits();
    browser.assert_no_errors();
}
