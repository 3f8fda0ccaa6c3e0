//! Golden files: one for each type of version 2, and one for each variant of an enum, written once.
//!
//! A change that breaks one of them needs a new version and a new folder. A missing file is written
//! by `HEXARIUM_WRITE_GOLDEN=1 cargo test`; an existing file is never changed.
//!
//! The examples are complete: a variant that is not listed does not compile, and a type that is not
//! listed fails [`every_type_has_a_golden_file`].

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use hexarium_wire::http::{
    CommandRequest, Confirmation, Credentials, GameStatus, GameSummary, Lobby, Me, NewGame, NewGuest, NewPassword,
    NewToken, Player, Profile, PuzzleAttempt, PuzzleAttempts, PuzzleProgress, PuzzleRating, Rating, RejectedAttempt,
    Results, Token,
};
use hexarium_wire::{
    ApiError, ClientMessage, Clock, EndCause, EngineLocation, EngineSeat, Entry, ErrorCode, Event, Fischer,
    GameCommand, GameHeader, GameSnapshot, Participant, ServerMessage, Side, Sides, User, UserKind, VERSION,
    read_request, read_response,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/v{VERSION}"))
}

fn golden(name: &str, text: &str) {
    let path = folder().join(format!("{name}.json"));
    if !path.exists() && std::env::var_os("HEXARIUM_WRITE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    match std::fs::read_to_string(&path) {
        Ok(golden) => assert_eq!(text, golden, "the message {name} has changed without a new version"),
        Err(error) => panic!("golden file {name}: {error}; it would be\n{text}"),
    }
}

/// Compares a value with its golden file, in both directions. Values that can be compared as text
/// only are compared as text.
fn check<T: Serialize + DeserializeOwned>(name: &str, value: &T) {
    let text = serde_json::to_string(value).unwrap();
    golden(name, &format!("{text}\n"));
    for read in [read_request::<T>(&text), read_response::<T>(&text)] {
        let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }
}

/// The types that were checked, with the names of their golden files.
type Checked = Vec<(&'static str, &'static str)>;

/// Checks the examples of all variants of an enum. A variant that is not listed does not compile.
macro_rules! check_variants {
    ($type:ident, $folder:literal, { $($pattern:pat => $name:literal: $example:expr),* $(,)? }) => {{
        let name_of = |value: &$type| match value { $($pattern => $name),* };
        $(
            let example: $type = $example;
            assert_eq!(name_of(&example), $name);
            check(concat!($folder, "-", $name), &example);
        )*
        vec![$((stringify!($type), concat!($folder, "-", $name))),*]
    }};
}

/// Checks an example of each of several structs.
macro_rules! check_structs {
    ($folder:literal, { $($type:ident $(<$of:ty>)? => $name:literal: $example:expr),* $(,)? }) => {{
        $(
            let example: $type $(<$of>)? = $example;
            check(concat!($folder, "-", $name), &example);
        )*
        vec![$((stringify!($type), concat!($folder, "-", $name))),*]
    }};
}

fn text(text: &str) -> String {
    text.to_string()
}

fn user(name: &str, kind: UserKind) -> User {
    User { id: name.to_lowercase(), name: text(name), kind }
}

fn ada() -> User {
    user("Ada", UserKind::Registered)
}

fn sides<T>(first: T, second: T) -> Sides<T> {
    Sides { first, second }
}

fn seat() -> EngineSeat {
    EngineSeat { level: 3, location: EngineLocation::Server }
}

fn header() -> GameHeader {
    GameHeader {
        id: text("g1"),
        game: text("hex(size=7)"),
        start: text("7/7/7/7/7/7/7 b"),
        clock: Clock::Fischer(Fischer { initial: 300, increment: 3 }),
        rated: true,
        listed: true,
        host: text("ada"),
        host_side: Some(Side::First),
        created: 1_700_000_000_000,
        series: text("g0"),
    }
}

fn entry() -> Entry {
    let event = Event::Turn { actions: vec![text("d4")], time_left: Some(301_500) };
    Entry { seq: 2, at: 1_700_000_001_000, by: Some(text("ada")), key: Some(text("k1")), event }
}

fn snapshot() -> GameSnapshot {
    GameSnapshot {
        header: header(),
        users: vec![ada(), user("Bob", UserKind::Guest)],
        your_side: Some(Side::Second),
        entries: vec![entry()],
        away: sides(None, Some(1_700_000_002_000)),
        spectators: 4,
        score: sides(1, 2),
        draws: 1,
        outages: vec![(1_700_000_000_500, 1_700_000_000_700)],
        now: 1_700_000_003_000,
    }
}

