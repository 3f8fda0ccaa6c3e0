//! Setup, checks and measurements of the workspace: `cargo xtask COMMAND`.
//!
//! Everything that a machine with Rust needs to build, check and measure Hexarium is here; nothing
//! here is part of the product.

mod apt;
mod architecture;
mod book;
mod browser;
mod busy;
mod ci;
mod columns;
mod dist;
mod docs;
mod files;
mod fuzz;
mod game;
mod icons;
mod licences;
mod load;
mod play;
mod postgres;
mod proxies;
mod puzzles;
mod python;
mod release;
mod retry;
mod rules_pages;
mod site;
mod source;
mod tools;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::LazyLock;
use std::time::Instant;

use crate::retry::retry;

const HELP: &str = "\
Usage: cargo xtask COMMAND

Product
  play                    Build the app, serve it on 127.0.0.1:8080 and open it
  site [FOLDER]           Build the app as static files (default: target/site)
  site --quick            Build it faster, with a slower engine

Releases
  dist [--target TRIPLE]  Build archives and Debian packages into target/dist (default: all for Linux)
  dist --wheel            Build the Python wheel and its source package there
  dist --check            Check them in a clean Debian tree (as root)
  release --dry-run       Check versions, changes, tag, crates and files of a release

Games
  new-game ID             Create a placement game from the template, registered, with golden files
  game ID                 Run every check of one game
  golden [ID]             Write the golden files of one game; without ID, perft and play-throughs of all
  tactics [ID...]         Search for tactical positions (default: all games)

Checks
  ci                      Run every check and all tests; what cannot be installed here is left out
  ci --complete           Run every check, and fail if one would be left out
  ci --quick              Check format and lints, and run the tests that take seconds
  architecture            Check dependencies between crates and where games are named
  columns                 Check that comments and documents have at most 100 columns
  deny                    Check licences and known vulnerabilities of dependencies (by cargo-deny)
  docs [--check]          Render the pictures of the documents, or only report stale ones
  wasm                    Check that the app compiles
  puzzles [--check]       Mine the puzzles that are missing, or verify all of them
  review-check [--games N] [GAME...]
                          Compare the reviews of N games of each kind (default: 20) with the solver
  python                  Build and test the Python package in a virtual environment
  crosscheck --minutes N  Compare the games with the reference models for N minutes
  consistency --db sqlite|postgres [--faults N] [--seed N]
                          Play on a server that fails N times (default: 200) and check all games
  busy [--passes N] [--threads N] [TEST...]
                          Run the tests of browsers (app, online), server and program (cli; default: all of
                          them) N times (default: 5) beside N busy threads (default: 4), after ci
  fuzz [--seconds N]      Fuzz every parser for N seconds (default: 60; needs nightly and cargo-fuzz)

Measurements
  bench-reference [GAME...]  Measure the games beside their reference models (default: all)
  times [NAME]            Measure loading, replies, frames, a review and searches of the app and the engine
                          (NAME: size, replies, frames, review or speed; default: all)
  bench-session           Measure an action in a long game: the last costs at most 1.5 times the first
  data --db sqlite|postgres [--games N]
                          Measure the server on a database of N games (default: 100000)
  load [--games N]        Measure the server with N games at once (default: 1000)
  python-bench            Measure the Python package beside OpenSpiel

Generated files
  book                    Build the documents as a site in target/book and check its links (by mdBook)
  screens                 Take screenshots of every screen of the app into target/screens
  rules FOLDER            Write the rules pages as HTML with their pictures

Installation (Debian, as root)
  browser                 Install Chromium and its driver if they are missing
  postgres                Install PostgreSQL if it is missing
  proxies                 Install nginx and Caddy if they are missing";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["ci", ref options @ ..] => ci::run(&root(), options),
        ["play"] => play::run_app(&root()),
        ["site"] => site::build(&root(), &site::folder(&root())),
        ["site", "--quick"] => site::build_quickly(&root(), &site::folder(&root())),
        ["site", folder] => site::build(&root(), Path::new(folder)),
        ["dist", ref options @ ..] => dist::run_with(&root(), options),
        ["release", "--dry-run"] => release::dry_run(&root()),
        ["book"] => book::build(&root()),
        ["browser"] => browser::install(),
        ["postgres"] => postgres::install(),
        ["proxies"] => proxies::install(),
        ["python"] => python::check(&root(), has_component("clippy")),
        ["python-bench"] => python::bench(&root()),
        ["screens"] => browser::screens(&root()),
        ["times"] => browser::times(&root(), None),
        ["times", name] => browser::times(&root(), Some(name)),
        ["bench-session"] => {
            cargo(&["run", "--release", "--package", "hexarium-session", "--example", "bench_session", "coalesce"])
        }
        ["consistency", ref options @ ..] => load::consistency(&root(), options),
        ["data", "--db", database @ ("sqlite" | "postgres")] => load::data(&root(), database, "100000"),
        ["data", "--db", database @ ("sqlite" | "postgres"), "--games", games] => load::data(&root(), database, games),
        ["load"] => load::measure(&root(), "1000"),
        ["load", "--games", games] => load::measure(&root(), games),
        ["docs", "--check"] => {
            build(&root(), "hexarium", "hexarium").and_then(|program| docs::check(&root(), &program))
        }
        ["docs"] => docs::write(&root()),
        ["deny"] => tools::check_dependencies(&root()),
        ["wasm"] => wasm::check(&root(), false),
        ["rules", out] => rules_pages::write(&root(), Path::new(out)),
        ["architecture"] => architecture::check(&root()),
        ["columns"] => columns::check(&root()),
        ["puzzles"] => puzzles::mine(&root()),
        ["puzzles", "--check"] => puzzles::check(&root()),
        ["review-check", "--games", games, ref kinds @ ..] => check_reviews(games, kinds),
        ["review-check", ref kinds @ ..] => check_reviews("20", kinds),
        ["crosscheck", "--minutes", minutes] => cargo(&game::tool("crosscheck", &[minutes])),
        ["new-game", id] => game::create(&root(), id),
        ["game", id] => game::check(&root(), id),
        ["golden"] => cargo(&game::tool("golden", &[])),
        ["golden", id] => game::write_golden(&root(), id),
        ["bench-reference", ref games @ ..] => cargo(&game::tool("bench", games)),
        ["tactics", ref games @ ..] => cargo(&game::tool("tactics", games)),
        ["busy", ref options @ ..] => {
            busy::Options::parse(options).and_then(|options| busy::run_tests(&options, waiting_tests))
        }
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

