//! Packages of Debian that the checks need.

use std::process::Command;

use crate::run;

/// Installs packages, which takes root. Whether that worked is for the caller to look at.
pub(crate) fn install(packages: &[&str]) -> Result<(), String> {
    run(Command::new("apt-get").arg("update"))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--no-install-recommends"]).args(packages);
    run(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Installs packages until something is there.
pub(crate) fn need(packages: &[&str], is_there: impl Fn() -> bool, what: &str) -> Result<(), String> {
    if is_there() || install(packages).is_ok() && is_there() {
        return Ok(());
    }
    let names = packages.join(" and ");
    Err(format!("{what} is needed here, and apt-get could not install {names} (that takes root)"))
}
