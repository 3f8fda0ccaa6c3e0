//! Every page opens without errors in the console and fits its screen.

use hexarium_e2e::{BrowserOptions, ExpectedGame, InputDevice};
use hexarium_games::registry::GAMES;
use hexarium_kernel::Player;
use hexarium_kernel::lesson::Unit;
use serde_json::json;

use crate::start;

/// The pages of the app, each with an element of it.
pub(crate) fn pages() -> Vec<(String, &'static str)> {
    let mut pages = vec![
        (String::new(), ".card"),
        ("#/play".to_string(), "#start"),
        ("#/games".to_string(), "main h1"),
        ("#/insights".to_string(), "#insights-game"),
        ("#/setup".to_string(), "#setup-play"),
        ("#/settings".to_string(), "input[name=look]"),
        ("#/lab".to_string(), "#lab-run"),
        ("#/puzzles".to_string(), ".themes .chip"),
        ("#/puzzle/today".to_string(), "#puzzle"),
        ("#/mistakes".to_string(), "main h1"),
        ("#/online".to_string(), "main h1"),
        ("#/online/new".to_string(), "main h1"),
        ("#/account".to_string(), "main h1"),
        ("#/no-such-page".to_string(), "main h1"),
    ];
    let (first, strategy) = (GAMES[0].id, Unit::parse_all(GAMES[0].strategy()).expect("the units can be read"));
    pages.push((format!("#/learn/{first}/{}", strategy[0].id), "#board > .hit"));
    for spec in GAMES {
        pages.push((format!("#/new/{}", spec.id), "#start"));
        pages.push((format!("#/learn/{}", spec.id), "[data-unit=rules]"));
        pages.push((format!("#/learn/{}/rules", spec.id), "#board > .hit"));
        pages.push((format!("#/rules/{}", spec.id), ".prose h1"));
        pages.push((format!("#/puzzles/{}", spec.id), "#puzzle"));
    }
    pages
}

/// The number of players whose counters are cut off.
const CLIPPED: &str = "[...document.querySelectorAll('.strip')].filter(strip => { \
        const [counters, room] = [strip.querySelector('.counters'), strip.getBoundingClientRect()]; \
        const box = counters?.getBoundingClientRect(); \
        return box && (box.top < room.top || box.bottom > room.bottom || box.right > room.right); \
    }).length";

#[test]
fn every_page_opens_and_fits_its_screen() {
    let (site, browser) = start(&BrowserOptions::default());
    for (page, content) in pages() {
        browser.open(&site.address(&page));
        browser.assert_present(content);
        if page.starts_with("#/new/") {
            browser.assert_value("document.querySelectorAll('.choices .chip[aria-pressed=true]').length", 1);
        }
        for (size, phone) in [((1280, 800), false), ((390, 844), true), ((320, 640), true)] {
            browser.resize(size, phone);
            println!("{page} at {size:?}");
            browser.assert_fits();
            browser.assert_value(CLIPPED, 0);
        }
        browser.resize((1280, 800), false);
        browser.assert_no_errors();
    }
}

#[test]
fn the_game_cards_fill_whole_rows() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address(""));
    browser.assert_value("document.querySelectorAll('.card').length", 5);
    // Every row reaches from edge to edge.
    let ragged = "(() => { const cards = [...document.querySelectorAll('.card')].map(card => card.getBoundingClientRect()); \
        const right = Math.max(...cards.map(card => card.right)); \
        return cards.filter((card, i) => cards[i + 1]?.top !== card.top && Math.abs(card.right - right) > 1).length; })()";
    for (size, phone) in [((1280, 800), false), ((900, 700), false), ((390, 844), true), ((320, 568), true)] {
        browser.resize(size, phone);
        println!("{size:?}");
        browser.assert_value("[innerWidth, innerHeight]", json!([size.0, size.1]));
        browser.assert_value(ragged, 0);
    }
}

#[test]
fn the_home_page_leads_to_the_lab() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address(""));
    browser.click("#compare");
    browser.assert_present("#lab-run");
}

#[test]
fn a_game_starts_with_the_second_click() {
    let (site, browser) = start(&BrowserOptions::default());
    for spec in GAMES {
        browser.open(&site.address(""));
        browser.click(&format!(".card[data-game={}] .button.primary", spec.id));
        browser.click("#start");
        browser.assert_present("#board > .hit");
        let expected = ExpectedGame::saved_by(&browser);
        assert_eq!(expected.session.game().spec().id, spec.id);
        expected.assert_shown(&browser);
    }
    browser.assert_no_errors();
}

#[test]
fn a_position_is_set_up_and_played() {
    let (site, browser) = start(&BrowserOptions::default());
    ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
    browser.go("/setup");
    browser.click(".brush:nth-of-type(1)");
    browser.click_cell("c3");
    browser.click(".brush:nth-of-type(2)");
    browser.click_cell("b2");
    browser.click("#setup-play");
    browser.assert_present("#prompt");
    let mut expected = ExpectedGame::saved_by(&browser);
    assert_eq!(expected.session.state().view().pieces.len(), 2);
    expected.assert_shown(&browser);
    let action = expected.session.state().legal()[0].clone();
    expected.play(&browser, &action, InputDevice::Mouse);
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn a_position_is_played_against_the_computer_on_either_side() {
    let (site, browser) = start(&BrowserOptions::default());
    for (side, strip) in [(2, "Red"), (3, "Blue")] {
        ExpectedGame::of_two_players(&browser, &site, "hex(size=5)");
        browser.go("/setup");
        browser.click(&format!(".choice:nth-of-type({side}) input[name=engine]"));
        browser.click("select.level option[value='1']");
        browser.click("#setup-play");
        browser.assert_contains(&format!(".strip[data-player={strip}]"), "Level 1");
        let mut expected = ExpectedGame::saved_by(&browser);
        if strip == "Red" {
            expected.play(&browser, "c3", InputDevice::Mouse);
        }
        expected.follow_engine(&browser);
        browser.wait_until("the move of the engine", "document.querySelectorAll('.rows .move').length > 0");
        expected = ExpectedGame::saved_by(&browser);
        expected.assert_shown(&browser);
        assert_eq!(expected.session.state().to_move(), if strip == "Red" { Player::First } else { Player::Second });
    }
    browser.assert_no_errors();
}

#[test]
fn the_analysis_shows_lines_a_hint_a_verdict_and_a_graph() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=9)");
    expected.play(&browser, "a1", InputDevice::Mouse);
    browser.click("#engine");
    browser.wait_until("lines", "document.querySelectorAll('.lines li').length > 2");
    browser.assert_present(".win-bar");
    // The best lines are on the board too, in the same order.
    browser.assert_value("document.querySelectorAll('#board .ghost').length", 3);
    let ranks = "[...document.querySelectorAll('.lines .rank')].map(rank => rank.innerText).join()";
    browser.wait_until("ranks", &format!("{ranks}.startsWith('1,2,3')"));
    browser.click("#engine");
    browser.click("#hint");
    browser.assert_contains(".talk .notice", "Hint:");
    browser.click("#why");
    browser.assert_contains(".verdict", "a1");
    expected.play(&browser, "c3", InputDevice::Mouse);
    browser.click("#review-game");
    browser.assert_present(".graph .curve");
    browser.wait_until("the end of the review", "!document.querySelector('#stop-review')");
    // A stone in the corner is at best as good as the centre.
    browser.wait_until("accuracies", "document.querySelectorAll('.review tbody b').length == 2");
    browser.assert_value("document.querySelector('.review tbody b').innerText.endsWith('%')", true);
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}
