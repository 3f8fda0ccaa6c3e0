//! Games against the engine and to their ends.

use hexarium_browser::{Browser, Means, Mirror, Site, Wishes};
use hexarium_kernel::{Mark, Player, Rng};

use crate::visit;

/// Makes one whole turn, by chance.
fn play_turn(mirror: &mut Mirror, browser: &Browser, rng: &mut Rng, means: Means) {
    let me = mirror.table.state().to_move();
    while !mirror.is_over() && mirror.table.state().to_move() == me {
        let legal = mirror.table.state().legal();
        mirror.play(browser, &legal[rng.below(legal.len())], means);
    }
}

fn five_turns_against_level_two(game: &str) {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::against_level(&browser, &site, game, 2);
    mirror.check(&browser);
    let mut rng = Rng::new(5);
    for _ in 0..5 {
        play_turn(&mut mirror, &browser, &mut rng, Means::Mouse);
        mirror.follow(&browser);
        mirror.check(&browser);
    }
    let actors = mirror.table.state().actors();
    assert!(Player::BOTH.iter().all(|player| actors.iter().filter(|actor| *actor == player).count() >= 5));
    browser.assert_quiet();
}

#[test]
fn hex_five_turns_against_level_two() {
    five_turns_against_level_two("hex");
}

#[test]
fn coalesce_five_turns_against_level_two() {
    five_turns_against_level_two("coalesce");
}

#[test]
fn harvest_five_turns_against_level_two() {
    five_turns_against_level_two("harvest");
}

#[test]
fn fire_ants_five_turns_against_level_two() {
    five_turns_against_level_two("fire-ants");
}

#[test]
fn protista_five_turns_against_level_two() {
    five_turns_against_level_two("protista(seed=7)");
}

/// Plays a small game against the engine to its end, and sees who has won and why.
fn to_the_end(game: &str) {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::against_level(&browser, &site, game, 2);
    let mut rng = Rng::new(9);
    while !mirror.is_over() {
        play_turn(&mut mirror, &browser, &mut rng, Means::Mouse);
        mirror.follow(&browser);
    }
    mirror.check(&browser);
    let ending = mirror.table.ending().expect("the game is over");
    let prompt = browser.text_of("#prompt");
    let result = match ending.winner {
        Some(winner) => format!("{} wins.", mirror.table.game().player_name(winner)),
        None => "A draw.".to_string(),
    };
    assert!(prompt.starts_with(&result), "'{prompt}' says the result, {result}");
    assert_eq!(browser.has("#prompt.result .sign"), ending.winner.is_some(), "the winner's sign is beside it");
    let deciding = mirror.table.state().view().marks.iter().any(|(_, mark)| *mark == Mark::Deciding);
    assert_eq!(browser.has("#board .deciding"), deciding, "what decided the game is marked");
    assert!(prompt.to_lowercase().contains(&ending.reason.to_lowercase()), "'{prompt}' says why: {}", ending.reason);
    assert!(browser.has("#again") && !browser.has("#resign"));
    browser.assert_quiet();
}

#[test]
fn a_game_of_hex_ends_with_its_result_and_the_reason() {
    to_the_end("hex(size=3)");
}

#[test]
fn a_game_of_harvest_ends_with_its_result_and_the_reason() {
    to_the_end("harvest(base=3)");
}

#[test]
fn undo_leads_back_to_the_start_and_redo_to_the_end() {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::against_level(&browser, &site, "harvest(base=3)", 2);
    let mut rng = Rng::new(3);
    for _ in 0..3 {
        play_turn(&mut mirror, &browser, &mut rng, Means::Mouse);
        mirror.follow(&browser);
    }
    let played = mirror.table.actions();
    for _ in 0..3 {
        assert!(!browser.is("document.querySelector('#undo').disabled"));
        browser.click("#undo");
        assert_eq!(Mirror::of(&browser).table.state().to_move(), Player::First, "after undo a person is to move");
    }
    assert!(browser.is("document.querySelector('#undo').disabled"), "three turns were played and three taken back");
    mirror.table.to_start();
    mirror.check(&browser);
    while !browser.is("document.querySelector('#redo').disabled") {
        browser.click("#redo");
    }
    assert_eq!(Mirror::of(&browser).table.actions(), played);
    mirror.table.to_end();
    mirror.check(&browser);
    browser.assert_quiet();
}

/// Wins a game of Hex on three rows for whoever begins.
fn win_quickly(mirror: &mut Mirror, browser: &Browser) {
    for action in ["b2", "a1", "b1", "c3", "b3"] {
        if !mirror.is_over() {
            mirror.play(browser, action, Means::Mouse);
        }
    }
    assert!(mirror.is_over(), "{}", mirror.table.state().position());
}

/// The player below the board and the games that they have won.
fn below(browser: &Browser) -> (String, String) {
    let name = browser.value("[...document.querySelectorAll('.strip')].at(-1).dataset.player");
    let wins = browser.value("[...document.querySelectorAll('.strip')].at(-1).querySelector('.wins')?.innerText ?? ''");
    (name.as_str().unwrap_or_default().to_string(), wins.as_str().unwrap_or_default().to_string())
}

#[test]
fn play_again_changes_sides_and_keeps_the_score() {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::between_friends(&browser, &site, "hex(size=3)");
    let first = mirror.table.game().player_name(Player::First);
    let second = mirror.table.game().player_name(Player::Second);
    assert_eq!(below(&browser), (first.to_string(), String::new()));
    win_quickly(&mut mirror, &browser);
    let winner = mirror.table.ending().and_then(|ending| ending.winner);
    assert_eq!(winner, Some(Player::First));
    assert_eq!(below(&browser), (first.to_string(), "1".to_string()));
    browser.click("#again");
    // Whoever began the first game has the other side now, and the point they have won.
    assert_eq!(below(&browser), (second.to_string(), "1".to_string()));
    let mut mirror = Mirror::of(&browser);
    mirror.check(&browser);
    assert!(mirror.table.actions().is_empty());
    win_quickly(&mut mirror, &browser);
    assert_eq!(below(&browser), (second.to_string(), "1".to_string()));
    browser.reload();
    assert_eq!(below(&browser), (second.to_string(), "1".to_string()), "the score survives a reload");
    browser.assert_quiet();
}

#[test]
fn after_playing_again_the_engine_begins() {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::against_level(&browser, &site, "hex(size=3)", 1);
    mirror.play(&browser, "b2", Means::Mouse);
    mirror.follow(&browser);
    browser.click("#resign");
    assert!(browser.text_of("#prompt").contains("wins"));
    browser.click("#again");
    browser.wait_until("the engine to begin", "document.querySelectorAll('.move').length === 1");
    let mut mirror = Mirror::of(&browser);
    assert_eq!(mirror.table.state().to_move(), Player::Second);
    let legal = mirror.table.state().legal();
    mirror.play(&browser, &legal[0], Means::Mouse);
    mirror.follow(&browser);
    mirror.check(&browser);
    browser.assert_quiet();
}

#[test]
fn two_computers_play_while_one_watches() {
    let site = Site::start();
    let browser = Browser::start(&Wishes::default());
    browser.open(&site.address("#/new/hex(size=3)"));
    browser.click(".choices .choice:nth-of-type(3) input[name=against]");
    browser.click("#start");
    browser.wait_until("the computers to finish", "/wins/.test(document.querySelector('#prompt')?.innerText)");
    Mirror::of(&browser).check(&browser);
    browser.assert_quiet();
}
