//! Puzzle results of an account.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice, Site};
use hexarium_games::registry::Games;
use hexarium_puzzles::{Progress, Puzzle, PuzzleResult, shipped};
use hexarium_session::GameSession;

use crate::accounts::send_credentials;

const SHOWN: &str = "document.querySelector('#puzzle')?.dataset.puzzle";

/// Solves a puzzle of one action at the first try.
fn solve(browser: &Browser, puzzle: &Puzzle) {
    browser.go(&format!("/puzzle/{}", puzzle.id));
    browser.assert_value(SHOWN, puzzle.id.to_string());
    let session = GameSession::at_position(&Games, &puzzle.game, &puzzle.position).expect("a puzzle can be opened");
    let mut expected = ExpectedGame { session };
    expected.assert_shown(browser);
    for action in &puzzle.solutions[0] {
        expected.play(browser, action, InputDevice::Mouse);
    }
    browser.assert_contains(".response.done", "Solved.");
}

/// The progress on the server, read with the cookie of the browser.
fn on_server(browser: &Browser) -> Progress {
    let text = browser.run(
        "return fetch('./api/v2/me/puzzles').then(answer => answer.json()).then(found => found.progress)",
        Vec::new(),
    );
    Progress::parse(text.as_str().expect("a text")).expect("it can be read")
}

/// Waits until the server has received all attempts.
fn assert_delivered(browser: &Browser) {
    browser.wait_until("no attempt that waits", "!localStorage.getItem('hexarium.puzzle-attempts')");
}

fn three_puzzles() -> [Puzzle; 3] {
    let is_short = |puzzle: &&Puzzle| puzzle.solutions[0].len() == 1 && puzzle.solutions[0][0] != "pass";
    let puzzles: Vec<Puzzle> = shipped("hex").puzzles().iter().filter(is_short).take(3).cloned().collect();
    puzzles.try_into().expect("there are three")
}

#[test]
fn results_of_an_account_are_the_same_on_every_device() {
    let site = Site::start();
    let [one, other, third] = three_puzzles();
    let [phone, desk] = Browser::several::<2>(&BrowserOptions::default());
    // A puzzle from before the account, which is sent when it is created.
    phone.open(&site.address("#/puzzles"));
    phone.assert_contains("#results-place", "stored in this browser");
    solve(&phone, &one);
    phone.go("/account");
    send_credentials(&phone, "#make-account", "Emmy", "correct horse");
    phone.assert_present("#sign-out");
    assert_delivered(&phone);
    solve(&phone, &other);
    assert_delivered(&phone);
    let mut progress = Progress::default();
    progress.record(&one, true);
    progress.record(&other, true);
    assert_eq!(on_server(&phone), progress, "the rating of the server is that of the browser");

    desk.open(&site.address("#/account"));
    send_credentials(&desk, "#sign-in", "Emmy", "correct horse");
    desk.assert_present("#sign-out");
    desk.go("/puzzles");
    desk.assert_contains("#results-place", "stored in your account");
    let rating = format!("Your rating: {:.0} ±", progress.rating("hex").rating);
    desk.assert_contains("[data-game=hex] .rating", &rating);
    desk.assert_contains("main", "Solved in a row: 2, best 2.");
    // A solution that is shown is a failure everywhere.
    desk.go(&format!("/puzzle/{}", third.id));
    desk.click("#solution");
    assert_delivered(&desk);
    progress.record(&third, false);
    assert_eq!(on_server(&desk), progress);
    phone.reload();
    phone.go("/puzzles");
    phone.assert_contains("main", "Solved in a row: 0, best 2.");
    for browser in [&phone, &desk] {
        browser.assert_no_errors();
    }
}

#[test]
fn results_without_a_connection_are_sent_later() {
    let mut site = Site::start();
    let [one, other, _] = three_puzzles();
    let browser = Browser::start(&BrowserOptions::default());
    browser.open(&site.address("#/account"));
    send_credentials(&browser, "#make-account", "Emmy", "correct horse");
    browser.assert_present("#sign-out");
    let kept = "return navigator.serviceWorker.ready.then(() => caches.keys()).then(names => names.length)";
    browser.run(kept, Vec::new());
    site.stop();
    solve(&browser, &one);
    solve(&browser, &other);
    let waiting = browser.stored("puzzle-attempts").expect("attempts wait");
    assert_eq!(waiting.lines().count(), 3, "{waiting}");
    browser.reload();
    site.restart();
    browser.run("dispatchEvent(new Event('online'))", Vec::new());
    assert_delivered(&browser);
    let progress = on_server(&browser);
    assert_eq!(progress.count(PuzzleResult::Solved), 2);
    assert_eq!(progress.rating("hex").puzzles, 2);
}

#[test]
fn another_account_in_the_same_browser_has_its_own_results() {
    let site = Site::start();
    let [one, ..] = three_puzzles();
    let browser = Browser::start(&BrowserOptions::default());
    browser.open(&site.address("#/account"));
    send_credentials(&browser, "#make-account", "Emmy", "correct horse");
    browser.assert_present("#sign-out");
    solve(&browser, &one);
    assert_delivered(&browser);
    browser.go("/account");
    browser.click("#sign-out");
    send_credentials(&browser, "#make-account", "Ada", "correct horse");
    browser.assert_present("#sign-out");
    browser.go("/puzzles");
    browser.assert_contains("#results-place", "stored in your account");
    browser.assert_contains("[data-game=hex] .solved", "0 of");
    assert_eq!(on_server(&browser), Progress::default());
    browser.assert_no_errors();
}
