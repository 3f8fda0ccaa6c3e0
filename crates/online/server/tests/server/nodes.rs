//! Several nodes on one PostgreSQL database act as one server.

use std::time::Duration;

use hexarium_client::{Client, ClientError, Connection};
use hexarium_games::registry::Games;
use hexarium_server::node::Node;
use hexarium_server::testing::{Postgres, Proxy, eventually_async, within};
use hexarium_server::{Config, Limits};
use hexarium_wire::http::{Lobby, NewGame};
use hexarium_wire::{
    ClientMessage, Clock, EngineLocation, EngineSeat, Entry, ErrorCode, Event, Fischer, GameCommand, ServerMessage,
    Side,
};

fn node(database: &str) -> Node {
    Node::start(Config { limits: Limits::none(), ..Config::new("127.0.0.1:0", database, &Games) })
}

fn opening(clock: Clock) -> NewGame {
    NewGame {
        game: "hex(size=5,swap=false)".to_string(),
        clock,
        host_side: Some(Side::First),
        listed: true,
        ..NewGame::default()
    }
}

fn turn(number: u32, action: &str) -> GameCommand {
    GameCommand::Turn { number, actions: vec![action.to_string()] }
}

async fn guest(node: &Node, name: &str) -> Client {
    let mut client = Client::new(&node.url()).unwrap();
    client.create_guest(name).await.unwrap();
    client
}

/// Waits for a wanted message; a minute is more than enough on any machine.
async fn until<T>(live: &mut Connection, mut wanted: impl FnMut(ServerMessage) -> Option<T>) -> T {
    let search = async {
        loop {
            if let Some(found) = wanted(live.next().await.unwrap()) {
                return found;
            }
        }
    };
    within("a message of the server", search).await
}

async fn event(live: &mut Connection) -> Entry {
    until(live, |said| if let ServerMessage::Event { entry, .. } = said { Some(entry) } else { None }).await
}

