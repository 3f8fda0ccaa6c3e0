//! Lost connections, restarts of the server, and rejected turns.

use hexarium_e2e::{Browser, BrowserOptions, InputDevice, Site};
use hexarium_kernel::Player;
use serde_json::Value;

use crate::players::{
    assert_prompt, assert_side, begin, open_game_page, play_all, players, sign_in_as_guest, wait_for_turn,
};

#[test]
fn a_turn_made_while_the_server_is_down_is_sent_once_afterwards() {
    let mut site = Site::start();
    let [ada, grace] = players(&site, ["Ada", "Grace"]);
    let (id, mut expected) = begin(&ada, &grace, "hex(size=5)");
    play_all(&mut expected, &ada, &grace, &["c3", "b2"]);
    let place = "JSON.stringify(document.querySelector('#board').getBoundingClientRect())";
    let before = ada.value(place);
    site.stop();
    for browser in [&ada, &grace] {
        browser.assert_contains("#banner", "Connection lost");
    }
    assert_eq!(ada.value(place), before, "the board stays where it is");
    expected.play(&ada, "d3", InputDevice::Mouse);
    assert_prompt(&ada, "Sending your turn");
    ada.assert_contains("#banner", "Your turn will be sent");
    ada.assert_accessible("a lost connection");
    assert_eq!(ada.value(place), before, "the board stays where it is");
    expected.assert_shown(&ada);
    site.restart();
    for browser in [&ada, &grace] {
        browser.assert_absent("#banner");
    }
    expected.assert_shown(&grace);
    wait_for_turn(&grace);
    assert_prompt(&ada, "Grace to move");
    assert_no_pending_turn(&ada, &id);
    play_all(&mut expected, &ada, &grace, &["b3", "d2"]);
    let events = ada.run(
        "return fetch('./api/v2/games/' + arguments[0] + '/events').then(answer => answer.json())",
        vec![id.into()],
    );
    let turns = events.as_array().expect("a list").iter().filter(|entry| entry["event"]["turn"].is_object()).count();
    assert_eq!(turns, expected.session.actions().len(), "every turn is stored once");
}

#[test]
fn an_unsent_turn_survives_a_reload() {
    let mut site = Site::start();
    let [ada, grace] = players(&site, ["Ada", "Grace"]);
    let (id, mut expected) = begin(&ada, &grace, "hex(size=5)");
    // The app is cached, so that it can be loaded without a server.
    let kept = "return navigator.serviceWorker.ready.then(() => caches.keys()).then(names => names.length)";
    ada.run(kept, Vec::new());
    site.stop();
    ada.assert_contains("#banner", "Connection lost");
    expected.play(&ada, "c3", InputDevice::Mouse);
    assert_prompt(&ada, "Sending your turn");
    ada.wait_until("a stored turn", &format!("localStorage.getItem('hexarium.pending.{id}')"));
    ada.reload();
    ada.assert_contains("#banner", "the server does not respond");
    site.restart();
    assert_side(&ada, Player::First);
    expected.assert_shown(&grace);
    expected.assert_shown(&ada);
    wait_for_turn(&grace);
    ada.assert_absent("#banner");
}

#[test]
fn without_a_server_local_games_still_work() {
    let mut site = Site::start();
    let [ada] = players(&site, ["Ada"]);
    ada.run("return navigator.serviceWorker.ready.then(() => caches.keys())", Vec::new());
    site.stop();
    ada.open(&site.address("#/online"));
    ada.assert_contains("#banner", "Online play is not available");
    ada.go("/new/hex(size=3)");
    ada.click("#start");
    ada.assert_present("#board > .hit");
    ada.assert_absent("#banner");
}

/// A connection and a clock that the test controls: `cut` closes the connection, `offline` prevents
/// another one, `mute` loses what is sent and counts it in `lost`, `spoil` changes the numbers of
/// turns that are sent, and `now` is the time in milliseconds.
const CONTROLLED: &str = "const Real = WebSocket, sockets = [];
    window.now = 0; performance.now = () => window.now;
    window.lost = 0;
    window.WebSocket = class extends Real {
        constructor(address) {
            if (window.offline) throw new Error('offline');
            super(address);
            sockets.push(this);
        }
        send(text) {
            if (window.mute) { window.lost += 1; return; }
            super.send(window.spoil ? text.replace('\"number\":', '\"number\":9') : text);
        }
    };
    window.cut = () => { window.offline = true; sockets.forEach(socket => socket.close()); };";

/// Waits until the browser has no turn that is still to be sent.
#[track_caller]
fn assert_no_pending_turn(browser: &Browser, game: &str) {
    browser.assert_value(&format!("localStorage.getItem('hexarium.pending.{game}')"), Value::Null);
}