fn summary(status: GameStatus) -> GameSummary {
    let player = |participant, name: &str, kind| Player { participant, name: text(name), kind };
    GameSummary {
        id: text("g1"),
        game: text("hex(size=7)"),
        clock: Clock::Correspondence(2),
        rated: false,
        created: 1_700_000_000_000,
        host: ada(),
        host_side: None,
        players: Some(sides(
            player(Participant::User(text("ada")), "Ada", Some(UserKind::Registered)),
            player(Participant::Engine(seat()), "Level 3", None),
        )),
        status,
    }
}

fn client_messages() -> Checked {
    let game = || text("g1");
    check_variants!(ClientMessage, "client", {
        ClientMessage::Subscribe { .. } => "subscribe": ClientMessage::Subscribe { game: game(), since: 7 },
        ClientMessage::Unsubscribe { .. } => "unsubscribe": ClientMessage::Unsubscribe { game: game() },
        ClientMessage::Command { .. } => "command":
            ClientMessage::Command { game: game(), key: text("k1"), command: GameCommand::Resign },
        ClientMessage::Lobby(_) => "lobby": ClientMessage::Lobby(true),
        ClientMessage::Ping => "ping": ClientMessage::Ping,
    })
}

fn commands() -> Checked {
    check_variants!(GameCommand, "command", {
        GameCommand::Join => "join": GameCommand::Join,
        GameCommand::InviteEngine(_) => "invite-engine": GameCommand::InviteEngine(seat()),
        GameCommand::Turn { .. } => "turn":
            GameCommand::Turn { number: 4, actions: vec![text("a1-b2"), text("c3")] },
        GameCommand::Resign => "resign": GameCommand::Resign,
        GameCommand::OfferDraw => "offer-draw": GameCommand::OfferDraw,
        GameCommand::DeclineDraw => "decline-draw": GameCommand::DeclineDraw,
        GameCommand::RequestTakeback => "request-takeback": GameCommand::RequestTakeback,
        GameCommand::AcceptTakeback => "accept-takeback": GameCommand::AcceptTakeback,
        GameCommand::DeclineTakeback => "decline-takeback": GameCommand::DeclineTakeback,
        GameCommand::ClaimVictory => "claim-victory": GameCommand::ClaimVictory,
        GameCommand::Abort => "abort": GameCommand::Abort,
        GameCommand::Rematch => "rematch": GameCommand::Rematch,
    })
}

fn server_messages() -> Checked {
    let now = 1_700_000_003_000;
    check_variants!(ServerMessage, "server", {
        ServerMessage::Welcome { .. } => "welcome": ServerMessage::Welcome { version: 2, user: Some(ada()), now },
        ServerMessage::Snapshot(_) => "snapshot": ServerMessage::Snapshot(Box::new(snapshot())),
        ServerMessage::Event { .. } => "event": ServerMessage::Event { game: text("g1"), entry: entry() },
        ServerMessage::Presence { .. } => "presence":
            ServerMessage::Presence { game: text("g1"), away: sides(Some(now), None), spectators: 2 },
        ServerMessage::Confirmed { .. } => "confirmed": ServerMessage::Confirmed { key: text("k1"), seq: 3 },
        ServerMessage::Rejected { .. } => "rejected": ServerMessage::Rejected {
            key: Some(text("k1")),
            code: ErrorCode::NotYourTurn,
            message: text("It is Blue's turn."),
        },
        ServerMessage::LobbyChanged => "lobby-changed": ServerMessage::LobbyChanged,
        ServerMessage::Pong { .. } => "pong": ServerMessage::Pong { now },
        ServerMessage::Closing(_) => "closing":
            ServerMessage::Closing(ApiError::new(ErrorCode::Internal, "The server restarts.")),
    })
}

fn events() -> Checked {
    let bob = Participant::User(text("bob"));
    check_variants!(Event, "event", {
        Event::Started(_) => "started": Event::Started(sides(bob, Participant::Engine(seat()))),
        Event::Turn { .. } => "turn": Event::Turn { actions: vec![text("d4")], time_left: None },
        Event::DrawOffered(_) => "draw-offered": Event::DrawOffered(Side::First),
        Event::DrawDeclined(_) => "draw-declined": Event::DrawDeclined(Side::Second),
        Event::TakebackRequested(_) => "takeback-requested": Event::TakebackRequested(Side::First),
        Event::TakebackDeclined(_) => "takeback-declined": Event::TakebackDeclined(Side::Second),
        Event::TakenBack(_) => "taken-back": Event::TakenBack(4),
        Event::Ended { .. } => "ended": Event::Ended { winner: Some(Side::First), cause: EndCause::Timeout },
        Event::RematchOffered(_) => "rematch-offered": Event::RematchOffered(Side::Second),
        Event::RematchCreated(_) => "rematch-created": Event::RematchCreated(text("g2")),
    })
}

