//! Invalid and malicious requests: every attempt is rejected with a clear error, and none changes a
//! game.
//!
//! There is one server, a game of Ada and Bob in progress, and Eve, who tries everything. After
//! each attempt the game must be unchanged.

use std::io::Read;
use std::net::TcpStream;

use hexarium_client::{Client, ClientError};
use hexarium_games::registry::Games;
use hexarium_server::node::Node;
use hexarium_server::testing::{Folder, eventually, eventually_async, within};
use hexarium_server::{Config, Limits};
use hexarium_wire::http::{Me, NewGame, Token};
use hexarium_wire::{GameCommand, GameSnapshot, ServerMessage, Side};
use serde_json::{Value, json};

use super::raw::{Answer, JSON, UPGRADE, head, raw, send};

/// A server with a game in progress and all users of these tests.
struct Scene {
    node: Node,
    _folder: Folder,
    ada: Client,
    bob: Client,
    eve: Client,
    game: String,
    before: GameSnapshot,
}

impl Scene {
    async fn new(limits: Limits) -> Self {
        let folder = Folder::new();
        let database = folder.path().join("games.sqlite");
        let node = Node::start(Config { limits, ..Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games) });
        let client = || Client::new(&node.url()).unwrap();
        let (mut ada, mut bob, mut eve) = (client(), client(), client());
        ada.create_account("Ada", "correct horse").await.unwrap();
        bob.create_guest("Bob").await.unwrap();
        eve.create_account("Eve", "battery staple").await.unwrap();
        let game = ada.create_game(&opening("hex(size=5,swap=false)")).await.unwrap().id;
        bob.send_command(&game, "join", GameCommand::Join).await.unwrap();
        ada.send_command(&game, "first", turn(0, &["c3"])).await.unwrap();
        let before = ada.game(&game).await.unwrap();
        Self { node, _folder: folder, ada, bob, eve, game, before }
    }

    /// Sends a request as raw text, so that anything can be sent.
    fn raw(&self, text: &[u8]) -> Answer {
        raw(self.node.address(), text)
    }

    /// Sends a request with a body, with or without a user.
    fn ask(&self, who: Option<&Client>, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let proof = who
            .and_then(Client::credentials_header)
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .unwrap_or_default();
        let length = body.len();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{proof}{headers}content-length: {length}\r\n\r\n{body}",
            self.node.address()
        );
        self.raw(text.as_bytes())
    }

    /// Sends a request with a JSON body.
    fn post(&self, who: Option<&Client>, path: &str, body: Value) -> Answer {
        self.ask(who, "POST", path, JSON, &body.to_string())
    }

    fn command(&self, who: Option<&Client>, key: &str, act: Value) -> Answer {
        self.post(who, &format!("/api/v2/games/{}/commands", self.game), json!({ "key": key, "command": act }))
    }

    /// Checks that the game is unchanged.
    async fn check(&self, attempt: &str) {
        let now = self.ada.game(&self.game).await.unwrap_or_else(|e| panic!("after '{attempt}': {e}"));
        assert_eq!((now.entries, now.header), (self.before.entries.clone(), self.before.header.clone()), "{attempt}");
    }
}

fn opening(game: &str) -> NewGame {
    NewGame { game: game.to_string(), host_side: Some(Side::First), listed: true, ..NewGame::default() }
}

fn turn(number: u32, actions: &[&str]) -> GameCommand {
    GameCommand::Turn { number, actions: actions.iter().map(|action| action.to_string()).collect() }
}

fn played(number: u32, actions: &[&str]) -> Value {
    json!({ "turn": { "number": number, "actions": actions } })
}

/// Counts the attempts.
#[derive(Default)]
struct Tally(usize);

impl Tally {
    async fn refused(&mut self, scene: &Scene, attempt: &str, answer: Answer, expected: &str) {
        self.0 += 1;
        assert!(
            (400..500).contains(&answer.status) || answer.status == 501,
            "{attempt}: {} {}",
            answer.status,
            answer.body
        );
        assert_eq!(answer.code(), expected, "{attempt}: {}", answer.body);
        scene.check(attempt).await;
    }
}

