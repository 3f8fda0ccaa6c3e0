//! Games between users over real connections.

use std::sync::Arc;

use hexarium_client::{Client, ClientError, Connection};
use hexarium_games::registry::{GAMES, Games};
use hexarium_kernel::GameCatalog;
use hexarium_room::Room;
use hexarium_server::node::Node;
use hexarium_server::testing::{Folder, within};
use hexarium_server::{Config, Limits, ManualClock, Time};
use hexarium_wire::http::{Lobby, NewGame, Profile};
use hexarium_wire::{
    ClientMessage, Clock, EndCause, EngineLocation, EngineSeat, Entry, ErrorCode, Event, Fischer, GameCommand,
    GameSnapshot, ServerMessage, Side,
};
use sqlx::{ConnectOptions, Connection as _};

/// A server with its own database file and a manual clock.
struct TestServer {
    node: Node,
    folder: Folder,
    clock: Arc<ManualClock>,
}

impl TestServer {
    fn open() -> Self {
        let (folder, clock) = (Folder::new(), Arc::new(ManualClock::at(1_000_000_000)));
        let node = Node::start(config(&folder, &clock));
        Self { node, folder, clock }
    }

    /// Stops the server gracefully and starts another one on the same file.
    fn again(&mut self) {
        self.node.stop();
        self.node = Node::start(config(&self.folder, &self.clock));
    }

    async fn guest(&self, name: &str) -> Client {
        let mut client = Client::new(&self.node.url()).unwrap();
        client.create_guest(name).await.unwrap();
        client
    }

    /// Creates a started game of Ada, who moves first, and Bob.
    async fn game(&self, opening: NewGame) -> (Client, Client, String) {
        let (ada, bob) = (self.guest("Ada").await, self.guest("Bob").await);
        let id = ada.create_game(&NewGame { host_side: Some(Side::First), ..opening }).await.unwrap().id;
        bob.send_command(&id, "join", GameCommand::Join).await.unwrap();
        (ada, bob, id)
    }
}

fn config(folder: &Folder, clock: &Arc<ManualClock>) -> Config {
    let database = folder.path().join("games.sqlite");
    Config {
        limits: Limits::none(),
        time: clock.clone(),
        ..Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games)
    }
}

fn opening(game: &str) -> NewGame {
    NewGame { game: game.to_string(), listed: true, ..NewGame::default() }
}

fn turn(number: u32, actions: &str) -> GameCommand {
    GameCommand::Turn { number, actions: actions.split_whitespace().map(String::from).collect() }
}

/// Waits for the next message.
async fn next(live: &mut Connection) -> ServerMessage {
    within("a message of the server", live.next()).await.unwrap()
}

/// Waits for the next event of a game.
async fn event(live: &mut Connection) -> Entry {
    loop {
        match next(live).await {
            ServerMessage::Event { entry, .. } => return entry,
            ServerMessage::Rejected { message, .. } => panic!("{message}"),
            _ => {}
        }
    }
}

/// Subscribes to a game and waits for the snapshot.
async fn visit(live: &mut Connection, game: &str, since: u32) -> GameSnapshot {
    live.subscribe(game, since).await.unwrap();
    loop {
        if let ServerMessage::Snapshot(visit) = next(live).await {
            return *visit;
        }
    }
}

/// Waits until the second player is reported as away or present.
async fn until_away(live: &mut Connection, gone: bool) {
    loop {
        if let ServerMessage::Presence { away, .. } = next(live).await
            && away.second.is_some() == gone
        {
            return;
        }
    }
}

fn code<T: std::fmt::Debug>(result: Result<T, ClientError>) -> ErrorCode {
    let problem = result.unwrap_err();
    problem.code().unwrap_or_else(|| panic!("{problem}"))
}

