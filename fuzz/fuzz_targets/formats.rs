//! A text into every reader: what is accepted can be written, and reads as the same game again.
#![no_main]

use hexarium_formats::{hexworld, json, link, record, sgf};
use hexarium_games::registry::Games;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let trees = [
        record::read(text, &Games).ok(),
        record::read_lenient(text, &Games).ok().map(|(tree, _)| tree),
        json::read(text, &Games).ok(),
        json::read_lenient(text, &Games).ok().map(|(tree, _)| tree),
        sgf::read(text, &Games).ok(),
        hexworld::read(text, &Games).ok().map(|(tree, _)| tree),
        link::read(text, &Games).ok().map(|(tree, _)| tree),
    ];
    for tree in trees.into_iter().flatten() {
        let written = record::write(&tree, &Games).expect("what was read can be written");
        let again = record::read(&written, &Games).expect("what was written can be read");
        let second = record::write(&again, &Games).expect("and written again");
        assert_eq!(written, second);
    }
});