/// Runs the tests that wait for other processes: browsers, servers, databases and terminals.
fn waiting_tests(tests: &[&str]) -> Result<(), String> {
    let (in_browsers, others): (Vec<&str>, Vec<&str>) =
        tests.iter().copied().partition(|test| ["app", "online"].contains(test));
    std::thread::scope(|scope| {
        let in_browsers =
            scope.spawn(move || if in_browsers.is_empty() { Ok(()) } else { test_in_browsers(&in_browsers) });
        let tested = if others.is_empty() { Ok(()) } else { test(&options(&others)) };
        tested.and(in_browsers.join().map_err(|_| "the tests in browsers panicked")?)
    })
}

/// Compares the reviews of so many games of each kind with the solver; without kinds, of all.
fn check_reviews(games: &str, kinds: &[&str]) -> Result<(), String> {
    let test = ["test", "--package", "hexarium", "--test", "cli", "--", "--nocapture", "exact_reviews"];
    let mut command = Command::new("cargo");
    command.current_dir(root()).args(test).env("HEXARIUM_REVIEWED_GAMES", games);
    command.env("HEXARIUM_REVIEWED_KINDS", kinds.join(" "));
    // Ten times the effort of a review.
    run(command.env("HEXARIUM_JUDGE_NODES", "2000"))
}

/// Runs integration tests that start browsers. They wait for the browsers half of the time.
fn test_in_browsers<T: AsRef<str>>(tests: &[T]) -> Result<(), String> {
    test(&[&options(tests)[..], &["--", "--test-threads", "4"]].concat())
}

/// Returns the options that select integration tests.
fn options<T: AsRef<str>>(tests: &[T]) -> Vec<&str> {
    tests.iter().flat_map(|name| ["--test", name.as_ref()]).collect()
}

/// Tests everything that compiles for this machine but xtask, whose dependencies are built with
/// other features.
fn test(options: &[&str]) -> Result<(), String> {
    cargo(&[&["test"], &NATIVE[..], &["--exclude", "xtask"], options].concat())
}

/// The options that select all packages but those that compile for the browser only.
const NATIVE: [&str; 5] = ["--workspace", "--exclude", wasm::MODULES[0].package, "--exclude", wasm::MODULES[1].package];

/// Builds a program and returns its path.
fn build(root: &Path, package: &str, program: &str) -> Result<PathBuf, String> {
    run(Command::new("cargo").current_dir(root).args(["build", "--package", package, "--bin", program]))?;
    Ok(built(root, program))
}

/// The path of a program as it was built last.
fn built(root: &Path, program: &str) -> PathBuf {
    target(root).join("debug").join(program)
}

/// The folder of the builds.
fn target(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into()))
}

/// Whether cargo has a tool. A minimal toolchain gets it from rustup.
fn has_component(tool: &str) -> bool {
    let answers = || {
        let output = Command::new("cargo").args([tool, "--version"]).output();
        output.is_ok_and(|o| o.status.success())
    };
    if answers() {
        return true;
    }
    let component = if tool == "fmt" { "rustfmt" } else { tool };
    if wasm::has_rustup() {
        let mut add = Command::new("rustup");
        add.args(["component", "add", component]);
        let _ = retry(&format!("add {component}"), || run(&mut add));
    }
    answers()
}

/// The root of the workspace. Cargo sets the variable at every run, so that a moved or copied
/// checkout is not mistaken for the one of the build.
fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    Path::new(&here).parent().expect("xtask is in the workspace").to_path_buf()
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(Command::new("cargo").args(arguments))
}

/// Runs a command, and prints it with the minutes and seconds since the first one.
fn run(command: &mut Command) -> Result<(), String> {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let seconds = START.elapsed().as_secs();
    eprintln!("> {}:{:02} {}", seconds / 60, seconds % 60, line(command));
    // Cargo describes this program to it by variables. Build scripts of dependencies that ask for
    // some of them would run again whenever cargo is started from here and then by hand.
    let is_of_xtask = |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(is_of_xtask) {
            command.env_remove(name);
        }
    }
    let status = command.status().map_err(|e| format!("{}: {e}", line(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed", line(command))) }
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
