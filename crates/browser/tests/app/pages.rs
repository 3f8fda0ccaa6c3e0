//! Every page opens, says nothing to the console, and fits its screen.

use hexarium_browser::{Means, Mirror, Wishes};
use hexarium_games::registry::GAMES;
use serde_json::json;

use crate::visit;

/// The pages of the app, and what is on them.
fn pages() -> Vec<(String, &'static str)> {
    let mut pages = vec![
        (String::new(), ".card"),
        ("#/play".to_string(), "#board > .hit"),
        ("#/setup".to_string(), "#setup-play"),
        ("#/settings".to_string(), "input[name=look]"),
        ("#/lab".to_string(), "#lab-run"),
    ];
    for spec in GAMES {
        pages.push((format!("#/new/{}", spec.id), "#start"));
        pages.push((format!("#/learn/{}", spec.id), "#board > .hit"));
        pages.push((format!("#/rules/{}", spec.id), ".prose h1"));
    }
    pages
}

#[test]
fn every_page_opens_and_fits_its_screen() {
    let (site, browser) = visit(&Wishes::default());
    for (page, content) in pages() {
        browser.open(&site.address(&page));
        browser.wait_until(&page, &format!("document.querySelector({})", json!(content)));
        for (size, phone) in [((1280, 800), false), ((390, 844), true), ((320, 640), true)] {
            browser.resize(size, phone);
            println!("{page} at {size:?}");
            browser.assert_fits();
        }
        browser.resize((1280, 800), false);
        browser.assert_quiet();
    }
}

#[test]
fn every_page_names_what_can_be_used() {
    let (site, browser) = visit(&Wishes::default());
    let nameless = "[...document.querySelectorAll('button, a[href], input, select, textarea, [role=button]')].filter(e => \
        !e.closest('[aria-hidden=true]') && !(e.getAttribute('aria-label') ?? '').trim() && !e.innerText?.trim() \
        && !e.textContent.trim() && !e.labels?.[0]?.textContent.trim()).map(e => e.outerHTML.slice(0, 120))";
    let unpictured = "[...document.querySelectorAll('img:not([alt])')].length";
    for (page, content) in pages() {
        browser.open(&site.address(&page));
        browser.wait_until(&page, &format!("document.querySelector({})", json!(content)));
        assert_eq!(browser.value(nameless), json!([]), "{page}");
        assert_eq!(browser.value(unpictured), json!(0), "{page}");
        assert_eq!(browser.value("document.querySelectorAll('h1').length <= 1"), json!(true), "{page}");
    }
}

#[test]
fn the_five_games_stand_in_whole_rows() {
    let (site, browser) = visit(&Wishes::default());
    browser.open(&site.address(""));
    browser.wait_until("the cards", "document.querySelectorAll('.card').length === 5");
    // Every row reaches from edge to edge.
    let ragged = "(() => { const cards = [...document.querySelectorAll('.card')].map(card => card.getBoundingClientRect()); \
        const right = Math.max(...cards.map(card => card.right)); \
        return cards.filter((card, i) => cards[i + 1]?.top !== card.top && Math.abs(card.right - right) > 1).length; })()";
    for (size, phone) in [((1280, 800), false), ((900, 700), false), ((390, 844), true), ((320, 568), true)] {
        browser.resize(size, phone);
        assert_eq!(browser.value(ragged), json!(0), "{size:?}");
    }
}

#[test]
fn a_game_begins_on_the_second_click() {
    let (site, browser) = visit(&Wishes::default());
    for spec in GAMES {
        browser.open(&site.address(""));
        browser.click(&format!(".card[data-game={}] .button.primary", spec.id));
        browser.click("#start");
        browser.wait_until("the board", "document.querySelector('#board > .hit')");
        let mirror = Mirror::of(&browser);
        assert_eq!(mirror.table.game().spec().id, spec.id);
        mirror.check(&browser);
    }
    browser.assert_quiet();
}

#[test]
fn a_position_is_set_up_by_hand_and_played() {
    let (site, browser) = visit(&Wishes::default());
    Mirror::between_friends(&browser, &site, "hex(size=5)");
    browser.go("/setup");
    browser.click(".brush:nth-of-type(1)");
    browser.click_cell("c3");
    browser.click(".brush:nth-of-type(2)");
    browser.click_cell("b2");
    browser.click("#setup-play");
    browser.wait_until("the game", "document.querySelector('#prompt')");
    let mut mirror = Mirror::of(&browser);
    assert_eq!(mirror.table.state().view().pieces.len(), 2);
    mirror.check(&browser);
    let action = mirror.table.state().legal()[0].clone();
    mirror.play(&browser, &action, Means::Mouse);
    mirror.check(&browser);
    browser.assert_quiet();
}

#[test]
fn the_engine_says_what_it_thinks() {
    let (site, browser) = visit(&Wishes::default());
    let mut mirror = Mirror::between_friends(&browser, &site, "hex(size=9)");
    mirror.play(&browser, "a1", Means::Mouse);
    browser.click("#engine");
    browser
        .wait_until("lines", "document.querySelectorAll('.lines li').length > 2 && document.querySelector('.win-bar')");
    // The best ones are on the board too, in the same order.
    browser.wait_until("ghosts on the board", "document.querySelectorAll('#board .ghost').length === 3");
    let ranks = "[...document.querySelectorAll('.lines .rank')].map(rank => rank.innerText).join()";
    assert!(browser.value(ranks).as_str().is_some_and(|ranks| ranks.starts_with("1,2,3")));
    browser.click("#engine");
    browser.click("#hint");
    browser.wait_until("a hint", "/Try this/.test(document.querySelector('.talk .notice')?.innerText)");
    browser.click("#why");
    browser.wait_until("a verdict", "document.querySelector('.verdict')?.innerText.includes('a1')");
    mirror.play(&browser, "c3", Means::Mouse);
    browser.click("#graph");
    browser.wait_until("the graph", "document.querySelector('.graph .curve')");
    mirror.check(&browser);
    browser.assert_quiet();
}
