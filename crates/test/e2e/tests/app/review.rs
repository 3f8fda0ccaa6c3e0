//! The review of games and actions, and what a player learns from it.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice, Key};
use hexarium_games::registry::Games;
use hexarium_puzzles::{Judgement, OpenPuzzle, Puzzle, Theme, shipped};
use hexarium_session::{Form, GameSession};
use serde_json::json;

use crate::layout::in_sight;
use crate::persistence::import;
use crate::{fragment, start};

/// The number of stones on the board.
const STONES: &str = "document.querySelectorAll('#board .hit[aria-label*=stone]').length";

/// The end of a review.
const IS_REVIEWED: &str = "!document.querySelector('#stop-review')";

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
    browser.assert_accessible("a mistake");
    browser.click("#board [data-cell=c3]");
    browser.assert_contains(".talk .response", "not good enough");
    // The reply is played on the board: more stones than the one that was tried.
    browser.wait_until("the reply", &format!("{STONES} > 1"));
    browser.assert_contains(".talk .response", "c3 is not good enough");
    browser.click("#try-again");
    browser.wait_until("the position before", &format!("{STONES} == 0"));
    browser.assert_absent(".talk .response");
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
    // It is the threat that the action did not see.
    browser.assert_contains("#prompt b", "Threat:");
    browser.wait_until("a second stone", &format!("{STONES} == 2"));
    assert_eq!(browser.value(place), before, "the board stays where it is");
    browser.click("#line-forward");
    browser.assert_contains(".talk .quiet", "Step 2 of");
    browser.assert_absent("#prompt b");
    browser.wait_until("a third stone", &format!("{STONES} == 3"));
    browser.press(Key::Left);
    browser.assert_contains(".talk .quiet", "Step 1 of");
    browser.click("#line-close");
    expected.assert_shown(&browser);
    // What was better starts before the action.
    browser.click("#show-better");
    browser.assert_contains("#prompt", "Blue");
    browser.wait_until("a single stone", &format!("{STONES} == 1"));
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
    browser.wait_until("the end of the review", IS_REVIEWED);
    browser.open(&site.address("#/games"));
    browser.click("#insights");
    browser.assert_contains("#results tbody", "Hex\t0\t0\t1");
    browser.assert_contains("#results tbody", "Moving first\t0\t0\t1");
    browser.assert_contains("#accuracy", "1 of 1 games reviewed.");
    browser.assert_present("#costs tr[data-kind=MissedWin]");
    browser.assert_contains("#practice", "Review three of your games");
    browser.assert_accessible("insights into a game");
    browser.go("/games");
    browser.assert_present(".saved-game");
    browser.assert_accessible("a saved game");
    browser.assert_no_errors();
}

/// White has one move that does not lose at once: e3-b3.
const ONLY_MOVE: &str = "#...#/.b.wB./......./....B.../#bWbw..b#/.wb.b.../......./....../#..w# w 7-4";

#[test]
fn marks_have_a_symbol_in_list_and_on_board_a_name_and_a_look_on_the_graph() {
    let (site, browser) = start(&BrowserOptions::default());
    let reviewed = |game: &str, position: Option<&str>, action: &str, [symbol, name, words, look]: [&str; 4]| {
        let session = match position {
            Some(position) => GameSession::at_position(&Games, game, position),
            None => GameSession::new(&Games, game),
        };
        let mut session = session.expect("a position");
        session.play(action).expect("it is legal");
        browser.open(&site.address(fragment(&session.export(Form::Link).expect("every game has a link"))));
        ExpectedGame { session }.assert_shown(&browser);
        browser.click("#review-game");
        browser.assert_text(".move[aria-current]", &format!("{action}{symbol}"));
        browser.assert_attribute(".move[aria-current]", "aria-label", &format!("{action}, {name}"));
        browser.assert_present("#board .annotation");
        browser.assert_contains(".verdict", words);
        let mark = format!("getComputedStyle(document.querySelector(\".graph .mark[data-symbol='{symbol}']\"))");
        browser.assert_value(&format!("{mark}.strokeWidth + ' ' + {mark}.strokeLinecap"), look);
        browser.wait_until("the end of the review", IS_REVIEWED);
    };
    reviewed("hex(size=3)", None, "a1", ["??×", "blunder, missed win", "Missed win. Best was b2.", "14px round"]);
    reviewed("fire-ants", Some(ONLY_MOVE), "e3-b3", ["□", "only move", "That was the only move.", "8px square"]);
    browser.assert_no_errors();
}

#[test]
fn marks_of_a_review_are_there_after_a_reload() {
    let (site, browser) = start(&BrowserOptions::default());
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=3)");
    for action in ["a1", "b2"] {
        expected.play(&browser, action, InputDevice::Mouse);
    }
    browser.click("#review-game");
    browser.assert_contains(".moment[data-grade=blunder]", "a1");
    browser.wait_until("the end of the review", IS_REVIEWED);
    browser.reload();
    expected.assert_shown(&browser);
    // They are read, not made again.
    browser.assert_present("#review-game");
    browser.assert_contains(".moment[data-grade=blunder]", "a1");
    browser.assert_present(".graph .mark[data-symbol='??×']");
    browser.assert_present("#mistakes");
    let marked = ".move[data-grade=blunder]";
    browser.assert_text(marked, "a1??×");
    browser.assert_attribute(marked, "aria-label", "a1, blunder, missed win");
    browser.click(marked);
    browser.assert_present("#board .annotation");
    browser.assert_contains(".verdict", "Missed win. Best was b2.");
    browser.assert_no_errors();
}

