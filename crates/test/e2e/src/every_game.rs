//! Tests that run for every game of the catalogue.

use std::thread;

use hexarium_games::registry::GAMES;
use hexarium_kernel::GameSpec;

/// Runs a test for every game, each in a thread of its own; permits limit the browsers that run at
/// once.
///
/// # Panics
/// If the test panics for a game. The message names all such games.
pub fn for_every_game(test: impl Fn(&'static GameSpec) + Sync) {
    let failed: Vec<&str> = thread::scope(|scope| {
        let start = |spec: &'static GameSpec| {
            let test = &test;
            let thread = thread::Builder::new().name(spec.id.to_string()).spawn_scoped(scope, move || test(spec));
            (spec, thread.expect("a thread can be started"))
        };
        let threads: Vec<_> = GAMES.iter().copied().map(start).collect();
        threads.into_iter().filter_map(|(spec, thread)| thread.join().is_err().then_some(spec.id)).collect()
    });
    assert!(failed.is_empty(), "failed for {}", failed.join(", "));
}
