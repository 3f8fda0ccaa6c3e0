//! Building for the browser, on machines that rustup serves and on those it does not.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{debian, run};

const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler for the web, with the sources of the standard library, which it needs to build first.
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

/// A way to compile for the browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// The active toolchain has the target.
    Toolchain,
    /// Debian's packages.
    Debian,
}

/// Installs what compiles for the browser where it is missing.
pub(crate) fn install() -> Result<(), String> {
    way().map(|_| ())
}

/// Compiles everything that will run in the browser as far as its checks go, and with a lint where there is one.
pub(crate) fn check(root: &Path, lint: bool) -> Result<(), String> {
    let way = way()?;
    let lint = lint && way == Way::Toolchain;
    let mut command = cargo(way, if lint { "clippy" } else { "check" });
    command.current_dir(root).args(["--package", "hexarium-web"]);
    if lint {
        command.args(["--", "-D", "warnings"]);
    }
    run(&mut command)
}

/// Builds the app by a profile and gives the path of its module.
pub(crate) fn build(root: &Path, profile: &str) -> Result<PathBuf, String> {
    let way = way()?;
    let mut command = cargo(way, "build");
    command.current_dir(root).args(["--package", "hexarium-web", "--profile", profile]);
    run(&mut command)?;
    Ok(root.join(way.folder()).join(TARGET).join(profile).join("hexarium_web.wasm"))
}

impl Way {
    /// Where it builds, unless cargo was told otherwise. Each way has a folder of its own, as the compilers differ.
    fn folder(self) -> PathBuf {
        match self {
            Self::Toolchain => std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into()).into(),
            Self::Debian => "target/debian".into(),
        }
    }
}

/// The first way that works on this machine, after installing what is missing.
fn way() -> Result<Way, String> {
    let rustup = || succeeds(Command::new("rustup").args(["target", "add", TARGET]));
    if toolchain_has_target() || rustup() && toolchain_has_target() {
        return Ok(Way::Toolchain);
    }
    if debian_is_there() || debian::install(&PACKAGES).is_ok() && debian_is_there() {
        return Ok(Way::Debian);
    }
    Err(format!(
        "nothing here compiles for the browser: rustup could not add {TARGET}, and the Debian packages {} could not be \
         installed (that takes root)",
        PACKAGES.join(", ")
    ))
}

fn toolchain_has_target() -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|o| o.status.success() && Path::new(String::from_utf8_lossy(&o.stdout).trim()).is_dir())
}

fn debian_is_there() -> bool {
    ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/bin/wasm-ld-19", "/usr/lib/rustlib/src/rust"]
        .iter()
        .all(|file| Path::new(file).exists())
}

/// Cargo for the browser.
fn cargo(way: Way, what: &str) -> Command {
    match way {
        Way::Toolchain => {
            let mut command = Command::new("cargo");
            command.args([what, "--target", TARGET]);
            command
        }
        Way::Debian => {
            let mut command = Command::new("/usr/bin/cargo");
            command
                .args([what, "--target", TARGET, "-Zbuild-std=std,panic_abort", "--target-dir"])
                .arg(way.folder())
                .env("RUSTC", "/usr/bin/rustc")
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "/usr/bin/wasm-ld-19");
            command
        }
    }
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