#[tokio::test]
async fn two_users_play_a_game_and_a_spectator_sees_every_turn() {
    let server = TestServer::open();
    let (ada, bob, id) = server.game(opening("hex(size=2,swap=false)")).await;
    let mut watcher = Client::new(&server.node.url()).unwrap().connect().await.unwrap();
    assert_eq!(visit(&mut watcher, &id, 0).await.your_side, None);
    let (mut first, mut second) = (ada.connect().await.unwrap(), bob.connect().await.unwrap());
    let seen = visit(&mut first, &id, 0).await;
    assert_eq!((seen.your_side, seen.entries.len()), (Some(Side::First), 1));
    let mut names: Vec<_> = seen.users.iter().map(|person| &*person.name).collect();
    names.sort();
    assert_eq!(names, ["Ada", "Bob"]);
    visit(&mut second, &id, 0).await;
    for (number, (actions, mover)) in [("a1", 0), ("b1", 1), ("a2", 0)].into_iter().enumerate() {
        let live = if mover == 0 { &mut first } else { &mut second };
        live.send_command(&id, &format!("t{number}"), turn(number as u32, actions)).await.unwrap();
        for live in [&mut first, &mut second, &mut watcher] {
            let entry = event(live).await;
            assert_eq!(entry.seq, number as u32 + 2);
            assert!(matches!(&entry.event, Event::Turn { actions: played, .. } if played.join(" ") == actions));
        }
    }
    let lobby: Lobby = ada.get("/api/v2/lobby").await.unwrap();
    assert!(lobby.playing.is_empty() && lobby.yours.is_empty(), "{lobby:?}");
    let record = ada.get_text(&format!("/api/v2/games/{id}/record")).await.unwrap();
    assert!(record.contains("Blue: Ada") && record.contains("Result: first, "), "{record}");
    assert!(ada.get_text("/api/v2/records").await.unwrap().contains(&record));
}

#[tokio::test]
async fn a_reconnecting_client_gets_exactly_the_missed_events() {
    let server = TestServer::open();
    let (ada, bob, id) = server.game(opening("hex(size=5)")).await;
    let mut live = bob.connect().await.unwrap();
    assert_eq!(visit(&mut live, &id, 0).await.entries.len(), 1);
    live.close().await;
    ada.send_command(&id, "1", turn(0, "c3")).await.unwrap();
    bob.send_command(&id, "2", turn(1, "b2")).await.unwrap();
    let mut live = bob.connect().await.unwrap();
    let seqs: Vec<u32> = visit(&mut live, &id, 1).await.entries.iter().map(|entry| entry.seq).collect();
    assert_eq!(seqs, [2, 3]);
    live.subscribe(&id, 9).await.unwrap();
    loop {
        if let ServerMessage::Rejected { code, .. } = next(&mut live).await {
            assert_eq!(code, ErrorCode::Stale);
            break;
        }
    }
}

#[tokio::test]
async fn a_repeated_turn_is_executed_once_and_two_tabs_agree() {
    let server = TestServer::open();
    let (ada, _bob, id) = server.game(opening("hex(size=5)")).await;
    let (mut one, mut two) = (ada.connect().await.unwrap(), ada.connect().await.unwrap());
    visit(&mut one, &id, 0).await;
    visit(&mut two, &id, 0).await;
    for live in [&mut one, &mut two] {
        live.send_command(&id, "same", turn(0, "c3")).await.unwrap();
    }
    for live in [&mut one, &mut two] {
        assert_eq!(event(live).await.seq, 2);
    }
    assert_eq!(ada.send_command(&id, "same", turn(0, "c3")).await.unwrap(), 2);
    assert_eq!(ada.game(&id).await.unwrap().entries.len(), 2);
}

#[tokio::test]
async fn a_clock_runs_out_without_a_request_and_survives_a_restart() {
    let mut server = TestServer::open();
    let clock = Clock::Fischer(Fischer { initial: 60, increment: 0 });
    let (ada, bob, id) = server.game(NewGame { clock, ..opening("hex(size=5)") }).await;
    ada.send_command(&id, "1", turn(0, "c3")).await.unwrap();
    bob.send_command(&id, "2", turn(1, "b2")).await.unwrap();
    server.clock.advance(40_000);
    // The server is down for an hour, during which the clocks stand still.
    server.node.stop();
    server.clock.advance(3_600_000);
    server.again();
    let ada = ada.at(&server.node.url());
    let mut live = ada.connect().await.unwrap();
    assert_eq!(visit(&mut live, &id, 0).await.entries.len(), 3);
    server.clock.advance(19_000);
    ada.send_command(&id, "3", turn(2, "a5")).await.unwrap();
    assert!(matches!(event(&mut live).await.event, Event::Turn { time_left: Some(left), .. } if left <= 1_000));
    server.clock.advance(60_001);
    let ended = Event::Ended { winner: Some(Side::First), cause: EndCause::Timeout };
    assert_eq!(event(&mut live).await.event, ended);
}

