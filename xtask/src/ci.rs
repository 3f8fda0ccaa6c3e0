//! All checks, and an account of those that were left out.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::retry::retry;
use crate::{
    NATIVE, apt, architecture, browser, built, cargo, columns, docs, files, has_component, options, postgres, proxies,
    python, run as run_command, site, test, test_in_browsers, wasm,
};

/// The kind of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Every check that this machine can run.
    All,
    /// Every check; one that cannot run is an error.
    Complete,
    /// The checks that take seconds once everything is compiled.
    Quick,
}

/// Runs the checks that the options select.
pub(crate) fn run(root: &Path, options: &[&str]) -> Result<(), String> {
    let mode = match options {
        [] => Mode::All,
        ["--complete"] => Mode::Complete,
        ["--quick"] => Mode::Quick,
        _ => return Err(format!("Invalid '{}': expected --complete or --quick", options.join(" "))),
    };
    let mut account = Account::new(mode, apt::can_install());
    let outcome = if mode == Mode::Quick { quick(root, &mut account) } else { full(root, &mut account) };
    // A run that leaves nothing out ends with the summary of its tests.
    if mode == Mode::Quick || !account.left_out.is_empty() {
        println!("\n{}", account.text(outcome.is_ok()));
    }
    outcome
}

/// Runs every check. What takes seconds comes first and the tests come last, so that the run ends
/// with their summary. The build of the app, which uses one core for long, runs beside other
/// checks. Speed is not checked here but by `times`, as the machine may be busy.
fn full(root: &Path, account: &mut Account) -> Result<(), String> {
    check_text(root, account)?;
    let has_clippy = account.component("clippy", "lints")?;
    let has_compiler = account.part("the app", wasm::install())?;
    let has_browser = has_compiler && account.part("tests in browsers", browser::install())?;
    let has_postgres = account.part("tests with PostgreSQL", postgres::install())?;
    let has_proxies = account.part("tests behind proxies", proxies::install())?;
    let has_python = account.part("the Python package", python::prepare(root))?;
    if !has_compiler {
        account.left_out.push(("tests in browsers".to_string(), "they need the app".to_string()));
    }
    // Later commands find every crate on this machine.
    retry("download crates", || cargo(&["fetch", "--locked"]))?;
    std::thread::scope(|scope| {
        let built = scope.spawn(|| if has_compiler { site::build(root, &site::folder(root)) } else { Ok(()) });
        let linted = lint(root, has_clippy, has_compiler, has_python);
        linted.and(built.join().map_err(|_| "building the app panicked")?)
    })?;
    account.ran.extend(["documentation of the crates"]);
    account.ran.extend(has_compiler.then_some("the app"));
    account.ran.extend(has_clippy.then_some("lints"));
    cargo(&["test", "--package", "xtask"])?;
    test(&["--no-run"])?;
    docs::check(root, &built(root, "hexarium"))?;
    account.ran.push("pictures and examples of the documents");
    // The tests wait for servers, browsers and clocks most of the time.
    let (in_browsers, elsewhere) = test_targets(root);
    let skipped = skipped_tests(root, has_compiler, has_postgres, has_proxies)?;
    let skips: Vec<&str> = skipped.iter().flat_map(|name| ["--skip", name]).collect();
    std::thread::scope(|scope| {
        let in_browsers = scope.spawn(|| if has_browser { test_in_browsers(&in_browsers) } else { Ok(()) });
        let others = scope.spawn(|| {
            if has_python {
                python::build(root)?;
                python::test(root, &built(root, "trace"))?;
            }
            // Tests in documents have a dash in their names. With `--doc` instead, cargo would
            // choose other features and build a hundred crates again.
            test(&["--", " - "])
        });
        let tested = test(&[&["--lib", "--bins"], &options(&elsewhere)[..], &["--"], &skips].concat());
        others.join().map_err(|_| "the tests of Python and the documents panicked")??;
        tested.and(in_browsers.join().map_err(|_| "the tests in browsers panicked")?)
    })?;
    account.ran.push("tests of the crates and their documentation");
    account.ran.extend(has_postgres.then_some("tests with PostgreSQL"));
    account.ran.extend(has_proxies.then_some("tests behind proxies"));
    account.ran.extend(has_browser.then_some("tests in browsers"));
    account.ran.extend(has_python.then_some("the Python package"));
    Ok(())
}

