//! How much a server can take.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::{line, run};

/// Half as many watch as there are games.
const WATCHERS_PER_GAME: f64 = 0.5;

/// Milliseconds between two turns of a game in the first run.
const PACE: &str = "2000";

/// Seconds of each run.
const SECONDS: &str = "60";

/// Plays so many games at once on a server with a file of SQLite, at a turn every two seconds, and then as many as keep it busy at full speed.
pub(crate) fn measure(root: &Path, games: &str) -> Result<(), String> {
    let games: usize = games.parse().ok().filter(|n| (1..=5000).contains(n)).ok_or("--games takes 1 to 5000")?;
    let build = ["build", "--release", "--package", "hexarium", "--package", "hexarium-crowd"];
    run(Command::new("cargo").current_dir(root).args(build))?;
    let watchers = (games as f64 * WATCHERS_PER_GAME).ceil() as usize;
    println!("{games} games, a turn every 2 s each, {watchers} who watch:");
    one(root, games, watchers, PACE)?;
    println!("\n64 games at full speed:");
    one(root, 64, 0, "0")
}

/// One run on a server of its own.
fn one(root: &Path, games: usize, watchers: usize, pace: &str) -> Result<(), String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), Into::into).join("release");
    let folder = std::env::temp_dir().join(format!("hexarium-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let database = folder.join("load.sqlite");
    let mut serve = Command::new(target.join("hexarium"));
    serve.args(["serve", "--unlimited", "--engines", "0", "--listen", "127.0.0.1:0", "--db"]).arg(&database);
    let mut server = Server(serve.stdout(Stdio::piped()).spawn().map_err(|e| format!("{}: {e}", line(&serve)))?);
    let outcome = server.url().and_then(|url| {
        let words = [url, server.0.id().to_string(), games.to_string(), watchers.to_string()];
        run(Command::new(target.join("load")).args(words).args([pace, SECONDS]))
    });
    drop(server);
    // A folder of temporary files that stays behind does no harm.
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

/// A server, ended when dropped.
struct Server(Child);

impl Server {
    /// Where it is, which it says when it is ready.
    fn url(&mut self) -> Result<String, String> {
        let output = self.0.stdout.take().ok_or("the server says nothing")?;
        let mut said = String::new();
        BufReader::new(output).read_line(&mut said).map_err(|e| e.to_string())?;
        let url = said.split_whitespace().find(|word| word.starts_with("http://"));
        url.map(|url| url.trim_end_matches('/').to_string()).ok_or_else(|| format!("the server did not start: {said}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
