//! Fairness: presence without a connection, engines for all hosts, ratings and names that cannot be
//! obtained by tricks.

use hexarium_client::Client;
use hexarium_games::registry::{GAMES, Games};
use hexarium_server::node::Node;
use hexarium_server::testing::{Folder, eventually_async};
use hexarium_server::{Config, Limits};
use hexarium_wire::http::NewGame;
use hexarium_wire::{EngineLocation, EngineSeat, Entry, ErrorCode, Event, GameCommand, Side};

use crate::server::Server;

async fn guest(server: &Server, name: &str) -> Client {
    let mut client = server.client();
    client.create_guest(name).await.unwrap();
    client
}

/// Creates a game in which an engine on the server moves first.
async fn against_engine(client: &Client, level: u8) -> String {
    let new_game = NewGame { game: "hex".to_string(), host_side: Some(Side::Second), ..NewGame::default() };
    let id = client.create_game(&new_game).await.unwrap().id;
    let seat = EngineSeat { level, location: EngineLocation::Server };
    client.send_command(&id, "engine", GameCommand::InviteEngine(seat)).await.unwrap();
    id
}

/// Whether the engine has moved.
async fn answered(client: &Client, id: &str) -> bool {
    let events: Vec<Entry> = client.get(&format!("/api/v2/games/{id}/events")).await.unwrap();
    events.iter().any(|entry| matches!(entry.event, Event::Turn { .. }))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_with_many_games_does_not_delay_the_engine_for_others() {
    let server = Server::start();
    let (ann, bob) = (guest(&server, "Ann").await, guest(&server, "Bob").await);
    let mut games = Vec::new();
    for _ in 0..30 {
        games.push(against_engine(&ann, 8).await);
    }
    let id = against_engine(&bob, 1).await;
    eventually_async("the engine's turn in Bob's game", async || {
        if answered(&bob, &id).await { Ok(()) } else { Err("no turn".to_string()) }
    })
    .await;
    let mut waiting = 0;
    for game in &games {
        waiting += usize::from(!answered(&ann, game).await);
    }
    assert!(waiting > 0, "all of Ann's games came first");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_moves_after_a_restart_for_a_client_that_polls() {
    let folder = Folder::new();
    let database = folder.path().join("games.sqlite");
    let config = Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games);
    let config = Config { limits: Limits::none(), ..config };
    let mut node = Node::start(config.clone());
    let mut ann = Client::new(&node.url()).unwrap();
    ann.create_guest("Ann").await.unwrap();
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(against_engine(&ann, 8).await);
    }
    node.stop();
    let node = Node::start(config);
    let ann = ann.at(&node.url());
    for game in &games {
        eventually_async("the engine's turn", async || {
            if answered(&ann, game).await { Ok(()) } else { Err("no turn".to_string()) }
        })
        .await;
    }
}

#[tokio::test]
async fn only_presets_are_rated() {
    let server = Server::start();
    let mut ann = server.client();
    ann.create_account("Ann", "correct horse").await.unwrap();
    let rated = |game: &str| NewGame { game: game.to_string(), rated: true, ..NewGame::default() };
    let error = ann.create_game(&rated("hex(size=2)")).await.unwrap_err();
    assert_eq!(error.code(), Some(ErrorCode::BadRequest));
    assert!(error.to_string().contains("Cannot rate hex(size=2): rated games are hex, hex(size=7)"), "{error}");
    for preset in GAMES.iter().flat_map(|spec| spec.presets) {
        ann.create_game(&rated(preset.1)).await.unwrap();
    }
    ann.create_game(&rated("hex(swap=true,size=11)")).await.unwrap();
    assert!(ann.create_game(&rated("protista(seed=77)")).await.unwrap().rated, "the seed is drawn anew");
    ann.create_game(&NewGame { rated: false, ..rated("hex(size=2)") }).await.unwrap();
}

#[tokio::test]
async fn names_that_look_like_an_account_are_taken() {
    let server = Server::start();
    server.client().create_account("Alice", "correct horse").await.unwrap();
    let alike = ["alice", "Аlice", "Ａｌｉｃｅ", "AIice", "A1ice", "Al.ice"];
    for name in alike {
        let error = server.client().create_account(name, "correct horse").await.unwrap_err();
        assert_eq!(error.code(), Some(ErrorCode::Taken), "{name}");
        let error = server.client().create_guest(name).await.unwrap_err();
        assert_eq!(error.code(), Some(ErrorCode::Taken), "guest {name}");
    }
    for name in ["\u{3164}\u{3164}\u{3164}", "Ali\u{200d}ce"] {
        let error = server.client().create_guest(name).await.unwrap_err();
        assert_eq!(error.code(), Some(ErrorCode::BadRequest), "{name:?}");
    }
    let me = server.client().create_account("Ｂｏｂ", "correct horse").await.unwrap();
    assert_eq!(me.user.unwrap().name, "Bob", "stored as it looks");
    for typed in ["Bob", "bob", "Ｂｏｂ"] {
        server.client().sign_in(typed, "correct horse").await.unwrap();
    }
}

#[tokio::test]
async fn a_user_cannot_join_past_the_limit_of_games_in_progress() {
    let folder = Folder::new();
    let database = folder.path().join("games.sqlite");
    let limits = Limits { running_games: 3, ..Limits::none() };
    let node = Node::start(Config { limits, ..Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games) });
    let mut users = Vec::new();
    for name in ["Ann", "Bob"] {
        let mut client = Client::new(&node.url()).unwrap();
        client.create_guest(name).await.unwrap();
        users.push(client);
    }
    let mut results = Vec::new();
    for host in [&users[0], &users[0], &users[0], &users[0]] {
        let new_game = NewGame { game: "hex".to_string(), ..NewGame::default() };
        match host.create_game(&new_game).await {
            Ok(game) => results.push(users[1].send_command(&game.id, "join", GameCommand::Join).await),
            Err(error) => results.push(Err(error)),
        }
    }
    let codes: Vec<_> = results.iter().map(|result| result.as_ref().err().and_then(|e| e.code())).collect();
    assert_eq!(codes, [None, None, None, Some(ErrorCode::RateLimited)]);
    let mut cid = Client::new(&node.url()).unwrap();
    cid.create_guest("Cid").await.unwrap();
    let game = cid.create_game(&NewGame { game: "hex".to_string(), ..NewGame::default() }).await.unwrap().id;
    let error = users[1].send_command(&game, "join", GameCommand::Join).await.unwrap_err();
    assert_eq!(error.code(), Some(ErrorCode::RateLimited), "{error}");
}
