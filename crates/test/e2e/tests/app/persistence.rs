//! Saved games, links, files, and the app without a network.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice};
use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::Rng;
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
    browser.click("a[href='#/play']");
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
        assert_eq!(ExpectedGame::saved_by(&stranger).session.actions(), expected.session.actions());
        // The link has the rest of the game too.
        stranger.click("#to-end");
        expected.session.to_end();
        expected.assert_shown(&stranger);
    }
    stranger.assert_no_errors();
}

/// Imports a text.
pub(crate) fn import(browser: &Browser, text: &str) {
    if !browser.has("#share[open]") {
        browser.click("#share summary");
    }
    browser.fill("#import", text);
    browser.click("#import-open");
}

const SGF: &str = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Ben];B[c3];W[b4];B[c2](;W[d1];B[a5])(;W[a1]))";

#[test]
fn an_sgf_file_is_imported_as_text_or_file() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/play"));
    import(&browser, SGF);
    browser.assert_value("document.querySelectorAll('#board > .hit').length", 25);
    let mut expected = ExpectedGame::saved_by(&browser);
    let imported = hexarium_session::import(&Games, SGF).expect("a valid file").into_session(&Games).expect("a game");
    assert_eq!(expected.session.actions(), imported.actions());
    assert_eq!(expected.session.tree().ids().len(), imported.tree().ids().len(), "with the variation");
    expected.assert_shown(&browser);
    browser.click("#to-end");
    expected.session.to_end();
    assert!(expected.session.actions().len() >= 5);
    expected.assert_shown(&browser);

    let file = std::env::temp_dir().join(format!("hexarium-import-{}.sgf", std::process::id()));
    std::fs::write(&file, SGF.replace("SZ[5]", "SZ[7]")).expect("a file can be written");
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
        browser.open(&site.address("#/play"));
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