#[tokio::test]
async fn presence_is_broadcast_and_victory_can_be_claimed() {
    let server = TestServer::open();
    let clock = Clock::Fischer(Fischer { initial: 600, increment: 0 });
    let (ada, bob, id) = server.game(NewGame { clock, ..opening("hex(size=5)") }).await;
    let (mut first, mut second) = (ada.connect().await.unwrap(), bob.connect().await.unwrap());
    visit(&mut first, &id, 0).await;
    visit(&mut second, &id, 0).await;
    ada.send_command(&id, "1", turn(0, "c3")).await.unwrap();
    bob.send_command(&id, "2", turn(1, "b2")).await.unwrap();
    assert_eq!(code(ada.send_command(&id, "3", GameCommand::ClaimVictory).await), ErrorCode::Conflict);
    until_away(&mut first, false).await;
    second.close().await;
    until_away(&mut first, true).await;
    server.clock.advance(31_000);
    ada.send_command(&id, "4", GameCommand::ClaimVictory).await.unwrap();
    assert!(matches!(
        ada.game(&id).await.unwrap().entries.last().unwrap().event,
        Event::Ended { cause: EndCause::Abandonment, .. }
    ));
}

#[tokio::test]
async fn a_player_over_http_alone_is_present() {
    let server = TestServer::open();
    let clock = Clock::Fischer(Fischer { initial: 600, increment: 0 });
    let (ada, bob, id) = server.game(NewGame { clock, ..opening("hex(size=5)") }).await;
    let mut live = ada.connect().await.unwrap();
    visit(&mut live, &id, 0).await;
    let claim = async |key: &str| {
        let error = ada.send_command(&id, key, GameCommand::ClaimVictory).await.unwrap_err();
        assert!(error.to_string().contains("You can claim victory in 30 s."), "{error}");
    };
    ada.send_command(&id, "1", turn(0, "c3")).await.unwrap();
    server.clock.advance(31_000);
    bob.send_command(&id, "2", turn(1, "b2")).await.unwrap();
    claim("claim-1").await;
    server.clock.advance(31_000);
    bob.get::<Vec<Entry>>(&format!("/api/v2/games/{id}/events?since=2")).await.unwrap();
    claim("claim-2").await;
    server.clock.advance(31_000);
    bob.game(&id).await.unwrap();
    claim("claim-3").await;
    server.clock.advance(31_000);
    assert_eq!(code(bob.send_command(&id, "3", turn(3, "d4")).await), ErrorCode::NotYourTurn);
    claim("claim-4").await;
    server.clock.advance(31_000);
    ada.send_command(&id, "claim-5", GameCommand::ClaimVictory).await.unwrap();
}

#[tokio::test]
async fn a_rematch_swaps_sides_and_keeps_the_score() {
    let server = TestServer::open();
    let (ada, bob, id) = server.game(opening("hex(size=5)")).await;
    bob.send_command(&id, "1", GameCommand::Resign).await.unwrap();
    ada.send_command(&id, "2", GameCommand::Rematch).await.unwrap();
    bob.send_command(&id, "3", GameCommand::Rematch).await.unwrap();
    let entries = ada.game(&id).await.unwrap().entries;
    let Event::RematchCreated(next) = &entries.last().unwrap().event else { panic!("{entries:?}") };
    let next = bob.game(next).await.unwrap();
    assert_eq!(next.your_side, Some(Side::First));
    assert_eq!((next.score.first, next.score.second, next.draws), (0, 1, 0));
    assert_eq!(next.header.series, id);
}