#[test]
fn a_spectator_gets_missed_turns_after_reconnecting() {
    let site = Site::start();
    let [ada, grace, mary] = Browser::several(&BrowserOptions::default().with_script(CONTROLLED));
    for (browser, name) in [(&ada, "Ada"), (&grace, "Grace"), (&mary, "Mary")] {
        sign_in_as_guest(browser, &site, name);
    }
    let (id, mut expected) = begin(&ada, &grace, "hex(size=5)");
    open_game_page(&mary, &id);
    play_all(&mut expected, &ada, &grace, &["c3"]);
    expected.assert_shown(&mary);
    mary.run("window.cut()", Vec::new());
    mary.assert_contains("#banner", "Connection lost");
    play_all(&mut expected, &ada, &grace, &["b2", "d3", "b3"]);
    mary.assert_value("document.querySelectorAll('.move').length", 1);
    mary.run("window.offline = false; window.dispatchEvent(new Event('online'))", Vec::new());
    expected.assert_shown(&mary);
    mary.assert_absent("#banner");
    play_all(&mut expected, &ada, &grace, &["d2"]);
    expected.assert_shown(&mary);
}

#[test]
fn a_silent_connection_is_replaced() {
    let site = Site::start();
    let [ada, grace] = Browser::several(&BrowserOptions::default().with_script(CONTROLLED));
    sign_in_as_guest(&ada, &site, "Ada");
    sign_in_as_guest(&grace, &site, "Grace");
    let (_, mut expected) = begin(&ada, &grace, "hex(size=5)");
    // After 15 s of silence the page sends a ping, and waits 10 s for the answer.
    grace.run("window.mute = true; window.offline = true; window.now += 16000;", Vec::new());
    grace.wait_until("a ping", "window.lost");
    grace.assert_absent("#banner");
    grace.run("window.now += 11000;", Vec::new());
    grace.assert_contains("#banner", "Connection lost");
    wait_for_turn(&ada);
    expected.play(&ada, "c3", InputDevice::Mouse);
    expected.assert_shown(&ada);
    grace.run("window.mute = false; window.offline = false; window.now += 60000;", Vec::new());
    expected.assert_shown(&grace);
    wait_for_turn(&grace);
    grace.assert_absent("#banner");
}

/// Connections that seem to be connecting until `connect` is called. `early` counts those that were
/// closed before, which browsers report as an error, and `late` the others that were closed. Time
/// stands still, so that no attempt takes too long.
const SLOW: &str = "const Real = WebSocket, waiting = [];
    performance.now = () => 0;
    window.early = 0; window.late = 0; window.connected = false;
    window.WebSocket = class extends Real {
        get readyState() { return window.connected ? super.readyState : Real.CONNECTING; }
        set onopen(then) { waiting.push(then); }
        close() { window.connected ? window.late += 1 : window.early += 1; super.close(); }
    };
    window.connect = () => { window.connected = true; waiting.forEach(then => then()); };";

#[test]
fn a_connection_is_replaced_while_it_is_being_made() {
    let site = Site::start();
    let [ada] = Browser::several(&BrowserOptions::default().with_script(SLOW));
    sign_in_as_guest(&ada, &site, "Ada");
    ada.assert_value("[window.early, window.late].join()", "0,0");
    ada.run("window.connect()", Vec::new());
    ada.assert_value("[window.early, window.late].join()", "0,1");
    ada.assert_no_errors();
}

#[test]
fn a_rejected_turn_is_undone_and_explained() {
    let site = Site::start();
    let [ada, grace] = Browser::several(&BrowserOptions::default().with_script(CONTROLLED));
    sign_in_as_guest(&ada, &site, "Ada");
    sign_in_as_guest(&grace, &site, "Grace");
    let (id, mut expected) = begin(&ada, &grace, "hex(size=5)");
    wait_for_turn(&ada);
    ada.run("window.spoil = true", Vec::new());
    ada.click_cell("c3");
    ada.assert_contains(".notice", "Your turn was rejected:");
    expected.assert_shown(&ada);
    assert_no_pending_turn(&ada, &id);
    ada.run("window.spoil = false", Vec::new());
    play_all(&mut expected, &ada, &grace, &["c3", "b2"]);
}

#[test]
fn on_a_static_site_there_are_no_links_to_online_games() {
    let site = Site::start();
    let files = "const real = window.fetch; window.fetch = (what, how) => String(what).includes('/api/') \
        ? Promise.resolve(new Response('<h1>Not found</h1>', { status: 404 })) : real(what, how);";
    let browser = Browser::start(&BrowserOptions::default().with_script(files));
    browser.open(&site.address("#/"));
    browser.assert_value("document.querySelectorAll('.card').length", 5);
    browser.assert_absent("#online");
    browser.assert_absent("#play-online");
    browser.assert_no_errors();
    drop(browser);
    let browser = Browser::start(&BrowserOptions::default());
    browser.open(&site.address("#/"));
    browser.assert_present("#online");
    browser.assert_present("#play-online");
}
