//! The app with the keyboard alone.

use hexarium_e2e::{BrowserOptions, ExpectedGame, InputDevice, Key};
use hexarium_kernel::Rng;

use crate::start;

#[test]
fn a_game_is_started_and_played_by_keyboard() {
    let record = "addEventListener('pointerdown', () => { window.pointed = true; }, true);";
    let (site, browser) = start(&BrowserOptions::default().with_script(record));
    browser.open(&site.address(""));
    browser.tab_to(".card[data-game=fire-ants] .button.primary");
    browser.press(Key::Enter);
    browser.tab_to("select.level");
    browser.type_text("1");
    browser.tab_to("#start");
    browser.press(Key::Enter);
    browser.assert_present("#board > .hit");
    browser.assert_contains(".strip .quiet", "Level 1");
    let mut expected = ExpectedGame::saved_by(&browser);
    let mut rng = Rng::new(4);
    for _ in 0..3 {
        let legal = expected.session.state().legal();
        let action = &legal[rng.below(legal.len())];
        expected.play(&browser, action, InputDevice::Keyboard);
        expected.follow_engine(&browser);
        expected.assert_shown(&browser);
    }
    assert!(!browser.is("window.pointed"), "the pointer was used");
    browser.assert_no_errors();
}

#[test]
fn the_focus_stays_on_the_board_after_a_move() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
    browser.tab_to("#board > .hit");
    for action in ["c3", "b4", "d2"] {
        expected.play(&browser, action, InputDevice::Keyboard);
        browser.assert_value("document.activeElement.dataset.cell", action);
    }
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn a_selection_is_announced() {
    let (site, browser) = start(&BrowserOptions::default());
    let expected = ExpectedGame::of_two_players(&browser, &site, "coalesce");
    let state = expected.session.state();
    let inputs = state.inputs(&state.legal()[0]).expect("it is legal");
    let cell = hexarium_session::input_cell(inputs[0]).expect("it starts with a cell");
    let label = &expected.session.board().cells[usize::from(cell.0)].label;
    browser.click(&format!("#board [data-cell='{label}']"));
    browser.assert_contains(".unseen[role=status]", &format!("{label}, Blue stone, selected. Next: "));
}

#[test]
fn moves_are_typed() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "coalesce");
    let action = expected.session.state().legal()[4].clone();
    browser.tab_to("#type-move");
    browser.type_text(&action);
    browser.press(Key::Enter);
    expected.session.play(&action).expect("it is legal");
    expected.assert_shown(&browser);
    browser.assert_attribute("#type-move", ".value", "");
    browser.type_text("nonsense");
    browser.press(Key::Enter);
    browser.assert_contains(".talk .notice", "nonsense");
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn arrow_keys_navigate_the_game() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
    for action in ["c3", "b4", "d2"] {
        expected.play(&browser, action, InputDevice::Mouse);
    }
    browser.run("document.activeElement.blur()", Vec::new());
    browser.press(Key::Left);
    browser.press(Key::Left);
    expected.session.back();
    expected.session.back();
    expected.assert_shown(&browser);
    browser.press(Key::Right);
    expected.session.forward();
    expected.assert_shown(&browser);
    browser.press(Key::Home);
    expected.session.to_start();
    expected.assert_shown(&browser);
    browser.press(Key::End);
    expected.session.to_end();
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}
