//! Every game with two players and a spectator; rematches.

use hexarium_e2e::{Site, for_every_game};
use hexarium_games::registry::GAMES;
use hexarium_kernel::{Player, Rng};

use crate::players::{
    Visibility, assert_prompt, assert_side, assert_wins, begin, create_game, expected_game, join, open_game_page,
    play_all, play_turn, players, wait_for_turn,
};

/// Two players play some turns, a spectator sees every move, and a player reloads the page.
fn two_players_and_a_spectator(game: &str, visibility: Visibility) {
    let site = Site::start();
    let [ada, grace, mary] = players(&site, ["Ada", "Grace", "Mary"]);
    let id = create_game(&ada, game, visibility);
    let row = format!("#open-games [data-game='{id}'] a");
    match visibility {
        Visibility::Lobby => {
            // The lobby is open in Grace's browser, and is updated.
            grace.assert_present(&row);
            grace.click(&row);
            grace.click("#join");
            assert_side(&grace, Player::Second);
        }
        Visibility::Link => {
            let link = ada.attribute("#invitation", ".value");
            assert_eq!(link, site.address(&format!("#/game/{id}")));
            grace.assert_absent(&row);
            join(&grace, &id);
        }
    }
    assert_side(&ada, Player::First);
    open_game_page(&mary, &id);
    mary.assert_absent("#join");
    let mut expected = expected_game(&mary, &id);
    let mut rng = Rng::new(17);
    for turn in 0..6 {
        let (mover, other) = if turn % 2 == 0 { (&ada, &grace) } else { (&grace, &ada) };
        play_turn(&mut expected, mover, &mut rng);
        expected.assert_shown(other);
        expected.assert_shown(&mary);
        if turn == 2 {
            grace.reload();
            wait_for_turn(&grace);
            expected.assert_shown(&grace);
        }
    }
    expected.assert_shown(&ada);
    // A spectator cannot move.
    mary.click("#board > .hit");
    mary.assert_contains(".notice", "watching");
    expected.assert_shown(&mary);
    for browser in [&ada, &grace, &mary] {
        browser.assert_no_errors();
    }
}

#[test]
fn every_game_in_the_lobby_or_by_link() {
    for_every_game(|spec| {
        let number = GAMES.iter().position(|game| game.id == spec.id).unwrap_or_default();
        two_players_and_a_spectator(spec.id, [Visibility::Lobby, Visibility::Link][number % 2]);
    });
}

#[test]
fn a_rematch_changes_sides_and_keeps_the_score() {
    let site = Site::start();
    let [ada, grace] = players(&site, ["Ada", "Grace"]);
    let (first, mut board) = begin(&ada, &grace, "hex(size=3)");
    play_all(&mut board, &ada, &grace, &["b2", "a1", "b1", "c3", "b3"]);
    for browser in [&ada, &grace] {
        assert_prompt(browser, "Blue (Ada) wins:");
    }
    // Grace is above the board, Ada below.
    assert_wins(&ada, "0 1");
    ada.assert_absent("#resign");
    ada.click("#rematch");
    grace.assert_contains("body", "Ada offers a rematch");
    grace.click("#rematch");
    // The next game opens for both.
    let elsewhere = format!("location.hash.startsWith('#/game/') && location.hash !== '#/game/{first}'");
    for browser in [&ada, &grace] {
        browser.wait_until("the next game", &elsewhere);
    }
    assert_side(&ada, Player::Second);
    assert_side(&grace, Player::First);
    assert_wins(&ada, "0 1");
    assert_wins(&grace, "1 0");
    let mut board = expected_game(&ada, &crate::players::game_of(&ada));
    play_all(&mut board, &grace, &ada, &["b2", "a1", "b1", "c3", "b3"]);
    assert_prompt(&ada, "Blue (Grace) wins:");
    assert_wins(&ada, "1 1");
    // The first game can still be navigated, and opened on the analysis board.
    open_game_page(&ada, &first);
    assert_prompt(&ada, "Blue (Ada) wins:");
    ada.click("#to-start");
    ada.click("#forward");
    ada.assert_text(".move[aria-current]", "b2");
    ada.click("#study");
    ada.assert_value("location.hash.startsWith('#/play/')", true);
    ada.assert_present("#engine");
    ada.assert_value("document.querySelectorAll('.move').length", 5);
    for browser in [&ada, &grace] {
        browser.assert_no_errors();
    }
}

#[test]
fn the_home_page_shows_games_to_continue_and_to_join() {
    let site = Site::start();
    let [ada, grace] = players(&site, ["Ada", "Grace"]);
    let id = create_game(&ada, "hex(size=5)", Visibility::Lobby);
    let row = format!("#lobby-glance [data-game='{id}']");
    grace.go("/");
    grace.assert_contains(&row, "Join");
    grace.click(&format!("{row} a"));
    grace.click("#join");
    assert_side(&grace, Player::Second);
    ada.go("/");
    ada.assert_contains(&format!("{row}.mine"), "Your turn");
    ada.assert_accessible("the home page with online games");
    ada.click(&format!("{row} a"));
    wait_for_turn(&ada);
    for browser in [&ada, &grace] {
        browser.assert_no_errors();
    }
}
