//! The server goes away and comes back.

use hexarium_browser::{Means, Site};
use hexarium_kernel::Player;

use crate::people::{begin, my_turn, people, play_all, prompt_says, says, seated};

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
