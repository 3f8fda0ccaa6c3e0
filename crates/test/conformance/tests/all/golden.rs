//! Regression tests on perft files and recorded games.

use std::fs;
use std::path::Path;

use hexarium_conformance::perft_file::{self, Entry};
use hexarium_conformance::{games, in_parallel, playthrough, reference, variants, variants_of};
use hexarium_games::registry::{GAMES, Games};

#[test]
fn every_count_of_the_perft_files_is_still_right_in_both_models() {
    let mut entries = Vec::new();
    for spec in games() {
        let file = perft_file::file(spec);
        let text = fs::read_to_string(&file).unwrap_or_else(|e| {
            panic!("{} has no perft file ({e}); cargo xtask golden {} writes it", spec.id, spec.id)
        });
        let read = perft_file::read(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        assert!(!read.is_empty(), "{} has an empty perft file", spec.id);
        entries.extend(read.into_iter().map(|entry| (spec.id, entry)));
    }
    in_parallel(&entries, |(id, entry)| {
        let fast = Entry::count_fast(&entry.game, &entry.position, entry.depth)?;
        if fast != *entry {
            return Err(format!(
                "{} {}: {} lines, expected {}",
                entry.game,
                entry.position,
                fast.total(),
                entry.total()
            ));
        }
        // The reference models counted every line when the file was written; here they only go as
        // deep as takes about a second.
        let depth = if entry.total() < 20_000 { entry.depth } else { entry.depth.min(2) };
        let fast = Entry::count_fast(&entry.game, &entry.position, depth)?;
        let reference = Entry::count_by_reference(reference::model(id), &entry.game, &entry.position, depth)?;
        if fast == reference {
            Ok(())
        } else {
            Err(format!("{} {}: the reference model differs", entry.game, entry.position))
        }
    });
}

#[test]
fn every_play_through_replays_line_by_line() {
    in_parallel(&playthrough::recorded(&variants()), |variant| {
        let file = playthrough::file(variant);
        let text = fs::read_to_string(&file).map_err(|e| {
            format!("{} has no play-through ({e}); cargo xtask golden {} records it", variant.id(), variant.spec.id)
        })?;
        let again = playthrough::write(&*variant.open(), &playthrough::actions(&text))
            .map_err(|e| format!("{}: {e}", file.display()))?;
        for (n, (expected, found)) in text.lines().zip(again.lines()).enumerate() {
            if expected != found {
                return Err(format!("{} line {}: recorded '{expected}', now '{found}'", file.display(), n + 1));
            }
        }
        if text == again { Ok(()) } else { Err(format!("{}: one is longer than the other", file.display())) }
    });
}

#[test]
fn no_golden_file_is_left_of_a_variant_or_game_that_is_gone() {
    for spec in games() {
        let stale = playthrough::stale(spec, &variants_of(spec, &Games));
        assert!(stale.is_empty(), "{stale:?}: expected none; cargo xtask golden {} deletes them", spec.id);
    }
    for folder in ["perft", "playthroughs", "tactics"] {
        for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let file = file.unwrap().path();
            let id = file.file_stem().unwrap().to_str().unwrap();
            assert!(GAMES.iter().any(|spec| spec.id == id), "{}: expected a game of this id", file.display());
        }
    }
}
