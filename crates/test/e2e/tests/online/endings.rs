//! Resignation, draws, takebacks, time, absence.

use std::sync::Arc;

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice, Site};
use hexarium_kernel::{Flow, Player};
use hexarium_server::ManualClock;

use crate::players::{
    Visibility, assert_prompt, assert_side, begin, create_game, expected_game, fill_game_form, join, play_all, players,
    sign_in_as_guest, submit_game, wait_for_turn,
};

#[test]
fn a_resignation_is_confirmed_and_ends_the_game() {
    let site = Site::start();
    let [ada, grace] = players(&site, ["Ada", "Grace"]);
    let (_, mut expected) = begin(&ada, &grace, "hex(size=5)");
    play_all(&mut expected, &ada, &grace, &["c3", "b2"]);
    ada.click("#resign");
    ada.click(".twice button:not(.primary)");
    ada.assert_present("#resign");
    ada.click("#resign");
    ada.click("[data-yes=resign]");
    for (browser, headline, sound) in [(&ada, "You lost", "lose"), (&grace, "You won", "win")] {
        assert_prompt(browser, "Red (Grace) wins: Blue resigned.");
        browser.assert_text("#prompt.result .headline", headline);
        browser.assert_attribute("html", "data-sound", sound);
        browser.assert_attribute("#new-game", "href", "#/online/new/hex(size=5)");
        browser.assert_accessible("a finished online game");
    }
    ada.click_cell("d4");
    ada.assert_contains(".notice", "The game is over");
    expected.assert_shown(&ada);
    // A copy is reviewed, and the game stays as it is.
    ada.click("#review");
    ada.assert_present(".review");
    ada.assert_value("location.hash.startsWith('#/play/')", true);
    grace.assert_no_errors();
    ada.assert_no_errors();
}

#[test]
fn a_draw_is_declined_and_then_agreed() {
    let site = Site::start();
    let [ada, grace] = players(&site, ["Ada", "Grace"]);
    let (_, mut expected) = begin(&ada, &grace, "fire-ants");
    ada.click("#offer-draw");
    grace.assert_contains("#offer", "Ada offers a draw.");
    ada.assert_contains("#offer", "You offered a draw.");
    ada.assert_absent("#accept");
    grace.click("#decline");
    ada.assert_contains(".notice", "Grace declines the draw.");
    play_all(&mut expected, &ada, &grace, &["@a2"]);
    ada.click("#offer-draw");
    grace.click("#accept");
    for browser in [&ada, &grace] {
        assert_prompt(browser, "The game is a draw: draw by agreement.");
        browser.assert_text("#prompt.result .headline", "Draw");
        browser.assert_no_errors();
    }
}

#[test]
fn a_takeback_is_declined_and_then_accepted() {
    let site = Site::start();
    let [ada, grace] = players(&site, ["Ada", "Grace"]);
    let (_, mut expected) = begin(&ada, &grace, "hex(size=5)");
    play_all(&mut expected, &ada, &grace, &["c3", "b2"]);
    ada.click("#ask-take-back");
    grace.assert_contains("#offer", "Ada asks for a takeback.");
    grace.click("#decline");
    ada.assert_contains(".notice", "declines the takeback.");
    expected.assert_shown(&ada);
    ada.click("#ask-take-back");
    grace.click("#accept");
    expected.session.to_start();
    for browser in [&ada, &grace] {
        expected.assert_shown(browser);
    }
    wait_for_turn(&ada);
    play_all(&mut expected, &ada, &grace, &["d4", "b3"]);
    for browser in [&ada, &grace] {
        browser.assert_no_errors();
    }
}

/// A clock of the page that only the test moves.
const MANUAL_CLOCK: &str = "window.now = 1.7e12; Date.now = () => window.now;";

/// The seconds left to the player below the board.
const SECONDS_LEFT: &str = "(([minutes, seconds]) => 60 * minutes + seconds) \
    ([...document.querySelectorAll('.clock')].at(-1).innerText.split(':').map(Number))";

