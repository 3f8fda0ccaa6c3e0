//! Phones: small screens and touch.

use hexarium_e2e::{BrowserOptions, ExpectedGame, InputDevice};
use hexarium_games::registry::GAMES;
use hexarium_kernel::lesson::Unit;

use crate::start;

fn on_a_phone(width: u32, height: u32) {
    let (site, browser) = start(&BrowserOptions::phone(width, height));
    for spec in GAMES {
        let mut expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
        browser.assert_fits();
        for i in 0..4 {
            let legal = expected.session.state().legal();
            expected.play(&browser, &legal[(i * 11 + 5) % legal.len()], InputDevice::Touchscreen);
            expected.assert_shown(&browser);
            browser.assert_fits();
        }
        // The board uses the width of the screen, so that cells are large enough for a finger.
        browser.assert_value("document.querySelector('#board').getBoundingClientRect().width >= 290", true);
        browser.assert_value("document.querySelector('#prompt').getBoundingClientRect().height > 0", true);
    }
    browser.assert_no_errors();
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
fn a_lesson_needs_no_scrolling() {
    let visible = "(() => { const next = document.querySelector('#next, #lesson-hint')?.getBoundingClientRect(); \
        return scrollY === 0 && next?.top > 0 && next.bottom <= innerHeight; })()";
    for (width, height) in [(320, 568), (390, 844)] {
        let (site, browser) = start(&BrowserOptions::phone(width, height));
        for spec in GAMES {
            let units = Unit::parse_all(spec.strategy()).expect("the units can be read");
            for unit in units.iter().map(|unit| unit.id).chain([Unit::RULES]) {
                browser.open(&site.address(&format!("#/learn/{}/{unit}", spec.id)));
                browser.assert_present("#board > .hit");
                browser.wait_until(&format!("{}, {unit}, {width}×{height}: the next button", spec.id), visible);
                browser.assert_fits();
            }
        }
    }
}

#[test]
fn a_game_against_the_engine_on_a_phone() {
    let (site, browser) = start(&BrowserOptions::phone(390, 844));
    let mut expected = ExpectedGame::against_level(&browser, &site, "hex(size=3)", 1);
    while !expected.is_over() {
        let legal = expected.session.state().legal();
        expected.play(&browser, &legal[legal.len() / 2], InputDevice::Touchscreen);
        expected.follow_engine(&browser);
    }
    expected.assert_shown(&browser);
    browser.assert_contains("#prompt", "wins");
    browser.assert_fits();
    browser.assert_no_errors();
}
