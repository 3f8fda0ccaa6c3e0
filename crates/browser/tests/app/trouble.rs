//! When something is wrong: a clear message and a way on, never a blank page.

use hexarium_browser::{Browser, Means, Mirror, Wishes};
use hexarium_table::Table;

use crate::keeping::import;
use crate::visit;

/// What the page says about a problem, with the way home that it offers.
fn problem_with_a_way_on(browser: &Browser) -> String {
    let problem = browser.text_of("main .problem");
    browser.click("main a.primary");
    browser.wait_until("the games", "document.querySelectorAll('.card').length === 5");
    problem
}

#[test]
fn a_bad_link_is_answered_with_what_is_wrong() {
    let (site, browser) = visit(&Wishes::default());
    let good = Mirror::between_friends(&browser, &site, "hex(size=5)");
    let link = browser.attribute("#link", ".value");
    let fragment = link.split_once('#').expect("a fragment").1;
    let half = &fragment[..fragment.len() / 2];
    for bad in [half, "x", "1.!!!", "%E0%A4%A", "1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
        browser.open(&site.address(&format!("#{bad}")));
        assert!(!browser.has("#board"), "{bad}");
        let problem = problem_with_a_way_on(&browser);
        assert!(problem.len() > 30, "{bad}: '{problem}'");
    }
    for lost in ["#/nowhere", "#/new/chess", "#/learn/chess", "#/rules/x", "#/new/hex(size=99)", "#/new/hex(", "#/new/"]
    {
        browser.open(&site.address(lost));
        assert!(!problem_with_a_way_on(&browser).is_empty(), "{lost}");
    }
    // None of that has hurt the game.
    browser.go("/play");
    browser.wait_until("the board", "document.querySelector('#board > .hit')");
    good.check(&browser);
    browser.assert_quiet();
}

#[test]
fn a_broken_import_is_answered_with_what_is_wrong() {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::between_friends(&browser, &site, "hex(size=5)");
    mirror.play(&browser, "c3", Means::Mouse);
    for broken in
        ["", "hello", "(;FF[4]GM[11]SZ[5];B[c3];W[c3])", "(;FF[4]GM[1]SZ[19];B[aa])", "{\"game\": 3", "#hex,1"]
    {
        import(&browser, broken);
        let problem = browser.text_of("#share .problem");
        assert!(problem.starts_with("This cannot be opened: ") && problem.len() > 30, "{broken}: '{problem}'");
        mirror.check(&browser);
    }
    // The message goes when something good comes.
    import(&browser, "(;FF[4]GM[11]SZ[4];B[c3])");
    assert_eq!(browser.value("document.querySelectorAll('#board > .hit').length"), serde_json::json!(16));
    assert_eq!(browser.text_of("#share .problem"), "");
    browser.assert_quiet();
}

#[test]
fn what_was_kept_may_be_broken() {
    let (site, browser) = visit(&Wishes::default());
    for broken in
        ["", "nonsense", "person person first 0 0 0 false 7.7.7\nhex a1", "person level:99 first 0 0 0 false -\n"]
    {
        browser.open(&site.address(""));
        browser.keep("game", broken);
        browser.keep("settings", "look=purple\n\u{0}\nmotion\n");
        browser.open(&site.address("#/play"));
        assert!(browser.has("#board > .hit"), "{broken:?}");
    }
    browser.assert_quiet();
}

#[test]
fn a_blocked_worker_leaves_a_game_that_goes_on_by_hand() {
    let blocked = "window.Worker = function () { throw new Error('blocked'); };";
    let (site, browser) = visit(&Wishes::default().with_script(blocked));
    let mut mirror = Mirror::against_level(&browser, &site, "hex(size=5)", 2);
    mirror.play(&browser, "c3", Means::Mouse);
    let notice = browser.text_of(".talk .notice");
    assert!(notice.contains("engine is not available"), "{notice}");
    mirror.check(&browser);
    browser.click("#study");
    mirror.play(&browser, "b4", Means::Mouse);
    mirror.check(&browser);
    browser.click("#hint");
    assert!(browser.text_of(".talk .notice").contains("engine is not available"));
    browser.click("#engine");
    assert!(browser.text_of(".talk .notice").contains("engine is not available"));
    assert_eq!(browser.attribute("#engine", "aria-checked"), "false");
}

#[test]
fn a_worker_that_cannot_load_is_as_good_as_blocked() {
    let broken = "const Real = window.Worker; window.Worker = function (address, options) { return new Real('./no-such-file.js', options); };";
    let (site, browser) = visit(&Wishes::default().with_script(broken));
    let mut mirror = Mirror::against_level(&browser, &site, "hex(size=5)", 2);
    mirror.play(&browser, "c3", Means::Mouse);
    let notice = "/engine is not available/.test(document.querySelector('.talk .notice')?.innerText)";
    browser.wait_until("a word about the engine", notice);
    assert!(browser.has("#engine-move"), "one may try again");
    mirror.check(&browser);
}

#[test]
fn a_full_storage_does_not_stop_the_game() {
    let full = "Storage.prototype.setItem = function () { throw new DOMException('full', 'QuotaExceededError'); };";
    let (site, browser) = visit(&Wishes::default().with_script(full));
    browser.open(&site.address("#/new/hex(size=5)"));
    browser.click(".choices .choice:nth-of-type(2) input[name=against]");
    browser.click("#start");
    let mut mirror = Mirror { table: Table::new("hex(size=5)").expect("a game") };
    for action in ["c3", "b4", "d2"] {
        mirror.play(&browser, action, Means::Mouse);
        assert!(browser.text_of(".talk .notice").contains("no room"), "{}", browser.text_of(".talk .notice"));
        mirror.check(&browser);
    }
    let link = browser.attribute("#link", ".value");
    browser.open(&site.address(&format!("#{}", link.split_once('#').expect("a fragment").1)));
    mirror.check(&browser);
    browser.assert_quiet();
}

#[test]
fn a_browser_without_webassembly_is_told_so() {
    let (site, browser) = visit(&Wishes::default().with_script("delete window.WebAssembly;"));
    browser.open(&site.address(""));
    browser.wait_until("a word about it", "document.querySelector('.boot-note')?.innerText.includes('WebAssembly')");
    assert!(browser.has("#boot button"));
}
