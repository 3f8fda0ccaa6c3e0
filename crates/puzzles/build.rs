//! Lists the files of puzzles, and the games with enough defences to practise them, so that a new
//! game needs no change of the code.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// The number of puzzles of a theme from which it can be practised.
const ENOUGH: usize = 10;

fn main() {
    let folder = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("data");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).expect("the folder of puzzles can be read");
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let [mut games, mut defences, mut texts] = [const { String::new() }; 3];
    for file in files {
        let stem = file.file_stem().expect("it has an extension").to_string_lossy();
        let _ = writeln!(games, "    {stem:?},");
        let _ = writeln!(texts, "    ({stem:?}, include_str!({:?})),", file.to_string_lossy());
        let text = fs::read_to_string(&file).expect("the files of puzzles can be read");
        if text.lines().filter(|line| line.contains("; defence; ")).count() >= ENOUGH {
            let _ = writeln!(defences, "    {stem:?},");
        }
    }
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    for (name, list) in [("games.rs", games), ("defences.rs", defences), ("shipped.rs", texts)] {
        let list = format!("&[\n{list}]\n");
        fs::write(Path::new(&out).join(name), list).expect("the output folder can be written");
    }
}
