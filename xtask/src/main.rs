//! Set-up and checks of the whole house, started as `cargo xtask COMMAND`.
//!
//! Everything a fresh machine with Rust needs to build, check and measure Hexarium lives here; nothing that runs in the product.

mod browser;
mod debian;
mod docs;
mod fuzz;
mod house;
mod icons;
mod load;
mod play;
mod postgres;
mod python;
mod rules_pages;
mod site;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask play                    build the app, serve it on 127.0.0.1:8080 and open it
cargo xtask site [FOLDER]           the app as a folder of files for any web server, target/site unless told
cargo xtask site --quick            the same for trying things out: built in a fraction of the time, but slow to think
cargo xtask browser                 install Chromium and its driver where they are missing (Debian, as root)
cargo xtask postgres                install PostgreSQL where it is missing (Debian, as root), for the tests of the server
cargo xtask python                  the Python package: built, tested, its tutorial run, in a virtual environment of its own
cargo xtask python-bench            how quick it is beside OpenSpiel
cargo xtask screens                 pictures of every screen of the app, into docs/screens
cargo xtask times                   how quick the app is in the browser: loading, answering, thinking
cargo xtask load [--games N]        how much the server can take: N games at once, 1000 unless told, on SQLite
cargo xtask ci                      every check: format, lints, documents, the house rules, pictures, all tests
cargo xtask docs [--check]          make the pictures of the documents anew, or only tell which are stale
cargo xtask rules OUT               write the rules pages as HTML for the app, with their pictures, to a folder
cargo xtask wasm                    only whether everything for the browser compiles
cargo xtask house                   only the house rules: who may depend on whom, where games may be named
cargo xtask crosscheck --minutes N  compare the fast games with the plain models for N minutes
cargo xtask golden [GAME…]          write the perft files and play-throughs anew, of all games unless told
cargo xtask tactics [GAME…]         look for positions that decide themselves within a turn anew
cargo xtask fuzz [--seconds N]      fuzz every parser (needs a nightly toolchain and cargo-fuzz)";

/// The app compiles for the browser only.
const APP: &str = "hexarium-web";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["ci"] => ci(),
        ["play"] => play::run_app(&root()),
        ["site"] => site::build(&root(), &site::folder(&root())),
        ["site", "--quick"] => site::build_quickly(&root(), &site::folder(&root())),
        ["site", folder] => site::build(&root(), Path::new(folder)),
        ["browser"] => browser::install(),
        ["postgres"] => postgres::install(),
        ["python"] => python::check(&root(), has_component("clippy")),
        ["python-bench"] => python::bench(&root()),
        ["screens"] => browser::screens(&root()),
        ["times"] => browser::times(&root()),
        ["load"] => load::measure(&root(), "1000"),
        ["load", "--games", games] => load::measure(&root(), games),
        ["docs", "--check"] => {
            build(&root(), "hexarium", "hexarium").and_then(|program| docs::check(&root(), &program))
        }
        ["docs"] => docs::write(&root()),
        ["wasm"] => wasm::check(&root(), false),
        ["rules", out] => rules_pages::write(&root(), Path::new(out)),
        ["house"] => house::check(&root()),
        ["crosscheck", "--minutes", minutes] => cargo(&laws_tool("crosscheck", &[minutes])),
        ["golden", ref games @ ..] => cargo(&laws_tool("golden", games)),
        ["tactics", ref games @ ..] => cargo(&laws_tool("tactics", games)),
        ["fuzz"] => fuzz::run(&root(), "60"),
        ["fuzz", "--seconds", seconds] => fuzz::run(&root(), seconds),
        _ => Err(HELP.to_string()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// Every check, the tests last, so that the run ends with their summary. What takes long on one core alone is done beside
/// something else.
fn ci() -> Result<(), String> {
    let root = root();
    wasm::install()?;
    browser::install()?;
    postgres::install()?;
    std::thread::scope(|scope| {
        let site = || site::build(&root, &site::folder(&root)).and_then(|()| python::build(&root));
        let built = scope.spawn(site);
        read(&root).and(built.join().map_err(|_| "building the app panicked")?)
    })?;
    cargo(&["test", "--package", "xtask"])?;
    cargo(&[&TESTS[..], &["--tests", "--no-run"]].concat())?;
    docs::check(&root, &built(&root, "hexarium"))?;
    browser::measure(&root)?;
    python::test(&root, &built(&root, "trace"))?;
    cargo(&[&TESTS[..], &["--doc"]].concat())?;
    cargo(&[&TESTS[..], &["--tests"]].concat())
}

/// The tests of everything that compiles for this machine, but for these checks themselves: what they need is there already, built
/// as it is only for them.
const TESTS: [&str; 6] = ["test", "--workspace", "--exclude", APP, "--exclude", "xtask"];

/// The checks that only read the code.
fn read(root: &Path) -> Result<(), String> {
    if has_component("fmt") {
        cargo(&["fmt", "--all", "--check"])?;
    }
    let lint = has_component("clippy");
    if lint {
        cargo(&["clippy", "--workspace", "--exclude", APP, "--all-targets", "--", "-D", "warnings"])?;
    }
    let documents = ["doc", "--workspace", "--exclude", APP, "--no-deps"];
    run(Command::new("cargo").args(documents).env("RUSTDOCFLAGS", "-D warnings"))?;
    house::check(root)?;
    wasm::check(root, lint)?;
    if lint { python::lint(root) } else { Ok(()) }
}

/// Builds a program of the house, and says where it is.
fn build(root: &Path, package: &str, program: &str) -> Result<PathBuf, String> {
    run(Command::new("cargo").current_dir(root).args(["build", "--package", package, "--bin", program]))?;
    Ok(built(root, program))
}

/// A program as it was built last, for itself or for the tests.
fn built(root: &Path, program: &str) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into())).join("debug").join(program)
}

/// Whether cargo can run the tool; a minimal toolchain gets it from rustup, and does without where that fails.
fn has_component(tool: &str) -> bool {
    let answers = || {
        let output = Command::new("cargo").args([tool, "--version"]).output();
        output.is_ok_and(|o| o.status.success())
    };
    if answers() {
        return true;
    }
    let component = if tool == "fmt" { "rustfmt" } else { tool };
    let _ = Command::new("rustup").args(["component", "add", component]).status();
    let found = answers();
    if !found {
        eprintln!("note: this toolchain has no {component}, so that check is left out");
    }
    found
}

fn laws_tool<'a>(name: &'a str, arguments: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["run", "--release", "--quiet", "--package", "hexarium-laws", "--bin", name, "--"];
    all.extend(arguments);
    all
}

/// The folder of the whole house. Cargo says it anew at every run, so that a moved or copied checkout is not mistaken for the
/// one this program was built in.
fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    Path::new(&here).parent().expect("xtask is in the house").to_path_buf()
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(Command::new("cargo").args(arguments))
}

fn run(command: &mut Command) -> Result<(), String> {
    eprintln!("> {}", line(command));
    let status = command.status().map_err(|e| format!("{}: {e}", line(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed", line(command))) }
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
