//! Databases that fail: the node stores again afterwards, and reports its state in between.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hexarium_client::{Client, ClientError};
use hexarium_games::registry::Games;
use hexarium_kernel::Rng;
use hexarium_room::Room;
use hexarium_server::node::Node;
use hexarium_server::store::{Fault, Faults};
use hexarium_server::testing::{Folder, Postgres, Proxy, eventually_async, within};
use hexarium_server::{Config, Limits};
use hexarium_wire::http::NewGame;
use hexarium_wire::{Clock, ErrorCode, Event, Fischer, GameCommand, Side};

fn serve(database: &str) -> Node {
    Node::start(Config { limits: Limits::none(), ..Config::new("127.0.0.1:0", database, &Games) })
}

fn opening() -> NewGame {
    NewGame {
        game: "hex(size=9,swap=false)".to_string(),
        start: None,
        random_setup: false,
        clock: Clock::Unlimited,
        host_side: Some(Side::First),
        rated: false,
        listed: true,
    }
}

/// Creates a started game of two guests, of whom the first moves first.
async fn game(node: &Node, clock: Clock) -> (Client, Client, String) {
    let mut players = [Client::new(&node.url()).unwrap(), Client::new(&node.url()).unwrap()];
    for player in &mut players {
        player.create_guest("Ada").await.unwrap();
    }
    let [ada, bob] = players;
    let id = ada.create_game(&NewGame { clock, ..opening() }).await.unwrap().id;
    bob.send_command(&id, "join", GameCommand::Join).await.unwrap();
    (ada, bob, id)
}

/// Plays a turn, repeating it under the same key until it is confirmed.
async fn play(player: &Client, id: &str, number: u32) {
    let action = format!("{}{}", char::from(b'a' + (number % 9) as u8), number / 9 + 1);
    let turn = GameCommand::Turn { number, actions: vec![action] };
    let key = format!("turn-{number}");
    eventually_async("a stored turn", async || {
        player.send_command(id, &key, turn.clone()).await.map_err(|error| error.to_string())
    })
    .await;
}

