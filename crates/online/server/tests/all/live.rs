//! Games between people over real connections.

use std::sync::Arc;

use hexarium_client::{Client, Live, Problem};
use hexarium_server::node::Node;
use hexarium_server::testing::{Folder, within};
use hexarium_server::{Config, Limits, ManualClock};
use hexarium_wire::http::{Lobby, Opening, Profile};
use hexarium_wire::{Act, Ai, Cause, Clock, Code, Entry, Event, Fischer, Place, Side, ToClient, ToServer, Visit};

/// A server with a file of its own and a clock that stands still.
struct House {
    node: Node,
    folder: Folder,
    clock: Arc<ManualClock>,
}

impl House {
    fn open() -> Self {
        let (folder, clock) = (Folder::new(), Arc::new(ManualClock::at(1_000_000_000)));
        let node = Node::start(config(&folder, &clock));
        Self { node, folder, clock }
    }

    /// Ends the server in good order and starts another one on the same file.
    fn again(&mut self) {
        self.node.stop();
        self.node = Node::start(config(&self.folder, &self.clock));
    }

    async fn guest(&self, name: &str) -> Client {
        let mut client = Client::new(&self.node.url()).unwrap();
        client.be_guest(name).await.unwrap();
        client
    }

    /// A started game of Ada, who begins, and Bob.
    async fn game(&self, opening: Opening) -> (Client, Client, String) {
        let (ada, bob) = (self.guest("Ada").await, self.guest("Bob").await);
        let id = ada.open(&Opening { side: Some(Side::First), ..opening }).await.unwrap().id;
        bob.act(&id, "join", Act::Join).await.unwrap();
        (ada, bob, id)
    }
}

fn config(folder: &Folder, clock: &Arc<ManualClock>) -> Config {
    let database = folder.path().join("games.sqlite");
    Config { limits: Limits::none(), time: clock.clone(), ..Config::new("127.0.0.1:0", &database.to_string_lossy()) }
}

fn opening(game: &str) -> Opening {
    Opening {
        game: game.to_string(),
        start: None,
        draw: false,
        clock: Clock::None,
        side: None,
        rated: false,
        listed: true,
    }
}

fn turn(number: u32, actions: &str) -> Act {
    Act::Turn { number, actions: actions.split_whitespace().map(String::from).collect() }
}

/// Waits for the next message.
async fn next(live: &mut Live) -> ToClient {
    within("a message of the server", live.next()).await.unwrap()
}

/// Waits for the next event of a game.
async fn event(live: &mut Live) -> Entry {
    loop {
        match next(live).await {
            ToClient::Event { entry, .. } => return entry,
            ToClient::Refused { message, .. } => panic!("{message}"),
            _ => {}
        }
    }
}

/// Looks at a game and waits for the answer.
async fn visit(live: &mut Live, game: &str, since: u32) -> Visit {
    live.visit(game, since).await.unwrap();
    loop {
        if let ToClient::Game(visit) = next(live).await {
            return *visit;
        }
    }
}

/// Waits until it is told that the second player is away, or is there.
async fn until_away(live: &mut Live, gone: bool) {
    loop {
        if let ToClient::Presence { away, .. } = next(live).await
            && away.second.is_some() == gone
        {
            return;
        }
    }
}

fn code<T: std::fmt::Debug>(result: Result<T, Problem>) -> Code {
    let problem = result.unwrap_err();
    problem.code().unwrap_or_else(|| panic!("{problem}"))
}

