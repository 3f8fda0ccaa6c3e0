//! Games against the engine, results and rematches.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice, for_every_game};
use hexarium_kernel::{Mark, Player, Rng};
use serde_json::json;

use crate::start;

/// Plays a random turn.
fn play_turn(expected: &mut ExpectedGame, browser: &Browser, rng: &mut Rng, device: InputDevice) {
    let me = expected.session.state().to_move();
    while !expected.is_over() && expected.session.state().to_move() == me {
        let legal = expected.session.state().legal();
        expected.play(browser, &legal[rng.below(legal.len())], device);
    }
}

#[test]
fn every_game_five_turns_against_level_two() {
    for_every_game(|spec| {
        let (site, browser) = start(&BrowserOptions::default());
        let mut expected = ExpectedGame::against_level(&browser, &site, spec.id, 2);
        expected.assert_shown(&browser);
        let mut rng = Rng::new(5);
        for _ in 0..5 {
            play_turn(&mut expected, &browser, &mut rng, InputDevice::Mouse);
            expected.follow_engine(&browser);
            expected.assert_shown(&browser);
        }
        let actors = expected.session.state().actors();
        let actions = |player: &Player| actors.iter().filter(|actor| *actor == player).count();
        assert!(expected.is_over() || Player::BOTH.iter().all(|player| actions(player) >= 5));
        browser.assert_no_errors();
    });
}

/// Plays a small game against the engine to its end and checks the result shown.
fn play_to_the_end(game: &str) {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::against_level(&browser, &site, game, 2);
    let mut rng = Rng::new(9);
    while !expected.is_over() {
        play_turn(&mut expected, &browser, &mut rng, InputDevice::Mouse);
        expected.follow_engine(&browser);
    }
    expected.assert_shown(&browser);
    let ending = expected.session.ending().expect("the game is over");
    let result = match ending.winner {
        Some(winner) => format!("{} wins:", expected.session.game().player_name(winner)),
        None => "The game is a draw".to_string(),
    };
    browser.assert_contains("#prompt", &result);
    browser.assert_value("Boolean(document.querySelector('#prompt.result .sign'))", ending.winner.is_some());
    let deciding = expected.session.state().view().marks.iter().any(|(_, mark)| *mark == Mark::Deciding);
    browser.assert_value("Boolean(document.querySelector('#board .deciding'))", deciding);
    let prompt = browser.text_of("#prompt").to_lowercase();
    assert!(prompt.contains(&ending.reason.to_lowercase()), "'{prompt}' has the reason, {}", ending.reason);
    browser.assert_present("#again");
    browser.assert_absent("#resign");
    browser.assert_no_errors();
}

#[test]
fn a_game_of_hex_ends_with_its_result_and_the_reason() {
    play_to_the_end("hex(size=3)");
}

#[test]
fn a_game_of_harvest_ends_with_its_result_and_the_reason() {
    play_to_the_end("harvest(base=3)");
}

#[test]
fn undo_returns_to_the_start_and_redo_to_the_end() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::against_level(&browser, &site, "harvest(base=3)", 2);
    let mut rng = Rng::new(3);
    for _ in 0..3 {
        play_turn(&mut expected, &browser, &mut rng, InputDevice::Mouse);
        expected.follow_engine(&browser);
    }
    let played = expected.session.actions();
    for _ in 0..3 {
        browser.assert_present("#undo:enabled");
        browser.click("#undo");
        assert_eq!(
            ExpectedGame::saved_by(&browser).session.state().to_move(),
            Player::First,
            "after undo the player is to move"
        );
    }
    browser.assert_present("#undo:disabled");
    expected.session.to_start();
    expected.assert_shown(&browser);
    while browser.has("#redo:enabled") {
        browser.click("#redo");
    }
    assert_eq!(ExpectedGame::saved_by(&browser).session.actions(), played);
    expected.session.to_end();
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

/// Plays a game of Hex of size 3 that the first player wins.
fn win_quickly(expected: &mut ExpectedGame, browser: &Browser) {
    for action in ["b2", "a1", "b1", "c3", "b3"] {
        if !expected.is_over() {
            expected.play(browser, action, InputDevice::Mouse);
        }
    }
    assert!(expected.is_over(), "{}", expected.session.state().position());
}

/// Waits until this player is below the board, with this score.
fn assert_below(browser: &Browser, player: &str, wins: &str) {
    let strip = "[...document.querySelectorAll('.strip')].at(-1)";
    let shown = format!("[{strip}.dataset.player, {strip}.querySelector('.wins')?.innerText ?? '']");
    browser.assert_value(&shown, json!([player, wins]));
}

#[test]
fn a_rematch_changes_sides_and_keeps_the_score() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=3)");
    let first = expected.session.game().player_name(Player::First);
    let second = expected.session.game().player_name(Player::Second);
    assert_below(&browser, first, "");
    win_quickly(&mut expected, &browser);
    let winner = expected.session.ending().and_then(|ending| ending.winner);
    assert_eq!(winner, Some(Player::First));
    assert_below(&browser, first, "1");
    browser.click("#again");
    // The player who began the first game has the other side now, and keeps the point.
    assert_below(&browser, second, "1");
    let mut expected = ExpectedGame::saved_by(&browser);
    expected.assert_shown(&browser);
    assert!(expected.session.actions().is_empty());
    win_quickly(&mut expected, &browser);
    assert_below(&browser, second, "1");
    browser.reload();
    assert_below(&browser, second, "1");
    browser.assert_no_errors();
}

#[test]
fn the_engine_begins_the_rematch() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::against_level(&browser, &site, "hex(size=3)", 1);
    expected.play(&browser, "b2", InputDevice::Mouse);
    expected.follow_engine(&browser);
    browser.click("#resign");
    browser.assert_contains("#prompt", "wins");
    browser.click("#again");
    browser.assert_value("document.querySelectorAll('.move').length", 1);
    let mut expected = ExpectedGame::saved_by(&browser);
    assert_eq!(expected.session.state().to_move(), Player::Second);
    let legal = expected.session.state().legal();
    expected.play(&browser, &legal[0], InputDevice::Mouse);
    expected.follow_engine(&browser);
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn two_engines_play_each_other() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/new/hex(size=3)"));
    browser.click(".choices .choice:nth-of-type(3) input[name=against]");
    browser.click("#start");
    browser.assert_contains("#prompt", "wins");
    ExpectedGame::saved_by(&browser).assert_shown(&browser);
    browser.assert_no_errors();
}
