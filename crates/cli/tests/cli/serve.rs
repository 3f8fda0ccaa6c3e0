//! End-to-end tests of `hexarium serve`: metrics, logs and shutdown.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use hexarium_client::Client;
use hexarium_games::registry;
use hexarium_kernel::Rng;
use hexarium_loadtest::{create_test_game, random_turn};
use hexarium_server::testing::{Folder, Postgres, eventually, within};
use hexarium_wire::GameCommand;

/// A server in its own process.
struct Process {
    child: Child,
    url: String,
}

impl Process {
    fn start(folder: &Folder) -> Self {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_hexarium"));
        serve.args(["serve", "--listen", "127.0.0.1:0", "--log-json", "--db"]);
        Self::run(serve.arg(folder.path().join("games.sqlite")), folder)
    }

    /// Starts a server and logs into a folder.
    fn run(serve: &mut Command, folder: &Folder) -> Self {
        let mut child = serve
            .env("RUST_LOG", "trace")
            .stdout(Stdio::piped())
            .stderr(Stdio::from(std::fs::File::create(folder.path().join("log")).unwrap()))
            .spawn()
            .expect("the server starts");
        let mut said = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        let url = said.trim().trim_start_matches("Hexarium is on ").trim_end_matches('/').to_string();
        Self { child, url }
    }

