//! Games that last: over a reload, in a link, in a file, without a network.

use hexarium_browser::{Browser, Means, Mirror, Wishes};
use hexarium_games::registry::GAMES;
use hexarium_kernel::Rng;
use serde_json::json;

use crate::visit;

/// Plays some actions by chance.
fn play_some(mirror: &mut Mirror, browser: &Browser, actions: usize) {
    let mut rng = Rng::new(31);
    for _ in 0..actions {
        let legal = mirror.table.state().legal();
        mirror.play(browser, &legal[rng.below(legal.len())], Means::Mouse);
    }
}

#[test]
fn a_game_survives_a_reload_in_the_middle() {
    let (site, browser) = visit(&Wishes::default());
    for spec in GAMES {
        let mut mirror = Mirror::between_friends(&browser, &site, spec.id);
        play_some(&mut mirror, &browser, 5);
        browser.click("#back");
        mirror.table.back();
        browser.reload();
        mirror.check(&browser);
        browser.click("#forward");
        mirror.table.forward();
        mirror.check(&browser);
        let prompt = mirror.table.state().view().prompt;
        assert_eq!(browser.text_of("#prompt"), prompt, "{}", spec.id);
    }
    browser.assert_quiet();
}

#[test]
fn a_game_against_the_engine_goes_on_after_a_reload() {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::against_level(&browser, &site, "hex(size=5)", 2);
    play_some(&mut mirror, &browser, 1);
    mirror.follow(&browser);
    browser.open(&site.address(""));
    browser.click("a[href='#/play']");
    mirror.check(&browser);
    play_some(&mut mirror, &browser, 1);
    mirror.follow(&browser);
    assert_eq!(mirror.table.actions().len(), 4);
    mirror.check(&browser);
    browser.assert_quiet();
}

#[test]
fn a_link_opened_elsewhere_shows_the_same_position() {
    let links: Vec<(Mirror, String)> = {
        let (site, browser) = visit(&Wishes::default());
        let made = GAMES.iter().map(|spec| {
            let mut mirror = Mirror::between_friends(&browser, &site, spec.id);
            play_some(&mut mirror, &browser, 6);
            browser.click("#back");
            mirror.table.back();
            let link = browser.attribute("#link", ".value");
            (mirror, link.split_once('#').expect("a link has a fragment").1.to_string())
        });
        made.collect()
    };
    let (site, stranger) = visit(&Wishes::default());
    for (mut mirror, fragment) in links {
        stranger.open(&site.address(&format!("#{fragment}")));
        mirror.check(&stranger);
        assert_eq!(Mirror::of(&stranger).table.actions(), mirror.table.actions());
        // The rest of the game came along.
        stranger.click("#to-end");
        mirror.table.to_end();
        mirror.check(&stranger);
    }
    stranger.assert_quiet();
}

/// Puts a text into the field for imports and opens it.
pub(crate) fn import(browser: &Browser, text: &str) {
    if !browser.is("document.querySelector('#share').open") {
        browser.click("#share summary");
    }
    browser.fill("#import", text);
    browser.click("#import-open");
}

const SGF: &str = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Ben];B[c3];W[b4];B[c2](;W[d1];B[a5])(;W[a1]))";

#[test]
fn an_sgf_file_is_opened_pasted_or_chosen() {
    let (site, browser) = visit(&Wishes::default());
    browser.open(&site.address("#/play"));
    import(&browser, SGF);
    browser.wait_until("the game of the file", "document.querySelectorAll('#board > .hit').length === 25");
    let mut mirror = Mirror::of(&browser);
    let expected = hexarium_table::import(SGF).expect("the file is good").into_table().expect("a table");
    assert_eq!(mirror.table.actions(), expected.actions());
    assert_eq!(mirror.table.tree().ids().len(), expected.tree().ids().len(), "the variation is there");
    mirror.check(&browser);
    browser.click("#to-end");
    mirror.table.to_end();
    assert!(mirror.table.actions().len() >= 5);
    mirror.check(&browser);

    let file = std::env::temp_dir().join(format!("hexarium-import-{}.sgf", std::process::id()));
    std::fs::write(&file, SGF.replace("SZ[5]", "SZ[7]")).expect("a file can be written");
    browser.choose_file("#import-file", &file);
    browser.wait_until("the game of the file", "document.querySelectorAll('#board > .hit').length === 49");
    std::fs::remove_file(&file).expect("the file is there");
    Mirror::of(&browser).check(&browser);
    browser.assert_quiet();
}

#[test]
fn every_form_of_a_game_is_opened_again() {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::between_friends(&browser, &site, "hex(size=5)");
    play_some(&mut mirror, &browser, 7);
    for form in mirror.table.forms() {
        let text = mirror.table.export(form).expect("the form fits the game");
        browser.open(&site.address("#/play"));
        import(&browser, &text);
        browser.click("#to-end");
        assert_eq!(Mirror::of(&browser).table.actions(), mirror.table.actions(), "{form:?}");
        mirror.check(&browser);
    }
    browser.assert_quiet();
}

#[test]
fn the_app_works_without_a_network_after_the_first_visit() {
    let (mut site, browser) = visit(&Wishes::default());
    browser.open(&site.address("#/new/hex(size=5)"));
    let kept = "return navigator.serviceWorker.ready.then(() => caches.keys()).then(names => names.length)";
    assert_eq!(browser.run(kept, Vec::new()), json!(1), "the app keeps itself, once");
    site.stop();
    let answer = "return fetch('/healthz').then(() => 'there', () => 'gone')";
    assert_eq!(browser.run(answer, Vec::new()), json!("gone"), "there is no server any more");
    browser.reload();
    browser.click("#start");
    let mut mirror = Mirror::of(&browser);
    play_some(&mut mirror, &browser, 1);
    mirror.follow(&browser);
    assert_eq!(mirror.table.actions().len(), 2, "the engine plays without a network too");
    mirror.check(&browser);
    browser.go("/rules/hex");
    browser.wait_until("the rules page", "document.querySelector('.prose')?.innerText.length > 500");
    browser.go("/");
    browser.wait_until("the games", "document.querySelectorAll('.card').length === 5");
}
