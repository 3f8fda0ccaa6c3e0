//! Saved games, links, files, and the app without a network.

use std::fs;
use std::path::{Path, PathBuf};

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice};
use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::{Player, Rng};
use hexarium_session::{Form, GameSession, autosave};
use serde_json::json;

use crate::{fragment, start};

/// Plays random actions.
fn play_some(expected: &mut ExpectedGame, browser: &Browser, actions: usize) {
    let mut rng = Rng::new(31);
    for _ in 0..actions {
        let legal = expected.session.state().legal();
        expected.play(browser, &legal[rng.below(legal.len())], InputDevice::Mouse);
    }
}

#[test]
fn a_game_survives_a_reload() {
    let (site, browser) = start(&BrowserOptions::default());
    for spec in GAMES {
        let mut expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
        play_some(&mut expected, &browser, 5);
        browser.click("#back");
        expected.session.back();
        browser.reload();
        expected.assert_shown(&browser);
        browser.click("#forward");
        expected.session.forward();
        expected.assert_shown(&browser);
        let prompt = expected.session.state().view().prompt;
        browser.assert_text("#prompt", &prompt);
    }
    browser.assert_no_errors();
}

#[test]
fn a_game_against_the_engine_continues_after_a_reload() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::against_level(&browser, &site, "hex(size=5)", 2);
    play_some(&mut expected, &browser, 1);
    expected.follow_engine(&browser);
    browser.open(&site.address(""));
    browser.click("#resume");
    expected.assert_shown(&browser);
    play_some(&mut expected, &browser, 1);
    expected.follow_engine(&browser);
    assert_eq!(expected.session.actions().len(), 4);
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn a_link_shows_the_same_position_in_another_browser() {
    let links: Vec<(ExpectedGame, String)> = {
        let (site, browser) = start(&BrowserOptions::default());
        let made = GAMES.iter().map(|spec| {
            let mut expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
            play_some(&mut expected, &browser, 6);
            browser.click("#back");
            expected.session.back();
            let link = browser.attribute("#link", ".value");
            (expected, fragment(&link).to_string())
        });
        made.collect()
    };
    let (site, stranger) = start(&BrowserOptions::default());
    for (mut expected, fragment) in links {
        stranger.open(&site.address(&fragment));
        expected.assert_shown(&stranger);
        // The link has the rest of the game too.
        stranger.click("#to-end");
        expected.session.to_end();
        expected.assert_shown(&stranger);
    }
    stranger.assert_no_errors();
}

/// Imports a text.
pub(crate) fn import(browser: &Browser, text: &str) {
    if browser.has("#share:not([open])") {
        browser.click("#share summary");
    }
    browser.fill("#import", text);
    browser.click("#import-open");
}

const SGF: &str = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Ben];B[c3];W[b4];B[c2](;W[d1];B[a5])(;W[a1]))";

#[test]
fn an_sgf_file_is_imported_as_text_or_file() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/games"));
    import(&browser, SGF);
    browser.assert_value("document.querySelectorAll('#board > .hit').length", 25);
    let mut expected = ExpectedGame::saved_by(&browser);
    let imported = hexarium_session::import(&Games, SGF).expect("a valid file").into_session(&Games).expect("a game");
    assert_eq!(expected.session.actions(), imported.actions());
    assert_eq!(expected.session.tree().ids().len(), imported.tree().ids().len(), "with the variation");
    for name in ["Ann", "Ben"] {
        browser.assert_contains("main", name);
    }
    expected.assert_shown(&browser);
    browser.click("#to-end");
    expected.session.to_end();
    assert!(expected.session.actions().len() >= 5);
    expected.assert_shown(&browser);

    let file = std::env::temp_dir().join(format!("hexarium-import-{}.sgf", std::process::id()));
    std::fs::write(&file, SGF.replace("SZ[5]", "SZ[7]")).expect("a file can be written");
    browser.go("/games");
    browser.choose_file("#import-file", &file);
    browser.assert_value("document.querySelectorAll('#board > .hit').length", 49);
    std::fs::remove_file(&file).expect("the file is there");
    ExpectedGame::saved_by(&browser).assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn every_export_is_imported_again() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
    play_some(&mut expected, &browser, 7);
    for form in expected.session.forms() {
        let text = expected.session.export(form).expect("the form fits the game");
        browser.open(&site.address("#/games"));
        import(&browser, &text);
        browser.click("#to-end");
        println!("{form:?}");
        expected.assert_shown(&browser);
        assert_eq!(ExpectedGame::saved_by(&browser).session.actions(), expected.session.actions(), "{form:?}");
    }
    browser.assert_no_errors();
}