#[tokio::test]
async fn two_play_to_the_end_and_a_third_sees_every_turn() {
    let house = House::open();
    let (ada, bob, id) = house.game(opening("hex(size=2,swap=false)")).await;
    let mut watcher = Client::new(&house.node.url()).unwrap().live().await.unwrap();
    assert_eq!(visit(&mut watcher, &id, 0).await.you, None);
    let (mut first, mut second) = (ada.live().await.unwrap(), bob.live().await.unwrap());
    let seen = visit(&mut first, &id, 0).await;
    assert_eq!((seen.you, seen.entries.len()), (Some(Side::First), 1));
    let mut names: Vec<_> = seen.people.iter().map(|person| &*person.name).collect();
    names.sort();
    assert_eq!(names, ["Ada", "Bob"]);
    visit(&mut second, &id, 0).await;
    for (number, (actions, mover)) in [("a1", 0), ("b1", 1), ("a2", 0)].into_iter().enumerate() {
        let live = if mover == 0 { &mut first } else { &mut second };
        live.act(&id, &format!("t{number}"), turn(number as u32, actions)).await.unwrap();
        for live in [&mut first, &mut second, &mut watcher] {
            let entry = event(live).await;
            assert_eq!(entry.seq, number as u32 + 2);
            assert!(matches!(&entry.event, Event::Turn { actions: played, .. } if played.join(" ") == actions));
        }
    }
    let lobby: Lobby = ada.get("/api/lobby").await.unwrap();
    assert!(lobby.playing.is_empty() && lobby.yours.is_empty(), "{lobby:?}");
    let record = ada.get_text(&format!("/api/games/{id}/record")).await.unwrap();
    assert!(record.contains("Blue: Ada") && record.contains("Result: first, "), "{record}");
    assert!(ada.get_text("/api/records").await.unwrap().contains(&record));
}

#[tokio::test]
async fn whoever_comes_back_gets_exactly_what_was_missed() {
    let house = House::open();
    let (ada, bob, id) = house.game(opening("hex(size=5)")).await;
    let mut live = bob.live().await.unwrap();
    assert_eq!(visit(&mut live, &id, 0).await.entries.len(), 1);
    live.close().await;
    ada.act(&id, "1", turn(0, "c3")).await.unwrap();
    bob.act(&id, "2", turn(1, "b2")).await.unwrap();
    let mut live = bob.live().await.unwrap();
    let seqs: Vec<u32> = visit(&mut live, &id, 1).await.entries.iter().map(|entry| entry.seq).collect();
    assert_eq!(seqs, [2, 3]);
    live.visit(&id, 9).await.unwrap();
    loop {
        if let ToClient::Refused { code, .. } = next(&mut live).await {
            assert_eq!(code, Code::Stale);
            break;
        }
    }
}

#[tokio::test]
async fn the_same_turn_sent_twice_counts_once_and_two_tabs_agree() {
    let house = House::open();
    let (ada, _bob, id) = house.game(opening("hex(size=5)")).await;
    let (mut one, mut two) = (ada.live().await.unwrap(), ada.live().await.unwrap());
    visit(&mut one, &id, 0).await;
    visit(&mut two, &id, 0).await;
    for live in [&mut one, &mut two] {
        live.act(&id, "same", turn(0, "c3")).await.unwrap();
    }
    for live in [&mut one, &mut two] {
        assert_eq!(event(live).await.seq, 2);
    }
    assert_eq!(ada.act(&id, "same", turn(0, "c3")).await.unwrap(), 2);
    assert_eq!(ada.game(&id).await.unwrap().entries.len(), 2);
}

#[tokio::test]
async fn a_clock_runs_out_without_anybody_asking_and_survives_a_restart() {
    let mut house = House::open();
    let clock = Clock::Fischer(Fischer { start: 60, add: 0 });
    let (ada, bob, id) = house.game(Opening { clock, ..opening("hex(size=5)") }).await;
    ada.act(&id, "1", turn(0, "c3")).await.unwrap();
    bob.act(&id, "2", turn(1, "b2")).await.unwrap();
    house.clock.pass(40_000);
    // The server is away for an hour, which is nobody's time.
    house.node.stop();
    house.clock.pass(3_600_000);
    house.again();
    let ada = ada.at(&house.node.url());
    let mut live = ada.live().await.unwrap();
    assert_eq!(visit(&mut live, &id, 0).await.entries.len(), 3);
    house.clock.pass(19_000);
    ada.act(&id, "3", turn(2, "a5")).await.unwrap();
    assert!(matches!(event(&mut live).await.event, Event::Turn { left: Some(left), .. } if left <= 1_000));
    house.clock.pass(60_001);
    let ended = Event::Ended { winner: Some(Side::First), cause: Cause::Time };
    assert_eq!(event(&mut live).await.event, ended);
}