#[tokio::test]
async fn an_engine_on_the_server_makes_its_turn() {
    let server = TestServer::open();
    let ada = server.guest("Ada").await;
    for spec in GAMES {
        let game = spec.id;
        let id = ada.create_game(&NewGame { host_side: Some(Side::Second), ..opening(game) }).await.unwrap().id;
        let mut live = ada.connect().await.unwrap();
        visit(&mut live, &id, 0).await;
        live.send_command(
            &id,
            "ai",
            GameCommand::InviteEngine(EngineSeat { level: 2, location: EngineLocation::Server }),
        )
        .await
        .unwrap();
        assert!(matches!(event(&mut live).await.event, Event::Started(_)));
        let entry = event(&mut live).await;
        assert!(matches!(entry.event, Event::Turn { .. }) && entry.by.is_none(), "{game}: {entry:?}");
    }
}

#[tokio::test]
async fn a_registered_guest_keeps_games_and_can_play_rated() {
    let server = TestServer::open();
    let (mut ada, mut bob, id) = server.game(opening("hex(size=5)")).await;
    let guest = ada.game(&id).await.unwrap().header.host;
    let me = ada.create_account("Ada", "correct horse").await.unwrap().user.unwrap();
    assert_eq!(me.id, guest);
    assert_eq!(code(bob.create_account("ADA", "correct horse").await), ErrorCode::Taken);
    bob.create_account("Bob", "battery staple").await.unwrap();
    let rated =
        ada.create_game(&NewGame { rated: true, host_side: Some(Side::First), ..opening("protista") }).await.unwrap();
    assert!(rated.game.contains("seed="), "the server draws in rated games: {}", rated.game);
    bob.send_command(&rated.id, "j", GameCommand::Join).await.unwrap();
    bob.send_command(&rated.id, "r", GameCommand::Resign).await.unwrap();
    let page: Profile = bob.get(&format!("/api/v2/players/{guest}")).await.unwrap();
    let results = page.results.iter().find(|results| results.game == "protista").unwrap();
    assert_eq!((results.won, results.lost), (1, 0));
    assert!(results.rating.unwrap().rating > 1600.0);
    let mut elsewhere = Client::new(&server.node.url()).unwrap();
    assert_eq!(code(elsewhere.sign_in("Ada", "wrong horse").await), ErrorCode::WrongPassword);
    assert_eq!(code(elsewhere.sign_in("Nobody", "wrong horse").await), ErrorCode::WrongPassword);
    assert_eq!(elsewhere.sign_in("ada", "correct horse").await.unwrap().user.unwrap().id, guest);
    let lobby: Lobby = elsewhere.get("/api/v2/lobby").await.unwrap();
    assert_eq!(lobby.yours.len(), 1);
}

#[tokio::test]
async fn signing_out_everywhere_ends_all_sessions_and_deletion_removes_the_name() {
    let server = TestServer::open();
    let (mut ada, bob, id) = server.game(opening("hex(size=5)")).await;
    ada.create_account("Ada", "correct horse").await.unwrap();
    let mut other = Client::new(&server.node.url()).unwrap();
    other.sign_in("Ada", "correct horse").await.unwrap();
    let mut live = other.connect().await.unwrap();
    let _: serde_json::Value = ada.send("POST", "/api/v2/sign-out-everywhere").await.unwrap();
    assert_eq!(code(other.send_command(&id, "1", turn(0, "c3")).await), ErrorCode::Unauthenticated);
    loop {
        match within("a goodbye", live.next()).await {
            Ok(ServerMessage::Closing(error)) => break assert_eq!(error.code, ErrorCode::Unauthenticated),
            Ok(_) => {}
            Err(problem) => panic!("{problem}"),
        }
    }
    let mut ada = Client::new(&server.node.url()).unwrap();
    ada.sign_in("Ada", "correct horse").await.unwrap();
    let export = ada.get_text("/api/v2/me/export").await.unwrap();
    assert!(export.contains("Ada") && export.contains(&id) && !export.contains("argon2"), "{export}");
    let _: serde_json::Value = ada.send("DELETE", "/api/v2/me").await.unwrap();
    let seen = bob.get_text(&format!("/api/v2/games/{id}")).await.unwrap();
    assert!(!seen.contains("Ada"), "{seen}");
    let mut again = Client::new(&server.node.url()).unwrap();
    assert_eq!(code(again.sign_in("Ada", "correct horse").await), ErrorCode::WrongPassword);
}

