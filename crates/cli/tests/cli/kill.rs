//! The server is killed repeatedly under load and must not lose confirmed turns.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use hexarium_client::Client;
use hexarium_games::registry::GAMES;
use hexarium_kernel::Rng;
use hexarium_loadtest::{EventLog, Player, create_test_game};
use hexarium_server::testing::{Folder, Postgres, eventually_async};
use tokio::sync::watch;

/// The number of kills.
const KILLS: usize = 50;

/// A server in its own process, which can be killed.
struct Process {
    database: String,
    port: u16,
    child: Child,
}

impl Process {
    fn start(database: &str) -> Self {
        // A port that is free now and can be reused after a kill.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Self { database: database.to_string(), port, child: spawn(database, port) }
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Sends SIGKILL.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn again(&mut self) {
        self.child = spawn(&self.database, self.port);
    }

    /// Waits until the server responds.
    async fn ready(&self) {
        let client = Client::new(&self.url()).unwrap();
        eventually_async("the server to start", async || {
            client.get_text("/healthz").await.map_err(|problem| problem.to_string())
        })
        .await;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(database: &str, port: u16) -> Child {
    Command::new(env!("CARGO_BIN_EXE_hexarium"))
        .args(["serve", "--unlimited", "--listen", &format!("127.0.0.1:{port}"), "--db", database])
        .stdout(Stdio::null())
        .env("RUST_LOG", "error")
        .spawn()
        .expect("the server starts")
}

/// Starts two players for each of two games of every kind on these nodes.
async fn start_players(
    nodes: &[String],
    log: &Arc<EventLog>,
    stop: &watch::Receiver<bool>,
) -> Vec<tokio::task::JoinHandle<String>> {
    let mut players = Vec::new();
    for number in 0..2 * GAMES.len() {
        let table =
            create_test_game(&nodes[number % nodes.len()], GAMES[number % GAMES.len()].id, number).await.unwrap();
        for (n, client) in table.players.into_iter().enumerate() {
            let seed = (2 * number + n) as u64;
            let pace = Duration::from_millis(5);
            let player = Player::new(client, &table.game, nodes.to_vec(), seed, pace, log.clone());
            players.push(tokio::spawn(player.play(stop.clone())));
        }
    }
    players
}

/// Waits until at least `count` turns are confirmed.
async fn turns(log: &EventLog, count: usize) {
    eventually_async(&format!("{count} confirmed turns"), async || match log.turns() {
        turns if turns >= count => Ok(()),
        turns => Err(turns.to_string()),
    })
    .await;
}

/// Kills the server repeatedly under load, and compares the confirmed turns with the stored ones.
async fn kills(database: &str) {
    let mut server = Process::start(database);
    server.ready().await;
    let log = Arc::new(EventLog::default());
    let (stop, stopped) = watch::channel(false);
    let players = start_players(&[server.url()], &log, &stopped).await;
    let mut rng = Rng::new(7);
    for _ in 0..KILLS {
        server.ready().await;
        // Each kill happens during play, however long the restart takes.
        turns(&log, log.turns() + 10).await;
        tokio::time::sleep(Duration::from_millis(rng.below(200) as u64)).await;
        server.kill();
        server.again();
    }
    server.ready().await;
    // The games must continue after the last kill.
    turns(&log, log.turns() + 20).await;
    stop.send_replace(true);
    for player in players {
        player.await.unwrap();
    }
    let wrong = log.check(&Client::new(&server.url()).unwrap()).await;
    assert!(wrong.is_empty(), "{} violations: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    println!("{KILLS} kills, {} confirmed turns in {} games, none lost", log.turns(), log.games().len());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_confirmed_is_lost_on_sqlite() {
    let folder = Folder::new();
    kills(&folder.path().join("games.sqlite").to_string_lossy()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_confirmed_is_lost_on_postgresql() {
    let postgres = Postgres::start();
    kills(&postgres.url("kill")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_a_killed_node_continue_on_the_other() {
    let postgres = Postgres::start();
    let database = postgres.url("nodes");
    let (mut one, two) = (Process::start(&database), Process::start(&database));
    one.ready().await;
    two.ready().await;
    let log = Arc::new(EventLog::default());
    let (stop, stopped) = watch::channel(false);
    let players = start_players(&[one.url(), two.url()], &log, &stopped).await;
    turns(&log, 100).await;
    one.kill();
    turns(&log, log.turns() + 100).await;
    stop.send_replace(true);
    for player in players {
        player.await.unwrap();
    }
    let wrong = log.check(&Client::new(&two.url()).unwrap()).await;
    assert!(wrong.is_empty(), "{} violations: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
}
