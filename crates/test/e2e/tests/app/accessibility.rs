//! Names, labels, contrast and sizes, by the rules of WCAG 2.2 AA.

use hexarium_e2e::{BrowserOptions, ExpectedGame, InputDevice};
use hexarium_games::registry::GAMES;
use hexarium_kernel::Flow;

use crate::pages::pages;
use crate::start;

#[test]
fn every_page_is_accessible() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut titles = Vec::new();
    for (page, content) in pages() {
        browser.open(&site.address(&page));
        browser.assert_present(content);
        browser.assert_accessible(&page);
        titles.push((browser.value("document.title").to_string(), page));
    }
    titles.sort();
    for pair in titles.windows(2) {
        // The first visit of “Play” leads to a new game.
        let is_redirected = pair.iter().any(|(_, page)| page == "#/play");
        assert!(is_redirected || pair[0].0 != pair[1].0, "two pages have the title {pair:?}");
    }
}

#[test]
fn every_board_is_accessible_during_a_game() {
    let (site, browser) = start(&BrowserOptions::default());
    for spec in GAMES {
        let mut expected = ExpectedGame::of_two_players(&browser, &site, spec.id);
        browser.assert_accessible(spec.id);
        for _ in 0..3 {
            let legal = expected.session.state().legal();
            if expected.play(&browser, &legal[legal.len() / 2], InputDevice::Mouse) == Flow::GameOver {
                break;
            }
        }
        browser.click("#hint");
        browser.assert_contains(".talk .notice", "Hint:");
        browser.assert_accessible(&format!("{} after some actions", spec.id));
        browser.click("#resign");
        browser.assert_present(".prompt.result");
        browser.assert_accessible(&format!("{} after its end", spec.id));
    }
}
