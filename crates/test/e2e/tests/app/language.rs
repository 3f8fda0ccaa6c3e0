//! The language of the app.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice};
use serde_json::json;

use crate::start;

/// The language of the page.
const LANG: &str = "document.documentElement.lang";

/// Chooses a language in the settings, which loads the page again.
fn choose(browser: &Browser, value: &str, expected: &str) {
    browser.assert_present("#language");
    let script = "const [value] = arguments, select = document.querySelector('#language');
        window.isOld = true;
        setTimeout(() => { select.value = value; select.dispatchEvent(new Event('change')); })";
    browser.run(script, vec![json!(value)]);
    browser.wait_until("the page in its language", &format!("!window.isOld && {LANG} === '{expected}'"));
    browser.assert_present("#language");
    browser.assert_value("document.querySelector('#language').value", value);
}

#[test]
fn the_app_is_german_where_german_is_chosen() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/settings"));
    browser.assert_value(LANG, "en");
    browser.assert_text("h1", "Settings");
    choose(&browser, "de", "de");
    browser.assert_text("h1", "Einstellungen");
    browser.reload();
    browser.assert_value(LANG, "de");

    browser.go("/");
    browser.assert_text("h1", "Strategiespiele auf Sechsecken");
    browser.assert_contains("[data-game=hex] p", "Verbinde deine zwei Ränder");
    browser.go("/new/protista");
    browser.assert_text("h1", "Neue Partie Protista");
    browser.assert_contains(".new-form", "Fang den König");
    browser.wait_until(
        "an option in German",
        "document.querySelector('[data-option=rows]').textContent.includes('Reihen des Bretts, mehr als Spalten')",
    );

    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=7)");
    browser.assert_text("#prompt", "Blau: einen Stein auf ein leeres Feld setzen");
    expected.play(&browser, "d4", InputDevice::Mouse);
    browser.assert_text("#prompt", "Rot: einen Stein auf ein leeres Feld setzen");
    browser.assert_attribute("#board [data-cell=d4]", "aria-label", "d4, Stein von Blau");
    browser.click_cell("d4");
    browser.assert_text(".notice", "d4 ist von Blau besetzt, und Steine bewegen sich nie und wechseln nie die Farbe.");
    expected.play(&browser, "c5", InputDevice::Mouse);
    browser.assert_text("[role=status].unseen", "Rot setzt einen Stein auf c5.");

    browser.go("/puzzles/harvest/biggest-take");
    browser.assert_contains(".ask", "am Zug: nimm in diesem Zug so viel wie möglich.");
    browser.go("/learn/coalesce");
    browser.assert_text("h1", "Coalesce lernen");
    browser.assert_text("[data-unit=wraps] .unit-title", "Über den Rand holen");
    browser.go("/learn/coalesce/wraps");
    browser.assert_value("document.title.startsWith(document.querySelector('h1').textContent)", true);
    browser.assert_value("document.title.includes('Über den Rand holen')", true);
    browser.go("/learn/coalesce/rules");
    browser.assert_text("h2", "Das Ziel");
    browser.go("/settings");
    choose(&browser, "en", "en");
    browser.assert_text("h1", "Settings");
    browser.go("/");
    browser.assert_text("h1", "Strategy games on hexagons");
    browser.assert_no_errors();
}

#[test]
fn german_pages_fit_a_small_phone() {
    let (site, browser) = start(&BrowserOptions::phone(360, 640).with_settings("motion=false\nlanguage=de\n"));
    let pages = [
        "/",
        "/new/protista",
        "/new/fire-ants",
        "/games",
        "/learn/harvest",
        "/learn/harvest/parity",
        "/lab/hex",
        "/settings",
        "/puzzles",
        "/puzzles/harvest/biggest-take",
    ];
    for page in pages {
        browser.open(&site.address(&format!("#{page}")));
        browser.assert_value(LANG, "de");
        browser.assert_present("main");
        browser.assert_fits();
    }
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "coalesce");
    let action = expected.session.state().legal()[0].clone();
    expected.play(&browser, &action, InputDevice::Touchscreen);
    browser.assert_contains("#prompt", "Rot, erster von zwei Schritten");
    browser.assert_fits();
    browser.assert_no_errors();
}

#[test]
fn the_system_decides_where_no_language_is_chosen() {
    let german = "Object.defineProperty(navigator, 'language', { value: 'de-AT' });";
    let (site, browser) = start(&BrowserOptions::default().with_script(german));
    browser.open(&site.address("#/settings"));
    browser.assert_value(LANG, "de");
    browser.assert_text("h1", "Einstellungen");
    choose(&browser, "en", "en");
    choose(&browser, "", "de");
    browser.assert_no_errors();
}