#[tokio::test]
async fn lobby_changes_are_sent() {
    let server = TestServer::open();
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut live = bob.connect().await.unwrap();
    live.send(&ClientMessage::Lobby(true)).await.unwrap();
    live.send(&ClientMessage::Ping).await.unwrap();
    while !matches!(next(&mut live).await, ServerMessage::Pong { .. }) {}
    let id = ada.create_game(&opening("hex(size=5)")).await.unwrap().id;
    assert_eq!(next(&mut live).await, ServerMessage::LobbyChanged);
    let lobby: Lobby = bob.get("/api/v2/lobby").await.unwrap();
    assert_eq!(lobby.open.iter().map(|game| &*game.id).collect::<Vec<_>>(), [&*id]);
    assert_eq!(lobby.open[0].host.name, "Ada");
    let hidden = ada.create_game(&NewGame { listed: false, ..opening("hex(size=5)") }).await.unwrap().id;
    let lobby: Lobby = bob.get("/api/v2/lobby").await.unwrap();
    assert!(lobby.open.iter().all(|game| game.id != hidden));
    bob.send_command(&hidden, "1", GameCommand::Join).await.unwrap();
}

/// Returns the room of a game as a client has it.
async fn replay(client: &Client, game: &str) -> Room {
    let snapshot = client.game(game).await.unwrap();
    Room::replay(snapshot.header, snapshot.entries, &Games).unwrap()
}

/// Waits until an outage has been recorded that ends after a time.
async fn until_outage(client: &Client, game: &str, after: i64) {
    hexarium_server::testing::eventually_async("an outage", async || {
        let snapshot = client.game(game).await.unwrap();
        let last = snapshot.outages.last().map_or(0, |(_, ended)| *ended);
        if last < after { Err(format!("the last ended at {last}")) } else { Ok(()) }
    })
    .await;
}

const MINUTE: Clock = Clock::Fischer(Fischer { initial: 60, increment: 0 });

#[tokio::test]
async fn no_clock_runs_while_the_server_is_suspended() {
    let server = TestServer::open();
    let (ada, bob, game) = server.game(NewGame { clock: MINUTE, ..opening("hex(size=5,swap=false)") }).await;
    ada.send_command(&game, "1", turn(0, "c3")).await.unwrap();
    bob.send_command(&game, "2", turn(1, "b2")).await.unwrap();
    server.clock.advance(10_000);
    server.clock.suspend(120_000);
    // Her turn waited in the network in the meantime.
    ada.send_command(&game, "3", turn(2, "d2")).await.unwrap();
    let entries = ada.game(&game).await.unwrap().entries;
    let Event::Turn { time_left: Some(left), .. } = entries[3].event else { panic!("{entries:?}") };
    // The ten seconds count if there was a pulse in them.
    assert!((45_000..=60_000).contains(&left), "{left}");
    // Without a turn, the background check must not end the game either.
    server.clock.suspend(120_000);
    until_outage(&ada, &game, server.clock.now()).await;
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    let room = replay(&ada, &game).await;
    assert!(room.ending().is_none(), "{:?}", room.ending());
    server.clock.advance(61_000);
    let room = replay(&ada, &game).await;
    assert_eq!(room.ending().unwrap().cause, Some(EndCause::Timeout), "clocks run again");
}

#[tokio::test]
async fn clocks_run_after_a_start_with_a_wrong_clock() {
    const YEAR: i64 = 365 * 24 * 60 * 60 * 1000;
    let mut server = TestServer::open();
    let (ada, bob, game) = server.game(NewGame { clock: MINUTE, ..opening("hex(size=5,swap=false)") }).await;
    ada.send_command(&game, "1", turn(0, "c3")).await.unwrap();
    bob.send_command(&game, "2", turn(1, "b2")).await.unwrap();
    server.clock.advance(YEAR);
    server.again();
    server.clock.advance(-YEAR);
    server.again();
    let ada = ada.at(&server.node.url());
    assert_eq!(ada.game(&game).await.unwrap().outages, []);
    server.clock.advance(61_000);
    let room = replay(&ada, &game).await;
    assert_eq!(room.ending().unwrap().cause, Some(EndCause::Timeout));
}