/// The packages whose tests take seconds: everything that needs no server and no engine match.
const QUICK: [&str; 10] = [
    "xtask",
    "hexarium-geometry",
    "hexarium-kernel",
    "hexarium-games",
    "hexarium-search",
    "hexarium-net",
    "hexarium-formats",
    "hexarium-gtp",
    "hexarium-room",
    "hexarium-wire",
];

/// Runs the checks that take seconds once everything is compiled. Nothing is installed.
fn quick(root: &Path, account: &mut Account) -> Result<(), String> {
    check_text(root, account)?;
    if account.component("clippy", "lints")? {
        cargo(&[&["clippy"], &NATIVE[..], &["--all-targets", "--", "-D", "warnings"]].concat())?;
        account.ran.push("lints");
    }
    let packages: Vec<&str> = QUICK.iter().flat_map(|package| ["--package", package]).collect();
    cargo(&[&["test", "--lib", "--bins"], &packages[..]].concat())?;
    account.ran.push("unit tests of rules, searches, formats, rooms and these checks");
    for what in ["the app", "servers and databases", "browsers", "the Python package", "documents"] {
        account.left_out.push((what.to_string(), "not part of --quick".to_string()));
    }
    Ok(())
}

/// Checks what needs no compiler: the form of sources and documents, and the architecture.
fn check_text(root: &Path, account: &mut Account) -> Result<(), String> {
    if account.component("fmt", "format of the sources")? {
        cargo(&["fmt", "--all", "--check"])?;
        account.ran.push("format of the sources");
    }
    columns::check(root)?;
    architecture::check(root)?;
    account.ran.push("width of comments, architecture");
    Ok(())
}

/// Runs the checks that compile the code and do not run it.
fn lint(root: &Path, has_clippy: bool, has_compiler: bool, has_python: bool) -> Result<(), String> {
    if has_clippy {
        cargo(&[&["clippy"], &NATIVE[..], &["--all-targets", "--", "-D", "warnings"]].concat())?;
    }
    let mut doc = Command::new("cargo");
    run_command(doc.arg("doc").args(NATIVE).arg("--no-deps").env("RUSTDOCFLAGS", "-D warnings"))?;
    if has_compiler {
        wasm::check(root, has_clippy)?;
    }
    if has_clippy && has_python { python::lint(root) } else { Ok(()) }
}

/// Returns the names of the integration tests: those that start browsers, and the others.
/// Measurements are not among them.
fn test_targets(root: &Path) -> (Vec<String>, Vec<String>) {
    let name = |file: &PathBuf| {
        // A test is a file in the folder `tests`, or a folder there with a main file.
        let test = if file.ends_with("main.rs") { file.parent()? } else { file };
        let is_test = test.parent()?.ends_with("tests") && test.parent()?.with_file_name("Cargo.toml").is_file();
        is_test.then_some(test.file_stem()?.to_str()?.to_string())
    };
    let names: BTreeSet<String> = files::files_below(&root.join("crates"), "rs").iter().filter_map(name).collect();
    let is_in_browsers = |name: &String| ["app", "online"].contains(&name.as_str());
    names.into_iter().filter(|name| name != "times").partition(is_in_browsers)
}

/// Returns parts of the names of the tests that need what this machine does not have.
fn skipped_tests(root: &Path, app: bool, postgres: bool, proxies: bool) -> Result<BTreeSet<String>, String> {
    let mut needed: Vec<&str> = Vec::new();
    if !app {
        needed.push("assert!(has_app()");
    }
    if !postgres {
        needed.extend(["Postgres::start", "Postgres::shared", "Base::postgres"]);
    }
    let mut names = BTreeSet::new();
    if !proxies {
        names.insert("proxy::".to_string());
    }
    let tests = ["crates/online/server", "crates/cli/tests"];
    for file in tests.iter().flat_map(|folder| files::files_below(&root.join(folder), "rs")) {
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        names.extend(functions_with(&text, &needed));
    }
    Ok(names)
}

/// Returns the names of the functions in which one of the texts occurs.
fn functions_with(source: &str, texts: &[&str]) -> Vec<String> {
    let mut function = None;
    let mut found = Vec::new();
    for line in source.lines() {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = line.split_once("fn ").and_then(|(_, rest)| rest.split(|c| !is_name(c)).next());
        function = name.filter(|name| !name.is_empty()).or(function);
        if texts.iter().any(|text| line.contains(text)) {
            found.extend(function.map(str::to_string));
        }
    }
    found
}

