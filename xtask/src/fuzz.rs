//! Fuzzing, with a nightly toolchain and cargo-fuzz.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::files::{children, file_name};

/// Fuzzes every target for some seconds each. The corpus starts with the golden files and the
/// samples in `fuzz/seeds`.
pub(crate) fn run(root: &Path, seconds: &str) -> Result<(), String> {
    let output = Command::new("cargo").args(["+nightly", "fuzz", "list"]).current_dir(root).output();
    let targets = output
        .ok()
        .filter(|o| o.status.success())
        .ok_or("cannot run cargo fuzz: install a nightly toolchain and run `cargo install cargo-fuzz`".to_string())?;
    let corpus = root.join("fuzz/corpus");
    let seeded = seed_positions(root, &corpus.join("position"))
        .and_then(|()| seed_lines(root, &corpus.join("line_of_play")))
        .and_then(|()| seed_samples(root, &corpus));
    seeded.map_err(|e| format!("cannot write the corpus: {e}"))?;
    let limit = format!("-max_total_time={seconds}");
    for target in String::from_utf8_lossy(&targets.stdout).split_whitespace() {
        let arguments = ["+nightly", "fuzz", "run", target, "--", &limit, "-max_len=2000", "-timeout=10"];
        crate::run(Command::new("cargo").args(arguments).current_dir(root))?;
    }
    Ok(())
}

/// Adds the samples of each target, which are in a folder of its name.
fn seed_samples(root: &Path, corpus: &Path) -> std::io::Result<()> {
    for folder in children(&root.join("fuzz/seeds")) {
        let to = corpus.join(file_name(&folder));
        fs::create_dir_all(&to)?;
        for file in children(&folder) {
            fs::copy(&file, to.join(file_name(&file)))?;
        }
    }
    Ok(())
}

/// Adds the positions of the perft files.
fn seed_positions(root: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    let mut n = 0;
    for file in children(&root.join("crates/test/conformance/perft")) {
        let text = fs::read_to_string(file)?;
        let mut game = "";
        for line in text.lines() {
            if let Some(id) = line.strip_prefix("game: ") {
                game = id;
            } else if let Some(position) = line.strip_prefix("position: ").filter(|p| *p != "start") {
                n += 1;
                fs::write(to.join(format!("perft-{n}")), format!("{game}\n{position}"))?;
            }
        }
    }
    Ok(())
}

/// Adds the first actions of the play-throughs.
fn seed_lines(root: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for folder in children(&root.join("crates/test/conformance/playthroughs")) {
        for file in children(&folder) {
            let text = fs::read_to_string(&file)?;
            let game = text.lines().next().unwrap_or_default().trim_start_matches("game: ");
            let turns = text.lines().filter(|line| line.starts_with("turn ")).take(20);
            let actions: Vec<&str> = turns.filter_map(|line| line.split(' ').nth(3)).collect();
            let name = format!("{}-{}", file_name(&folder), file_name(&file));
            fs::write(to.join(name), format!("{game}\n{}", actions.join(" ")))?;
        }
    }
    Ok(())
}