#[tokio::test]
async fn an_unreadable_game_stops_no_other() {
    let mut server = TestServer::open();
    let (ada, bob, damaged) = server.game(NewGame { clock: MINUTE, ..opening("hex(size=5,swap=false)") }).await;
    let mut games = vec![damaged.clone()];
    for _ in 0..3 {
        let new = NewGame { clock: MINUTE, host_side: Some(Side::First), ..opening("hex(size=5,swap=false)") };
        let game = ada.create_game(&new).await.unwrap().id;
        bob.send_command(&game, "join", GameCommand::Join).await.unwrap();
        games.push(game);
    }
    server.node.stop();
    let path = server.folder.path().join("games.sqlite");
    let mut connection = sqlx::sqlite::SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    for (sql, game) in [
        ("UPDATE events SET body = 'nonsense' WHERE game = $1", &games[0]),
        ("UPDATE games SET format = 99 WHERE id = $1", &games[1]),
        ("UPDATE games SET game = 'chess', options = 'chess' WHERE id = $1", &games[2]),
    ] {
        sqlx::query(sql).bind(game).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    server.again();
    let (ada, bob) = (ada.at(&server.node.url()), bob.at(&server.node.url()));
    assert_eq!(code(ada.game(&damaged).await), ErrorCode::Internal);
    server.clock.advance(61_000);
    hexarium_server::testing::eventually_async("the end of the readable game", async || {
        let lobby: Lobby = ada.get("/api/v2/lobby").await.map_err(|error| error.to_string())?;
        if lobby.yours.iter().any(|game| game.id == games[3]) { Err(format!("{:?}", lobby.yours)) } else { Ok(()) }
    })
    .await;
    let metrics = ada.get_text("/metrics").await.unwrap();
    assert!(metrics.contains("hexarium_games_unreadable 3"), "{metrics}");
    let export = bob.get_text("/api/v2/me/export").await.unwrap();
    assert!(games.iter().all(|game| export.contains(game)), "{export}");
    ada.send::<hexarium_wire::http::Me>("DELETE", "/api/v2/me").await.unwrap();
}

#[tokio::test]
async fn the_stored_options_decide_which_game_is_played() {
    let mut server = TestServer::open();
    let (ada, _, game) = server.game(opening("hex")).await;
    let path = server.folder.path().join("games.sqlite");
    server.node.stop();
    let mut connection = sqlx::sqlite::SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let options: String = sqlx::query_scalar("SELECT options FROM games WHERE id = $1")
        .bind(&game)
        .fetch_one(&mut connection)
        .await
        .unwrap();
    let spec = hexarium_games::registry::spec("hex").unwrap();
    for option in spec.options {
        assert!(options.contains(&format!("{}={}", option.name, option.default)), "{options}");
    }
    // As if the default size had been 9 when the game was stored.
    let older = options.replace("size=11", "size=9");
    let sql = "UPDATE games SET options = $1, start = $2 WHERE id = $3";
    let start = Games.open("hex(size=9)").unwrap().start().position();
    sqlx::query(sql).bind(older).bind(start).bind(&game).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    server.again();
    let ada = ada.at(&server.node.url());
    assert_eq!(ada.game(&game).await.unwrap().header.game, "hex(size=9)");
    ada.send_command(&game, "1", turn(0, "i9")).await.unwrap();
}

#[tokio::test]
async fn aborted_games_expire_after_a_day() {
    let mut server = TestServer::open();
    let ada = server.guest("Ada").await;
    let game = ada.create_game(&opening("hex(size=5)")).await.unwrap().id;
    ada.send_command(&game, "1", GameCommand::Abort).await.unwrap();
    server.again();
    let ada = ada.at(&server.node.url());
    assert_eq!(ada.game(&game).await.unwrap().entries.len(), 1);
    server.clock.advance(25 * 60 * 60 * 1000);
    server.again();
    let ada = ada.at(&server.node.url());
    hexarium_server::testing::eventually_async("the expiry", async || match ada.get_text("/api/v2/me/export").await {
        Ok(text) if text.contains(&game) => Err("still there".to_string()),
        other => other.map_err(|error| error.to_string()),
    })
    .await;
}