async fn status(node: &Node) -> u16 {
    let address = node.address();
    tokio::task::spawn_blocking(move || {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        write!(stream, "GET /healthz HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap()
    })
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_stores_again_after_its_connections_to_postgresql_fell_silent() {
    let postgres = Postgres::start();
    let proxy = Proxy::start(postgres.port());
    let mut node = serve(&proxy.through(&postgres.url("silence")));
    let clock = Clock::Fischer(Fischer { initial: 15, increment: 0 });
    let (ada, bob, id) = game(&node, clock).await;
    play(&ada, &id, 0).await;
    assert_eq!(status(&node).await, 200);
    proxy.silence();
    let silent = Instant::now();
    eventually_async("a failing health check", async || match status(&node).await {
        503 => Ok(()),
        other => Err(other.to_string()),
    })
    .await;
    // Longer than the clock of Bob, who is to move.
    tokio::time::sleep(Duration::from_secs(20).saturating_sub(silent.elapsed())).await;
    proxy.restore();
    let restored = Instant::now();
    play(&bob, &id, 1).await;
    assert!(restored.elapsed() < Duration::from_secs(10), "after {:?}", restored.elapsed());
    play(&ada, &id, 2).await;
    eventually_async("a successful health check", async || match status(&node).await {
        200 => Ok(()),
        other => Err(other.to_string()),
    })
    .await;
    let entries = ada.game(&id).await.unwrap().entries;
    let turns = entries.iter().filter(|entry| matches!(entry.event, Event::Turn { .. })).count();
    assert_eq!(turns, 3, "each turn once: {entries:?}");
    proxy.silence();
    let stopping = Instant::now();
    within("the end of the node", tokio::task::spawn_blocking(move || node.stop())).await.unwrap();
    assert!(stopping.elapsed() < Duration::from_secs(30), "{:?}", stopping.elapsed());
}

/// A player who repeats every command until it is confirmed or rejected, with the results.
struct Player {
    client: Client,
    name: &'static str,
    confirmed: Vec<(String, u32)>,
    rejected: Vec<String>,
}

impl Player {
    async fn new(node: &Node, name: &'static str) -> Self {
        let mut client = Client::new(&node.url()).unwrap();
        eventually_async("a guest", async || client.create_guest(name).await.map_err(|error| error.to_string())).await;
        Self { client, name, confirmed: Vec::new(), rejected: Vec::new() }
    }

    /// Sends a command; returns its event number if it is confirmed.
    async fn send(&mut self, game: &str, command: GameCommand) {
        let key = format!("{}-{}", self.name, self.confirmed.len() + self.rejected.len());
        let result = eventually_async("a decision", async || {
            match self.client.send_command(game, &key, command.clone()).await {
                Ok(seq) => Ok(Some(seq)),
                Err(ClientError::Rejected(error)) if error.code != ErrorCode::Internal => Ok(None),
                Err(error) => Err(error.to_string()),
            }
        })
        .await;
        match result {
            Some(seq) => self.confirmed.push((key, seq)),
            None => self.rejected.push(key),
        }
    }
}

/// Plays a random game, including commands that are rejected, and checks its history.
async fn play_and_check(node: &Node, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut players = [Player::new(node, "ada").await, Player::new(node, "bob").await];
    let id = eventually_async("a game", async || {
        players[0].client.create_game(&opening()).await.map_err(|error| error.to_string())
    })
    .await
    .id;
    players[1].send(&id, GameCommand::Join).await;
    for _ in 0..30 {
        let snapshot = eventually_async("a snapshot", async || {
            players[0].client.game(&id).await.map_err(|error| error.to_string())
        })
        .await;
        let room = Room::replay(snapshot.header, snapshot.entries, &Games).unwrap();
        let Some(to_move) = room.to_move() else { break };
        let mover = if to_move == Side::First { 0 } else { 1 };
        let legal = room.state().legal();
        let turn =
            |action: &str| GameCommand::Turn { number: room.turns().len() as u32, actions: vec![action.to_string()] };
        match rng.below(6) {
            0 => players[1 - mover].send(&id, turn(&legal[0])).await,
            1 => players[mover].send(&id, turn("nowhere")).await,
            2 => players[rng.below(2)].send(&id, GameCommand::OfferDraw).await,
            _ => players[mover].send(&id, turn(&legal[rng.below(legal.len())])).await,
        }
    }
    let entries =
        eventually_async("the history", async || players[0].client.game(&id).await.map_err(|error| error.to_string()))
            .await
            .entries;
    for player in &players {
        for (key, seq) in &player.confirmed {
            let found: Vec<_> = entries.iter().filter(|entry| entry.key.as_ref() == Some(key)).collect();
            assert_eq!(found.len(), 1, "confirmed command {key} in {entries:?}");
            assert_eq!(found[0].seq, *seq);
        }
        for key in &player.rejected {
            assert!(
                entries.iter().all(|entry| entry.key.as_ref() != Some(key)),
                "rejected command {key} in {entries:?}"
            );
        }
    }
    let confirmed = players[0].confirmed.len() + players[1].confirmed.len();
    assert_eq!(entries.len(), confirmed, "every event was confirmed: {entries:?}");
    assert!(confirmed > 5 && players.iter().any(|player| !player.rejected.is_empty()));
}

/// Plays random games on a database that fails now and then at every step in every way.
async fn random_games_survive(database: &str) {
    let faults = Faults::default();
    let config = Config::new("127.0.0.1:0", database, &Games);
    let node = Node::start(Config { limits: Limits::none(), faults: faults.clone(), ..config });
    let kinds = Arc::new(Mutex::new(BTreeSet::new()));
    let (mut steps, seen) = (HashMap::<String, usize>::new(), kinds.clone());
    // Every ninth step of a kind fails, each time in another way.
    faults.inject(move |step| {
        let count = steps.entry(format!("{step:?}")).or_default();
        *count += 1;
        let fault = Fault::ALL[*count / 9 % Fault::ALL.len()];
        (*count % 9 == 0).then(|| {
            seen.lock().unwrap().insert(format!("{step:?} {fault:?}"));
            fault
        })
    });
    let games = (0..6).map(|seed| play_and_check(&node, seed));
    futures_util::future::join_all(games).await;
    faults.end();
    let ended = Instant::now();
    play_and_check(&node, 99).await;
    assert!(ended.elapsed() < Duration::from_secs(10), "{:?}", ended.elapsed());
    let kinds = kinds.lock().unwrap();
    assert_eq!(kinds.len(), 4 * Fault::ALL.len(), "every fault at every step: {kinds:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn random_games_survive_faults_of_a_file() {
    let folder = Folder::new();
    random_games_survive(&folder.path().join("games.sqlite").to_string_lossy()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn random_games_survive_faults_of_postgresql() {
    random_games_survive(&Postgres::shared().fresh()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn random_games_survive_lost_connections_to_postgresql() {
    let postgres = Postgres::start();
    let proxy = Proxy::start(postgres.port());
    let node = serve(&proxy.through(&postgres.url("lost")));
    let games = (0..4).map(|seed| play_and_check(&node, seed));
    let disturbing = async {
        for round in 0..12 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            match round % 3 {
                0 => proxy.lose_commits(1 + round / 3),
                1 => proxy.lose_responses(1 + round / 3),
                _ => proxy.cut(),
            }
        }
    };
    tokio::join!(futures_util::future::join_all(games), disturbing);
    play_and_check(&node, 99).await;
}