#[test]
fn a_review_and_a_mistake_on_a_phone() {
    let (site, browser) = start(&BrowserOptions::phone(390, 844));
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=3)");
    for action in ["a1", "b2"] {
        expected.play(&browser, action, InputDevice::Touchscreen);
    }
    browser.tap("#review-game");
    browser.assert_contains(".moment[data-grade=blunder]", "a1");
    browser.assert_present("#mistakes");
    browser.assert_fits();
    browser.tap("#mistakes");
    browser.assert_contains(".ask", "Blue played a1.");
    tap_cell(&browser, "c3");
    browser.assert_contains(".talk .response", "not good enough");
    browser.wait_until("the reply", &format!("{STONES} > 1"));
    for part in ["#board", ".talk .response", "#try-again", "#solution"] {
        browser.wait_until(part, &in_sight(part));
    }
    browser.assert_fits();
    browser.tap("#try-again");
    browser.wait_until("the position before", &format!("{STONES} == 0"));
    tap_cell(&browser, "b2");
    browser.assert_contains(".talk .done", "b2");
    browser.assert_fits();
    browser.assert_no_errors();
}

/// Taps a cell, and confirms the turn if the page asks for it.
fn tap_cell(browser: &Browser, cell: &str) {
    browser.tap(&format!("#board [data-cell={cell}]"));
    if browser.has("#confirm") {
        browser.tap("#confirm");
    }
}

#[test]
fn a_review_works_without_a_network() {
    let (mut site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address(""));
    let kept = "return navigator.serviceWorker.ready.then(() => caches.keys()).then(names => names.length)";
    assert_eq!(browser.run(kept, Vec::new()), json!(1), "the app is cached");
    let mut expected = ExpectedGame::of_two_players(&browser, &site, "hex(size=3)");
    for action in ["a1", "b2"] {
        expected.play(&browser, action, InputDevice::Mouse);
    }
    site.stop();
    browser.reload();
    expected.assert_shown(&browser);
    browser.click("#review-game");
    browser.assert_contains(".moment[data-grade=blunder]", "a1");
    browser.click("#mistakes");
    browser.assert_contains(".ask", "Blue played a1.");
    browser.click("#board [data-cell=b2]");
    browser.assert_contains(".talk .done", "b2");
}

/// An imported game of Hex with sixty moves.
fn long_game() -> GameSession {
    let mut session = GameSession::new(&Games, "hex").expect("a game");
    for i in 0..60 {
        let legal = session.state().legal();
        session.play(&legal[(i * 37 + 11) % legal.len()]).expect("it is legal");
    }
    session
}

#[test]
fn an_imported_game_is_reviewed_and_the_review_can_be_stopped() {
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address("#/games"));
    let game = long_game();
    import(&browser, &game.export(Form::Record).expect("every game has a record"));
    ExpectedGame { session: game }.assert_shown(&browser);
    browser.click("#review-game");
    browser.assert_present(".review");
    browser.click("#stop-review");
    browser.assert_present("#review-game");
    // What is known stays, nothing is added, and the page goes on with the rest on demand.
    let known = "document.querySelector('.graph .curve').getAttribute('d').length";
    let stopped = browser.value(known);
    browser.run("return new Promise(done => setTimeout(done, 1500))", Vec::new());
    assert_eq!(browser.value(known), stopped, "the review goes on");
    browser.click("#review-game");
    browser.wait_until("more positions", &format!("{known} > {stopped}"));
    browser.click("#stop-review");
    browser.assert_no_errors();
}

/// Returns a puzzle in which a whole turn has to keep a win, and an action that no solution has.
fn planted_blunder(game: &str) -> (Puzzle, String) {
    let list = shipped("harvest");
    let mut puzzles = list.puzzles().iter().filter(|puzzle| puzzle.game == game && puzzle.theme == Theme::WinningMove);
    let blunder = |puzzle: &Puzzle| {
        let open = OpenPuzzle::open(puzzle, &Games).expect("a puzzle can be opened");
        let solves = |first: &String| {
            let mut state = open.start();
            state.play(first).expect("it is legal");
            let mut rest = state.legal().into_iter();
            open.judge(&*state) == Judgement::Solved
                || (open.judge(&*state) == Judgement::Unfinished
                    && rest.any(|second| {
                        let mut state = state.copy();
                        state.play(&second).is_ok() && open.judge(&*state) == Judgement::Solved
                    }))
        };
        let wrong = open.start().legal().into_iter().find(|action| !solves(action))?;
        Some((puzzle.clone(), wrong))
    };
    puzzles.find_map(blunder).expect("a puzzle with a wrong action")
}

#[test]
fn a_planted_blunder_is_found_and_mended() {
    let (puzzle, blunder) = planted_blunder("harvest(base=3)");
    let mut session = GameSession::at_position(&Games, &puzzle.game, &puzzle.position).expect("a position");
    session.play(&blunder).expect("it is legal");
    let link = session.export(Form::Link).expect("every game has a link");
    let (site, browser) = start(&BrowserOptions::default());
    browser.open(&site.address(fragment(&link)));
    ExpectedGame { session }.assert_shown(&browser);
    browser.click("#review-game");
    browser.assert_contains(".moment[data-grade=blunder]", &blunder);
    browser.assert_contains(".moment[data-grade=blunder]", "Missed win.");
    browser.wait_until("the end of the review", IS_REVIEWED);
    browser.click("#mistakes");
    browser.assert_contains(".ask", &format!("played {blunder}."));
    let session = GameSession::at_position(&Games, &puzzle.game, &puzzle.position).expect("a position");
    let mut before = ExpectedGame { session };
    before.assert_shown(&browser);
    before.play(&browser, &puzzle.solutions[0][0], InputDevice::Mouse);
    browser.assert_contains(".talk .done", &puzzle.solutions[0][0]);
    browser.assert_no_errors();
}