#[tokio::test]
async fn presence_is_told_and_a_game_can_be_claimed() {
    let house = House::open();
    let clock = Clock::Fischer(Fischer { start: 600, add: 0 });
    let (ada, bob, id) = house.game(Opening { clock, ..opening("hex(size=5)") }).await;
    let (mut first, mut second) = (ada.live().await.unwrap(), bob.live().await.unwrap());
    visit(&mut first, &id, 0).await;
    visit(&mut second, &id, 0).await;
    ada.act(&id, "1", turn(0, "c3")).await.unwrap();
    bob.act(&id, "2", turn(1, "b2")).await.unwrap();
    assert_eq!(code(ada.act(&id, "3", Act::Claim).await), Code::NotNow);
    until_away(&mut first, false).await;
    second.close().await;
    until_away(&mut first, true).await;
    house.clock.pass(31_000);
    ada.act(&id, "4", Act::Claim).await.unwrap();
    assert!(matches!(
        ada.game(&id).await.unwrap().entries.last().unwrap().event,
        Event::Ended { cause: Cause::Left, .. }
    ));
}

#[tokio::test]
async fn a_rematch_changes_the_starter_and_keeps_the_score() {
    let house = House::open();
    let (ada, bob, id) = house.game(opening("hex(size=5)")).await;
    bob.act(&id, "1", Act::Resign).await.unwrap();
    ada.act(&id, "2", Act::Rematch).await.unwrap();
    bob.act(&id, "3", Act::Rematch).await.unwrap();
    let entries = ada.game(&id).await.unwrap().entries;
    let Event::Rematch(next) = &entries.last().unwrap().event else { panic!("{entries:?}") };
    let next = bob.game(next).await.unwrap();
    assert_eq!(next.you, Some(Side::First));
    assert_eq!((next.score.first, next.score.second, next.draws), (0, 1, 0));
    assert_eq!(next.header.contest, id);
}

#[tokio::test]
async fn an_engine_on_the_server_answers() {
    let house = House::open();
    let ada = house.guest("Ada").await;
    for game in ["hex(size=5)", "coalesce", "harvest(base=3)", "fire-ants", "protista"] {
        let id = ada.open(&Opening { side: Some(Side::Second), ..opening(game) }).await.unwrap().id;
        let mut live = ada.live().await.unwrap();
        visit(&mut live, &id, 0).await;
        live.act(&id, "ai", Act::Invite(Ai { level: 2, place: Place::Server })).await.unwrap();
        assert!(matches!(event(&mut live).await.event, Event::Started(_)));
        let entry = event(&mut live).await;
        assert!(matches!(entry.event, Event::Turn { .. }) && entry.by.is_none(), "{game}: {entry:?}");
    }
}

