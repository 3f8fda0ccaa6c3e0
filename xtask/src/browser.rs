//! The app in a real browser: what that takes, and what is made with it.

use std::path::Path;
use std::process::Command;

use crate::{TESTS, debian, run, site};

/// What drives the browser tests, by Debian's names.
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// Installs the browser and its driver where they are missing.
pub(crate) fn install() -> Result<(), String> {
    debian::need(&PACKAGES, is_there, "Chromium with its driver, for the tests of the app,")
}

fn is_there() -> bool {
    ["chromium", "chromedriver"]
        .iter()
        .all(|program| Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success()))
}

/// Measures the app as it is shipped, after building it.
pub(crate) fn times(root: &Path) -> Result<(), String> {
    install()?;
    site::build(root, &site::folder(root))?;
    let test = ["test", "--release", "--package", "hexarium-browser", "--test", "times", "--", "--nocapture"];
    run(Command::new("cargo").current_dir(root).args(test))
}

/// Measures the app as it was built last, beside an engine with its checks on: with the whole house named, nothing is built a second time
/// for it.
pub(crate) fn measure(root: &Path) -> Result<(), String> {
    run(Command::new("cargo").current_dir(root).args(TESTS).args(["--test", "times", "--", "--nocapture"]))
}

/// Makes the pictures of all screens anew.
pub(crate) fn screens(root: &Path) -> Result<(), String> {
    install()?;
    site::build(root, &site::folder(root))?;
    let make = ["run", "--release", "--quiet", "--package", "hexarium-browser", "--bin", "screens", "--"];
    run(Command::new("cargo").current_dir(root).args(make).arg(root.join("docs/screens")))
}
