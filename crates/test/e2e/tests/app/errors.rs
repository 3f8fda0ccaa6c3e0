//! Bad links, broken files and missing features: a clear message and a way on.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice};
use hexarium_games::registry::Games;
use hexarium_session::GameSession;

use crate::persistence::import;
use crate::{fragment, start};

/// Returns the problem that the page shows, after following its link to the start page.
fn problem_with_way_home(browser: &Browser) -> String {
    let problem = browser.text_of("main .problem");
    browser.click("main a.primary");
    browser.assert_value("document.querySelectorAll('.card').length", 5);
    problem
}

#[test]
fn a_bad_link_shows_the_problem() {
    let (site, browser) = start(&BrowserOptions::default());
    let expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
    let link = browser.attribute("#link", ".value");
    let half = &fragment(&link)[1..fragment(&link).len() / 2];
    for bad in [half, "x", "1.!!!", "%E0%A4%A", "1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
        browser.open(&site.address(&format!("#{bad}")));
        browser.assert_absent("#board");
        let problem = problem_with_way_home(&browser);
        assert!(problem.len() > 30, "{bad}: '{problem}'");
    }
    for lost in [
        "#/nowhere",
        "#/new/chess",
        "#/learn/chess",
        "#/learn/hex/x",
        "#/rules/x",
        "#/new/hex(size=99)",
        "#/new/hex(",
        "#/new/",
    ] {
        browser.open(&site.address(lost));
        assert!(!problem_with_way_home(&browser).is_empty(), "{lost}");
    }
    // The game is unchanged.
    browser.go("/play");
    browser.assert_present("#board > .hit");
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn a_broken_import_shows_the_problem() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
    expected.play(&browser, "c3", InputDevice::Mouse);
    for broken in
        ["", "hello", "(;FF[4]GM[11]SZ[5];B[c3];W[c3])", "(;FF[4]GM[1]SZ[19];B[aa])", "{\"game\": 3", "#hex,1"]
    {
        import(&browser, broken);
        browser.wait_until(
            &format!("the problem of '{broken}'"),
            "/^Cannot open: .{8}/.test(document.querySelector('#share .problem').innerText)",
        );
        expected.assert_shown(&browser);
    }
    // The message disappears after a good import.
    import(&browser, "(;FF[4]GM[11]SZ[4];B[c3])");
    browser.assert_value("document.querySelectorAll('#board > .hit').length", 16);
    browser.assert_text("#share .problem", "");
    browser.assert_no_errors();
}

#[test]
fn broken_stored_data_is_replaced() {
    let (site, browser) = start(&BrowserOptions::default());
    for broken in
        ["", "nonsense", "person person first 0 0 0 false 7.7.7\nhex a1", "person level:99 first 0 0 0 false -\n"]
    {
        browser.open(&site.address(""));
        browser.store("game", broken);
        browser.store("settings", "look=purple\n\u{0}\nmotion\n");
        browser.open(&site.address("#/games"));
        browser.assert_contains("main", "are saved here");
    }
    browser.assert_no_errors();
}

#[test]
fn without_a_worker_the_game_continues_by_hand() {
    let blocked = "window.Worker = function () { throw new Error('blocked'); };";
    let (site, browser) = start(&BrowserOptions::default().with_script(blocked));
    let mut expected = ExpectedGame::against_level(&browser, &site, "hex(size=5)", 2);
    expected.play(&browser, "c3", InputDevice::Mouse);
    browser.assert_contains(".talk .notice", "engine is not available");
    expected.assert_shown(&browser);
    browser.click("#study");
    expected.play(&browser, "b4", InputDevice::Mouse);
    expected.assert_shown(&browser);
    browser.click("#hint");
    browser.assert_contains(".talk .notice", "engine is not available");
    browser.click("#engine");
    browser.assert_contains(".talk .notice", "engine is not available");
    browser.assert_attribute("#engine", "aria-checked", "false");
}

#[test]
fn a_worker_that_fails_to_load_is_reported() {
    let broken = "const Real = window.Worker; \
        window.Worker = function (address, options) { return new Real('./no-such-file.js', options); };";
    let (site, browser) = start(&BrowserOptions::default().with_script(broken));
    let mut expected = ExpectedGame::against_level(&browser, &site, "hex(size=5)", 2);
    expected.play(&browser, "c3", InputDevice::Mouse);
    browser.assert_contains(".talk .notice", "engine is not available");
    browser.assert_present("#engine-move");
    expected.assert_shown(&browser);
}

#[test]
fn a_full_storage_does_not_stop_the_game() {
    let full = "Storage.prototype.setItem = IDBObjectStore.prototype.put = \
        () => { throw new DOMException('full', 'QuotaExceededError'); };";
    let (site, browser) = start(&BrowserOptions::default().with_script(full));
    browser.open(&site.address("#/new/hex(size=5)"));
    browser.click(".choices .choice:nth-of-type(2) input[name=against]");
    browser.click("#start");
    let mut expected = ExpectedGame { session: GameSession::new(&Games, "hex(size=5)").expect("a game") };
    for action in ["c3", "b4", "d2"] {
        expected.play(&browser, action, InputDevice::Mouse);
        browser.assert_contains(".talk .notice", "storage is full");
        expected.assert_shown(&browser);
    }
    let link = browser.attribute("#link", ".value");
    browser.open(&site.address(fragment(&link)));
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn missing_webassembly_is_reported() {
    let (site, browser) = start(&BrowserOptions::default().with_script("delete window.WebAssembly;"));
    browser.open(&site.address(""));
    browser.assert_contains(".boot-note", "WebAssembly");
    browser.assert_present("#boot button");
}
