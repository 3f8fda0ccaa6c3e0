//! Players in their browsers, and the steps to a game.

use hexarium_e2e::{Browser, BrowserOptions, ExpectedGame, InputDevice, Site};
use hexarium_games::registry::Games;
use hexarium_kernel::{Player, Rng};
use hexarium_session::GameSession;
use serde_json::json;

/// Starts browsers with guests of these names.
#[track_caller]
pub(crate) fn players<const N: usize>(site: &Site, names: [&str; N]) -> [Browser; N] {
    let browsers = Browser::several::<N>(&BrowserOptions::default());
    for (browser, name) in browsers.iter().zip(names) {
        sign_in_as_guest(browser, site, name);
    }
    browsers
}

/// Opens the lobby and signs in as a guest.
#[track_caller]
pub(crate) fn sign_in_as_guest(browser: &Browser, site: &Site, name: &str) {
    browser.open(&site.address("#/online"));
    browser.fill("#name", name);
    browser.click("#be-guest");
    browser.assert_text("#me", name);
}

/// The way in which an open game is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visibility {
    Lobby,
    Link,
}

/// Creates a game as the first player, and returns its id.
#[track_caller]
pub(crate) fn create_game(host: &Browser, game: &str, visibility: Visibility) -> String {
    fill_game_form(host, game);
    let finders = if visibility == Visibility::Link { "link" } else { "listed" };
    host.click(&format!("input[name=finders][value={finders}]"));
    submit_game(host)
}

/// Opens the form for a new game and chooses the first side.
#[track_caller]
pub(crate) fn fill_game_form(host: &Browser, game: &str) {
    host.go(&format!("/online/new/{game}"));
    host.assert_present("#open-it");
    host.click(".choice:nth-of-type(1) input[name=side]");
}

/// Submits the form for a new game, and returns the id of the game.
#[track_caller]
pub(crate) fn submit_game(host: &Browser) -> String {
    host.click("#open-it");
    host.wait_until("the page of the game", "location.hash.startsWith('#/game/')");
    host.assert_present("#board > .hit");
    game_of(host)
}

/// Returns the id of the game on the page.
#[track_caller]
pub(crate) fn game_of(browser: &Browser) -> String {
    let hash = browser.value("location.hash");
    hash.as_str().and_then(|hash| hash.strip_prefix("#/game/")).expect("a game is on the page").to_string()
}

/// Opens the page of a game.
#[track_caller]
pub(crate) fn open_game_page(browser: &Browser, game: &str) {
    browser.go(&format!("/game/{game}"));
    browser.assert_present(".game-page #board > .hit");
}

/// Opens the page of a game and joins it as the second player.
#[track_caller]
pub(crate) fn join(guest: &Browser, game: &str) {
    open_game_page(guest, game);
    guest.click("#join");
    assert_side(guest, Player::Second);
}

/// Waits until the page shows the game from the side of its player.
#[track_caller]
pub(crate) fn assert_side(browser: &Browser, player: Player) {
    browser.assert_attribute(".game-page", "data-side", player.word());
}

/// Starts a game of two players, in which the host moves first.
#[track_caller]
pub(crate) fn begin(host: &Browser, guest: &Browser, game: &str) -> (String, ExpectedGame) {
    let id = create_game(host, game, Visibility::Link);
    join(guest, &id);
    assert_side(host, Player::First);
    let expected = expected_game(host, &id);
    (id, expected)
}

/// Returns the start of a game of the server.
#[track_caller]
pub(crate) fn expected_game(browser: &Browser, id: &str) -> ExpectedGame {
    let visit =
        browser.run("return fetch('./api/v2/games/' + arguments[0]).then(answer => answer.json())", vec![json!(id)]);
    let game = visit["header"]["game"].as_str().unwrap_or_else(|| panic!("no game in {visit}"));
    ExpectedGame { session: GameSession::new(&Games, game).expect("the server opens games that exist") }
}

/// Plays a random turn in the browser of the player to move.
#[track_caller]
pub(crate) fn play_turn(expected: &mut ExpectedGame, browser: &Browser, rng: &mut Rng) {
    wait_for_turn(browser);
    let me = expected.session.state().to_move();
    while !expected.is_over() && expected.session.state().to_move() == me {
        let legal = expected.session.state().legal();
        expected.play(browser, &legal[rng.below(legal.len())], InputDevice::Mouse);
    }
}

/// Plays actions of a game in which every turn is one action.
#[track_caller]
pub(crate) fn play_all(expected: &mut ExpectedGame, first: &Browser, second: &Browser, actions: &[&str]) {
    for action in actions {
        let browser = if expected.session.state().to_move() == Player::First { first } else { second };
        wait_for_turn(browser);
        expected.play(browser, action, InputDevice::Mouse);
    }
    for browser in [first, second] {
        expected.assert_shown(browser);
    }
}

/// Waits until it is the turn of the player of a browser.
#[track_caller]
pub(crate) fn wait_for_turn(browser: &Browser) {
    browser.wait_until("the player's turn", "/^Your turn\\. /.test(document.querySelector('#prompt').innerText)");
}

/// Waits until the prompt has these words.
#[track_caller]
pub(crate) fn assert_prompt(browser: &Browser, words: &str) {
    browser.assert_contains("#prompt", words);
}

/// Waits until these scores are shown, above and below the board.
#[track_caller]
pub(crate) fn assert_wins(browser: &Browser, wins: &str) {
    let shown = "[...document.querySelectorAll('.strip')] \
        .map(strip => strip.querySelector('.wins')?.innerText ?? '').join(' ')";
    browser.assert_value(shown, wins);
}
