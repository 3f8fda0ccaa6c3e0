//! Load tests of the server.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::{line, run};

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
    let build = ["build", "--release", "--package", "hexarium", "--package", "hexarium-crowd"];
    run(Command::new("cargo").current_dir(root).args(build))?;
    let spectators = (games as f64 * SPECTATORS_PER_GAME).ceil() as usize;
    println!("{games} games with a turn every 2 s, {spectators} spectators:");
    one(root, games, spectators, PACE)?;
    println!("\n64 games at full speed:");
    one(root, 64, 0, "0")
}

/// Runs the load on a new server.
fn one(root: &Path, games: usize, spectators: usize, pace: &str) -> Result<(), String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), Into::into).join("release");
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