/// The checks that ran, and those that were left out.
struct Account {
    mode: Mode,
    /// Whether packages can be installed here. A part whose installation fails nevertheless is an
    /// error.
    can_install: bool,
    ran: Vec<&'static str>,
    /// The skipped checks, with reasons.
    left_out: Vec<(String, String)>,
}

impl Account {
    fn new(mode: Mode, can_install: bool) -> Self {
        Self { mode, can_install, ran: Vec::new(), left_out: Vec::new() }
    }

    /// Returns whether a part can run, given the outcome of installing what it needs.
    ///
    /// # Errors
    /// If the part cannot run and must not be left out.
    fn part(&mut self, what: &str, installed: Result<(), String>) -> Result<bool, String> {
        match installed {
            Ok(()) => Ok(true),
            Err(problem) if self.can_install || self.mode == Mode::Complete => Err(problem),
            Err(problem) => {
                eprintln!("left out: {what}: {problem}");
                self.left_out.push((what.to_string(), problem));
                Ok(false)
            }
        }
    }

    /// Returns whether cargo has the tool of a check. Minimal toolchains lack it, so leaving the
    /// check out is an error only on request.
    fn component(&mut self, tool: &str, what: &str) -> Result<bool, String> {
        let found = has_component(tool);
        if found {
            return Ok(true);
        }
        let component = if tool == "fmt" { "rustfmt" } else { tool };
        let problem = format!("this toolchain has no {component}. Run: rustup component add {component}");
        if self.mode == Mode::Complete {
            return Err(problem);
        }
        eprintln!("left out: {what}: {problem}");
        self.left_out.push((what.to_string(), problem));
        Ok(false)
    }

    fn text(&self, is_passed: bool) -> String {
        let mut lines = vec![format!("ran: {}", self.ran.join("; "))];
        lines.extend(self.left_out.iter().map(|(what, why)| format!("left out: {what}: {why}")));
        let verdict = if is_passed { "everything that ran has passed" } else { "a check has failed, see above" };
        lines.push(format!("{verdict}; {} left out", self.left_out.len()));
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn every_integration_test_is_selected_once() {
        let (in_browsers, elsewhere) = test_targets(&root());
        assert_eq!(in_browsers, ["app", "online"]);
        assert_eq!(elsewhere, ["all", "cli", "golden", "pictures", "report", "room", "server", "stored"]);
    }

    #[test]
    fn nothing_is_skipped_where_everything_is_installed() {
        assert!(skipped_tests(&root(), true, true, true).unwrap().is_empty());
    }

    #[test]
    fn tests_of_missing_programs_are_skipped() {
        let without_postgres = skipped_tests(&root(), true, false, true).unwrap();
        // The module of the tests that run on both databases, and tests that start a server.
        for name in ["postgres", "a_session_ends_at_every_node", "players_of_a_killed_node_continue_on_the_other"] {
            assert!(without_postgres.contains(name), "{name} in {without_postgres:?}");
        }
        // Short names would be part of many others.
        assert!(without_postgres.iter().all(|name| name.len() > 7), "{without_postgres:?}");
        let without_app = skipped_tests(&root(), false, true, true).unwrap();
        assert_eq!(Vec::from_iter(without_app), ["a_file_is_compressed_only_if_the_client_accepts_it"]);
        assert_eq!(Vec::from_iter(skipped_tests(&root(), true, true, false).unwrap()), ["proxy::"]);
    }

    #[test]
    fn a_part_is_left_out_only_where_it_cannot_be_installed() {
        let missing = || Err("PostgreSQL is missing".to_string());
        let mut account = Account::new(Mode::All, false);
        assert_eq!(account.part("tests with PostgreSQL", missing()), Ok(false));
        assert_eq!(account.part("tests in browsers", Ok(())), Ok(true));
        account.ran.push("lints");
        assert_eq!(
            account.text(true),
            "ran: lints\nleft out: tests with PostgreSQL: PostgreSQL is missing\n\
             everything that ran has passed; 1 left out"
        );
        for (mode, can_install) in [(Mode::All, true), (Mode::Complete, false)] {
            assert!(Account::new(mode, can_install).part("tests with PostgreSQL", missing()).is_err());
        }
    }

    #[test]
    fn unknown_options_are_rejected() {
        let problem = run(&root(), &["--fast"]).unwrap_err();
        assert_eq!(problem, "Invalid '--fast': expected --complete or --quick");
    }
}
