//! The Python package: built and tested in a virtual environment of its own.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{debian, run};

/// Every check of the package.
pub(crate) fn check(root: &Path, with_lint: bool) -> Result<(), String> {
    if with_lint {
        lint(root)?;
    }
    build(root)?;
    test(root, &crate::build(root, "hexarium-learn", "trace")?)
}

/// Looks at the code, which is a workspace of its own.
pub(crate) fn lint(root: &Path) -> Result<(), String> {
    run(cargo(root).args(["fmt", "--check"]))?;
    run(cargo(root).args(["clippy", "--profile", "quick", "--locked", "--", "-D", "warnings"]))
}

/// Builds the package into an environment that has all the tests need.
pub(crate) fn build(root: &Path) -> Result<(), String> {
    let python = environment(root)?;
    install(root, &python, "quick", &["--requirement", "crates/python/tests/requirements.txt"])
}

/// Lets Rust play games by `trace`, and lets Python play them again; then runs all tests, the tutorial and a short training.
pub(crate) fn test(root: &Path, trace: &Path) -> Result<(), String> {
    let python = environment(root)?;
    let traces = home(root).join("traces.txt");
    let file = File::create(&traces).map_err(|e| format!("cannot write {}: {e}", traces.display()))?;
    run(Command::new(trace).stdout(file))?;
    let folder = root.join(PACKAGE);
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]).current_dir(&folder);
    run(tests.env("HEXARIUM_TRACES", &traces).env("PYTHONDONTWRITEBYTECODE", "1"))?;
    run(Command::new(&python).arg("examples/tutorial.py").current_dir(&folder))?;
    run(Command::new(&python).args(["examples/alphazero.py", "--seconds", "5"]).current_dir(&folder))
}

/// Measures the package beside OpenSpiel, in one run.
pub(crate) fn bench(root: &Path) -> Result<(), String> {
    let python = environment(root)?;
    install(root, &python, "release", &["numpy", "open_spiel"])?;
    run(Command::new(&python).arg("crates/python/benches/beside_openspiel.py").current_dir(root))
}

/// Where the package lies.
const PACKAGE: &str = "crates/python";

/// Where everything that is made for Python lies.
fn home(root: &Path) -> PathBuf {
    root.join("target/python")
}

fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root.join(PACKAGE)).env("CARGO_TARGET_DIR", home(root).join("build"));
    cargo
}

/// The interpreter of the virtual environment, which is made where it is missing.
fn environment(root: &Path) -> Result<PathBuf, String> {
    let folder = home(root).join("env");
    let python = folder.join("bin/python");
    let can = |program: &str, arguments: &[&str]| {
        Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
    };
    if can(&python.to_string_lossy(), &["-m", "pip", "--version"]) {
        return Ok(python);
    }
    let packages = ["python3", "python3-venv"];
    debian::need(&packages, || can("python3", &["-c", "import venv, ensurepip"]), "Python with venv")?;
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    Ok(python)
}

/// Puts the package and what else is asked for into the environment. Only the release profile is quick at everything; the other is
/// quicker to build.
fn install(root: &Path, python: &Path, profile: &str, others: &[&str]) -> Result<(), String> {
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(Command::new(python).args(pip).args(others).current_dir(root))?;
    let mut install = Command::new(python);
    install.args(pip).args(["--force-reinstall", "--no-deps", "./crates/python"]).current_dir(root);
    install.env("MATURIN_PEP517_ARGS", format!("--profile {profile}"));
    run(install.env("CARGO_TARGET_DIR", home(root).join("build")))
}
