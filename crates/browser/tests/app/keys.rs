//! The whole app by keyboard alone.

use hexarium_browser::{Browser, Key, Means, Mirror, Wishes};
use hexarium_kernel::Rng;

use crate::visit;

/// Fails if somebody used a mouse.
fn assert_no_pointer(browser: &Browser) {
    assert!(!browser.is("window.pointed"), "only keys were used");
}

#[test]
fn a_game_by_keys_alone() {
    let watch = "addEventListener('pointerdown', () => { window.pointed = true; }, true);";
    let (site, browser) = visit(&Wishes::default().with_script(watch));
    browser.open(&site.address(""));
    browser.tab_to(".card[data-game=fire-ants] .button.primary");
    browser.press(Key::Enter);
    browser.tab_to("select.level");
    browser.type_text("1");
    browser.tab_to("#start");
    browser.press(Key::Enter);
    browser.wait_until("the board", "document.querySelector('#board > .hit')");
    assert!(browser.kept("game").is_some_and(|game| game.starts_with("person level:1")), "{:?}", browser.kept("game"));
    let mut mirror = Mirror::of(&browser);
    let mut rng = Rng::new(4);
    for _ in 0..3 {
        let legal = mirror.table.state().legal();
        let action = &legal[rng.below(legal.len())];
        mirror.play(&browser, action, Means::Keys);
        mirror.follow(&browser);
        mirror.check(&browser);
    }
    assert_no_pointer(&browser);
    browser.assert_quiet();
}

#[test]
fn the_focus_stays_on_the_board_from_move_to_move() {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::between_friends(&browser, &site, "hex(size=5)");
    browser.tab_to("#board > .hit");
    for action in ["c3", "b4", "d2"] {
        mirror.play(&browser, action, Means::Keys);
        assert_eq!(browser.value("document.activeElement.dataset.cell"), serde_json::json!(action));
    }
    mirror.check(&browser);
    browser.assert_quiet();
}

#[test]
fn moves_are_typed_in_notation() {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::between_friends(&browser, &site, "coalesce");
    let action = mirror.table.state().legal()[4].clone();
    browser.tab_to("#type-move");
    browser.type_text(&action);
    browser.press(Key::Enter);
    mirror.table.play(&action).expect("it is legal");
    mirror.check(&browser);
    assert_eq!(browser.attribute("#type-move", ".value"), "");
    browser.type_text("nonsense");
    browser.press(Key::Enter);
    assert!(!browser.text_of(".talk .notice").is_empty());
    mirror.check(&browser);
    browser.assert_quiet();
}

#[test]
fn arrow_keys_step_through_the_game() {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::between_friends(&browser, &site, "hex(size=5)");
    for action in ["c3", "b4", "d2"] {
        mirror.play(&browser, action, Means::Mouse);
    }
    browser.run("document.activeElement.blur()", Vec::new());
    browser.press(Key::Left);
    browser.press(Key::Left);
    mirror.table.back();
    mirror.table.back();
    mirror.check(&browser);
    browser.press(Key::Right);
    mirror.table.forward();
    mirror.check(&browser);
    browser.press(Key::Home);
    mirror.table.to_start();
    mirror.check(&browser);
    browser.press(Key::End);
    mirror.table.to_end();
    mirror.check(&browser);
    browser.assert_quiet();
}
