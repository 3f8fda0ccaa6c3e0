//! A game text, a line break, actions: accepted exactly when they are among the legal ones.
#![no_main]

use hexarium_games::registry::Games;
use hexarium_kernel::GameCatalog;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Some((game, actions)) = text.split_once('\n') else { return };
    let Ok(game) = Games.open(game) else { return };
    let mut state = game.start();
    for action in actions.split([' ', '\n']).take(20) {
        let legal = state.legal();
        assert_eq!(state.play(action).is_ok(), legal.iter().any(|a| a == action));
    }
});
