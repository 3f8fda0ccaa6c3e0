//! Debian packages that the checks need.

use std::process::Command;

use crate::retry::retry;
use crate::run;

/// Options that wait for another apt or dpkg and repeat failed downloads.
const OPTIONS: [&str; 4] = ["-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=5"];

/// Installs packages if `is_installed` is false, with several attempts: another apt may hold a lock
/// that apt-get does not wait for, and a download may fail.
///
/// # Errors
/// If `is_installed` is still false afterwards: what is missing, and the command that installs it.
pub(crate) fn ensure(packages: &[&str], is_installed: impl Fn() -> bool, what: &str) -> Result<(), String> {
    if is_installed() {
        return Ok(());
    }
    let names = packages.join(" ");
    let failure = |reason: &str| {
        format!("{what} is missing, and {reason}. Run as root: apt-get update && apt-get install {names}")
    };
    if !has_apt() {
        return Err(format!(
            "{what} is missing, and there is no apt-get here. Install what your system has for Debian's {names}"
        ));
    }
    if !is_root() {
        return Err(failure("installing it requires root"));
    }
    retry(&format!("install {}", packages.join(" and ")), || install(packages)).map_err(|e| failure(&e))?;
    if is_installed() { Ok(()) } else { Err(failure("installing its packages did not help")) }
}

fn install(packages: &[&str]) -> Result<(), String> {
    // The packages may be known already, so a failed update alone is no reason to give up.
    let updated = run(Command::new("apt-get").args(OPTIONS).arg("update"));
    let mut install = Command::new("apt-get");
    install.args(OPTIONS).args(["install", "--yes", "--no-install-recommends"]).args(packages);
    // The tests start what they need; a package must not start a service, under any init system.
    let environment = [("DEBIAN_FRONTEND", "noninteractive"), ("SYSTEMD_OFFLINE", "1"), ("RUNLEVEL", "1")];
    let installed = run(install.envs(environment));
    installed.map_err(|problem| updated.err().map_or(problem.clone(), |e| format!("{e}, {problem}")))
}

/// Whether packages can be installed here: on Debian, by root.
pub(crate) fn can_install() -> bool {
    has_apt() && is_root()
}

fn has_apt() -> bool {
    Command::new("apt-get").arg("--version").output().is_ok_and(|output| output.status.success())
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == "0")
}
