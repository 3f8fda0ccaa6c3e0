//! Giving up, agreeing, taking back, running out of time.

use std::sync::Arc;

use hexarium_browser::{Means, Mirror, Site};
use hexarium_kernel::{Flow, Player};
use hexarium_server::ManualClock;

use crate::people::{begin, join, mirror, my_turn, open_it, people, play_all, prepare_game, prompt_says, says, seated};

#[test]
fn resigning_asks_again_and_ends_the_game() {
    let site = Site::start();
    let [ada, grace] = people(&site, ["Ada", "Grace"]);
    let (_, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    play_all(&mut mirror, &ada, &grace, &["c3", "b2"]);
    ada.click("#resign");
    ada.click(".twice button:not(.primary)");
    assert!(ada.has("#resign"), "whoever says no plays on");
    ada.click("#resign");
    ada.click("[data-yes=resign]");
    for browser in [&ada, &grace] {
        prompt_says(browser, "Red (Grace) wins. Blue resigned.");
    }
    ada.click_cell("d4");
    says(&ada, ".notice", "The game is over");
    mirror.check(&ada);
    grace.assert_quiet();
    ada.assert_quiet();
}

#[test]
fn a_draw_is_declined_and_then_agreed() {
    let site = Site::start();
    let [ada, grace] = people(&site, ["Ada", "Grace"]);
    let (_, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    ada.click("#offer-draw");
    says(&grace, "#offer", "Ada offers a draw.");
    says(&ada, "#offer", "You have offered a draw.");
    assert!(!ada.has("#accept"), "nobody answers oneself");
    grace.click("#decline");
    says(&ada, ".notice", "Grace would rather play on.");
    play_all(&mut mirror, &ada, &grace, &["c3"]);
    ada.click("#offer-draw");
    grace.click("#accept");
    for browser in [&ada, &grace] {
        prompt_says(browser, "A draw. The players agreed on a draw.");
        browser.assert_quiet();
    }
}

#[test]
fn a_turn_is_taken_back_when_the_other_lets_one() {
    let site = Site::start();
    let [ada, grace] = people(&site, ["Ada", "Grace"]);
    let (_, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    play_all(&mut mirror, &ada, &grace, &["c3", "b2"]);
    ada.click("#ask-take-back");
    says(&grace, "#offer", "Ada asks to take the last turn back.");
    grace.click("#decline");
    says(&ada, ".notice", "would rather not");
    mirror.check(&ada);
    ada.click("#ask-take-back");
    grace.click("#accept");
    mirror.table.to_start();
    for browser in [&ada, &grace] {
        mirror.wait_for(browser);
    }
    my_turn(&ada);
    play_all(&mut mirror, &ada, &grace, &["d4", "b3"]);
    for browser in [&ada, &grace] {
        browser.assert_quiet();
    }
}

#[test]
fn a_clock_runs_and_runs_out() {
    let clock = Arc::new(ManualClock::at(1_700_000_000_000));
    let time = clock.clone();
    let site = Site::start_with(move |config| config.time = time);
    let [ada, grace] = people(&site, ["Ada", "Grace"]);
    prepare_game(&ada, "hex(size=5)");
    // Three minutes and two seconds a turn.
    ada.click(".choice:nth-of-type(2) input[name=clock]");
    let id = open_it(&ada);
    join(&grace, &id);
    seated(&ada, Player::First);
    let mut board = mirror(&ada, &id);
    play_all(&mut board, &ada, &grace, &["c3", "b2"]);
    let below = "[...document.querySelectorAll('.clock')].at(-1).innerText";
    ada.wait_until("a clock that runs", &format!("/^(3:01|3:00|2:5\\d)$/.test({below})"));
    clock.pass(100_000);
    ada.reload();
    ada.wait_until("what is left", &format!("/^1:[12]\\d$/.test({below})"));
    clock.pass(90_000);
    for browser in [&ada, &grace] {
        browser.wait_long(
            "the end of the time",
            "/ran out of time/.test(document.querySelector('#prompt')?.innerText)",
            std::time::Duration::from_secs(30),
        );
        prompt_says(browser, "Red (Grace) wins. Blue ran out of time.");
        browser.assert_quiet();
    }
}

#[test]
fn somebody_who_has_left_is_said_to_be_away_and_loses_by_a_claim() {
    let clock = Arc::new(ManualClock::at(1_700_000_000_000));
    let time = clock.clone();
    let site = Site::start_with(move |config| config.time = time);
    let [ada, grace] = people(&site, ["Ada", "Grace"]);
    let (_, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    assert!(!ada.has(".away"));
    play_all(&mut mirror, &ada, &grace, &["c3", "b2"]);
    grace.go("/");
    says(&ada, ".away", "away");
    says(&ada, "#gone", "Grace is away. In ");
    assert!(!ada.has("#claim"));
    clock.pass(600_000);
    // The server says what time it is.
    ada.reload();
    ada.click("#claim");
    prompt_says(&ada, "Blue (Ada) wins. Red left the game.");
    ada.assert_quiet();
}

#[test]
fn a_game_that_nobody_joined_is_called_off() {
    let site = Site::start();
    let [ada] = people(&site, ["Ada"]);
    let id = crate::people::open_game(&ada, "hex(size=5)", crate::people::Found::InLobby);
    ada.click_cell("c3");
    says(&ada, ".notice", "The game has not begun");
    ada.click("#call-off");
    ada.click("[data-yes=call-off]");
    prompt_says(&ada, "The game was called off.");
    ada.go("/online");
    ada.wait_until("the lobby", "document.querySelector('#open-games p')");
    assert!(!ada.has(&format!("[data-game='{id}']")));
    ada.assert_quiet();
}

/// The actions of a whole turn, the first ones that do something.
fn whole_turn(mirror: &Mirror) -> Vec<String> {
    let mut state = mirror.table.state().copy();
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
fn a_turn_of_several_actions_is_confirmed_and_arrives_as_one() {
    let site = Site::start();
    let [ada, grace] = people(&site, ["Ada", "Grace"]);
    let (_, mut mirror) = begin(&ada, &grace, "harvest(base=3)");
    // The first turn of the game is a single action.
    let first = whole_turn(&mirror);
    assert_eq!(first.len(), 1);
    mirror.play(&ada, &first[0], Means::Mouse);
    let turn = whole_turn(&mirror);
    assert!(turn.len() > 1, "the second turn has several actions: {turn:?}");
    my_turn(&grace);
    for _ in 0..2 {
        for action in &turn {
            mirror.play_unconfirmed(&grace, action, Means::Mouse);
            assert_eq!(
                ada.value("document.querySelectorAll('.move').length"),
                1,
                "nothing arrives before the last word"
            );
        }
        // Taken back before that, it was never there; then it is made again.
        grace.click("#take-back");
        for _ in &turn {
            mirror.table.back();
        }
        mirror.wait_for(&grace);
    }
    for action in &turn {
        mirror.play_unconfirmed(&grace, action, Means::Mouse);
    }
    grace.click("#confirm");
    mirror.wait_for(&ada);
    my_turn(&ada);
    for browser in [&ada, &grace] {
        browser.assert_quiet();
    }
}
