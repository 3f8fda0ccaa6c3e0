//! Every game: two play, a third watches, one reloads in the middle.

use hexarium_browser::Site;
use hexarium_kernel::{Player, Rng};

use crate::people::{
    Found, begin, come_to, join, mirror, my_turn, open_game, people, play_all, play_turn, prompt_says, seated, wins,
};

/// Two play some turns, found by link or in the lobby; a third sees every move, and one of them reloads and goes on.
fn three_people(game: &str, found: Found) {
    let site = Site::start();
    let [ada, grace, mary] = people(&site, ["Ada", "Grace", "Mary"]);
    let id = open_game(&ada, game, found);
    let row = format!("#open-games [data-game='{id}'] a");
    match found {
        Found::InLobby => {
            // The lobby is open in Grace's browser, and the game comes to it by itself.
            grace.wait_until("the game in the lobby", &format!("document.querySelector(\"{row}\")"));
            grace.click(&row);
            grace.click("#join");
            seated(&grace, Player::Second);
        }
        Found::ByLink => {
            let link = ada.attribute("#invitation", ".value");
            assert_eq!(link, site.address(&format!("#/game/{id}")));
            assert!(!grace.has(&row), "a game by link is not in the lobby");
            join(&grace, &id);
        }
    }
    seated(&ada, Player::First);
    come_to(&mary, &id);
    assert!(!mary.has("#join"), "both seats are taken");
    let mut mirror = mirror(&mary, &id);
    let mut rng = Rng::new(17);
    for turn in 0..6 {
        let (mover, other) = if turn % 2 == 0 { (&ada, &grace) } else { (&grace, &ada) };
        play_turn(&mut mirror, mover, &mut rng);
        mirror.wait_for(other);
        mirror.wait_for(&mary);
        if turn == 2 {
            grace.reload();
            my_turn(&grace);
            mirror.wait_for(&grace);
        }
    }
    mirror.wait_for(&ada);
    // Who only watches cannot touch anything.
    mary.click("#board > .hit");
    assert!(mary.text_of(".notice").contains("watching"));
    mirror.check(&mary);
    for browser in [&ada, &grace, &mary] {
        browser.assert_quiet();
    }
}

#[test]
fn hex_between_two_who_met_in_the_lobby() {
    three_people("hex(size=7)", Found::InLobby);
}

#[test]
fn coalesce_between_two_who_met_by_a_link() {
    three_people("coalesce", Found::ByLink);
}

#[test]
fn harvest_between_two_who_met_in_the_lobby() {
    three_people("harvest", Found::InLobby);
}

#[test]
fn fire_ants_between_two_who_met_by_a_link() {
    three_people("fire-ants", Found::ByLink);
}

#[test]
fn protista_between_two_who_met_in_the_lobby() {
    three_people("protista", Found::InLobby);
}

#[test]
fn a_game_is_won_and_the_rematch_changes_sides_and_keeps_the_score() {
    let site = Site::start();
    let [ada, grace] = people(&site, ["Ada", "Grace"]);
    let (first, mut board) = begin(&ada, &grace, "hex(size=3)");
    play_all(&mut board, &ada, &grace, &["b2", "a1", "b1", "c3", "b3"]);
    for browser in [&ada, &grace] {
        prompt_says(browser, "Blue (Ada) wins.");
    }
    assert_eq!(wins(&ada), "0 1", "above Grace, below Ada");
    assert!(!ada.has("#resign"));
    ada.click("#rematch");
    grace.wait_until("the wish", "/Ada would like a rematch/.test(document.body.innerText)");
    grace.click("#rematch");
    // The next game opens for both.
    let elsewhere = format!("location.hash.startsWith('#/game/') && location.hash !== '#/game/{first}'");
    for browser in [&ada, &grace] {
        browser.wait_until("the next game", &elsewhere);
    }
    seated(&ada, Player::Second);
    seated(&grace, Player::First);
    assert_eq!(wins(&ada), "0 1", "the score goes with the people");
    assert_eq!(wins(&grace), "1 0");
    board.table.to_start();
    let mut board = mirror(&ada, &crate::people::game_of(&ada));
    play_all(&mut board, &grace, &ada, &["b2", "a1", "b1", "c3", "b3"]);
    prompt_says(&ada, "Blue (Grace) wins.");
    assert_eq!(wins(&ada), "1 1");
    // The first game is still there: it can be stepped through, and studied on a board of one's own.
    come_to(&ada, &first);
    prompt_says(&ada, "Blue (Ada) wins.");
    ada.click("#to-start");
    ada.click("#forward");
    assert_eq!(ada.text_of(".move[aria-current]"), "b2");
    ada.click("#study");
    ada.wait_until("the study board", "location.hash === '#/play' && document.querySelector('#engine')");
    assert_eq!(ada.value("document.querySelectorAll('.move').length"), 5);
    for browser in [&ada, &grace] {
        browser.assert_quiet();
    }
}
