//! What people do to meet.

use hexarium_browser::{Browser, Means, Mirror, Site, Wishes};
use hexarium_kernel::{Player, Rng};
use hexarium_table::Table;
use serde_json::json;

/// Browsers whose owners have said their names.
#[track_caller]
pub(crate) fn people<const N: usize>(site: &Site, names: [&str; N]) -> [Browser; N] {
    let browsers = Browser::several::<N>(&Wishes::default());
    for (browser, name) in browsers.iter().zip(names) {
        introduce(browser, site, name);
    }
    browsers
}

/// Comes to the lobby and says a name, which is all that is asked.
#[track_caller]
pub(crate) fn introduce(browser: &Browser, site: &Site, name: &str) {
    browser.open(&site.address("#/online"));
    browser.fill("#name", name);
    browser.click("#be-guest");
    browser.wait_until("the name", "document.querySelector('#me')");
    assert_eq!(browser.text_of("#me"), name);
}

/// How a game is opened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    InLobby,
    ByLink,
}

/// Opens a game as the player who begins, and gives its id.
#[track_caller]
pub(crate) fn open_game(host: &Browser, game: &str, found: Found) -> String {
    prepare_game(host, game);
    let finders = if found == Found::ByLink { "link" } else { "listed" };
    host.click(&format!("input[name=finders][value={finders}]"));
    open_it(host)
}

/// Comes to the form for a game and chooses the side that begins.
#[track_caller]
pub(crate) fn prepare_game(host: &Browser, game: &str) {
    host.go(&format!("/online/new/{game}"));
    host.wait_until("the form", "document.querySelector('#open-it')");
    host.click(".choice:nth-of-type(1) input[name=side]");
}

/// Opens what the form says.
#[track_caller]
pub(crate) fn open_it(host: &Browser) -> String {
    host.click("#open-it");
    host.wait_until("the game", "location.hash.startsWith('#/game/') && document.querySelector('#board > .hit')");
    game_of(host)
}

/// The id of the game that is on the page.
#[track_caller]
pub(crate) fn game_of(browser: &Browser) -> String {
    let hash = browser.value("location.hash");
    hash.as_str().and_then(|hash| hash.strip_prefix("#/game/")).expect("a game is on the page").to_string()
}

/// Comes to a game by its link.
#[track_caller]
pub(crate) fn come_to(browser: &Browser, game: &str) {
    browser.go(&format!("/game/{game}"));
    browser.wait_until("the board", "document.querySelector('.game-page #board > .hit')");
}

/// Comes to a game by its link and takes the free seat.
#[track_caller]
pub(crate) fn join(guest: &Browser, game: &str) {
    come_to(guest, game);
    guest.click("#join");
    seated(guest, Player::Second);
}

/// Waits until the page knows which side its owner plays.
#[track_caller]
pub(crate) fn seated(browser: &Browser, player: Player) {
    let there = format!("document.querySelector('.game-page')?.dataset.side === '{}'", player.word());
    browser.wait_until("a seat", &there);
}

/// A game between two, in which the host begins.
#[track_caller]
pub(crate) fn begin(host: &Browser, guest: &Browser, game: &str) -> (String, Mirror) {
    let id = open_game(host, game, Found::ByLink);
    join(guest, &id);
    seated(host, Player::First);
    let mirror = mirror(host, &id);
    (id, mirror)
}

/// The core's copy of a game at its start.
#[track_caller]
pub(crate) fn mirror(browser: &Browser, id: &str) -> Mirror {
    let visit =
        browser.run("return fetch('./api/games/' + arguments[0]).then(answer => answer.json())", vec![json!(id)]);
    let game = visit["header"]["game"].as_str().unwrap_or_else(|| panic!("no game in {visit}"));
    Mirror { table: Table::new(game).expect("the server opens games that exist") }
}

/// Makes one whole turn, by chance, in the browser of whoever is to move.
#[track_caller]
pub(crate) fn play_turn(mirror: &mut Mirror, browser: &Browser, rng: &mut Rng) {
    my_turn(browser);
    let me = mirror.table.state().to_move();
    while !mirror.is_over() && mirror.table.state().to_move() == me {
        let legal = mirror.table.state().legal();
        mirror.play(browser, &legal[rng.below(legal.len())], Means::Mouse);
    }
}

/// Plays these actions of a game in which every turn is one action, in turn.
#[track_caller]
pub(crate) fn play_all(mirror: &mut Mirror, first: &Browser, second: &Browser, actions: &[&str]) {
    for action in actions {
        let browser = if mirror.table.state().to_move() == Player::First { first } else { second };
        my_turn(browser);
        mirror.play(browser, action, Means::Mouse);
    }
    for browser in [first, second] {
        mirror.wait_for(browser);
    }
}

/// Waits until the page says that it is its owner's turn.
#[track_caller]
pub(crate) fn my_turn(browser: &Browser) {
    browser.wait_until("my turn", "/^Your turn\\. /.test(document.querySelector('#prompt')?.innerText)");
}

/// Waits until the line that says how things stand has some words.
#[track_caller]
pub(crate) fn prompt_says(browser: &Browser, words: &str) {
    let there = format!("document.querySelector('#prompt')?.innerText.includes({})", json!(words));
    browser.wait_until(&format!("'{words}'"), &there);
}

/// Waits until something on the page has some words.
#[track_caller]
pub(crate) fn says(browser: &Browser, selector: &str, words: &str) {
    let there = format!("document.querySelector({})?.innerText.includes({})", json!(selector), json!(words));
    browser.wait_until(&format!("'{words}' in {selector}"), &there);
}

/// The games won, above and below the board.
#[track_caller]
pub(crate) fn wins(browser: &Browser) -> String {
    let wins = "[...document.querySelectorAll('.strip')].map(strip => strip.querySelector('.wins')?.innerText ?? '').join(' ')";
    browser.value(wins).as_str().unwrap_or_default().to_string()
}
