//! A text into every reader: what is accepted can be written, and reads as the same game again.
#![no_main]

use hexarium_formats::{hexworld, json, link, record, sgf};
use hexarium_games::registry;
use hexarium_kernel::{AnyGame, OptionError};
use libfuzzer_sys::fuzz_target;

fn open(text: &str) -> Result<Box<dyn AnyGame>, OptionError> {
    registry::open(text, &[])
}

fuzz_target!(|text: &str| {
    let trees = [
        record::read(text, &open).ok(),
        record::read_lenient(text, &open).ok().map(|(tree, _)| tree),
        json::read(text, &open).ok(),
        json::read_lenient(text, &open).ok().map(|(tree, _)| tree),
        sgf::read(text, &open).ok(),
        hexworld::read(text, &open).ok().map(|(tree, _)| tree),
        link::read(text, &open).ok().map(|(tree, _)| tree),
    ];
    for tree in trees.into_iter().flatten() {
        let written = record::write(&tree, &open).expect("what was read can be written");
        let again = record::read(&written, &open).expect("what was written can be read");
        let second = record::write(&again, &open).expect("and written again");
        assert_eq!(written, second);
    }
});
