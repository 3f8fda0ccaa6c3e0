//! A game text, a line break, a position: what is accepted is written back unchanged and can be
//! played.
#![no_main]

use hexarium_games::registry::Games;
use hexarium_kernel::GameCatalog;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Some((game, position)) = text.split_once('\n') else { return };
    let Ok(game) = Games.open(game) else { return };
    let Ok(mut state) = game.at_position(position) else { return };
    assert_eq!(state.position(), position);
    for _ in 0..4 {
        let legal = state.legal();
        assert_eq!(legal.is_empty(), state.verdict().is_some());
        let Some(action) = legal.get(position.len() % legal.len().max(1)) else { return };
        state.play(action).expect("a legal action is accepted");
    }
});
