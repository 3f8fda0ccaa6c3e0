//! The server goes away and comes back, or seems to.

use hexarium_browser::{Browser, Means, Site, Wishes};
use hexarium_kernel::Player;

use crate::people::{begin, come_to, introduce, my_turn, people, play_all, prompt_says, says, seated};

#[test]
fn a_turn_made_while_the_server_is_down_arrives_once_when_it_is_back() {
    let mut site = Site::start();
    let [ada, grace] = people(&site, ["Ada", "Grace"]);
    let (id, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    play_all(&mut mirror, &ada, &grace, &["c3", "b2"]);
    site.stop();
    for browser in [&ada, &grace] {
        says(browser, "#banner", "The connection is lost");
    }
    mirror.play(&ada, "d3", Means::Mouse);
    prompt_says(&ada, "Your turn is on its way");
    says(&ada, "#banner", "Your turn is kept here");
    mirror.check(&ada);
    site.restart();
    for browser in [&ada, &grace] {
        browser.wait_long("the connection", "!document.querySelector('#banner')", std::time::Duration::from_secs(30));
    }
    mirror.wait_for(&grace);
    my_turn(&grace);
    prompt_says(&ada, "Grace is to move");
    assert_eq!(ada.kept(&format!("pending.{id}")), None);
    play_all(&mut mirror, &ada, &grace, &["b3", "d2"]);
    let events = ada
        .run("return fetch('./api/games/' + arguments[0] + '/events').then(answer => answer.json())", vec![id.into()]);
    let turns = events.as_array().expect("a list").iter().filter(|entry| entry["event"]["turn"].is_object()).count();
    assert_eq!(turns, mirror.table.actions().len(), "every turn is there once");
}

#[test]
fn a_turn_on_its_way_survives_a_reload() {
    let mut site = Site::start();
    let [ada, grace] = people(&site, ["Ada", "Grace"]);
    let (id, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    // The app keeps itself, so that it can be loaded without a server.
    let kept = "return navigator.serviceWorker.ready.then(() => caches.keys()).then(names => names.length)";
    ada.run(kept, Vec::new());
    site.stop();
    says(&ada, "#banner", "The connection is lost");
    mirror.play(&ada, "c3", Means::Mouse);
    prompt_says(&ada, "Your turn is on its way");
    assert!(ada.kept(&format!("pending.{id}")).is_some());
    ada.reload();
    says(&ada, "#banner", "the server does not answer");
    site.restart();
    seated(&ada, Player::First);
    mirror.wait_for(&grace);
    mirror.wait_for(&ada);
    my_turn(&grace);
    assert!(!ada.has("#banner"));
}

#[test]
fn without_a_server_the_app_says_so_and_plays_on_alone() {
    let mut site = Site::start();
    let [ada] = people(&site, ["Ada"]);
    ada.run("return navigator.serviceWorker.ready.then(() => caches.keys())", Vec::new());
    site.stop();
    ada.open(&site.address("#/online"));
    says(&ada, "#banner", "Everything else works without it");
    ada.go("/new/hex(size=3)");
    ada.click("#start");
    ada.wait_until("the board", "document.querySelector('#board > .hit')");
    assert!(!ada.has("#banner"));
}

/// Lets a test be the cable: `cut` takes the connection away and `mute` loses what is sent; `spoil` changes turns on their way, and `ahead` lets
/// time pass.
const CABLE: &str = "const Real = WebSocket, clock = performance.now.bind(performance); let sockets = [];
    window.ahead = 0; performance.now = () => clock() + window.ahead;
    window.WebSocket = class extends Real {
        constructor(address) { if (window.gone) throw new Error('no cable'); super(address); sockets.push(this); }
        send(text) {
            if (window.mute) return;
            super.send(window.spoil ? text.replace('\"number\":', '\"number\":9') : text);
        }
    };
    window.cut = () => { window.gone = true; sockets.forEach(socket => socket.close()); };";

#[test]
fn whoever_was_cut_off_gets_what_was_missed() {
    let site = Site::start();
    let [ada, grace, mary] = Browser::several(&Wishes::default().with_script(CABLE));
    for (browser, name) in [(&ada, "Ada"), (&grace, "Grace"), (&mary, "Mary")] {
        introduce(browser, &site, name);
    }
    let (id, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    come_to(&mary, &id);
    play_all(&mut mirror, &ada, &grace, &["c3"]);
    mirror.wait_for(&mary);
    mary.run("window.cut()", Vec::new());
    says(&mary, "#banner", "The connection is lost");
    play_all(&mut mirror, &ada, &grace, &["b2", "d3", "b3"]);
    assert_eq!(mary.value("document.querySelectorAll('.move').length"), 1);
    mary.run("window.gone = false; window.dispatchEvent(new Event('online'))", Vec::new());
    mirror.wait_for(&mary);
    assert!(!mary.has("#banner"));
    play_all(&mut mirror, &ada, &grace, &["d2"]);
    mirror.wait_for(&mary);
}

#[test]
fn a_connection_that_has_fallen_silent_is_noticed() {
    let site = Site::start();
    let [ada, grace] = Browser::several(&Wishes::default().with_script(CABLE));
    introduce(&ada, &site, "Ada");
    introduce(&grace, &site, "Grace");
    let (_, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    // A quarter of a minute of silence: the server is asked, and does not answer for more than ten seconds.
    grace.run("window.mute = true; window.gone = true; window.ahead = 16000;", Vec::new());
    std::thread::sleep(std::time::Duration::from_millis(600));
    assert!(!grace.has("#banner"));
    grace.run("window.ahead = 27000;", Vec::new());
    says(&grace, "#banner", "The connection is lost");
    play_all_but(&mut mirror, &ada);
    grace.run("window.mute = false; window.gone = false; window.ahead = 60000;", Vec::new());
    mirror.wait_for(&grace);
    my_turn(&grace);
    assert!(!grace.has("#banner"));
}

/// The first player makes a turn that the other does not see yet.
fn play_all_but(mirror: &mut hexarium_browser::Mirror, ada: &Browser) {
    my_turn(ada);
    mirror.play(ada, "c3", Means::Mouse);
    mirror.wait_for(ada);
}

#[test]
fn a_turn_that_is_refused_is_taken_back_with_the_reason() {
    let site = Site::start();
    let [ada, grace] = Browser::several(&Wishes::default().with_script(CABLE));
    introduce(&ada, &site, "Ada");
    introduce(&grace, &site, "Grace");
    let (id, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    my_turn(&ada);
    ada.run("window.spoil = true", Vec::new());
    ada.click_cell("c3");
    says(&ada, ".notice", "Your turn was taken back:");
    mirror.wait_for(&ada);
    assert_eq!(ada.kept(&format!("pending.{id}")), None);
    ada.run("window.spoil = false", Vec::new());
    play_all(&mut mirror, &ada, &grace, &["c3", "b2"]);
}

#[test]
fn where_there_are_only_files_nothing_leads_to_others() {
    let site = Site::start();
    let files = "const real = window.fetch; window.fetch = (what, how) => String(what).includes('/api/') \
        ? Promise.resolve(new Response('<h1>Not found</h1>', { status: 404 })) : real(what, how);";
    let browser = Browser::start(&Wishes::default().with_script(files));
    browser.open(&site.address("#/"));
    browser.wait_until("the games", "document.querySelectorAll('.card').length === 5");
    assert!(!browser.has("#online") && !browser.has("#play-online"));
    browser.assert_quiet();
    drop(browser);
    let browser = Browser::start(&Wishes::default());
    browser.open(&site.address("#/"));
    browser
        .wait_until("the way to others", "document.querySelector('#online') && document.querySelector('#play-online')");
}
