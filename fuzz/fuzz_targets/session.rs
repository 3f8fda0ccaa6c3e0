//! Lines of the engine protocol: every line gets one well-formed answer or none.
#![no_main]

use hexarium_games::registry::Games;
use hexarium_gtp::Session;
use hexarium_kernel::GameCatalog;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let start = Games.open("hex(size=3)").expect("a game");
    let mut session = Session::new(&Games, start);
    for line in text.lines().take(30) {
        let answer = session.line(line);
        assert!(answer.text.is_empty() || answer.text.starts_with(['=', '?']) && answer.text.ends_with("\n\n"));
        if answer.quit {
            return;
        }
    }
});