#[tokio::test]
async fn a_guest_becomes_a_member_with_all_games_and_rated_games_count() {
    let house = House::open();
    let (mut ada, mut bob, id) = house.game(opening("hex(size=5)")).await;
    let guest = ada.game(&id).await.unwrap().header.host;
    let me = ada.make_account("Ada", "correct horse").await.unwrap().you.unwrap();
    assert_eq!(me.id, guest);
    assert_eq!(code(bob.make_account("ADA", "correct horse").await), Code::Taken);
    bob.make_account("Bob", "battery staple").await.unwrap();
    let rated = ada.open(&Opening { rated: true, side: Some(Side::First), ..opening("protista") }).await.unwrap();
    assert!(rated.game.contains("seed="), "the server draws in rated games: {}", rated.game);
    bob.act(&rated.id, "j", Act::Join).await.unwrap();
    bob.act(&rated.id, "r", Act::Resign).await.unwrap();
    let page: Profile = bob.get(&format!("/api/players/{guest}")).await.unwrap();
    let results = page.results.iter().find(|results| results.game == "protista").unwrap();
    assert_eq!((results.won, results.lost), (1, 0));
    assert!(results.rating.unwrap().rating > 1600.0);
    let mut elsewhere = Client::new(&house.node.url()).unwrap();
    assert_eq!(code(elsewhere.sign_in("Ada", "wrong horse").await), Code::WrongPassword);
    assert_eq!(code(elsewhere.sign_in("Nobody", "wrong horse").await), Code::WrongPassword);
    assert_eq!(elsewhere.sign_in("ada", "correct horse").await.unwrap().you.unwrap().id, guest);
    let lobby: Lobby = elsewhere.get("/api/lobby").await.unwrap();
    assert_eq!(lobby.yours.len(), 1);
}

#[tokio::test]
async fn whoever_signs_out_everywhere_is_out_everywhere_and_deletion_leaves_no_name() {
    let house = House::open();
    let (mut ada, bob, id) = house.game(opening("hex(size=5)")).await;
    ada.make_account("Ada", "correct horse").await.unwrap();
    let mut other = Client::new(&house.node.url()).unwrap();
    other.sign_in("Ada", "correct horse").await.unwrap();
    let mut live = other.live().await.unwrap();
    let _: serde_json::Value = ada.poke("POST", "/api/sign-out-everywhere").await.unwrap();
    assert_eq!(code(other.act(&id, "1", turn(0, "c3")).await), Code::SignIn);
    loop {
        match within("a goodbye", live.next()).await {
            Ok(ToClient::Goodbye(refusal)) => break assert_eq!(refusal.code, Code::SignIn),
            Ok(_) => {}
            Err(problem) => panic!("{problem}"),
        }
    }
    let mut ada = Client::new(&house.node.url()).unwrap();
    ada.sign_in("Ada", "correct horse").await.unwrap();
    let export = ada.get_text("/api/me/export").await.unwrap();
    assert!(export.contains("Ada") && export.contains(&id) && !export.contains("argon2"), "{export}");
    let _: serde_json::Value = ada.poke("DELETE", "/api/me").await.unwrap();
    let seen = bob.get_text(&format!("/api/games/{id}")).await.unwrap();
    assert!(!seen.contains("Ada"), "{seen}");
    let mut again = Client::new(&house.node.url()).unwrap();
    assert_eq!(code(again.sign_in("Ada", "correct horse").await), Code::WrongPassword);
}

#[tokio::test]
async fn the_lobby_is_live() {
    let house = House::open();
    let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let mut live = bob.live().await.unwrap();
    live.send(&ToServer::Lobby(true)).await.unwrap();
    live.send(&ToServer::Ping).await.unwrap();
    while !matches!(next(&mut live).await, ToClient::Pong { .. }) {}
    let id = ada.open(&opening("hex(size=5)")).await.unwrap().id;
    assert_eq!(next(&mut live).await, ToClient::LobbyChanged);
    let lobby: Lobby = bob.get("/api/lobby").await.unwrap();
    assert_eq!(lobby.open.iter().map(|game| &*game.id).collect::<Vec<_>>(), [&*id]);
    assert_eq!(lobby.open[0].host.name, "Ada");
    let hidden = ada.open(&Opening { listed: false, ..opening("hex(size=5)") }).await.unwrap().id;
    let lobby: Lobby = bob.get("/api/lobby").await.unwrap();
    assert!(lobby.open.iter().all(|game| game.id != hidden));
    bob.act(&hidden, "1", Act::Join).await.unwrap();
}
