//! The review of games and actions, and what a player learns from it.

use hexarium_e2e::{BrowserOptions, ExpectedGame, InputDevice, Key};

use crate::start;

#[test]
fn a_mistake_of_a_reviewed_game_is_tried_again_until_it_is_solved() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=3)");
    // The corner loses, the centre wins.
    for action in ["a1", "b2"] {
        expected.play(&browser, action, InputDevice::Mouse);
    }
    browser.click("#review-game");
    browser.assert_present("#mistakes");
    browser.assert_contains(".moment[data-grade=blunder]", "a1");
    browser.click("#mistakes");
    browser.assert_contains(".ask", "Blue played a1.");
    browser.click("#board [data-cell=c3]");
    browser.assert_contains(".talk .response", "not good enough");
    // The refutation is shown on the board.
    browser.assert_present("#board .ghost");
    browser.click("#try-again");
    browser.wait_until("the position before", "!document.querySelector('.talk .response')");
    browser.click("#solution");
    browser.assert_present("#board .ghost");
    browser.click("#board [data-cell=b2]");
    browser.assert_contains(".talk .done", "b2");
    browser.assert_no_errors();
}

#[test]
fn the_lines_about_an_action_are_played_out_on_the_board() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=3)");
    expected.play(&browser, "a1", InputDevice::Mouse);
    let place = "JSON.stringify(document.querySelector('#board').getBoundingClientRect())";
    let before = browser.value(place);
    browser.click("#why");
    browser.assert_contains(".verdict", "a1??");
    // The refutation: the first step is shown at once, in words and on the board.
    browser.click("#show-reply");
    browser.assert_contains("#prompt", "Red");
    browser.assert_contains(".talk .quiet", "Step 1 of");
    let stones = "document.querySelectorAll('#board .hit[aria-label*=stone]').length";
    browser.wait_until("a second stone", &format!("{stones} == 2"));
    assert_eq!(browser.value(place), before, "the board stays where it is");
    browser.click("#line-forward");
    browser.assert_contains(".talk .quiet", "Step 2 of");
    browser.wait_until("a third stone", &format!("{stones} == 3"));
    browser.press(Key::Left);
    browser.assert_contains(".talk .quiet", "Step 1 of");
    browser.click("#line-close");
    expected.assert_shown(&browser);
    // What was better starts before the action.
    browser.click("#show-better");
    browser.assert_contains("#prompt", "Blue");
    browser.wait_until("a single stone", &format!("{stones} == 1"));
    browser.press(Key::Escape);
    expected.assert_shown(&browser);
    browser.assert_no_errors();
}

#[test]
fn insights_sum_up_the_games_against_the_computer() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/insights"));
    browser.assert_contains("main", "No games against the computer yet.");
    let mut expected = ExpectedGame::against_level(&browser, &site, "hex(size=3)", 1);
    expected.play(&browser, "a1", InputDevice::Mouse);
    expected.follow_engine(&browser);
    browser.click("#resign");
    browser.assert_contains("#prompt", "Red");
    browser.click("#review-game");
    browser.assert_contains(".moment[data-grade=blunder]", "a1");
    browser.wait_until("the end of the review", "!document.querySelector('#stop-review')");
    browser.open(&site.address("#/games"));
    browser.click("#insights");
    browser.assert_contains("#results tbody", "Hex\t0\t0\t1");
    browser.assert_contains("#results tbody", "Moving first\t0\t0\t1");
    browser.assert_contains("#accuracy", "1 of 1 games reviewed.");
    browser.assert_present("#costs tr[data-kind=MissedWin]");
    browser.assert_contains("#practice", "Review three of your games");
    browser.assert_no_errors();
}