    /// Sends the signal of a service manager to stop, and returns the exit code.
    fn end(&mut self) -> Option<i32> {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(asked.success());
        let status = eventually("the end of the server", || {
            self.child.try_wait().map_err(|e| e.to_string())?.ok_or_else(|| "it runs".to_string())
        });
        status.code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The value of a metric in the Prometheus format.
fn number(metrics: &str, name: &str) -> f64 {
    let line = metrics.lines().find(|line| line.starts_with(&format!("hexarium_{name} ")));
    line.and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or_else(|| panic!("no {name} in:\n{metrics}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_events_logs_hold_no_secrets_and_shutdown_is_clean() {
    let folder = Folder::new();
    let mut server = Process::start(&folder);
    let table = create_test_game(&server.url, "hex(size=5)", 1).await.unwrap();
    let secrets: Vec<String> = table.players.iter().map(|p| p.credentials_header().unwrap().1.to_string()).collect();
    let watching = Client::new(&server.url).unwrap();
    let mut live = watching.connect().await.unwrap();
    live.subscribe(&table.game, 0).await.unwrap();

    let mut state = registry::open("hex(size=5)", &[]).unwrap().start();
    let mut rng = Rng::new(1);
    for turn in 0..6 {
        let actions = random_turn(&*state, &mut rng);
        actions.iter().for_each(|action| _ = state.play(action).unwrap());
        let act = GameCommand::Turn { number: turn, actions };
        let mut outcomes = Vec::new();
        for player in &table.players {
            outcomes.push(player.send_command(&table.game, &format!("t{turn}"), act.clone()).await.is_ok());
        }
        assert_eq!(outcomes.iter().filter(|good| **good).count(), 1, "exactly one player is to move");
    }
    let metrics = watching.get_text("/metrics").await.unwrap();
    assert_eq!(number(&metrics, "turns_total"), 6.0);
    assert_eq!(number(&metrics, "games_created_total"), 1.0);
    assert_eq!(number(&metrics, "websocket_connections"), 1.0);
    let counters = metrics.lines().filter(|line| line.starts_with("hexarium_requests_rejected_total{code="));
    let rejected: f64 = counters.filter_map(|line| line.split(' ').nth(1)?.parse::<f64>().ok()).sum();
    assert_eq!(rejected, 6.0, "{metrics}");
    assert!(metrics.ends_with("# EOF\n"));

    assert_eq!(server.end(), Some(0));
    // Spectators receive all events before the connection is closed.
    within("the end of the connection", async { while live.next().await.is_ok() {} }).await;

    let mut log = String::new();
    std::fs::File::open(folder.path().join("log")).unwrap().read_to_string(&mut log).unwrap();
    assert!(
        log.lines().count() > 0 && log.lines().all(|l| serde_json::from_str::<serde_json::Value>(l).is_ok()),
        "{log}"
    );
    for secret in &secrets {
        let secret = secret.rsplit('=').next().unwrap();
        assert!(secret.len() > 10 && !log.contains(secret), "a secret is in the log");
    }

    let again = Process::start(&folder);
    let visit = Client::new(&again.url).unwrap().game(&table.game).await.unwrap();
    let kept = serde_json::to_string(&visit).unwrap().matches("\"turn\"").count();
    assert!(kept >= 6, "turns are missing: {visit:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_running_server_can_be_served() {
    let folder = Folder::new();
    let server = Process::start(&folder);
    let table = create_test_game(&server.url, "hex(size=5)", 1).await.unwrap();
    let copies = Folder::new();
    let backup = |database: &str| {
        Command::new(env!("CARGO_BIN_EXE_hexarium"))
            .arg("backup")
            .arg(copies.path().join("games.sqlite"))
            .args(["--db", database])
            .output()
            .unwrap()
    };
    let made = backup(&folder.path().join("games.sqlite").to_string_lossy());
    assert!(made.status.success(), "{made:?}");
    let copy = Process::start(&copies);
    let visit = Client::new(&copy.url).unwrap().game(&table.game).await.unwrap();
    assert_eq!(visit.header.id, table.game);
    let refused = backup(&folder.path().join("games.sqlite").to_string_lossy());
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && error.contains("cannot create") && error.contains("exists"), "{error}");
    let second = Command::new(env!("CARGO_BIN_EXE_hexarium"))
        .args(["serve", "--listen", "127.0.0.1:0", "--db"])
        .arg(folder.path().join("games.sqlite"))
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success() && error.contains("is in use by another server"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_of_a_running_postgresql_can_be_served() {
    let (folder, postgres) = (Folder::new(), Postgres::shared());
    let serve = |database: &str| {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_hexarium"));
        serve.args(["serve", "--listen", "127.0.0.1:0", "--engines", "0"]);
        Process::run(serve.env("HEXARIUM_DB", postgres.url(database)), &folder)
    };
    let server = serve("dumped");
    let table = create_test_game(&server.url, "hex(size=5)", 1).await.unwrap();
    let events = Client::new(&server.url).unwrap().game(&table.game).await.unwrap().entries;
    let file = folder.path().join("copy.sql");
    postgres.dump("dumped", &file);
    postgres.url("restored");
    postgres.restore("restored", &file);
    let copy = serve("restored");
    let restored = Client::new(&copy.url).unwrap().game(&table.game).await.unwrap();
    assert_eq!(restored.entries, events);
    let player = table.players[0].at(&copy.url);
    player.send_command(&table.game, "resign", GameCommand::Resign).await.unwrap();
}

#[test]
fn the_documented_service_starts() {
    let document = include_str!("../../../../docs/operations.md");
    let command = document.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("a unit of systemd");
    let (program, arguments) = command.split_once(' ').unwrap();
    assert_eq!(program, "/usr/local/bin/hexarium");
    let folder = Folder::new();
    let mut serve = Command::new(env!("CARGO_BIN_EXE_hexarium"));
    let state = folder.path().to_string_lossy();
    serve.args(arguments.split(' ').map(|argument| argument.replace("/var/lib/hexarium", &state)));
    let mut server = Process::run(serve.args(["--listen", "127.0.0.1:0"]), &folder);
    assert!(folder.path().join("hexarium.sqlite").exists());
    assert_eq!(server.end(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_in_the_environment_is_not_in_the_list_of_processes() {
    let folder = Folder::new();
    let postgres = Postgres::shared();
    let database = postgres.fresh().replace(":none@", ":open-sesame@");
    let mut serve = Command::new(env!("CARGO_BIN_EXE_hexarium"));
    serve.args(["serve", "--listen", "127.0.0.1:0", "--engines", "0"]).env("HEXARIUM_DB", &database);
    let server = Process::run(&mut serve, &folder);
    let mut client = Client::new(&server.url).unwrap();
    client.create_guest("Ada").await.unwrap();
    let name = database.rsplit('/').next().unwrap();
    assert_eq!(postgres.psql(name, "SELECT name FROM people"), "Ada");
    let arguments = std::fs::read_to_string(format!("/proc/{}/cmdline", server.child.id())).unwrap();
    assert!(arguments.contains("serve") && !arguments.contains("sesame"), "{arguments}");
    let help =
        Command::new(env!("CARGO_BIN_EXE_hexarium")).args(["serve", "--help"]).env("HEXARIUM_DB", &database).output();
    let help = String::from_utf8(help.unwrap().stdout).unwrap();
    assert!(help.contains("HEXARIUM_DB") && !help.contains("sesame"), "{help}");
}
