//! Fuzzing, on machines that have a nightly toolchain and cargo-fuzz.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Fuzzes every target for some seconds each, beginning with what the golden files hold and with the samples in `fuzz/seeds`.
pub(crate) fn run(root: &Path, seconds: &str) -> Result<(), String> {
    let output = Command::new("cargo").args(["+nightly", "fuzz", "list"]).current_dir(root).output();
    let targets = output.ok().filter(|o| o.status.success()).ok_or(
        "cargo fuzz does not run here; it needs a nightly toolchain and `cargo install cargo-fuzz`".to_string(),
    )?;
    let corpus = root.join("fuzz/corpus");
    let seeded = seed_positions(root, &corpus.join("position"))
        .and_then(|()| seed_lines(root, &corpus.join("line_of_play")))
        .and_then(|()| seed_samples(root, &corpus));
    seeded.map_err(|e| format!("cannot write the first inputs: {e}"))?;
    let limit = format!("-max_total_time={seconds}");
    for target in String::from_utf8_lossy(&targets.stdout).split_whitespace() {
        let arguments = ["+nightly", "fuzz", "run", target, "--", &limit, "-max_len=2000", "-timeout=10"];
        crate::run(Command::new("cargo").args(arguments).current_dir(root))?;
    }
    Ok(())
}

/// The samples that are kept for a target in a folder of its name.
fn seed_samples(root: &Path, corpus: &Path) -> std::io::Result<()> {
    for folder in crate::house::children(&root.join("fuzz/seeds")) {
        let to = corpus.join(crate::house::file_name(&folder));
        fs::create_dir_all(&to)?;
        for file in crate::house::children(&folder) {
            fs::copy(&file, to.join(crate::house::file_name(&file)))?;
        }
    }
    Ok(())
}

/// The positions of the perft files.
fn seed_positions(root: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    let mut n = 0;
    for file in crate::house::children(&root.join("crates/laws/perft")) {
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

/// The first actions of the play-throughs.
fn seed_lines(root: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for folder in crate::house::children(&root.join("crates/laws/playthroughs")) {
        for file in crate::house::children(&folder) {
            let text = fs::read_to_string(&file)?;
            let game = text.lines().next().unwrap_or_default().trim_start_matches("game: ");
            let turns = text.lines().filter(|line| line.starts_with("turn ")).take(20);
            let actions: Vec<&str> = turns.filter_map(|line| line.split(' ').nth(3)).collect();
            let name = format!("{}-{}", crate::house::file_name(&folder), crate::house::file_name(&file));
            fs::write(to.join(name), format!("{game}\n{}", actions.join(" ")))?;
        }
    }
    Ok(())
}