#[test]
fn the_app_works_without_a_network_after_the_first_visit() {
    let (mut site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/new/hex(size=5)"));
    let kept = "return navigator.serviceWorker.ready.then(() => caches.keys()).then(names => names.length)";
    assert_eq!(browser.run(kept, Vec::new()), json!(1), "the app is cached once");
    site.stop();
    let answer = "return fetch('/healthz').then(() => 'there', () => 'gone')";
    assert_eq!(browser.run(answer, Vec::new()), json!("gone"), "the server is stopped");
    browser.reload();
    browser.click("#start");
    let mut expected = ExpectedGame::saved_by(&browser);
    play_some(&mut expected, &browser, 1);
    expected.follow_engine(&browser);
    assert_eq!(expected.session.actions().len(), 2, "the engine plays without a network too");
    expected.assert_shown(&browser);
    browser.go("/rules/hex");
    browser.wait_until("the rules page", "document.querySelector('.prose').innerText.length > 500");
    browser.go("/");
    browser.assert_value("document.querySelectorAll('.card').length", 5);
}

#[test]
fn an_engine_without_its_network_plays_on_and_says_so() {
    let (mut site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/new/hex(size=5)"));
    let delete = "return navigator.serviceWorker.ready.then(() => caches.keys())
        .then(([name]) => caches.open(name)).then(cache => cache.delete('networks/hex.net'))";
    assert_eq!(browser.run(delete, Vec::new()), json!(true), "the network was cached");
    site.stop();
    browser.click("#start");
    let mut expected = ExpectedGame::saved_by(&browser);
    play_some(&mut expected, &browser, 1);
    expected.follow_engine(&browser);
    assert_eq!(expected.session.actions().len(), 2, "the engine plays without its network");
    let notice = "The engine plays without its neural network: networks/hex.net could not be loaded.";
    browser.assert_text(".notice", notice);
}

/// Returns the number of games in the list of saved games.
fn count_games(browser: &Browser) -> usize {
    browser.go("/games");
    browser.assert_present("main h1");
    let count = browser.value("document.querySelectorAll('.saved-game').length");
    count.as_u64().unwrap_or_default() as usize
}

#[test]
fn games_survive_other_games_links_and_tabs() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut saved = Vec::new();
    for game in ["hex(size=5)", "harvest", "coalesce"] {
        let mut expected = ExpectedGame::of_two_players(&browser, &site, game);
        play_some(&mut expected, &browser, 4);
        saved.push((expected, browser.address()));
    }
    let mut linked = GameSession::new(&Games, "fire-ants").expect("a game");
    let first = linked.state().legal()[0].clone();
    linked.play(&first).expect("a legal action");
    let link = linked.export(Form::Link).expect("a link");
    browser.open(&site.address(fragment(&link)));
    browser.assert_present("#board > .hit");
    assert_eq!(count_games(&browser), 3, "looking at a link saves nothing");
    // A second tab plays in one of the games, while the first one shows another.
    browser.open(&saved[0].1);
    saved[0].0.assert_shown(&browser);
    browser.open_tab(&saved[1].1);
    saved[1].0.assert_shown(&browser);
    play_some(&mut saved[1].0, &browser, 1);
    browser.switch_to_tab(0);
    play_some(&mut saved[0].0, &browser, 1);
    for (expected, address) in &saved {
        browser.open(address);
        browser.reload();
        if browser.has("#open-copy") {
            // The second tab has this game.
            browser.click("#open-copy");
        }
        expected.assert_shown(&browser);
    }
    browser.assert_no_errors();
}

#[test]
fn an_action_whose_transaction_a_reload_interrupts_is_not_lost() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
    play_some(&mut expected, &browser, 2);
    let hang = "IDBDatabase.prototype.transaction = \
        () => ({ objectStore: () => ({ put() {}, delete() {} }), commit() {} });";
    browser.run(hang, Vec::new());
    play_some(&mut expected, &browser, 2);
    browser.reload();
    expected.assert_shown(&browser);
    browser.assert_value("sessionStorage.length", 0);
    browser.assert_no_errors();
}

