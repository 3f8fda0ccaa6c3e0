//! Illegal inputs, and turns of several actions.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice, Site};
use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::{Flow, Input, Rng, Spot};
use hexarium_session::{ClickOutcome, Form, GameSession};

use crate::{fragment, start};

#[test]
fn an_illegal_click_is_explained() {
    let (site, browser) = start(&BrowserOptions::default());
    for spec in GAMES {
        let mut expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
        let first = expected.session.state().legal()[0].clone();
        expected.play(&browser, &first, InputDevice::Mouse);
        let labels: Vec<String> = expected.session.board().cells.iter().map(|cell| cell.label.clone()).collect();
        let refused = (0..labels.len()).filter(|i| !labels[*i].is_empty()).find_map(|i| {
            match expected.session.click(Input::Cell(Spot(i as u16))) {
                ClickOutcome::Rejected(why) => Some((labels[i].clone(), why)),
                _ => {
                    expected.session.clear();
                    None
                }
            }
        });
        let (label, why) = refused.unwrap_or_else(|| panic!("{}: no illegal cell", spec.id));
        browser.click_cell(&label);
        browser.assert_text(".talk .notice", &why);
        browser.assert_text("[aria-live=polite]", &why);
        expected.assert_shown(&browser);
    }
    browser.assert_no_errors();
}

/// Opens a position in which a turn can consist of several actions, and returns it with the turn's
/// first action.
fn turn_of_several_actions(browser: &Browser, site: &Site) -> (ExpectedGame, String) {
    let mut rng = Rng::new(12);
    for spec in GAMES {
        let mut session = GameSession::new(&Games, spec.id).expect("a game opens under its id");
        while session.ending().is_none() {
            let legal = session.state().legal();
            let action = legal[rng.below(legal.len())].clone();
            let starts = !session.turn_in_progress();
            let flow = session.play(&action).expect("it is legal").flow;
            if starts && flow == Flow::SameTurn {
                session.back();
                session
                    .remove(*session.tree().children(session.cursor()).last().expect("the action"))
                    .expect("it is there");
                let link = session.export(Form::Link).expect("every game has a link");
                browser.open(&site.address(fragment(&link)));
                let expected = ExpectedGame { session };
                expected.assert_shown(browser);
                return (expected, action);
            }
        }
    }
    panic!("no game has turns of several actions");
}

/// Plays the rest of the turn.
fn finish_turn(expected: &mut ExpectedGame, browser: &Browser) {
    loop {
        let legal = expected.session.state().legal();
        if expected.play_unconfirmed(browser, &legal[0], InputDevice::Mouse) != Flow::SameTurn {
            return;
        }
    }
}

#[test]
fn a_turn_of_several_actions_is_confirmed_or_undone() {
    let (site, browser) = start(&BrowserOptions::default());
    let (mut expected, first) = turn_of_several_actions(&browser, &site);
    let start = expected.session.actions();
    for decision in ["#take-back", "#confirm"] {
        expected.play_unconfirmed(&browser, &first, InputDevice::Mouse);
        expected.assert_shown(&browser);
        browser.assert_present("#take-back");
        browser.assert_absent("#confirm");
        finish_turn(&mut expected, &browser);
        browser.assert_present("#take-back");
        browser.assert_present("#confirm");
        browser.assert_accessible("a turn that waits for confirmation");
        expected.assert_shown(&browser);
        browser.click("#board > .hit");
        browser.assert_contains(".talk .notice", "Confirm");
        browser.click(decision);
        browser.assert_absent("#confirm");
        if decision == "#take-back" {
            expected = ExpectedGame::saved_by(&browser);
            assert_eq!(expected.session.actions(), start);
            assert!(!expected.session.can_forward(), "nothing is left of the turn");
        }
        expected.assert_shown(&browser);
    }
    let legal = expected.session.state().legal();
    expected.play_unconfirmed(&browser, &legal[0], InputDevice::Mouse);
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn an_unfinished_turn_is_undone() {
    let (site, browser) = start(&BrowserOptions::default());
    let (mut expected, first) = turn_of_several_actions(&browser, &site);
    let start = expected.session.actions();
    expected.play_unconfirmed(&browser, &first, InputDevice::Mouse);
    browser.click("#take-back");
    let expected = ExpectedGame::saved_by(&browser);
    assert_eq!(expected.session.actions(), start);
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn escape_clears_the_selection() {
    let (site, browser) = start(&BrowserOptions::default());
    let expected = ExpectedGame::of_two_players(&browser, &site, "coalesce");
    let action = expected.session.state().legal()[0].clone();
    let selectors = expected.selectors(&action);
    let drawn =
        "[...document.querySelectorAll('#board .below *, #board .above *')].map(shape => shape.outerHTML).join()";
    // Without focus on the board, no preview is drawn.
    browser.run("document.activeElement.blur()", Vec::new());
    let before = browser.value(drawn);
    browser.click(&selectors[0]);
    browser.wait_until("the selection to be drawn", &format!("{drawn} !== {before}"));
    browser.press(hexarium_e2e::Key::Escape);
    browser.click("#prompt");
    browser.assert_value(drawn, before);
    browser.assert_no_errors();
}
