//! Databases of version 0.1: they open, and their games replay, continue and end.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hexarium_client::Client;
use hexarium_games::registry::Games;
use hexarium_kernel::{AnyMatch, Flow, Rng};
use hexarium_room::Room;
use hexarium_server::node::Node;
use hexarium_server::testing::{Folder, Postgres, eventually_async};
use hexarium_server::{Config, Limits, ManualClock};
use hexarium_wire::http::{Lobby, Me, Profile, Results};
use hexarium_wire::{EngineLocation, ErrorCode, GameCommand, Millis, Participant, Side, UserKind};
use serde::Deserialize;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

/// The turns after which an unfinished game is resigned.
const MOST_TURNS: usize = 6;

/// A minute after the last event of the fixtures.
const MADE: Millis = 1_794_875_320_000;

/// Less than the year after which unused sessions and tokens expire.
const MUCH_LATER: Millis = 360 * 24 * 60 * 60 * 1000;

/// The content of a fixture, as `make.py` recorded it.
#[derive(Deserialize)]
struct Manifest {
    password: String,
    users: BTreeMap<String, String>,
    tokens: BTreeMap<String, String>,
    results: BTreeMap<String, Vec<Results>>,
    games: BTreeMap<String, Game>,
}

#[derive(Deserialize)]
struct Game {
    id: String,
    game: String,
    events: usize,
    actions: Vec<String>,
    position: String,
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v0.1").join(name)
}

fn unpacked(name: &str) -> Vec<u8> {
    let packed = std::fs::read(fixture(name)).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(&*packed).read_to_end(&mut bytes).unwrap();
    bytes
}

