//! Regenerates the perft files and recorded games, and deletes recordings of variants that no
//! longer exist. Commits that change them must state the reason.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use hexarium_conformance::crosscheck::reference_options;
use hexarium_conformance::perft_file::{self, Entry};
use hexarium_conformance::{Variant, in_parallel, playthrough, reference, variants};
use hexarium_games::registry::GAMES;
use hexarium_kernel::{GameSpec, Rng, Values};

/// The maximum number of action lists that the reference model generates for a count.
const MAX_LISTS: u64 = 140_000;

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = wanted.iter().find(|id| GAMES.iter().all(|spec| spec.id != **id)) {
        eprintln!("golden: there is no game '{unknown}'");
        return ExitCode::from(2);
    }
    for spec in GAMES.iter().filter(|spec| wanted.is_empty() || wanted.iter().any(|id| id == spec.id)) {
        let variants: Vec<Variant> = variants().into_iter().filter(|v| v.spec.id == spec.id).collect();
        in_parallel(&playthrough::recorded(&variants), |variant| {
            save(&playthrough::file(variant), &playthrough::record(variant)?);
            Ok(())
        });
        for stale in playthrough::stale(spec, &variants) {
            fs::remove_file(&stale).expect("the file can be deleted");
            println!("deleted {}", stale.display());
        }
        let entries = perft_entries(spec, &variants).unwrap_or_else(|e| panic!("{}: {e}", spec.id));
        save(&perft_file::file(spec), &perft_file::write(&entries));
        println!("{}: {} counts", spec.id, entries.len());
    }
    ExitCode::SUCCESS
}

/// Returns the counts of the start and of a crowded position, for the default and for variants
/// whose counts differ from it. Of a range of numbers, both ends and a value between are enough:
/// the comparison of random games covers all of them.
fn perft_entries(spec: &GameSpec, variants: &[Variant]) -> Result<Vec<Entry>, String> {
    let model = reference::model(spec.id);
    let mut entries: Vec<Entry> = Vec::new();
    for variant in variants.iter().filter(|v| v.shows.as_ref().map_or(v.id() == spec.id, is_counted(spec))) {
        let crowded = crowded(variant)?;
        for position in ["start", &crowded] {
            let entry = deepest(&variant.id(), position)?;
            if entries.iter().any(|known| known.divide == entry.divide) {
                continue;
            }
            let by_reference = Entry::count_by_reference(model, &entry.game, position, entry.depth)?;
            if entry != by_reference {
                return Err(format!("{} {position}: the game and its reference model count differently", entry.game));
            }
            entries.push(entry);
        }
    }
    Ok(entries)
}

/// Returns a random position in which the number of lines depends on the first action, if one is
/// found soon: in a placement game, a position where the next stone or the reply can win. Otherwise
/// returns one that is not over after one more action, if there is any.
fn crowded(variant: &Variant) -> Result<String, String> {
    let (model, options) = (reference::model(variant.spec.id), reference_options(variant));
    let mut rng = Rng::new(2);
    let mut playable = None;
    for _ in 0..200 {
        let position = (model.scatter)(&options, &mut rng);
        let entry = Entry::count_fast(&variant.id(), &position, 2)?;
        if entry.divide.windows(2).any(|pair| pair[0].1 != pair[1].1) {
            return Ok(position);
        }
        if entry.total() > 0 {
            playable.get_or_insert(position);
        }
    }
    Ok(playable.unwrap_or_else(|| "start".to_string()))
}

/// Whether the perft file covers an option value.
fn is_counted(spec: &GameSpec) -> impl Fn(&(&'static str, String)) -> bool {
    move |(name, value)| {
        let option = spec.options.iter().find(|option| option.name == *name).expect("variants are of options");
        let values = option.values.samples();
        let [first, middle, last] = [0, values.len() / 2, values.len() - 1].map(|i| &values[i]);
        !matches!(option.values, Values::Number { .. }) || [first, middle, last].contains(&value)
    }
}

/// Counts to depth 3 if the reference model can list the positions before the last action in about
/// a minute, to depth 4 if that number is small too. A depth at which every line has ended already
/// would say nothing, so the count ends before it.
fn deepest(game: &str, position: &str) -> Result<Entry, String> {
    let mut best = Entry::count_fast(game, position, 1)?;
    for (depth, most_lists) in [(2, MAX_LISTS), (3, MAX_LISTS), (4, 2000)] {
        if best.total() > most_lists {
            break;
        }
        let deeper = Entry::count_fast(game, position, depth)?;
        if deeper.total() == 0 {
            break;
        }
        best = deeper;
    }
    Ok(best)
}

fn save(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("golden files are in folders")).expect("the folder can be made");
    fs::write(file, text).expect("the file can be written");
}
