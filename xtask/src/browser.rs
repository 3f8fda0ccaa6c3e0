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

/// Builds the app and measures it as it is shipped, then the response times of the engine. With a
/// name, only the measurements of the app with that text in their names are made.
pub(crate) fn times(root: &Path, name: Option<&str>) -> Result<(), String> {
    install()?;
    site::build(root, &site::folder(root))?;
    let packages: &[&str] = if name.is_some() { &["hexarium-e2e"] } else { &["hexarium-e2e", "hexarium"] };
    for package in packages {
        let mut test = Command::new("cargo");
        test.current_dir(root).args(["test", "--release", "--package", package, "--test", "times"]);
        // One measurement at a time, and all of them even if one misses its limit.
        run(test.args(["--", "--nocapture", "--test-threads", "1"]).args(name))?;
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
