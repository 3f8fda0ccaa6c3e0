//! Several tabs of one person, and how a tab says that it is its owner's turn.

use hexarium_browser::{Browser, Means, Site, Wishes};

use crate::people::{begin, introduce, my_turn, people, play_all, prompt_says};

#[test]
fn two_tabs_of_one_player_agree() {
    let site = Site::start();
    let [ada, grace] = people(&site, ["Ada", "Grace"]);
    let (id, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    play_all(&mut mirror, &ada, &grace, &["c3", "b2"]);
    ada.open_tab(&site.address(&format!("#/game/{id}")));
    my_turn(&ada);
    mirror.wait_for(&ada);
    mirror.play(&ada, "d3", Means::Mouse);
    mirror.wait_for(&grace);
    ada.go_to_tab(0);
    mirror.wait_for(&ada);
    prompt_says(&ada, "Grace is to move");
    mirror.play(&grace, "b3", Means::Mouse);
    mirror.wait_for(&ada);
    mirror.play(&ada, "d2", Means::Mouse);
    mirror.wait_for(&grace);
    ada.go_to_tab(1);
    mirror.wait_for(&ada);
    prompt_says(&ada, "Grace is to move");
    for browser in [&ada, &grace] {
        browser.assert_quiet();
    }
}

#[test]
fn title_icon_and_sound_say_that_it_is_my_turn() {
    let site = Site::start();
    let count = "window.chimes = 0; OscillatorNode.prototype.start = function () { window.chimes += 1; };";
    let [ada, grace] = Browser::several(&Wishes::default().with_script(count));
    introduce(&ada, &site, "Ada");
    introduce(&grace, &site, "Grace");
    let (_, mut mirror) = begin(&ada, &grace, "hex(size=5)");
    let icon = "document.querySelector('link[rel=icon]').getAttribute('href')";
    ada.wait_until("the title", "document.title === '● Your turn – Hexarium'");
    assert_eq!(ada.value(icon), "icon-turn.svg");
    assert_eq!(grace.value("document.title"), "Hexarium");
    assert_eq!(grace.value("window.chimes"), 0);
    play_all(&mut mirror, &ada, &grace, &["c3"]);
    grace.wait_until("the title", "document.title === '● Your turn – Hexarium' && window.chimes === 1");
    ada.wait_until("the title", "document.title === 'Hexarium'");
    assert_eq!(ada.value(icon), "icon.svg");
    grace.go("/settings");
    grace.wait_until("the title", "document.title === 'Hexarium'");
    for browser in [&ada, &grace] {
        browser.assert_quiet();
    }
}