#[test]
fn a_clock_runs_and_runs_out() {
    let clock = Arc::new(ManualClock::at(1_700_000_000_000));
    let time = clock.clone();
    let site = Site::start_with(move |config| config.time = time);
    let [ada, grace] = Browser::several(&BrowserOptions::default().with_script(MANUAL_CLOCK));
    sign_in_as_guest(&ada, &site, "Ada");
    sign_in_as_guest(&grace, &site, "Grace");
    fill_game_form(&ada, "hex(size=5)");
    // Three minutes and two seconds per turn.
    ada.click(".choice:nth-of-type(2) input[name=clock]");
    let id = submit_game(&ada);
    join(&grace, &id);
    assert_side(&ada, Player::First);
    let mut board = expected_game(&ada, &id);
    play_all(&mut board, &ada, &grace, &["c3", "b2"]);
    ada.assert_value(SECONDS_LEFT, 182);
    ada.run("window.now += 5000", Vec::new());
    ada.assert_value(SECONDS_LEFT, 177);
    clock.advance(100_000);
    ada.reload();
    ada.assert_value(SECONDS_LEFT, 82);
    clock.advance(90_000);
    for browser in [&ada, &grace] {
        assert_prompt(browser, "Red (Grace) wins: Blue ran out of time.");
        browser.assert_no_errors();
    }
}

#[test]
fn an_absent_player_loses_by_a_claim() {
    let clock = Arc::new(ManualClock::at(1_700_000_000_000));
    let time = clock.clone();
    let site = Site::start_with(move |config| config.time = time);
    let [ada, grace] = players(&site, ["Ada", "Grace"]);
    let (_, mut expected) = begin(&ada, &grace, "hex(size=5)");
    ada.assert_absent(".away");
    play_all(&mut expected, &ada, &grace, &["c3", "b2"]);
    grace.go("/");
    ada.assert_contains(".away", "away");
    ada.assert_contains("#gone", "Grace is away. You can claim victory in ");
    ada.assert_absent("#claim");
    clock.advance(600_000);
    // The page takes the time from the server.
    ada.reload();
    ada.click("#claim");
    assert_prompt(&ada, "Blue (Ada) wins: Red left the game.");
    ada.assert_no_errors();
}

#[test]
fn an_open_game_is_aborted() {
    let site = Site::start();
    let [ada] = players(&site, ["Ada"]);
    let id = create_game(&ada, "hex(size=5)", Visibility::Lobby);
    ada.click_cell("c3");
    ada.assert_contains(".notice", "Waiting for an opponent");
    ada.click("#call-off");
    ada.click("[data-yes=call-off]");
    assert_prompt(&ada, "Game aborted.");
    ada.assert_absent("#prompt.result");
    ada.go("/online");
    ada.assert_present("#open-games p");
    ada.assert_absent(&format!("[data-game='{id}']"));
    ada.assert_no_errors();
}

/// Returns the actions of a whole turn: the first legal ones that are not a pass.
fn whole_turn(expected: &ExpectedGame) -> Vec<String> {
    let mut state = expected.session.state().copy();
    let mut actions = Vec::new();
    loop {
        let action = state.legal().into_iter().find(|action| action != "pass").expect("there is something to do");
        let flow = state.play(&action).expect("it is legal");
        actions.push(action);
        if flow != Flow::SameTurn {
            return actions;
        }
    }
}

#[test]
fn a_turn_of_several_actions_is_sent_when_confirmed() {
    let site = Site::start();
    let [ada, grace] = players(&site, ["Ada", "Grace"]);
    let (_, mut expected) = begin(&ada, &grace, "harvest(base=3)");
    // The first turn of the game is a single action.
    let first = whole_turn(&expected);
    assert_eq!(first.len(), 1);
    expected.play(&ada, &first[0], InputDevice::Mouse);
    let turn = whole_turn(&expected);
    assert!(turn.len() > 1, "the second turn has several actions: {turn:?}");
    wait_for_turn(&grace);
    for _ in 0..2 {
        for action in &turn {
            expected.play_unconfirmed(&grace, action, InputDevice::Mouse);
            // Nothing is sent before the confirmation.
            ada.assert_value("document.querySelectorAll('.move').length", 1);
        }
        // Undone before the confirmation, the turn leaves no trace.
        grace.click("#take-back");
        for _ in &turn {
            expected.session.back();
        }
        expected.assert_shown(&grace);
    }
    for action in &turn {
        expected.play_unconfirmed(&grace, action, InputDevice::Mouse);
    }
    grace.click("#confirm");
    expected.assert_shown(&ada);
    wait_for_turn(&ada);
    for browser in [&ada, &grace] {
        browser.assert_no_errors();
    }
}
