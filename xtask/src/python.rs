//! The Python package: built and tested in a virtual environment of its own.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{debian, run};

/// Builds the package, lets Rust play games, and lets Python play them again; then runs all tests, the tutorial and a short
/// training.
pub(crate) fn check(root: &Path, lint: bool) -> Result<(), String> {
    let folder = root.join("crates/python");
    if lint {
        run(cargo(&folder).args(["fmt", "--check"]))?;
        run(cargo(&folder).args(["clippy", "--profile", "quick", "--locked", "--", "-D", "warnings"]))?;
    }
    let python = environment(root)?;
    install(root, &python, "quick", &["--requirement", "crates/python/tests/requirements.txt"])?;
    let traces = home(root).join("traces.txt");
    let file = File::create(&traces).map_err(|e| format!("cannot write {}: {e}", traces.display()))?;
    let trace = ["run", "--quiet", "--package", "hexarium-learn", "--bin", "trace"];
    run(Command::new("cargo").args(trace).current_dir(root).stdout(file))?;
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

/// Where everything that is made for Python lies.
fn home(root: &Path) -> PathBuf {
    root.join("target/python")
}

fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(folder).env("CARGO_TARGET_DIR", folder.join("../../target/python/build"));
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
