//! Several tabs of one player, and the signs of a player's turn.

use hexarium_e2e::{Browser, BrowserOptions, InputDevice, Site};

use serde_json::json;

use crate::players::{
    assert_prompt, begin, fill_game_form, play_all, players, sign_in_as_guest, submit_game, wait_for_turn,
};

#[test]
fn two_tabs_of_one_player_agree() {
    let site = Site::start();
    let [ada, grace] = players(&site, ["Ada", "Grace"]);
    let (id, mut expected) = begin(&ada, &grace, "hex(size=5)");
    play_all(&mut expected, &ada, &grace, &["c3", "b2"]);
    ada.open_tab(&site.address(&format!("#/game/{id}")));
    wait_for_turn(&ada);
    expected.assert_shown(&ada);
    expected.play(&ada, "d3", InputDevice::Mouse);
    expected.assert_shown(&grace);
    ada.switch_to_tab(0);
    expected.assert_shown(&ada);
    assert_prompt(&ada, "Grace to move");
    expected.play(&grace, "b3", InputDevice::Mouse);
    expected.assert_shown(&ada);
    expected.play(&ada, "d2", InputDevice::Mouse);
    expected.assert_shown(&grace);
    ada.switch_to_tab(1);
    expected.assert_shown(&ada);
    assert_prompt(&ada, "Grace to move");
    for browser in [&ada, &grace] {
        browser.assert_no_errors();
    }
}

#[test]
fn one_tab_of_the_host_runs_the_engine() {
    let site = Site::start();
    let ada = Browser::start(&BrowserOptions::default());
    // Counts the messages to the engine from now on.
    let count = "window.searches = 0; const post = Worker.prototype.postMessage; \
        Worker.prototype.postMessage = function (...message) { window.searches += 1; post.apply(this, message); };";
    sign_in_as_guest(&ada, &site, "Ada");
    fill_game_form(&ada, "hex(size=5)");
    ada.click("input[name=other][value=browser]");
    let id = submit_game(&ada);
    wait_for_turn(&ada);
    ada.run(count, Vec::new());
    ada.open_tab(&site.address(&format!("#/game/{id}")));
    wait_for_turn(&ada);
    ada.run(count, Vec::new());
    ada.click_cell("c3");
    ada.assert_value("document.querySelectorAll('.move').length", 2);
    ada.assert_value("window.searches", 0);
    ada.switch_to_tab(0);
    ada.wait_until("a search in the first tab", "window.searches > 0");
    // The game is left, and the other tab takes over.
    ada.go("/");
    ada.switch_to_tab(1);
    let empty = "[...document.querySelectorAll('#board > .hit')].find(hit => /empty/.test(hit.ariaLabel)).dataset.cell";
    ada.click_cell(ada.value(empty).as_str().expect("an empty cell"));
    ada.assert_value("document.querySelectorAll('.move').length", 4);
    ada.wait_until("a search in the second tab", "window.searches > 0");
    ada.assert_no_errors();
}

#[test]
fn title_icon_and_sound_show_the_players_turn() {
    let site = Site::start();
    let record = "window.sounds = []; let play; Object.defineProperty(window, 'hexariumSound', { \
        get: () => name => { window.sounds.push(name); play?.(name); }, set: value => { play = value; } });";
    let [ada, grace] = Browser::several(&BrowserOptions::default().with_script(record));
    sign_in_as_guest(&ada, &site, "Ada");
    sign_in_as_guest(&grace, &site, "Grace");
    let (_, mut expected) = begin(&ada, &grace, "hex(size=5)");
    let icon = "document.querySelector('link[rel=icon]').getAttribute('href')";
    ada.assert_value("document.title", "● Your turn – Hexarium");
    ada.assert_value(icon, "icon-turn.svg");
    grace.assert_value("document.title", "Play – Hexarium");
    grace.assert_value("window.sounds", json!([]));
    play_all(&mut expected, &ada, &grace, &["c3"]);
    grace.assert_value("document.title", "● Your turn – Hexarium");
    grace.assert_value("window.sounds.filter(name => name === 'turn').length", 1);
    ada.assert_value("document.title", "Play – Hexarium");
    ada.assert_value(icon, "icon.svg");
    grace.go("/settings");
    grace.assert_value("document.title", "Settings – Hexarium");
    for browser in [&ada, &grace] {
        browser.assert_no_errors();
    }
}