#[tokio::test]
async fn every_bad_request_is_rejected_and_changes_nothing() {
    let scene = Scene::new(Limits::none()).await;
    let (ada, bob, eve) = (Some(&scene.ada), Some(&scene.bob), Some(&scene.eve));
    let game = scene.game.clone();
    let acts = format!("/api/v2/games/{game}/commands");
    let mut tally = Tally::default();

    // Authentication.
    let stranger = Client::with_token(&scene.node.url(), &"x".repeat(52)).unwrap();
    let cases = [
        ("a turn without authentication", scene.command(None, "k", played(1, &["b2"])), "unauthenticated"),
        ("a turn by a spectator", scene.command(eve, "k", played(1, &["b2"])), "forbidden"),
        ("a turn with an unknown token", scene.command(Some(&stranger), "k", played(1, &["b2"])), "unauthenticated"),
        ("a turn out of turn", scene.command(ada, "k", played(1, &["b2"])), "not-your-turn"),
        ("resigning for another", scene.command(eve, "k", json!("resign")), "forbidden"),
        ("a draw offered by a stranger", scene.command(eve, "k", json!("offer-draw")), "forbidden"),
        ("a draw that was not offered is declined", scene.command(bob, "k", json!("decline-draw")), "conflict"),
        ("a turn taken back by a stranger", scene.command(eve, "k", json!("request-takeback")), "forbidden"),
        (
            "a takeback that was not requested is accepted",
            scene.command(ada, "k", json!("accept-takeback")),
            "conflict",
        ),
        ("joining a full game", scene.command(eve, "k", json!("join")), "taken"),
        (
            "inviting an engine to another user's game",
            scene.command(eve, "k", json!({"invite-engine":{"level":1,"location":"browser"}})),
            "taken",
        ),
        ("claiming a game of which one is no part", scene.command(eve, "k", json!("claim-victory")), "forbidden"),
        ("calling off a game of others", scene.command(eve, "k", json!("abort")), "forbidden"),
        ("a rematch of a game that is not over", scene.command(ada, "k", json!("rematch")), "conflict"),
        ("a rematch by a stranger", scene.command(eve, "k", json!("rematch")), "forbidden"),
    ];
    for (attempt, answer, expected) in cases {
        tally.refused(&scene, attempt, answer, expected).await;
    }

    // Invalid turns.
    let many = vec!["a1"; 1000];
    let cases = [
        ("a cell that is taken", scene.command(bob, "k", played(1, &["c3"])), "illegal-action"),
        ("a cell that is not there", scene.command(bob, "k", played(1, &["z99"])), "illegal-action"),
        ("no action at all", scene.command(bob, "k", played(1, &[])), "illegal-action"),
        ("two turns in one", scene.command(bob, "k", played(1, &["b2", "b3"])), "illegal-action"),
        ("a thousand actions", scene.command(bob, "k", played(1, &many)), "too-large"),
        ("an action of control characters", scene.command(bob, "k", played(1, &["\u{0}\u{1b}[2J"])), "illegal-action"),
        (
            "an action that is markup",
            scene.command(bob, "k", played(1, &["<script>alert(1)</script>"])),
            "illegal-action",
        ),
        ("an old turn again under another key", scene.command(bob, "k", played(0, &["b2"])), "stale"),
        ("a turn of the future", scene.command(bob, "k", played(9, &["b2"])), "stale"),
        ("a number below zero", scene.command(bob, "k", json!({"turn":{"number":-1,"actions":["b2"]}})), "bad-request"),
        (
            "a number that is none",
            scene.command(bob, "k", json!({"turn":{"number":"1","actions":["b2"]}})),
            "bad-request",
        ),
        (
            "a number that is too large",
            scene.command(bob, "k", json!({"turn":{"number":1e30,"actions":["b2"]}})),
            "bad-request",
        ),
        (
            "another field in a turn",
            scene.command(bob, "k", json!({"turn":{"number":1,"actions":["b2"],"as":"first"}})),
            "bad-request",
        ),
        ("an act that is unknown", scene.command(bob, "k", json!("win")), "bad-request"),
        (
            "two acts at once",
            scene.command(bob, "k", json!({"turn":{"number":1,"actions":["b2"]},"invite-engine":{}})),
            "bad-request",
        ),
        ("a key that is empty", scene.command(bob, "", played(1, &["b2"])), "bad-request"),
        ("a key that is endless", scene.command(bob, &"k".repeat(1000), played(1, &["b2"])), "bad-request"),
        ("a key with a quote", scene.command(bob, "k'; DROP TABLE events; --", played(1, &["b2"])), "bad-request"),
    ];
    for (attempt, answer, expected) in cases {
        tally.refused(&scene, attempt, answer, expected).await;
    }

    // Invalid bodies.
    let deep = "[".repeat(10_000);
    let huge = format!("{{\"key\":\"k\",\"command\":\"{}\"}}", "x".repeat(100_000));
    let valid = json!({ "key": "k", "command": played(1, &["b2"]) }).to_string();
    let cases = [
        ("no body", scene.ask(bob, "POST", &acts, JSON, ""), "bad-request"),
        ("half a body", scene.ask(bob, "POST", &acts, JSON, &valid[..20]), "bad-request"),
        ("a body of brackets", scene.ask(bob, "POST", &acts, JSON, &deep), "bad-request"),
        ("a body of a hundred kilobytes", scene.ask(bob, "POST", &acts, JSON, &huge), "too-large"),
        (
            "a body that is a form",
            scene.ask(bob, "POST", &acts, "content-type: application/x-www-form-urlencoded\r\n", "key=k"),
            "bad-request",
        ),
        (
            "a body that says it is text",
            scene.ask(bob, "POST", &acts, "content-type: text/plain\r\n", &valid),
            "bad-request",
        ),
        ("a body without a type", scene.ask(bob, "POST", &acts, "", &valid), "bad-request"),
        ("a body that is a list", scene.ask(bob, "POST", &acts, JSON, "[1,2,3]"), "bad-request"),
    ];
    for (attempt, answer, expected) in cases {
        tally.refused(&scene, attempt, answer, expected).await;
    }
    let text = format!(
        "POST {acts} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{}: {}\r\n{JSON}content-length: 4\r\n\r\n",
        scene.node.address(),
        scene.bob.credentials_header().unwrap().0,
        scene.bob.credentials_header().unwrap().1
    );
    let bytes = [text.as_bytes(), &[0xff, 0xfe, 0x00, 0x80]].concat();
    tally.refused(&scene, "a body that is not text", scene.raw(&bytes), "bad-request").await;

    // Pages of other sites.
    let origins = ["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:1"];
    for origin in origins {
        let headers = format!("{JSON}origin: {origin}\r\n");
        let attempt = format!("a turn from a page of {origin}");
        tally.refused(&scene, &attempt, scene.ask(bob, "POST", &acts, &headers, &valid), "wrong-origin").await;
    }
    let evil = scene.ask(bob, "GET", "/ws?v=2", &format!("{UPGRADE}origin: https://evil.example\r\n"), "");
    tally.refused(&scene, "a live connection from a page of another site", evil, "wrong-origin").await;
    tally
        .refused(
            &scene,
            "a live connection of the future",
            scene.ask(bob, "GET", "/ws?v=99", UPGRADE, ""),
            "unsupported-version",
        )
        .await;
    tally
        .refused(
            &scene,
            "a live address without a live connection",
            scene.ask(bob, "GET", "/ws?v=2", "", ""),
            "bad-request",
        )
        .await;

    // Paths.
    let cases = [
        ("a game that is not there", scene.ask(bob, "GET", "/api/v2/games/nosuchgame", "", ""), "not-found"),
        ("a game with a quote in its name", scene.ask(bob, "GET", "/api/v2/games/'%20OR%201=1--", "", ""), "not-found"),
        ("a game that climbs", scene.ask(bob, "GET", "/api/v2/games/..%2f..%2fetc%2fpasswd", "", ""), "not-found"),
        (
            "an act in a game that is not there",
            scene.ask(bob, "POST", "/api/v2/games/nosuchgame/commands", JSON, &valid),
            "not-found",
        ),
        ("an unknown player", scene.ask(bob, "GET", "/api/v2/players/nobody", "", ""), "not-found"),
        ("an address that is not there", scene.ask(bob, "GET", "/api/v2/admin", "", ""), "not-found"),
        (
            "events since a word",
            scene.ask(bob, "GET", &format!("/api/v2/games/{game}/events?since=x"), "", ""),
            "bad-request",
        ),
    ];
    for (attempt, answer, expected) in cases {
        tally.refused(&scene, attempt, answer, expected).await;
    }
    for path in ["/../Cargo.toml", "/%2e%2e/%2e%2e/etc/passwd", "/..%5c..%5cwindows", "//etc/passwd", "/.git/config"] {
        let answer = scene.ask(bob, "GET", path, "", "");
        tally.0 += 1;
        assert!(answer.status == 404 || answer.status == 400, "{path}: {}", answer.status);
        assert!(!answer.body.contains("root:") && !answer.body.contains("[workspace]"), "{path}");
    }
    let answer = scene.ask(bob, "PUT", &acts, JSON, &valid);
    tally.0 += 1;
    assert_eq!(answer.status, 405, "{}", answer.body);

    // Invalid games.
    let open = |who, body| scene.post(who, "/api/v2/games", body);
    let endless = format!("hex(size={})", "9".repeat(5_000));
    let cases = [
        ("an unknown game", open(bob, json!({"game":"chess"})), "bad-request"),
        ("an unknown option", open(bob, json!({"game":"hex(colour=1)"})), "bad-request"),
        ("a board that is too large", open(bob, json!({"game":"hex(size=9999)"})), "bad-request"),
        ("an endless game", open(bob, json!({"game":endless})), "bad-request"),
        ("a position that is none", open(bob, json!({"game":"hex","start":"nonsense"})), "bad-request"),
        (
            "a position in which the game is over",
            open(bob, json!({"game":"hex(size=2,swap=false)","start":"B./B. r"})),
            "bad-request",
        ),
        (
            "a clock of no time",
            open(bob, json!({"game":"hex","clock":{"fischer":{"initial":0,"increment":0}}})),
            "bad-request",
        ),
        ("a clock of a thousand days", open(bob, json!({"game":"hex","clock":{"days":1000}})), "bad-request"),
        ("a rated game of a guest", open(bob, json!({"game":"hex","rated":true})), "unauthenticated"),
        ("a game created without authentication", open(None, json!({"game":"hex"})), "unauthenticated"),
        ("a game with another host", open(bob, json!({"game":"hex","host":"ada"})), "bad-request"),
    ];
    for (attempt, answer, expected) in cases {
        tally.refused(&scene, attempt, answer, expected).await;
    }

    // Names and passwords.
    let guest = |name: &str| scene.post(None, "/api/v2/guest", json!({ "name": name }));
    let account =
        |name: &str, password: &str| scene.post(None, "/api/v2/account", json!({ "name": name, "password": password }));
    let cases = [
        ("a name that is a script", guest("<script>alert(1)</script>"), "bad-request"),
        ("a name with a line end", guest("a\r\nset-cookie: x=y"), "bad-request"),
        ("a name that turns the text around", guest("a\u{202e}b"), "bad-request"),
        ("a name of ten thousand letters", guest(&"a".repeat(10_000)), "bad-request"),
        ("a name that is empty", guest(""), "bad-request"),
        ("a name that is taken", account("ADA", "correct horse"), "taken"),
        ("a password that is too short", account("Mallory", "1234567"), "bad-request"),
        ("a password of a novel", account("Mallory", &"x".repeat(5_000)), "bad-request"),
        (
            "a wrong password",
            scene.post(None, "/api/v2/sign-in", json!({"name":"Ada","password":"wrong horse"})),
            "wrong-password",
        ),
        (
            "a password of an unknown user",
            scene.post(None, "/api/v2/sign-in", json!({"name":"' OR '1'='1","password":"wrong horse"})),
            "wrong-password",
        ),
        (
            "a second account for a member",
            scene.post(ada, "/api/v2/account", json!({"name":"Ada2","password":"correct horse"})),
            "conflict",
        ),
        ("an export without authentication", scene.ask(None, "GET", "/api/v2/me/export", "", ""), "unauthenticated"),
        ("a deletion without authentication", scene.ask(None, "DELETE", "/api/v2/me", "", ""), "unauthenticated"),
        ("a guest that would be a bot", scene.ask(bob, "POST", "/api/v2/me/bot", "", ""), "unauthenticated"),
        (
            "an authorization that is none",
            scene.ask(None, "GET", "/api/v2/me", "authorization: Basic YTpi\r\n", ""),
            "unauthenticated",
        ),
    ];
    for (attempt, answer, expected) in cases {
        tally.refused(&scene, attempt, answer, expected).await;
    }

    // Text that is nearly JSON.
    let guests = "/api/v2/guest";
    for (attempt, body) in [
        ("a field that occurs twice", r#"{"name":"Zoe","name":"Eve"}"#),
        ("a comma too many", r#"{"name":"Zoe",}"#),
        ("text after the end", r#"{"name":"Zoe"} {"name":"Zoe"}"#),
        ("a comment", r#"{"name":"Zoe"/* hello */}"#),
        ("a byte order mark", "\u{feff}{\"name\":\"Zoe\"}"),
        ("a name that is a list", r#"{"name":["Zoe"]}"#),
        ("a name that is a number", r#"{"name":7}"#),
        ("a name that is nothing", r#"{"name":null}"#),
        ("half a surrogate", r#"{"name":"\ud800"}"#),
        ("a control character in a text", "{\"name\":\"a\nb\"}"),
        ("a NUL in a name", r#"{"name":"a\u0000b"}"#),
    ] {
        tally.refused(&scene, attempt, scene.ask(None, "POST", guests, JSON, body), "bad-request").await;
    }

    // Parameters and headers.
    for since in ["-1", "1.5", "99999999999999999999999", "0x10", "%00", ""] {
        let path = format!("/api/v2/games/{game}/events?since={since}");
        tally.refused(&scene, &path, scene.ask(bob, "GET", &path, "", ""), "bad-request").await;
    }
    for value in ["Bearer ".to_string(), format!("Bearer {}", "x".repeat(10_000)), "Bearer\t".to_string()] {
        let header = format!("authorization: {value}\r\n");
        let attempt = format!("the authorization '{}'", &value[..value.len().min(20)]);
        tally.refused(&scene, &attempt, scene.ask(bob, "GET", "/api/v2/me", &header, ""), "unauthenticated").await;
    }

    // Tokens.
    let token: Token = scene.ada.post("/api/v2/me/tokens", &json!({ "label": "script" })).await.unwrap();
    let script = Client::with_token(&scene.node.url(), token.secret.as_ref().unwrap()).unwrap();
    let as_cookie = format!("cookie: hexarium={}\r\n{JSON}", token.secret.as_ref().unwrap());
    let cookie = scene.ada.credentials_header().unwrap().1.trim_start_matches("hexarium=").to_string();
    let as_token = format!("authorization: Bearer {cookie}\r\n{JSON}");
    let cases = [
        (
            "a token that makes tokens",
            scene.post(Some(&script), "/api/v2/me/tokens", json!({"label":"more"})),
            "forbidden",
        ),
        (
            "a token that changes the password",
            scene.post(Some(&script), "/api/v2/me/password", json!({"current":"correct horse","new":"battery staple"})),
            "forbidden",
        ),
        (
            "a new password without the current one",
            scene.post(ada, "/api/v2/me/password", json!({"new":"battery staple"})),
            "bad-request",
        ),
        (
            "a new password with a wrong current one",
            scene.post(ada, "/api/v2/me/password", json!({"current":"wrong horse","new":"battery staple"})),
            "wrong-password",
        ),
        (
            "a new password of a novel",
            scene.post(ada, "/api/v2/me/password", json!({"current":"correct horse","new":"x".repeat(5_000)})),
            "bad-request",
        ),
        (
            "a password of a guest",
            scene.post(bob, "/api/v2/me/password", json!({"current":"correct horse","new":"battery staple"})),
            "conflict",
        ),
        (
            "the password of an unknown user",
            scene.post(None, "/api/v2/me/password", json!({"current":"correct horse","new":"battery staple"})),
            "unauthenticated",
        ),
        ("a token that deletes its owner", scene.ask(Some(&script), "DELETE", "/api/v2/me", "", ""), "forbidden"),
        ("a token shown as a cookie", scene.ask(None, "POST", &acts, &as_cookie, &valid), "unauthenticated"),
        ("a cookie shown as a token", scene.ask(None, "POST", &acts, &as_token, &valid), "unauthenticated"),
        (
            "revoking a token of another user",
            scene.ask(eve, "DELETE", &format!("/api/v2/me/tokens/{}", token.id), "", ""),
            "not-found",
        ),
    ];
    for (attempt, answer, expected) in cases {
        tally.refused(&scene, attempt, answer, expected).await;
    }
    let _: Me = scene.ada.send("DELETE", &format!("/api/v2/me/tokens/{}", token.id)).await.unwrap();
    let answer = scene.command(Some(&script), "k", played(1, &["b2"]));
    tally.refused(&scene, "a token that was taken back", answer, "unauthenticated").await;

    assert!(tally.0 >= 120, "{}", tally.0);
    println!("{} bad requests, all rejected", tally.0);
}

/// Text that is not quite HTTP is rejected, or the connection is closed without a response.
#[tokio::test]
async fn malformed_http_is_rejected_and_changes_nothing() {
    let scene = Scene::new(Limits::none()).await;
    let get = |headers: &str| format!("GET /api/v2/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\r\n");
    let post = |headers: &str, body: &str| {
        format!("POST /api/v2/guest HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{JSON}{headers}\r\n{body}")
    };
    let line = |line: &str| format!("{line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    let cases = [
        ("an unknown method", line("FROB /api/v2/me")),
        ("a method in lower case", line("get /api/v2/admin")),
        ("a trace", line("TRACE /")),
        ("a tunnel", line("CONNECT evil.example:443")),
        ("a list of nothing", line("POST /api/v2/lobby")),
        ("deleting a game", line("DELETE /api/v2/games/x")),
        ("a slash too many", line("GET //api/v2/me")),
        ("a slash at the end", line("GET /api/v2/me/")),
        ("a path in capitals", line("GET /API/V2/ME")),
        ("the address of another server", line("GET http://evil.example/api/v2/admin")),
        ("a path of a hundred kilobytes", line(&format!("GET /{}", "a".repeat(100_000)))),
        ("a version of the future", "GET / HTTP/9.9\r\nhost: x\r\n\r\n".to_string()),
        ("no version", "GET /\r\n\r\n".to_string()),
        ("no path", "GET\r\n\r\n".to_string()),
        ("a space in a header name", get("x y: z\r\n")),
        ("a NUL in a header", get("x: a\0b\r\n")),
        ("a folded header", get("x: a\r\n b: c\r\n")),
        ("a header without a name", get(": x\r\n")),
        ("a thousand headers", get(&"x: y\r\n".repeat(1_000))),
        ("two lengths", post("content-length: 14\r\ncontent-length: 15\r\n", "{\"name\":\"Zoe\"}")),
        ("a length below zero", post("content-length: -1\r\n", "{\"name\":\"Zoe\"}")),
        ("a length that is a word", post("content-length: many\r\n", "{\"name\":\"Zoe\"}")),
        ("a length beyond all numbers", post("content-length: 99999999999999999999999\r\n", "{}")),
        ("a chunk without a size", post("transfer-encoding: chunked\r\n", "ZZ\r\n{}\r\n0\r\n\r\n")),
        ("a chunk beyond all numbers", post("transfer-encoding: chunked\r\n", "fffffffffffffffff\r\n{}")),
        ("an unknown encoding", post("transfer-encoding: frob\r\n", "{\"name\":\"Zoe\"}")),
        (
            "a request inside a request",
            post(
                "content-length: 4\r\ntransfer-encoding: chunked\r\n",
                "1c\r\nGET /api/v2/admin HTTP/1.1\r\n\r\n0\r\n\r\n",
            ),
        ),
        (
            "a hundred kilobytes in chunks",
            post("transfer-encoding: chunked\r\n", &format!("186a0\r\n{}\r\n0\r\n\r\n", "x".repeat(100_000))),
        ),
        ("half a WebSocket", line("GET /ws?v=2").replace("close", "upgrade")),
        ("a WebSocket by POST", format!("POST /ws?v=2 HTTP/1.1\r\nhost: x\r\n{UPGRADE}\r\n")),
        (
            "an old WebSocket",
            format!("GET /ws?v=2 HTTP/1.1\r\nhost: x\r\n{}\r\n", UPGRADE.replace("version: 13", "version: 8")),
        ),
    ];
    for (attempt, text) in &cases {
        let mut stream = send(scene.node.address(), text.as_bytes());
        // The end of what the client sends, as the server may wait for more.
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let head = head(&mut stream);
        let status: u16 = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        assert!(status == 0 || (400..500).contains(&status), "{attempt}: {head}");
        scene.check(attempt).await;
    }
}

#[tokio::test]
async fn every_bad_websocket_message_is_rejected_and_changes_nothing() {
    let scene = Scene::new(Limits::none()).await;
    let mut live = scene.eve.connect().await.unwrap();
    let act = |act: Value| json!({ "command": { "game": scene.game, "key": "k", "command": act } }).to_string();
    let messages = [
        String::new(),
        "nonsense".to_string(),
        "{}".to_string(),
        "null".to_string(),
        "[".repeat(5_000),
        json!({ "subscribe": { "game": scene.game, "since": -1 } }).to_string(),
        json!({ "subscribe": { "game": scene.game, "since": 4_000_000_000_u32 } }).to_string(),
        json!({ "subscribe": { "game": "nosuchgame" } }).to_string(),
        json!({ "subscribe": { "game": scene.game, "as": "first" } }).to_string(),
        json!({ "shutdown": true }).to_string(),
        json!({ "event": { "game": scene.game } }).to_string(),
        act(json!("resign")),
        act(json!("join")),
        act(played(1, &["b2"])),
        act(json!({ "turn": { "number": 1 } })),
        act(json!({ "ended": { "winner": "first", "cause": "resigned" } })),
    ];
    for message in &messages {
        live.send_text(message).await.unwrap();
        loop {
            match within("a message", live.next()).await.unwrap() {
                ServerMessage::Rejected { message, .. } => break assert!(message.len() > 5 && message.len() < 500),
                ServerMessage::Welcome { .. } | ServerMessage::Presence { .. } => {}
                other => panic!("{message}: {other:?}"),
            }
        }
        scene.check(message).await;
    }
    // A client without a user may watch, but not send commands.
    let mut anonymous = Client::new(&scene.node.url()).unwrap().connect().await.unwrap();
    anonymous.send_text(&act(played(1, &["b2"]))).await.unwrap();
    loop {
        if let ServerMessage::Rejected { code, .. } = within("a message", anonymous.next()).await.unwrap() {
            break assert_eq!(code, hexarium_wire::ErrorCode::Unauthenticated);
        }
    }
    // A message that is too large closes the connection and does not affect the server.
    live.send_text(&"x".repeat(1_000_000)).await.ok();
    while within("a message", live.next()).await.is_ok() {}
    scene.check("a message of a megabyte").await;
}

#[tokio::test]
async fn every_limit_stops_a_flood() {
    let limits = Limits { requests: 5, sign_ins: 20, messages: 5, open_games: 3, tokens: 2, live: 3, ..Limits::none() };
    let quiet = Limits { requests: 1_000_000, ..limits };
    let scene = Scene::new(quiet).await;
    // Games and tokens of one user.
    for _ in 0..3 {
        scene.eve.create_game(&opening("hex")).await.unwrap();
    }
    assert_eq!(refused(scene.eve.create_game(&opening("hex")).await), "rate-limited");
    for _ in 0..2 {
        let _: Token = scene.eve.post("/api/v2/me/tokens", &json!({ "label": "script" })).await.unwrap();
    }
    assert_eq!(
        refused(scene.eve.post::<Token>("/api/v2/me/tokens", &json!({ "label": "script" })).await),
        "rate-limited"
    );
    // Connections of one person.
    let mut lives = Vec::new();
    for _ in 0..3 {
        let mut live = scene.eve.connect().await.unwrap();
        // From its first message on, a connection counts.
        assert!(matches!(within("a welcome", live.next()).await, Ok(ServerMessage::Welcome { .. })));
        lives.push(live);
    }
    let mut one_more = scene.eve.connect().await.unwrap();
    loop {
        match within("a message", one_more.next()).await {
            Ok(ServerMessage::Closing(error)) => {
                break assert_eq!(error.code, hexarium_wire::ErrorCode::RateLimited);
            }
            Ok(_) => {}
            Err(problem) => panic!("{problem}"),
        }
    }
    // Messages over one connection: first errors, then the connection is closed.
    let live = &mut lives[0];
    for _ in 0..300 {
        if live.send_text("\"ping\"").await.is_err() {
            break;
        }
    }
    let mut warned = 0;
    let ended = loop {
        match within("a message", live.next()).await {
            Ok(ServerMessage::Rejected { .. }) => warned += 1,
            Ok(ServerMessage::Closing(error)) => break error.code,
            Ok(_) => {}
            Err(problem) => panic!("{problem}"),
        }
    };
    assert!(warned >= 10, "{warned}");
    assert_eq!(ended, hexarium_wire::ErrorCode::RateLimited);
    // Attempts to guess a password.
    eventually("too many attempts to be rejected", || {
        let answer = scene.post(None, "/api/v2/sign-in", json!({ "name": "Ada", "password": "short" }));
        if answer.code() == "rate-limited" { Ok(()) } else { Err(answer.body) }
    });
    scene.check("floods").await;

    // Requests from one address, by any user.
    let scene = Scene::new(Limits { requests: 3, ..Limits::none() }).await;
    let ask = || scene.ask(None, "GET", "/api/v2/me", "", "").status;
    assert_eq!(ask(), 200);
    eventually("too many requests to be rejected", || match ask() {
        429 => Ok(()),
        status => Err(status.to_string()),
    });
}

#[tokio::test]
async fn surplus_connections_and_invalid_heads_are_closed() {
    let scene = Scene::new(Limits { connections: 30, ..Limits::none() }).await;
    // More connections than allowed for one address: the server closes the surplus.
    let address = scene.node.address();
    let held: Vec<TcpStream> = (0..60).map(|_| TcpStream::connect(address).unwrap()).collect();
    held.iter().for_each(|stream| stream.set_nonblocking(true).unwrap());
    let is_closed = |mut stream: &TcpStream| match stream.read(&mut [0]) {
        Ok(length) => length == 0,
        Err(problem) => problem.kind() != std::io::ErrorKind::WouldBlock,
    };
    eventually("30 of 60 connections to be closed", || {
        let closed = held.iter().filter(|stream| is_closed(stream)).count();
        if closed >= 30 { Ok(()) } else { Err(closed.to_string()) }
    });
    drop(held);
    eventually_async("room for a connection", async || {
        scene.ada.game(&scene.game).await.map_err(|problem| problem.to_string())
    })
    .await;
    scene.check("too many connections").await;
    // Endless headers.
    let endless = format!("GET / HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "y".repeat(200_000));
    let answer = raw(address, endless.as_bytes());
    assert!(answer.status == 431 || answer.status == 400 || answer.status == 0, "{}", answer.status);
    // Not HTTP.
    let answer = raw(address, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello?\r\n\r\n");
    assert!(answer.status == 400 || answer.status == 0, "{}", answer.status);
    scene.check("no request at all").await;
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let scene = Scene::new(Limits::none()).await;
    for path in ["/", "/api/v2/me", "/api/v2/games/nosuchgame", "/nothing", "/healthz"] {
        let head = scene.ask(None, "GET", path, "", "").head;
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(header), "{path}: {head}");
        }
        assert!(!head.contains("unsafe-inline"), "{path}");
    }
    let head = scene.post(None, "/api/v2/guest", json!({ "name": "Zoe" })).head;
    let cookie = head.lines().find(|line| line.starts_with("set-cookie:")).unwrap();
    assert!(cookie.contains("httponly") && cookie.contains("samesite=strict"), "{cookie}");
}

fn refused<T: std::fmt::Debug>(result: Result<T, ClientError>) -> String {
    let code = result.unwrap_err().code().expect("rejected by the server");
    serde_json::to_value(code).unwrap().as_str().unwrap().to_string()
}
