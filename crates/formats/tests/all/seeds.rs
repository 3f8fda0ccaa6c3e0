//! The fuzzing corpus: each sample is read by the format it is named after and round-trips as a
//! record.

use std::fs;
use std::path::Path;

use hexarium_formats::{Fault, GameTree, hexworld, json, link, record, sgf};
use hexarium_games::registry::Games;

/// Reads a sample by its name; samples with faults are read leniently.
fn read(name: &str, text: &str) -> Result<GameTree, Fault> {
    match name.split(['.', '-']).next().unwrap_or_default() {
        "record" => record::read_lenient(text, &Games).map(|(tree, _)| tree),
        "hexworld" => hexworld::read(text, &Games).map(|(tree, _)| tree),
        "link" => link::read(text, &Games).map(|(tree, _)| tree),
        _ if name.ends_with(".json") => json::read_lenient(text, &Games).map(|(tree, _)| tree),
        _ => sgf::read(text, &Games),
    }
}

#[test]
fn every_sample_is_read_and_survives_as_a_record() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/formats");
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let tree = read(&name, &fs::read_to_string(&file).unwrap()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let written = record::write(&tree, &Games).unwrap_or_else(|e| panic!("{name}: {e}"));
        let again = record::read(&written, &Games).unwrap_or_else(|e| panic!("{name}: {e}\n{written}"));
        assert_eq!(record::write(&again, &Games), Ok(written), "{name}");
        seen += 1;
    }
    assert!(seen >= 10, "{seen} samples");
}
