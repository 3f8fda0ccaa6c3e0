//! Engines at the other seat: in the browser of whoever opened the game, and on the server.

use hexarium_browser::Site;
use hexarium_kernel::{Player, Rng};
use hexarium_table::Table;

use crate::people::{come_to, mirror, my_turn, open_it, people, play_turn, prepare_game, seated};

/// Somebody plays an engine and somebody else watches.
fn against_an_engine(place: &str, game: &str) {
    let site = Site::start();
    let [ada, mary] = people(&site, ["Ada", "Mary"]);
    prepare_game(&ada, game);
    ada.click(&format!("input[name=other][value={place}]"));
    let id = open_it(&ada);
    seated(&ada, Player::First);
    come_to(&mary, &id);
    let mut board = mirror(&ada, &id);
    let mut rng = Rng::new(4);
    for _ in 0..2 {
        play_turn(&mut board, &ada, &mut rng);
        my_turn(&ada);
        let moves = ada.value("[...document.querySelectorAll('.move')].map(move => move.innerText)");
        let moves: Vec<String> =
            moves.as_array().expect("a list").iter().map(|m| m.as_str().unwrap().to_string()).collect();
        assert!(moves.len() > board.table.actions().len(), "the engine has moved");
        board.table = Table::new(&board.table.game().canonical_id()).expect("the same game");
        for action in &moves {
            board.table.play(action).unwrap_or_else(|problem| panic!("{action}: {problem}"));
        }
        board.wait_for(&mary);
    }
    for browser in [&ada, &mary] {
        browser.assert_quiet();
    }
}

#[test]
fn an_engine_thinks_in_the_browser_of_the_host() {
    against_an_engine("browser", "fire-ants");
}

#[test]
fn an_engine_thinks_on_the_server() {
    against_an_engine("server", "hex(size=5)");
}
