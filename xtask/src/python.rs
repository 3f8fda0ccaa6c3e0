//! The Python package, built and tested in a virtual environment.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::retry::retry;
use crate::{apt, dist, run};

/// Runs every check of the package.
pub(crate) fn check(root: &Path, with_lint: bool) -> Result<(), String> {
    if with_lint {
        lint(root)?;
    }
    build(root)?;
    test(root, &crate::build(root, "hexarium-learn", "trace")?)
}

/// Creates the virtual environment if it is missing.
pub(crate) fn prepare(root: &Path) -> Result<(), String> {
    environment(root).map(|_| ())
}

/// Returns the interpreter of the virtual environment.
pub(crate) fn interpreter(root: &Path) -> Result<PathBuf, String> {
    environment(root)
}

/// Checks format and lints of the package, which is its own workspace.
pub(crate) fn lint(root: &Path) -> Result<(), String> {
    run(cargo(root).args(["fmt", "--check"]))?;
    run(cargo(root).args(["clippy", "--locked", "--", "-D", "warnings"]))
}

/// Builds the package into an environment with the requirements of the tests.
pub(crate) fn build(root: &Path) -> Result<(), String> {
    let python = environment(root)?;
    install(root, &python, "dev", &["--requirement", "crates/python/tests/requirements.txt"])
}

/// Plays games in Rust by `trace` and replays them in Python, then runs all tests, the tutorial and
/// a short training.
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

/// Builds the wheel, which needs no compiler and no newer C library than 2.17, and the source
/// package, which needs no other files.
pub(crate) fn wheel(root: &Path, folder: &Path) -> Result<(), String> {
    let python = environment(root)?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "maturin>=1.9,<2", "ziglang"];
    retry("install maturin", || run(Command::new(&python).args(pip)))?;
    let mut maturin = Command::new(&python);
    maturin.current_dir(root.join(PACKAGE)).env("CARGO_TARGET_DIR", crate::target(root));
    // Not by the configuration of the workspace: see `dist`.
    if cfg!(target_arch = "x86_64") {
        maturin.env("RUSTFLAGS", dist::PC_FLAGS);
    }
    let zig: &[&str] = if cfg!(target_os = "linux") { &["--zig", "--compatibility", "manylinux2014"] } else { &[] };
    run(maturin.args(["-m", "maturin", "build", "--release", "--sdist"]).args(zig).arg("--out").arg(folder))
}

/// Measures the package and OpenSpiel in one run.
pub(crate) fn bench(root: &Path) -> Result<(), String> {
    let python = environment(root)?;
    install(root, &python, "release", &["numpy", "open_spiel"])?;
    run(Command::new(&python).arg("crates/python/benches/beside_openspiel.py").current_dir(root))
}

/// The folder of the package.
const PACKAGE: &str = "crates/python";

/// The folder of the environment.
fn home(root: &Path) -> PathBuf {
    crate::target(root).join("python")
}

fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root.join(PACKAGE)).env("CARGO_TARGET_DIR", crate::target(root));
    cargo
}

/// Returns the interpreter of the virtual environment, which is created if it is missing.
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
    apt::ensure(&packages, || can("python3", &["-c", "import venv, ensurepip"]), "Python with venv")?;
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    Ok(python)
}

/// Installs the package and other packages into the environment. The release profile is the fastest
/// to run; the dev profile shares its dependencies with the tests of the workspace.
fn install(root: &Path, python: &Path, profile: &str, others: &[&str]) -> Result<(), String> {
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    retry("install Python packages", || run(Command::new(python).args(pip).args(others).current_dir(root)))?;
    let mut install = Command::new(python);
    install.args(pip).args(["--force-reinstall", "--no-deps", "./crates/python"]).current_dir(root);
    install.env("MATURIN_PEP517_ARGS", format!("--profile {profile}"));
    install.env("CARGO_TARGET_DIR", crate::target(root));
    // pip downloads the build backend. A failed build is repeated from cargo's cache.
    retry("install the Python package", || run(&mut install))
}
