//! Small screens and fingers.

use hexarium_browser::{Means, Mirror, Wishes};
use hexarium_games::registry::GAMES;

use crate::visit;

fn on_a_phone(width: u32, height: u32) {
    let (site, browser) = visit(&Wishes::phone(width, height));
    for spec in GAMES {
        let mut mirror = Mirror::between_friends(&browser, &site, spec.id);
        browser.assert_fits();
        for i in 0..4 {
            let legal = mirror.table.state().legal();
            mirror.play(&browser, &legal[(i * 11 + 5) % legal.len()], Means::Finger);
            mirror.check(&browser);
            browser.assert_fits();
        }
        // The board is as wide as it can be, and cells are large enough to be touched.
        let board = browser.value("document.querySelector('#board').getBoundingClientRect().width");
        assert!(board.as_f64().is_some_and(|wide| wide >= 290.0), "{}: the board is {board} pixels wide", spec.id);
        let prompt = browser.value("document.querySelector('#prompt').getBoundingClientRect().height > 0");
        assert_eq!(prompt, serde_json::json!(true));
    }
    browser.assert_quiet();
}

#[test]
fn every_game_on_a_phone() {
    on_a_phone(390, 844);
}

#[test]
fn every_game_on_a_small_phone() {
    on_a_phone(320, 640);
}

#[test]
fn a_lesson_goes_on_without_scrolling() {
    let in_sight = "(() => { const next = document.querySelector('#next, #lesson-hint')?.getBoundingClientRect(); \
        return scrollY === 0 && next?.top > 0 && next.bottom <= innerHeight; })()";
    for (width, height) in [(320, 568), (390, 844)] {
        let (site, browser) = visit(&Wishes::phone(width, height));
        for spec in GAMES {
            browser.open(&site.address(&format!("#/learn/{}", spec.id)));
            browser.wait_until("the lesson", "document.querySelector('#board > .hit')");
            assert!(browser.is(in_sight), "{}, {width}×{height}", spec.id);
            browser.assert_fits();
        }
    }
}

#[test]
fn a_game_against_the_engine_on_a_phone() {
    let (site, browser) = visit(&Wishes::phone(390, 844));
    let mut mirror = Mirror::against_level(&browser, &site, "hex(size=3)", 1);
    while !mirror.is_over() {
        let legal = mirror.table.state().legal();
        mirror.play(&browser, &legal[legal.len() / 2], Means::Finger);
        mirror.follow(&browser);
    }
    mirror.check(&browser);
    assert!(browser.text_of("#prompt").contains("wins"));
    browser.assert_fits();
    browser.assert_quiet();
}
