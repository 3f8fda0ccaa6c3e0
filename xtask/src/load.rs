//! Load tests and consistency tests of the server.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{apt, built, line, postgres, run};

/// The number of spectators per game.
const SPECTATORS_PER_GAME: f64 = 0.5;

/// Milliseconds between two turns of a game in the first run.
const PACE: &str = "2000";

/// Seconds of each run.
const SECONDS: &str = "60";

/// Plays so many games at once on a server with SQLite, with a turn every two seconds, then 64
/// games at full speed.
pub(crate) fn measure(root: &Path, games: &str) -> Result<(), String> {
    let games: usize = games
        .parse()
        .ok()
        .filter(|n| (1..=5000).contains(n))
        .ok_or_else(|| format!("Invalid --games {games}: expected 1 to 5000"))?;
    build_release(root)?;
    let spectators = (games as f64 * SPECTATORS_PER_GAME).ceil() as usize;
    println!("{games} games with a turn every 2 s, {spectators} spectators:");
    one(root, games, spectators, PACE)?;
    println!("\n64 games at full speed:");
    one(root, 64, 0, "0")
}

/// Builds the server and the programs that measure it. The server is built alone: together with
/// them it would contain code for tests.
fn build_release(root: &Path) -> Result<(), String> {
    for package in ["hexarium", "hexarium-loadtest"] {
        run(Command::new("cargo").current_dir(root).args(["build", "--release", "--package", package]))?;
    }
    Ok(())
}

/// The folder of release builds.
fn release(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), Into::into).join("release")
}

/// Tests a server with random faults: two nodes with PostgreSQL, or one with SQLite.
pub(crate) fn consistency(root: &Path, options: &[&str]) -> Result<(), String> {
    let (mut database, mut faults, mut seed) = (None, "200", "1");
    for option in options.chunks(2) {
        match *option {
            ["--db", kind @ ("sqlite" | "postgres")] => database = Some(kind),
            ["--faults", number] => faults = number,
            ["--seed", number] => seed = number,
            _ => return Err(format!("Invalid option {}: {CONSISTENCY_USAGE}", option.join(" "))),
        }
    }
    let database = database.ok_or_else(|| format!("Missing --db: {CONSISTENCY_USAGE}"))?;
    for (name, number) in [("--faults", faults), ("--seed", seed)] {
        number.parse::<u32>().map_err(|_| format!("Invalid {name} {number}: expected a number"))?;
    }
    let library = || Path::new("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1").exists();
    apt::ensure(&["libfaketime"], library, "libfaketime")?;
    postgres::install()?;
    let packages = ["--package", "hexarium", "--package", "hexarium-loadtest"];
    run(Command::new("cargo").current_dir(root).arg("build").args(packages))?;
    let logs = root.join("target/consistency").join(format!("{database}-{seed}"));
    let mut test = Command::new(built(root, "consistency"));
    run(test.arg(built(root, "hexarium")).args([database, faults, seed]).arg(logs))
}

/// Fills a database with so many games and measures a server on it.
pub(crate) fn data(root: &Path, database: &str, games: &str) -> Result<(), String> {
    postgres::install()?;
    build_release(root)?;
    let folder = std::env::temp_dir().join(format!("hexarium-data-{}", std::process::id()));
    let program = release(root).join("hexarium");
    let outcome = run(Command::new(release(root).join("data")).arg(program).args([database, games]).arg(&folder));
    // A temporary folder that cannot be removed does no harm.
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

const CONSISTENCY_USAGE: &str = "expected --db sqlite|postgres [--faults N] [--seed N]";

/// Runs the load on a new server.
fn one(root: &Path, games: usize, spectators: usize, pace: &str) -> Result<(), String> {
    let target = release(root);
    let folder = std::env::temp_dir().join(format!("hexarium-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let database = folder.join("load.sqlite");
    let mut serve = Command::new(target.join("hexarium"));
    serve.args(["serve", "--unlimited", "--engines", "0", "--listen", "127.0.0.1:0", "--db"]).arg(&database);
    let mut server = Server(serve.stdout(Stdio::piped()).spawn().map_err(|e| format!("{}: {e}", line(&serve)))?);
    let outcome = server.url().and_then(|url| {
        let words = [url, server.0.id().to_string(), games.to_string(), spectators.to_string()];
        run(Command::new(target.join("load")).args(words).args([pace, SECONDS]))
    });
    drop(server);
    // A temporary folder that cannot be removed does no harm.
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

/// A server, ended when dropped.
struct Server(Child);

impl Server {
    /// Waits until the server is ready and returns its address.
    fn url(&mut self) -> Result<String, String> {
        let output = self.0.stdout.take().ok_or("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).map_err(|e| e.to_string())?;
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        url.map(|url| url.trim_end_matches('/').to_string()).ok_or_else(|| format!("the server did not start: {line}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
