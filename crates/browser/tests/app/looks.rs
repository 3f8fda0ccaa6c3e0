//! Dark, high contrast, less motion.

use hexarium_browser::{Means, Mirror, Wishes};
use serde_json::json;

use crate::visit;

/// How bright the page is, from 0 to 255.
const BRIGHTNESS: &str = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part) / 3, 0)";

#[test]
fn dark_where_the_system_is_dark() {
    let dark = Wishes { media: vec![("prefers-color-scheme", "dark")], ..Wishes::default() };
    let (site, browser) = visit(&dark);
    let mut mirror = Mirror::between_friends(&browser, &site, "protista");
    assert_eq!(browser.attribute("html", "data-theme"), "dark");
    browser.wait_until("a dark page", &format!("{BRIGHTNESS} < 60"));
    let action = mirror.table.state().legal()[0].clone();
    mirror.play(&browser, &action, Means::Mouse);
    mirror.check(&browser);
    // The board too: its ground is drawn in the colours of the night.
    browser.go("/settings");
    browser.click(".choices .choice:nth-of-type(2) input");
    assert_eq!(browser.attribute("html", "data-theme"), "light");
    browser.wait_until("a light page", &format!("{BRIGHTNESS} > 200"));
    browser.go("/play");
    browser.wait_until("the board", "document.querySelector('#board > .hit')");
    mirror.check(&browser);
    browser.reload();
    assert_eq!(browser.attribute("html", "data-theme"), "light", "settings are kept");
    browser.assert_quiet();
}

#[test]
fn high_contrast_has_more_contrast() {
    let ink = "getComputedStyle(document.body).color";
    let (site, browser) = visit(&Wishes::default());
    browser.open(&site.address("#/settings"));
    let normal = browser.value(ink);
    browser.click(".check:nth-of-type(1) input");
    assert_eq!(browser.attribute("html", "data-contrast"), "high");
    assert_eq!(browser.value(ink), json!("rgb(0, 0, 0)"));
    assert_ne!(browser.value(ink), normal);
    browser.reload();
    assert_eq!(browser.attribute("html", "data-contrast"), "high", "settings are kept");
    browser.assert_quiet();
}

#[test]
fn pieces_move_unless_less_motion_is_asked_for() {
    for (system, moves) in [("no-preference", true), ("reduce", false)] {
        let wishes = Wishes { media: vec![("prefers-reduced-motion", system)], ..Wishes::default() };
        let (site, browser) = visit(&wishes.with_settings("motion=true\n"));
        let mut mirror = Mirror::between_friends(&browser, &site, "coalesce");
        let watch = "window.moved = false; new MutationObserver(() => { \
                if (document.querySelector('#board .pieces').getAnimations({ subtree: true }).length) window.moved = true; \
            }).observe(document.querySelector('#board .pieces'), { childList: true, subtree: true });";
        browser.run(watch, Vec::new());
        let action = mirror.table.state().legal()[0].clone();
        mirror.play(&browser, &action, Means::Mouse);
        mirror.wait_for(&browser);
        assert_eq!(browser.is("window.moved"), moves, "{system}");
        browser.assert_quiet();
    }
}

#[test]
fn a_player_in_a_hurry_touches_while_pieces_move() {
    let (site, browser) = visit(&Wishes::default().with_settings("motion=true\nconfirm=false\n"));
    let mut mirror = Mirror::between_friends(&browser, &site, "coalesce");
    for i in 0..12 {
        let legal = mirror.table.state().legal();
        mirror.play(&browser, &legal[i * 5 % legal.len()], Means::Mouse);
    }
    mirror.wait_for(&browser);
    browser.assert_quiet();
}