fn serve(database: &str, now: Millis) -> Node {
    let time = Arc::new(ManualClock::at(now));
    Node::start(Config { limits: Limits::none(), time, ..Config::new("127.0.0.1:0", database, &Games) })
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_a_sqlite_file_of_0_1_continue_and_end() {
    let folder = Folder::new();
    let path = folder.path().join("games.sqlite");
    std::fs::write(&path, unpacked("games.sqlite.gz")).unwrap();
    let mut node = serve(&path.to_string_lossy(), MADE);
    check(&node, &Manifest::read("sqlite.json")).await;
    node.stop();
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let options: Vec<Option<String>> = sqlx::query_scalar("SELECT options FROM games WHERE kind = 'fire-ants'")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    // Versions differ only if queens do not capture.
    let complete = |options: &Option<String>| {
        options.as_ref().is_some_and(|text| text.contains("rules=1") == text.contains("queens_capture=false"))
    };
    assert!(options.len() > 3 && options.iter().all(complete), "the version of the rules is stored: {options:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_a_postgresql_database_of_0_1_continue_and_end_much_later() {
    let (postgres, folder) = (Postgres::shared(), Folder::new());
    let path = folder.path().join("dump.sql");
    std::fs::write(&path, unpacked("postgres.sql.gz")).unwrap();
    let url = postgres.url("version_0_1");
    postgres.restore("version_0_1", &path);
    let node = serve(&url, MADE + MUCH_LATER);
    let mut manifest = Manifest::read("postgres.json");
    // Aborted games expire after a day.
    manifest.games.retain(|name, _| !name.ends_with(": called off"));
    check(&node, &manifest).await;
}

impl Manifest {
    fn read(name: &str) -> Self {
        serde_json::from_slice(&std::fs::read(fixture(name)).unwrap()).unwrap()
    }
}

async fn check(node: &Node, manifest: &Manifest) {
    let tokens = manifest.tokens.iter();
    let users: BTreeMap<&str, Client> =
        tokens.map(|(name, token)| (&*manifest.users[name], Client::with_token(&node.url(), token).unwrap())).collect();
    check_users(node, manifest).await;
    let anonymous = Client::new(&node.url()).unwrap();
    for (name, game) in &manifest.games {
        check_replay(&anonymous, name, game).await;
    }
    let mut rng = Rng::new(7);
    for (name, game) in &manifest.games {
        play_to_the_end(&users, name, &game.id, &mut rng).await;
    }
    let ada = &users[&*manifest.users["Ada"]];
    let lobby: Lobby = ada.get("/api/v2/lobby").await.unwrap();
    assert!(lobby.open.is_empty() && lobby.playing.is_empty() && lobby.yours.is_empty(), "{lobby:?}");
    let finished = manifest.games["hex: ended by its rules"].id.as_str();
    ada.send_command(finished, "rematch-accepted", GameCommand::Rematch).await.unwrap();
    let next = room(ada, finished).await.next_game().unwrap().to_string();
    assert_eq!(room(ada, &next).await.to_move(), Some(Side::First));
    let records = anonymous.get_text("/api/v2/records").await.unwrap();
    assert!(records.matches("\nSite: ").count() > 60, "{records}");
}

/// Checks that users can sign in with passwords and tokens, and have their results and ratings.
async fn check_users(node: &Node, manifest: &Manifest) {
    let mut client = Client::new(&node.url()).unwrap();
    for (name, kind) in [("Ada", UserKind::Registered), ("bob", UserKind::Registered), ("Robby", UserKind::Bot)] {
        assert_eq!(client.sign_in(name, &manifest.password).await.unwrap().user.unwrap().kind, kind);
    }
    for name in ["Gone Gus", "Eve"] {
        let error = client.sign_in(name, &manifest.password).await.unwrap_err();
        assert_eq!(error.code(), Some(ErrorCode::WrongPassword), "{name}");
    }
    let error = Client::new(&node.url()).unwrap().create_account("Adа", "with a Cyrillic a").await.unwrap_err();
    assert_eq!(error.code(), Some(ErrorCode::Taken), "it looks like an account of 0.1");
    for (name, token) in &manifest.tokens {
        let client = Client::with_token(&node.url(), token).unwrap();
        let me: Me = client.get("/api/v2/me").await.unwrap();
        assert_eq!(me.user.unwrap().id, manifest.users[name]);
        let tokens: Vec<hexarium_wire::http::Token> = client.get("/api/v2/me/tokens").await.unwrap();
        assert_eq!(tokens.len(), 1);
        assert!(client.get_text("/api/v2/me/export").await.unwrap().contains(&manifest.users[name]));
    }
    for (name, results) in &manifest.results {
        let profile: Profile = client.get(&format!("/api/v2/players/{}", manifest.users[name])).await.unwrap();
        assert_eq!(profile.results, *results, "{name}");
        assert!(results.iter().any(|results| results.rating.is_some()));
    }
    let deleted = client.get::<Profile>(&format!("/api/v2/players/{}", manifest.users["Gone Gus"])).await;
    assert_eq!(deleted.unwrap_err().code(), Some(ErrorCode::NotFound));
}

async fn room(client: &Client, id: &str) -> Room {
    let snapshot = client.game(id).await.unwrap();
    Room::replay(snapshot.header, snapshot.entries, &Games).unwrap()
}

/// Checks that a game has the events, actions and position of version 0.1.
async fn check_replay(client: &Client, name: &str, game: &Game) {
    let room = room(client, &game.id).await;
    assert_eq!(room.header().game, game.game, "{name}");
    assert_eq!(room.entries().len(), game.events, "{name}");
    let actions: Vec<_> = room.turns().iter().flat_map(|turn| turn.actions.clone()).collect();
    assert_eq!(actions, game.actions, "{name}");
    assert_eq!(room.state().position(), game.position, "{name}");
    let record = client.get_text(&format!("/api/v2/games/{}/record", game.id)).await.unwrap();
    assert!(record.contains(&game.id), "{name}: {record}");
    if name == "fire-ants: first rules" {
        let mut header = room.header().clone();
        header.game = "fire-ants(queens_capture=false,rules=2)".to_string();
        let current = Room::replay(header, room.entries().to_vec(), &Games);
        let same = current.is_ok_and(|current| current.state().position() == game.position);
        assert!(!same, "the current rules differ for this game");
    }
}

/// Continues a game for some turns and resigns it, unless its rules end it first.
async fn play_to_the_end(users: &BTreeMap<&str, Client>, name: &str, id: &str, rng: &mut Rng) {
    let first = room(users.values().next().unwrap(), id).await;
    let host = &users[&*first.header().host];
    if first.participants().is_none() && !first.is_over() {
        let (_, joining) = users.iter().find(|(user, _)| **user != first.header().host).unwrap();
        joining.send_command(id, "joins", GameCommand::Join).await.unwrap();
    }
    for number in 0.. {
        let room = room(host, id).await;
        let Some(to_move) = room.to_move() else { break };
        let mover = match room.participants().unwrap().of(to_move) {
            Participant::User(user) => &users[&**user],
            Participant::Engine(seat) if seat.location == EngineLocation::Browser => host,
            Participant::Engine(_) => {
                wait_for_turn(host, id, room.turns().len()).await;
                continue;
            }
        };
        if number >= MOST_TURNS {
            host.send_command(id, "resigns", GameCommand::Resign).await.unwrap();
            continue;
        }
        let turn = room.turns().len();
        let command = GameCommand::Turn { number: turn as u32, actions: random_turn(room.state(), rng) };
        let sent = mover.send_command(id, &format!("goes-on-{turn}"), command).await;
        sent.unwrap_or_else(|error| panic!("{name}, turn {turn}: {error}"));
    }
    let ending = room(host, id).await.ending().unwrap_or_else(|| panic!("{name} is not over"));
    assert!(!ending.reason.is_empty());
}

async fn wait_for_turn(client: &Client, id: &str, turns: usize) {
    eventually_async("a turn of the engine", async || {
        let now = room(client, id).await;
        if now.turns().len() > turns || now.is_over() { Ok(()) } else { Err("the engine is searching".to_string()) }
    })
    .await;
}

fn random_turn(state: &dyn AnyMatch, rng: &mut Rng) -> Vec<String> {
    let mut state = state.copy();
    let mut actions = Vec::new();
    loop {
        let legal = state.legal();
        let action = legal[rng.below(legal.len())].clone();
        let flow = state.play(&action).unwrap();
        actions.push(action);
        if flow != Flow::SameTurn {
            return actions;
        }
    }
}
