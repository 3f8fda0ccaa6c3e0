//! Builds for the browser, with a rustup toolchain or with Debian's compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::retry::retry;
use crate::{apt, run};

const TARGET: &str = "wasm32-unknown-unknown";

/// A module of the app, which compiles for the browser only.
pub(crate) struct Module {
    pub(crate) package: &'static str,
    /// The compiled file.
    file: &'static str,
    /// The profile of the module that is shipped.
    profile: &'static str,
    /// The options of the compiler.
    flags: &'static str,
    /// The name of its files in the app.
    pub(crate) name: &'static str,
}

/// The page, which has to be small, and the engines, which have to be quick: without instructions
/// for vectors, a search with a network takes three times as long.
pub(crate) const MODULES: [Module; 2] = [
    Module { package: "hexarium-web", file: "hexarium_web.wasm", profile: "web", flags: "", name: "app" },
    Module {
        package: "hexarium-worker",
        file: "engine-worker.wasm",
        profile: "web-engine",
        flags: "-C target-feature=+simd128",
        name: "engine",
    },
];

/// The profile of modules for trying things out.
const QUICK: &str = "web-quick";

/// Debian's compiler for the web, with the sources of the standard library, which it builds first.
const DEBIAN: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

/// A compiler for the browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compiler {
    /// The active toolchain, which has the target.
    Toolchain,
    /// The compiler of Debian's packages.
    Debian,
}

/// Installs a compiler for the browser if there is none.
pub(crate) fn install() -> Result<(), String> {
    compiler().map(|_| ())
}

/// Checks that the app compiles, with lints if asked for and available.
pub(crate) fn check(root: &Path, lint: bool) -> Result<(), String> {
    let compiler = compiler()?;
    let lint = lint && compiler == Compiler::Toolchain;
    let mut command = cargo(compiler, if lint { "clippy" } else { "check" });
    // With the profile of the app, whose macros and build scripts are already built.
    command.current_dir(root).args(MODULES.iter().flat_map(|module| ["--package", module.package]));
    command.args(["--profile", MODULES[0].profile]);
    if lint {
        command.args(["--", "-D", "warnings"]);
    }
    run(&mut command)
}

/// Builds the modules of the app, to ship them or for trying things out, and returns their files.
pub(crate) fn build(root: &Path, is_quick: bool) -> Result<Vec<PathBuf>, String> {
    let compiler = compiler()?;
    let build = |module: &Module| {
        let profile = if is_quick { QUICK } else { module.profile };
        let mut command = cargo(compiler, "build");
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", module.flags);
        run(command.current_dir(root).args(["--package", module.package, "--profile", profile]))?;
        Ok(root.join(compiler.folder()).join(TARGET).join(profile).join(module.file))
    };
    MODULES.iter().map(build).collect()
}

impl Compiler {
    /// The target folder. Each compiler has its own.
    fn folder(self) -> PathBuf {
        match self {
            Self::Toolchain => std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into()).into(),
            Self::Debian => "target/debian".into(),
        }
    }
}

/// Returns the first compiler that works, after installing what is missing.
fn compiler() -> Result<Compiler, String> {
    let rustup = || {
        has_rustup() && retry("add the target", || run(Command::new("rustup").args(["target", "add", TARGET]))).is_ok()
    };
    if toolchain_has_target() || rustup() && toolchain_has_target() {
        return Ok(Compiler::Toolchain);
    }
    apt::ensure(&DEBIAN, debian_has_compiler, &format!("a compiler for {TARGET}"))?;
    Ok(Compiler::Debian)
}

fn toolchain_has_target() -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|o| o.status.success() && Path::new(String::from_utf8_lossy(&o.stdout).trim()).is_dir())
}

fn debian_has_compiler() -> bool {
    ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/bin/wasm-ld-19", "/usr/lib/rustlib/src/rust"]
        .iter()
        .all(|file| Path::new(file).exists())
}

/// Returns a cargo command for the browser.
fn cargo(compiler: Compiler, what: &str) -> Command {
    match compiler {
        Compiler::Toolchain => {
            let mut command = Command::new("cargo");
            command.args([what, "--target", TARGET]);
            command
        }
        Compiler::Debian => {
            let mut command = Command::new("/usr/bin/cargo");
            command
                .args([what, "--target", TARGET, "-Zbuild-std=std,panic_abort", "--target-dir"])
                .arg(compiler.folder())
                .env("RUSTC", "/usr/bin/rustc")
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "/usr/bin/wasm-ld-19");
            command
        }
    }
}

/// Whether rustup manages the toolchain.
pub(crate) fn has_rustup() -> bool {
    Command::new("rustup").arg("--version").output().is_ok_and(|output| output.status.success())
}