fn words() -> Checked {
    let causes = check_variants!(EndCause, "cause", {
        EndCause::Resignation => "resignation": EndCause::Resignation,
        EndCause::Timeout => "timeout": EndCause::Timeout,
        EndCause::Agreement => "agreement": EndCause::Agreement,
        EndCause::Abandonment => "abandonment": EndCause::Abandonment,
        EndCause::Aborted => "aborted": EndCause::Aborted,
    });
    let users = check_variants!(UserKind, "user-kind", {
        UserKind::Guest => "guest": UserKind::Guest,
        UserKind::Registered => "registered": UserKind::Registered,
        UserKind::Bot => "bot": UserKind::Bot,
        UserKind::Deleted => "deleted": UserKind::Deleted,
    });
    let locations = check_variants!(EngineLocation, "engine-location", {
        EngineLocation::Browser => "browser": EngineLocation::Browser,
        EngineLocation::Server => "server": EngineLocation::Server,
    });
    let clocks = check_variants!(Clock, "clock", {
        Clock::Unlimited => "unlimited": Clock::Unlimited,
        Clock::Fischer(_) => "fischer": Clock::Fischer(Fischer { initial: 300, increment: 3 }),
        Clock::Correspondence(_) => "correspondence": Clock::Correspondence(2),
    });
    let codes = check_variants!(ErrorCode, "error-code", {
        ErrorCode::BadRequest => "bad-request": ErrorCode::BadRequest,
        ErrorCode::Unauthenticated => "unauthenticated": ErrorCode::Unauthenticated,
        ErrorCode::WrongPassword => "wrong-password": ErrorCode::WrongPassword,
        ErrorCode::Forbidden => "forbidden": ErrorCode::Forbidden,
        ErrorCode::WrongOrigin => "wrong-origin": ErrorCode::WrongOrigin,
        ErrorCode::NotFound => "not-found": ErrorCode::NotFound,
        ErrorCode::Unsupported => "unsupported": ErrorCode::Unsupported,
        ErrorCode::NotYourTurn => "not-your-turn": ErrorCode::NotYourTurn,
        ErrorCode::IllegalAction => "illegal-action": ErrorCode::IllegalAction,
        ErrorCode::Stale => "stale": ErrorCode::Stale,
        ErrorCode::Conflict => "conflict": ErrorCode::Conflict,
        ErrorCode::Taken => "taken": ErrorCode::Taken,
        ErrorCode::TooLarge => "too-large": ErrorCode::TooLarge,
        ErrorCode::RateLimited => "rate-limited": ErrorCode::RateLimited,
        ErrorCode::UnsupportedVersion => "unsupported-version": ErrorCode::UnsupportedVersion,
        ErrorCode::Internal => "internal": ErrorCode::Internal,
    });
    let sides = check_variants!(Side, "side", {
        Side::First => "first": Side::First,
        Side::Second => "second": Side::Second,
    });
    let participants = check_variants!(Participant, "participant", {
        Participant::User(_) => "user": Participant::User(text("ada")),
        Participant::Engine(_) => "engine": Participant::Engine(seat()),
    });
    [causes, users, locations, clocks, codes, sides, participants].concat()
}

