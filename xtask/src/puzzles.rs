//! The puzzles of this version: mined by a plan, and verified.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run;

/// The plan: a line for each file, with the number of puzzles, the seed and the games.
const PLAN: &str = "crates/puzzles/plan.txt";

/// The folder of the files.
pub(crate) const DATA: &str = "crates/puzzles/data";

/// Mines the puzzles that are missing. A file that is to be mined anew has to be deleted first.
pub(crate) fn mine(root: &Path) -> Result<(), String> {
    let plan = fs::read_to_string(root.join(PLAN)).map_err(|e| format!("{PLAN}: {e}"))?;
    for line in plan.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [file, count, seed, ref games @ ..] = words[..] else {
            return Err(format!("{PLAN}: invalid '{line}': expected FILE COUNT SEED GAME..."));
        };
        let out = format!("{DATA}/{file}");
        let mut command = hexarium(root);
        command.arg("mine").args(games).args(["--count", count, "--seed", seed, "--out", &out]);
        run(&mut command)?;
    }
    Ok(())
}

/// Verifies all puzzles.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let entries = fs::read_dir(root.join(DATA)).map_err(|e| format!("{DATA}: {e}"))?;
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    run(hexarium(root).arg("check").args(files))
}

/// The command `hexarium puzzles`, optimised.
fn hexarium(root: &Path) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(root).args(["run", "--profile", "quick", "--quiet", "--package", "hexarium", "--", "puzzles"]);
    command
}
