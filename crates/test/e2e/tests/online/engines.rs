//! Engine opponents: in the browser of the host, and on the server.

use hexarium_e2e::Site;
use hexarium_games::registry::Games;
use hexarium_kernel::{Player, Rng};
use hexarium_session::GameSession;

use crate::players::{
    assert_side, expected_game, fill_game_form, open_game_page, play_turn, players, submit_game, wait_for_turn,
};

/// Plays some turns against an engine while a spectator watches.
fn against_an_engine(place: &str, game: &str) {
    let site = Site::start();
    let [ada, mary] = players(&site, ["Ada", "Mary"]);
    fill_game_form(&ada, game);
    ada.click(&format!("input[name=other][value={place}]"));
    let id = submit_game(&ada);
    assert_side(&ada, Player::First);
    open_game_page(&mary, &id);
    let mut board = expected_game(&ada, &id);
    let mut rng = Rng::new(4);
    for _ in 0..2 {
        play_turn(&mut board, &ada, &mut rng);
        wait_for_turn(&ada);
        let moves = ada.value("[...document.querySelectorAll('.move')].map(move => move.innerText)");
        let moves: Vec<String> = serde_json::from_value(moves).expect("a list of moves");
        assert!(moves.len() > board.session.actions().len(), "the engine has moved");
        board.session = GameSession::new(&Games, &board.session.game().canonical_id()).expect("the same game");
        for action in &moves {
            board.session.play(action).unwrap_or_else(|problem| panic!("{action}: {problem}"));
        }
        board.assert_shown(&mary);
    }
    for browser in [&ada, &mary] {
        browser.assert_no_errors();
    }
}

#[test]
fn an_engine_plays_in_the_browser_of_the_host() {
    against_an_engine("browser", "fire-ants");
}

#[test]
fn an_engine_plays_on_the_server() {
    against_an_engine("server", "hex(size=5)");
}
