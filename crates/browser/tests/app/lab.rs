//! Experiments in the browser.

use std::time::Duration;

use hexarium_browser::{Browser, Wishes};
use serde_json::json;

use crate::visit;

/// Chooses a value of a select or ticks a box, as a person does.
fn choose(browser: &Browser, selector: &str, value: &str) {
    let script = "const e = document.querySelector(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('change', {bubbles: true}));";
    browser.run(script, vec![json!(selector), json!(value)]);
}

fn counts(browser: &Browser) -> Vec<String> {
    let texts = browser.value("[...document.querySelectorAll('.lab-count')].map(e => e.innerText)");
    serde_json::from_value(texts).unwrap()
}

/// Two variants of the smallest board that differ in one option, at the lowest level.
fn prepare(browser: &Browser) {
    for variant in 1..=2 {
        choose(browser, &format!(".lab-variant:nth-child({variant}) [data-option=base] select"), "3");
    }
    assert!(browser.is("document.querySelector('#lab-run').disabled"), "the variants are the same");
    choose(browser, ".lab-variant:nth-child(2) [data-option=opening_steps] select", "2");
    choose(browser, ".lab select.level", "1");
    choose(browser, "#lab-games", "50");
}

#[test]
fn a_small_experiment_runs_to_its_end_and_says_what_it_found() {
    let (site, browser) = visit(&Wishes::default());
    browser.open(&site.address("#/lab/harvest"));
    browser.wait_until("the lab", "document.querySelector('#lab-run')");
    prepare(&browser);
    browser.click("#lab-run");
    browser.wait_until("games", "parseInt(document.querySelector('.lab-count').innerText) > 4");
    let early = browser.value("document.querySelector('.lab-interval').getBoundingClientRect().width");
    browser.wait_long("the end", "document.querySelector('#lab-run')", Duration::from_secs(120));
    assert_eq!(counts(&browser), ["50 of 50 games", "50 of 50 games"]);
    let late = browser.value("document.querySelector('.lab-interval').getBoundingClientRect().width");
    assert!(late.as_f64() < early.as_f64(), "the interval has not shrunk: {early} to {late}");
    let verdict = browser.text_of(".lab-verdict");
    assert!(verdict.contains("percentage points"), "{verdict}");
    let shares = browser.value("[...document.querySelectorAll('.lab-share')].map(e => e.innerText)");
    // The same games everywhere: another run brings the very same figures.
    browser.click("#lab-run");
    browser.wait_until("a new run", "document.querySelector('#lab-stop')");
    browser.wait_long("its end", "document.querySelector('#lab-run')", Duration::from_secs(120));
    assert_eq!(browser.value("[...document.querySelectorAll('.lab-share')].map(e => e.innerText)"), shares);
    browser.assert_fits();
    browser.assert_quiet();
}

#[test]
fn an_experiment_can_be_stopped_and_begun_anew() {
    let (site, browser) = visit(&Wishes::phone(390, 844));
    browser.open(&site.address("#/lab/harvest"));
    browser.wait_until("the lab", "document.querySelector('#lab-run')");
    prepare(&browser);
    choose(&browser, "#lab-games", "500");
    browser.click("#lab-run");
    browser.wait_until("games", "parseInt(document.querySelector('.lab-count').innerText) > 2");
    browser.click("#lab-stop");
    browser.wait_until("the stop", "document.querySelector('#lab-run')");
    let stopped = counts(&browser);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(counts(&browser), stopped, "games came in after the stop");
    // Other variants have other games.
    choose(&browser, ".lab-variant:nth-child(1) [data-option=surround] select", "six");
    browser.wait_until("nothing", "document.querySelector('.lab-outcomes').hidden");
    browser.assert_fits();
    browser.assert_quiet();
}