#[test]
fn a_game_that_another_tab_has_waits_or_is_copied() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
    play_some(&mut expected, &browser, 3);
    let address = browser.address();
    browser.open_tab(&address);
    browser.assert_contains("#waiting", "open in another tab");
    browser.click("#open-copy");
    expected.assert_shown(&browser);
    assert_ne!(browser.address(), address);
    play_some(&mut expected, &browser, 1);
    assert_eq!(count_games(&browser), 2);
    browser.open(&address);
    browser.assert_contains("#waiting", "open in another tab");
    browser.switch_to_tab(0);
    browser.go("/games");
    browser.switch_to_tab(1);
    expected.session.back();
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn a_hidden_tab_that_leaves_a_game_gives_it_up() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
    play_some(&mut expected, &browser, 3);
    let address = browser.address();
    browser.open_tab(&address);
    browser.assert_contains("#waiting", "open in another tab");
    browser.switch_to_tab(0);
    browser.run("setTimeout(() => { location.hash = '/games'; }, 300)", Vec::new());
    browser.switch_to_tab(1);
    expected.assert_shown(&browser);
    // So does one that leaves while it reads the game.
    browser.go("/games");
    let hurry = "location.hash = arguments[0]; setTimeout(() => { location.hash = '/games'; })";
    browser.run(hurry, vec![fragment(&address).into()]);
    browser.assert_present(".saved-game");
    browser.assert_value("navigator.locks.query().then(locks => locks.held.length + locks.pending.length)", 0);
    browser.assert_no_errors();
}

#[test]
fn a_link_is_saved_when_it_is_changed() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut session = GameSession::new(&Games, "hex(size=5)").expect("a game");
    session.play("c3").expect("a legal action");
    let link = session.export(Form::Link).expect("a link");
    browser.open(&site.address(fragment(&link)));
    let mut expected = ExpectedGame { session };
    expected.assert_shown(&browser);
    expected.play(&browser, "b2", InputDevice::Mouse);
    expected.assert_shown(&browser);
    browser.reload();
    expected.assert_shown(&browser);
    assert_eq!(ExpectedGame::saved_by(&browser).session.actions(), ["c3", "b2"]);
    browser.assert_no_errors();
}

#[test]
fn deleting_asks_first() {
    let (site, browser) = start(&BrowserOptions::default());
    for _ in 0..2 {
        let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
        play_some(&mut expected, &browser, 2);
    }
    assert_eq!(count_games(&browser), 2);
    browser.click(".saved-game .ask");
    browser.click(".ask-first .cancel");
    assert_eq!(count_games(&browser), 2);
    browser.click(".saved-game .ask");
    browser.click(".ask-first .danger");
    browser.assert_value("document.querySelectorAll('.saved-game').length", 1);
    browser.reload();
    browser.assert_value("document.querySelectorAll('.saved-game').length", 1);
    browser.go("/settings");
    browser.click(".page .ask");
    browser.click(".ask-first .danger");
    browser.assert_contains("main", "Deleted.");
    browser.go("/games");
    browser.reload();
    browser.assert_contains("main", "are saved here");
    browser.assert_no_errors();
}

#[test]
fn games_of_a_profile_of_0_1_are_in_the_library() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/settings"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/session/tests/fixtures/v0.1");
    let files = fs::read_dir(folder).expect("fixtures").map(|file| file.expect("a file").path());
    let is_profile =
        |file: &PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("profile-"));
    for (i, file) in files.filter(is_profile).enumerate() {
        let text = fs::read_to_string(&file).expect("a text");
        let saved = autosave::load(&Games, &text).expect("a saved game");
        browser.go("/settings");
        browser.store("game", &text);
        browser.reload();
        browser.go("/games");
        browser.assert_value("document.querySelectorAll('.saved-game').length", i + 1);
        assert_eq!(browser.stored("game"), None);
        browser.click(".saved-game .primary");
        let mut expected = ExpectedGame { session: saved.session };
        expected.assert_shown(&browser);
        if !expected.is_over() {
            if expected.session.can_forward() {
                browser.click("#to-end");
                expected.session.to_end();
            }
            while !expected.is_over() && expected.session.state().to_move() == Player::First {
                let action = expected.session.state().legal()[0].clone();
                expected.play(&browser, &action, InputDevice::Mouse);
            }
            expected.follow_engine(&browser);
        }
        browser.reload();
        expected.assert_shown(&browser);
    }
    assert_eq!(count_games(&browser), 6);
    browser.assert_no_errors();
}
