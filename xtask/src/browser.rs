//! The app in Chromium: installation, measurements, screenshots.

use std::path::Path;
use std::process::Command;

use crate::{apt, files, run, site, target};

/// The Debian packages of Chromium and its driver.
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// Installs Chromium and its driver if they are missing.
pub(crate) fn install() -> Result<(), String> {
    apt::ensure(&PACKAGES, is_installed, "Chromium with its driver")
}

fn is_installed() -> bool {
    ["chromium", "chromedriver"]
        .iter()
        .all(|program| Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success()))
}

/// Builds the app and measures it as it is shipped, then the response times of the engine.
pub(crate) fn times(root: &Path) -> Result<(), String> {
    install()?;
    site::build(root, &site::folder(root))?;
    for package in ["hexarium-e2e", "hexarium"] {
        let mut test = Command::new("cargo");
        test.current_dir(root).args(["test", "--release", "--package", package, "--test", "times"]);
        // One measurement at a time.
        run(test.args(["--", "--nocapture", "--test-threads", "1"]))?;
    }
    Ok(())
}

/// Takes screenshots of all screens into `target/screens`, and renews those that documents show.
pub(crate) fn screens(root: &Path) -> Result<(), String> {
    install()?;
    site::build(root, &site::folder(root))?;
    let folder = target(root).join("screens");
    let take = ["run", "--release", "--quiet", "--package", "hexarium-e2e", "--bin", "screens", "--"];
    run(Command::new("cargo").current_dir(root).args(take).arg(&folder))?;
    for shown in files::files_below(&root.join("docs/screens"), "png") {
        let name = shown.file_name().expect("a file has a name");
        std::fs::copy(folder.join(name), &shown).map_err(|e| format!("{}: {e}", shown.display()))?;
    }
    Ok(())
}