fn bodies() -> Checked {
    let playing = || GameStatus::Playing { to_move: Side::Second };
    let over = || GameStatus::Finished {
        winner: Some(Side::First),
        counts: true,
        reason: text("Red resigned"),
        at: 1_700_000_009_000,
    };
    let rating = Rating { rating: 1612.5, deviation: 120.25, volatility: 0.06, games: 9 };
    let results = || Results { game: text("hex"), won: 3, drawn: 0, lost: 1, rating: Some(rating) };
    let attempt = || PuzzleAttempt {
        puzzle: text("0f1e2d3c4b5a"),
        turn: Some(vec![text("d3-d4"), text("pass")]),
        day: Some(20_410),
    };
    let puzzle_rating = || PuzzleRating { game: text("hex"), rating };
    let rejected =
        || RejectedAttempt { index: 1, error: ApiError::new(ErrorCode::NotFound, "There is no puzzle 'x'.") };
    let statuses = check_variants!(GameStatus, "status", {
        GameStatus::Open => "open": GameStatus::Open,
        GameStatus::Playing { .. } => "playing": playing(),
        GameStatus::Finished { .. } => "finished": over(),
    });
    let bodies = check_structs!("body", {
        NewGuest => "new-guest": NewGuest { name: text("Ada") },
        Credentials => "credentials": Credentials { name: text("Ada"), password: text("correct horse") },
        NewPassword => "new-password":
            NewPassword { current: text("correct horse"), new: text("battery staple") },
        NewGame => "new-game": NewGame {
            game: text("hex(size=7)"),
            start: None,
            random_setup: true,
            clock: Clock::Unlimited,
            host_side: Some(Side::Second),
            rated: false,
            listed: true,
        },
        GameHeader => "header": header(),
        GameSnapshot => "snapshot": snapshot(),
        Entry => "entry": entry(),
        Lobby => "lobby":
            Lobby { open: vec![], playing: vec![summary(playing())], yours: vec![summary(over())] },
        Me => "me": Me { user: Some(ada()), version: 2, server_levels: 8 },
        Profile => "profile":
            Profile { user: ada(), created: 5, results: vec![results()], games: vec![summary(over())] },
        NewToken => "new-token": NewToken { label: text("script") },
        Token => "token": Token { id: text("t1"), label: text("script"), created: 5, secret: Some(text("abc")) },
        CommandRequest => "command": CommandRequest { key: text("k1"), command: GameCommand::Join },
        Confirmation => "confirmation": Confirmation { seq: 3 },
        PuzzleAttempts => "puzzle-attempts": PuzzleAttempts { attempts: vec![attempt()] },
        PuzzleProgress => "puzzle-progress": PuzzleProgress {
            ratings: vec![puzzle_rating()],
            progress: text("hexarium-puzzle-progress/1\nstreak 0 0\n"),
            rejected: vec![rejected()],
        },
        ApiError => "error": ApiError::new(ErrorCode::NotFound, "There is no game 'x'."),
    });
    let parts = check_structs!("part", {
        User => "user": ada(),
        Player => "player": Player { participant: Participant::Engine(seat()), name: text("Level 3"), kind: None },
        GameSummary => "game-summary": summary(GameStatus::Open),
        Results => "results": results(),
        Rating => "rating": rating,
        PuzzleAttempt => "puzzle-attempt": PuzzleAttempt { turn: None, day: None, ..attempt() },
        PuzzleRating => "puzzle-rating": puzzle_rating(),
        RejectedAttempt => "rejected-attempt": rejected(),
        EngineSeat => "engine-seat": seat(),
        Fischer => "fischer": Fischer { initial: 300, increment: 3 },
        Sides<u32> => "sides": sides(1, 2),
    });
    [statuses, bodies, parts].concat()
}

/// The types that can be sent: those of the source that are `Serialize`.
fn declared() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let source = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let mut is_sent = false;
        for line in source.lines() {
            let name = ["struct ", "enum "].iter().find_map(|word| line.strip_prefix("pub ")?.strip_prefix(word));
            if line.starts_with("#[derive(") {
                is_sent = line.contains("Serialize");
            } else if let Some(name) = name {
                let end = name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len());
                assert!(is_sent, "{}: expected a type of messages to be Serialize", &name[..end]);
                found.insert(name[..end].to_string());
                is_sent = false;
            }
        }
    }
    found
}

#[test]
fn every_type_has_a_golden_file() {
    let checked = [client_messages(), commands(), server_messages(), events(), words(), bodies()].concat();
    let types: BTreeSet<String> = checked.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(types, declared(), "the types with examples here are not those in src");
    let files: BTreeSet<String> = checked.iter().map(|(_, file)| format!("{file}.json")).collect();
    let in_folder = std::fs::read_dir(folder()).unwrap();
    let in_folder: BTreeSet<String> = in_folder.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, in_folder, "the files of the examples are not those in {}", folder().display());
}

#[test]
fn a_subscription_without_a_number_starts_with_the_first_event() {
    assert_eq!(
        read_request::<ClientMessage>(r#"{"subscribe":{"game":"g1"}}"#),
        Ok(ClientMessage::Subscribe { game: text("g1"), since: 0 })
    );
}

#[test]
fn clients_ignore_unknown_fields_and_the_server_names_them() {
    fn with_unknown<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str, path: &str) {
        assert_eq!(read_response::<T>(text).as_ref(), Ok(value));
        let error = read_request::<T>(text).unwrap_err();
        assert_eq!(error.code, ErrorCode::BadRequest);
        assert!(error.message.contains(&format!("unknown field `{path}`")), "{error}");
    }
    let message = ServerMessage::Pong { now: 5 };
    with_unknown(&message, r#"{"pong":{"now":5,"load":0.5}}"#, "load");
    let clock = Clock::Fischer(Fischer { initial: 60, increment: 1 });
    with_unknown(&clock, r#"{"fischer":{"initial":60,"increment":1,"delay":2}}"#, "delay");
    with_unknown(&Confirmation { seq: 3 }, r#"{"seq":3,"node":"b"}"#, "node");
    assert!(read_response::<ServerMessage>(r#"{"weather":"fine"}"#).is_err());
    assert!(read_request::<ClientMessage>("\"ping\" \"ping\"").is_err());
}
