//! Measures the server on a database with many games. `cargo xtask data` builds the server and
//! starts this program.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use hexarium_client::Client;
use hexarium_loadtest::{DataSet, kilobytes};
use hexarium_server::store::Store;
use hexarium_server::testing::Postgres;

const HELP: &str = "\
data PROGRAM sqlite|postgres GAMES FOLDER: fills a database and measures the server in PROGRAM on it
data PROGRAM measure DATABASE USER COOKIE PREFIX: measures a server on an existing database, as the user with this
    id and cookie, with this prefix of all addresses";

/// The number of games of the frequent player: one in so many.
const FREQUENT: usize = 10;

/// The number of requests for the lobby and the page of a player.
const REQUESTS: usize = 300;

/// The number of exports.
const EXPORTS: usize = 5;

/// The prefix of all addresses.
const PREFIX: &str = "/api/v2";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime starts");
    let done = match words[..] {
        [program, kind @ ("sqlite" | "postgres"), games, folder] => match games.parse() {
            Ok(games) => runtime.block_on(fill_and_measure(program, kind, games, Path::new(folder))),
            Err(_) => Err(format!("Invalid number of games {games}: expected a number")),
        },
        [program, "measure", database, user, cookie, prefix] => {
            runtime.block_on(measure(program, database, user, cookie, prefix))
        }
        _ => Err(HELP.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

async fn fill_and_measure(program: &str, kind: &str, games: usize, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let file = folder.join("games.sqlite");
    let postgres = (kind == "postgres").then(Postgres::start);
    let database = match &postgres {
        Some(postgres) => {
            // The fill need not survive a power failure.
            postgres.psql("postgres", "ALTER SYSTEM SET synchronous_commit = off");
            postgres.psql("postgres", "SELECT pg_reload_conf()");
            postgres.url("games")
        }
        None if file.exists() => return Err(format!("{} exists: remove it first", file.display())),
        None => file.to_string_lossy().into_owned(),
    };
    // The server creates the account, so that the player can sign in later.
    let server = Server::start(program, &database)?;
    let mut client = Client::new(&server.url)?;
    let me = client.create_account("Frequent", "correct horse battery").await.map_err(|e| e.to_string())?;
    let user = me.user.ok_or("no user")?.id;
    let cookie = client.credentials_header().ok_or("no cookie")?.1.to_string();
    drop(server);
    let start = Instant::now();
    let store = Store::open(&database).await?;
    DataSet { games, frequent: games / FREQUENT }.store(&store, &user).await?;
    store.optimize().await.map_err(|e| e.to_string())?;
    store.close().await;
    println!("{kind}: {games} games stored in {:.0} s", start.elapsed().as_secs_f64());
    if let Some(postgres) = &postgres {
        postgres.psql("postgres", "ALTER SYSTEM RESET synchronous_commit");
        postgres.psql("postgres", "SELECT pg_reload_conf()");
        postgres.psql("games", "VACUUM ANALYZE");
        println!("size     {:>8} MB", postgres.psql("games", "SELECT pg_database_size('games') / 1000000"));
    } else {
        let size = std::fs::metadata(&file).map_err(|e| e.to_string())?.len();
        println!("size     {:>8} MB", size / 1_000_000);
        println!("measure again: {program} measure {database} {user} '{cookie}' {PREFIX}");
    }
    measure(program, &database, &user, &cookie, PREFIX).await
}

/// Measures requests of the user on a server, and its memory.
async fn measure(program: &str, database: &str, user: &str, cookie: &str, prefix: &str) -> Result<(), String> {
    let server = Server::start(program, database)?;
    let client = Client::with_cookie(&server.url, cookie)?;
    let pid = server.child.id();
    println!("memory at start                     {:>8} MB", kilobytes(pid, "VmHWM").unwrap_or(0) / 1024);
    let pages = [("lobby", "/lobby".to_string(), REQUESTS), ("player page", format!("/players/{user}"), REQUESTS)];
    let pages = pages
        .into_iter()
        .chain([("export", "/me/export".to_string(), EXPORTS), ("archive", "/records".to_string(), 1)]);
    for (name, path, number) in pages {
        let (mut times, mut bytes) = (Vec::new(), 0);
        for _ in 0..number {
            let start = Instant::now();
            let text = client.get_text(&format!("{prefix}{path}")).await.map_err(|e| format!("{path}: {e}"))?;
            times.push(start.elapsed());
            bytes = text.len();
        }
        times.sort();
        let ms = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)].as_secs_f64() * 1000.0;
        println!(
            "{name:<12} median {:>9.1} ms, 99 % {:>9.1} ms, {:>8} KB, memory so far {:>5} MB",
            ms(50),
            ms(99),
            bytes / 1000,
            kilobytes(pid, "VmHWM").unwrap_or(0) / 1024
        );
    }
    Ok(())
}

/// A server, ended when dropped.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(program: &str, database: &str) -> Result<Self, String> {
        let mut command = Command::new(program);
        command.args(["serve", "--unlimited", "--engines", "0", "--listen", "127.0.0.1:0", "--db", database]);
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(|e| format!("cannot start {program}: {e}"))?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line).map_err(|e| e.to_string())?;
        }
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).map(|url| url.trim_end_matches('/'));
        let server = Self { child, url: url.unwrap_or_default().to_string() };
        if server.url.is_empty() { Err(format!("the server did not start: {line}")) } else { Ok(server) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A termination signal lets it close the database; errors mean that it has ended.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        for _ in 0..200 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