async fn visit(live: &mut Connection, game: &str) {
    live.subscribe(game, 0).await.unwrap();
    until(live, |said| matches!(said, ServerMessage::Snapshot(_)).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_at_one_node_reaches_spectators_at_the_other() {
    let postgres = Postgres::start();
    let database = postgres.url("watch");
    let (one, two) = (node(&database), node(&database));
    let (ada, bob) = (guest(&one, "Ada").await, guest(&two, "Bob").await);
    let mut lobby = bob.connect().await.unwrap();
    lobby.send(&ClientMessage::Lobby(true)).await.unwrap();
    lobby.send(&ClientMessage::Ping).await.unwrap();
    until(&mut lobby, |said| matches!(said, ServerMessage::Pong { .. }).then_some(())).await;
    let game = ada.create_game(&opening(Clock::Unlimited)).await.unwrap().id;
    until(&mut lobby, |said| (said == ServerMessage::LobbyChanged).then_some(())).await;
    assert_eq!(bob.get::<Lobby>("/api/v2/lobby").await.unwrap().open.len(), 1);
    let mut watcher = Client::new(&two.url()).unwrap().connect().await.unwrap();
    visit(&mut watcher, &game).await;
    bob.send_command(&game, "join", GameCommand::Join).await.unwrap();
    assert!(matches!(event(&mut watcher).await.event, Event::Started(_)));
    for (number, action) in ["c3", "b2", "d2", "a5"].into_iter().enumerate() {
        let player = if number % 2 == 0 { &ada } else { &bob };
        player.send_command(&game, &format!("{number}"), turn(number as u32, action)).await.unwrap();
        let entry = event(&mut watcher).await;
        assert!(matches!(&entry.event, Event::Turn { actions, .. } if actions[0] == action), "{entry:?}");
        assert_eq!(entry.seq, number as u32 + 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_catches_up_before_it_rejects_a_turn() {
    let postgres = Postgres::start();
    let database = postgres.url("behind");
    let (one, two) = (node(&database), node(&database));
    let (ada, bob) = (guest(&one, "Ada").await, guest(&two, "Bob").await);
    for round in 0..20 {
        let game = ada.create_game(&opening(Clock::Unlimited)).await.unwrap().id;
        // Both nodes have the game in memory, and the players do not wait for notifications.
        ada.game(&game).await.unwrap();
        bob.send_command(&game, "join", GameCommand::Join).await.unwrap();
        for (number, action) in ["c3", "b2", "d2", "a5", "a1", "e4", "b4", "d4"].into_iter().enumerate() {
            let player = if number % 2 == 0 { &ada } else { &bob };
            let played = player.send_command(&game, &format!("{number}"), turn(number as u32, action)).await;
            assert_eq!(played, Ok(number as u32 + 2), "round {round}, turn {number}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_catches_up_before_it_rejects_a_subscription() {
    let postgres = Postgres::start();
    let database = postgres.url("ahead");
    let (one, two) = (node(&database), node(&database));
    let (ada, bob) = (guest(&one, "Ada").await, guest(&two, "Bob").await);
    for round in 0..30 {
        let game = ada.create_game(&opening(Clock::Unlimited)).await.unwrap().id;
        bob.send_command(&game, "join", GameCommand::Join).await.unwrap();
        let mut live = bob.connect().await.unwrap();
        // The other node has the game in memory and gets a subscription before the notification.
        let seq = ada.send_command(&game, "1", turn(0, "c3")).await.unwrap();
        live.subscribe(&game, seq).await.unwrap();
        let answer = until(&mut live, |said| match said {
            ServerMessage::Snapshot(snapshot) => Some(Ok(snapshot.entries.len())),
            ServerMessage::Rejected { message, .. } => Some(Err(message)),
            _ => None,
        });
        assert_eq!(answer.await, Ok(0), "round {round}");
    }
}

/// The clients of a node that fails need time to notice, and to connect to another one.
#[tokio::test(flavor = "multi_thread")]
async fn no_player_loses_on_time_by_the_failure_of_another_node() {
    let postgres = Postgres::start();
    let database = postgres.url("failure");
    let proxy = Proxy::start(postgres.port());
    let (one, two) = (node(&database), node(&proxy.through(&database)));
    let (ada, bob) = (guest(&one, "Ada").await, guest(&two, "Bob").await);
    eventually_async("pulses of the other node", async || {
        let pulses = || postgres.psql("failure", "SELECT MIN(at) FROM nodes HAVING COUNT(*) = 2");
        let before = pulses();
        tokio::time::sleep(Duration::from_millis(2500)).await;
        if !before.is_empty() && pulses() != before { Ok(()) } else { Err(before) }
    })
    .await;
    let game = ada.create_game(&opening(Clock::Fischer(Fischer { initial: 10, increment: 0 }))).await.unwrap().id;
    bob.send_command(&game, "join", GameCommand::Join).await.unwrap();
    ada.send_command(&game, "1", turn(0, "c3")).await.unwrap();
    bob.send_command(&game, "2", turn(1, "b2")).await.unwrap();
    ada.send_command(&game, "3", turn(2, "d2")).await.unwrap();
    proxy.silence();
    tokio::time::sleep(Duration::from_secs(11)).await;
    let bob = bob.at(&one.url());
    let seq = bob.send_command(&game, "4", turn(3, "a5")).await.unwrap();
    let entry = bob.game(&game).await.unwrap().entries.swap_remove(seq as usize - 1);
    assert!(matches!(entry.event, Event::Turn { time_left: Some(5_000..), .. }), "{entry:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_sent_to_both_nodes_at_once_is_executed_once() {
    let postgres = Postgres::start();
    let database = postgres.url("race");
    let (one, two) = (node(&database), node(&database));
    let (ada, bob) = (guest(&one, "Ada").await, guest(&two, "Bob").await);
    for round in 0..20 {
        let game = ada.create_game(&opening(Clock::Unlimited)).await.unwrap().id;
        bob.send_command(&game, "join", GameCommand::Join).await.unwrap();
        // Both nodes have the game in memory, so that both decide.
        ada.at(&two.url()).game(&game).await.unwrap();
        ada.game(&game).await.unwrap();
        let elsewhere = ada.at(&two.url());
        let (here, there) = tokio::join!(
            ada.send_command(&game, "same", turn(0, "c3")),
            elsewhere.send_command(&game, "same", turn(0, "c3"))
        );
        assert_eq!((here, there), (Ok(2), Ok(2)), "round {round}");
        // Two different turns: one is stored, the other is rejected because the game has advanced.
        let elsewhere = bob.at(&one.url());
        let (here, there) = tokio::join!(
            bob.send_command(&game, "one", turn(1, "a1")),
            elsewhere.send_command(&game, "two", turn(1, "e5"))
        );
        let late = |result: &Result<u32, ClientError>| matches!(result, Err(ClientError::Rejected(r)) if matches!(r.code, ErrorCode::Stale | ErrorCode::NotYourTurn));
        assert!(here == Ok(3) && late(&there) || there == Ok(3) && late(&here), "round {round}: {here:?} {there:?}");
        assert_eq!(ada.game(&game).await.unwrap().entries.len(), 3);
        assert_eq!(bob.game(&game).await.unwrap().entries.len(), 3);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_at_another_node_is_present_until_that_node_stops() {
    let postgres = Postgres::start();
    let database = postgres.url("presence");
    let (one, mut two) = (node(&database), node(&database));
    let (ada, bob) = (guest(&one, "Ada").await, guest(&two, "Bob").await);
    let clock = Clock::Fischer(Fischer { initial: 600, increment: 0 });
    let game = ada.create_game(&opening(clock)).await.unwrap().id;
    bob.send_command(&game, "join", GameCommand::Join).await.unwrap();
    let mut first = ada.connect().await.unwrap();
    visit(&mut first, &game).await;
    let mut second = bob.connect().await.unwrap();
    visit(&mut second, &game).await;
    let here = |said| matches!(said, ServerMessage::Presence { away, .. } if away.second.is_none()).then_some(());
    until(&mut first, here).await;
    ada.send_command(&game, "1", turn(0, "c3")).await.unwrap();
    bob.send_command(&game, "2", turn(1, "b2")).await.unwrap();
    assert!(
        matches!(ada.send_command(&game, "3", GameCommand::ClaimVictory).await, Err(ClientError::Rejected(r)) if r.code == ErrorCode::Conflict)
    );
    two.stop();
    let gone = |said| matches!(said, ServerMessage::Presence { away, .. } if away.second.is_some()).then_some(());
    // Well before the 45 s after which a silent node counts as gone.
    let told = tokio::time::timeout(Duration::from_secs(30), until(&mut first, gone));
    told.await.expect("the stopping node tells the others");
    // Bob continues at the other node as the same user.
    let bob = bob.at(&one.url());
    ada.send_command(&game, "4", turn(2, "d2")).await.unwrap();
    bob.send_command(&game, "5", turn(3, "a5")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_moves_at_any_node() {
    let postgres = Postgres::start();
    let database = postgres.url("engine");
    let (one, two) = (node(&database), node(&database));
    let ada = guest(&one, "Ada").await;
    let game = ada.create_game(&opening(Clock::Unlimited)).await.unwrap().id;
    ada.send_command(&game, "ai", GameCommand::InviteEngine(EngineSeat { level: 2, location: EngineLocation::Server }))
        .await
        .unwrap();
    let elsewhere = ada.at(&two.url());
    let mut live = elsewhere.connect().await.unwrap();
    visit(&mut live, &game).await;
    for number in [0, 2, 4] {
        let game_now = elsewhere.game(&game).await.unwrap();
        let taken: Vec<String> = game_now
            .entries
            .iter()
            .filter_map(
                |entry| if let Event::Turn { actions, .. } = &entry.event { Some(actions[0].clone()) } else { None },
            )
            .collect();
        let free = ["c3", "a1", "e5", "b2", "d4"].into_iter().find(|cell| !taken.contains(&cell.to_string())).unwrap();
        let player = if number % 4 == 0 { &ada } else { &elsewhere };
        player.send_command(&game, &format!("t{number}"), turn(number, free)).await.unwrap();
        let own = event(&mut live).await;
        assert!(own.by.is_some());
        let answer = event(&mut live).await;
        assert!(matches!(answer.event, Event::Turn { .. }) && answer.by.is_none(), "{answer:?}");
    }
}
