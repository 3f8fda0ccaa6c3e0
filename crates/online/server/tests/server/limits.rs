//! Limits of what one client can use, directly and behind a proxy.

use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use hexarium_client::{Client, Connection};
use hexarium_games::registry::Games;
use hexarium_server::node::Node;
use hexarium_server::testing::{Folder, eventually, eventually_async, within};
use hexarium_server::{Config, Limits, Timeouts};
use hexarium_wire::http::{Me, NewGame};
use hexarium_wire::{ErrorCode, ServerMessage};
use serde_json::json;
use sqlx::{ConnectOptions, Connection as _};

use super::raw::{Answer, JSON, UPGRADE, get, head, post, raw, send};

fn serve(change: impl FnOnce(&mut Config)) -> (Node, Folder) {
    let folder = Folder::new();
    let database = folder.path().join("games.sqlite");
    let mut config = Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games);
    config.limits = Limits::none();
    change(&mut config);
    (Node::start(config), folder)
}

/// Returns the header by which a proxy names its client.
fn forwarded(client: &str) -> String {
    format!("x-forwarded-for: {client}\r\n")
}

fn asked(address: SocketAddr, client: &str) -> Answer {
    raw(address, get(address, "/api/v2/me", &forwarded(client)).as_bytes())
}

async fn welcome(client: &Client) -> Result<Connection, String> {
    let mut live = client.connect().await.map_err(|problem| problem.to_string())?;
    match within("a welcome", live.next()).await {
        Ok(ServerMessage::Welcome { .. }) => Ok(live),
        other => Err(format!("{other:?}")),
    }
}

#[tokio::test]
async fn a_websocket_counts_until_it_closes() {
    let limits = [Limits { connections: 5, ..Limits::none() }, Limits { all_connections: 5, ..Limits::none() }];
    for limits in limits {
        let (node, _folder) = serve(|config| config.limits = limits);
        let client = Client::new(&node.url()).unwrap();
        let mut open = Vec::new();
        for _ in 0..5 {
            open.push(welcome(&client).await.unwrap());
        }
        assert!(welcome(&client).await.is_err(), "a sixth connection: {limits:?}");
        open.pop().unwrap().close().await;
        let again = eventually_async("room for a connection", async || welcome(&client).await).await;
        assert!(welcome(&client).await.is_err(), "{limits:?}");
        drop(again);
    }
}

/// All connections come from the address of the proxy.
#[test]
fn behind_a_proxy_every_client_has_limits_of_its_own() {
    let (node, _folder) = serve(|config| {
        config.limits.connections = 3;
        config.behind_proxy = true;
    });
    let address = node.address();
    let idle: Vec<TcpStream> = (0..10).map(|_| TcpStream::connect(address).unwrap()).collect();
    let websocket = |client: &str| {
        let request = get(address, "/ws?v=2", &(forwarded(client) + UPGRADE)).replace("connection: close\r\n", "");
        let mut stream = send(address, request.as_bytes());
        let head = head(&mut stream);
        (stream, head)
    };
    let mut held = Vec::new();
    for _ in 0..3 {
        let (stream, head) = websocket("1.1.1.1");
        assert!(head.starts_with("http/1.1 101"), "{head}");
        held.push(stream);
    }
    let (_stream, head) = websocket("1.1.1.1");
    assert!(head.starts_with("http/1.1 429") && head.contains("retry-after: "), "{head}");
    let answer = asked(address, "1.1.1.1");
    assert_eq!((answer.status, answer.code().as_str()), (429, "rate-limited"));
    assert_eq!(asked(address, "6.6.6.6, 1.1.1.1").status, 429, "a forged address before that of the proxy");
    assert_eq!(asked(address, "2.2.2.2").status, 200, "another client");
    drop(held);
    eventually("the end of the connections to be noticed", || match asked(address, "1.1.1.1").status {
        200 => Ok(()),
        status => Err(status.to_string()),
    });
    drop(idle);
}

#[tokio::test]
async fn exports_are_limited_per_user_and_in_total() {
    let (node, folder) = serve(|config| (config.limits.exports, config.limits.all_exports) = (2, 3));
    let address = node.address();
    let mut users = Vec::new();
    for name in ["Ada", "Bob"] {
        let mut client = Client::new(&node.url()).unwrap();
        client.create_guest(name).await.unwrap();
        let game = client.create_game(&NewGame { game: "hex".to_string(), ..NewGame::default() }).await.unwrap().id;
        make_huge(&folder, &game).await;
        users.push(client);
    }
    let export = |client: &Client| {
        let (name, value) = client.credentials_header().unwrap();
        let request = get(address, "/api/v2/me/export", &format!("{name}: {value}\r\n"));
        let mut stream = send(address, request.as_bytes());
        (head(&mut stream), stream)
    };
    let (ada, bob) = (&users[0], &users[1]);
    let mut held = Vec::new();
    for _ in 0..2 {
        let (head, stream) = export(ada);
        assert!(head.starts_with("http/1.1 200"), "{head}");
        held.push(stream);
    }
    let (head, stream) = export(ada);
    assert!(head.starts_with("http/1.1 429") && head.contains("retry-after: "), "{head}");
    assert!(Answer::read(stream).head.contains("expected at most 2 at a time"));
    let (head, stream) = export(bob);
    assert!(head.starts_with("http/1.1 200"), "{head}");
    held.push(stream);
    let records = raw(address, get(address, "/api/v2/records", "").as_bytes());
    assert_eq!((records.status, records.code().as_str()), (429, "rate-limited"), "the total is reached");
    assert!(records.header("retry-after").is_some());
    assert_eq!(raw(address, get(address, "/api/v2/me", "").as_bytes()).status, 200, "everything else goes on");
    // An export that is read makes room for another.
    let mut whole = Vec::new();
    held.remove(0).read_to_end(&mut whole).unwrap();
    assert!(whole.len() > 20_000_000 && whole.ends_with(b"0\r\n\r\n"), "{}", whole.len());
    eventually("room for an export", || match export(ada).0.split(' ').nth(1) {
        Some("200") => Ok(()),
        other => Err(format!("{other:?}")),
    });
}

/// Makes the export of a game larger than all buffers between server and client.
async fn make_huge(folder: &Folder, game: &str) {
    let file = folder.path().join("games.sqlite");
    let mut database = sqlx::sqlite::SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    let sql = "INSERT INTO events (game, seq, at, key, body) VALUES ($1, 1, 1, printf('%.*c', 20000000, 'x'), $2)";
    let body = "{\"draw-offered\":\"first\"}";
    sqlx::query(sql).bind(game).bind(body).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

#[test]
fn silent_connections_are_closed() {
    let headers = Duration::from_millis(300);
    let (node, _folder) = serve(|config| config.timeouts = Timeouts { headers, ..config.timeouts });
    let address = node.address();
    let starts: [&[u8]; 5] =
        [b"", b"GET", b"GET / HTTP/1.1\r\nhost: x\r\n", b"PRI * HTTP/2.0\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"];
    let mut held: Vec<(&[u8], TcpStream)> = Vec::new();
    for start in starts.iter().cycle().take(50) {
        held.push((start, send(address, start)));
    }
    // A connection whose request was answered may stay silent no longer either.
    let mut used = send(address, get(address, "/healthz", "").replace("connection: close\r\n", "").as_bytes());
    assert!(head(&mut used).starts_with("http/1.1 200"));
    held.push((b"a whole request", used));
    for (start, mut stream) in held {
        let end = stream.read_to_end(&mut Vec::new());
        // A read that times out means that the connection is still open.
        let open = end.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock);
        assert!(!open, "after '{}'", String::from_utf8_lossy(start).escape_debug());
    }
}

#[test]
fn a_slow_body_is_a_timeout() {
    let body = Duration::from_millis(300);
    let (node, _folder) = serve(|config| config.timeouts = Timeouts { body, ..config.timeouts });
    let address = node.address();
    for part in ["", "{\"name\":"] {
        let request = format!("POST /api/v2/guest HTTP/1.1\r\nhost: x\r\n{JSON}content-length: 14\r\n\r\n{part}");
        let answer = raw(address, request.as_bytes());
        assert_eq!((answer.status, answer.code().as_str()), (408, "bad-request"), "'{part}'");
    }
}

#[test]
fn text_that_is_not_utf8_is_a_bad_request() {
    let (node, _folder) = serve(|_| {});
    let address = node.address();
    let paths: [&[u8]; 12] = [
        b"GET /api/v2/games/%ff",
        b"GET /api/v2/games/%ff/events",
        b"GET /api/v2/games/%c3%28/record",
        b"POST /api/v2/games/%ff/commands",
        b"GET /api/v2/players/%f0%28%8c%bc",
        b"DELETE /api/v2/me/tokens/%ff",
        b"GET /api/v2/games/x/events?since=%ff",
        b"GET /ws?v=%ff",
        b"GET /ws?v=1&v=2",
        b"GET /api/v2/games/\xff\xfe",
        b"GET /api/v2/games/x/events?since=\xff",
        b"GET /\xff",
    ];
    for path in paths {
        let rest = b" HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n\r\n";
        let answer = raw(address, &[path, &rest[..]].concat());
        let path = path.escape_ascii();
        assert_eq!(answer.status, 400, "{path}: {answer:?}");
        // Bytes that are not ASCII are rejected before there is a path.
        if !answer.body.is_empty() {
            assert!(["bad-request", "unsupported-version"].contains(&&*answer.code()), "{path}: {answer:?}");
        }
    }
    for body in [&b"\xff\xfe\x00\x80"[..], b"{\"name\":\"\xc3\x28\"}", b"{\"name\":\"\xed\xa0\x80\"}"] {
        let length = body.len();
        let head = format!(
            "POST /api/v2/guest HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{JSON}content-length: {length}\r\n\r\n"
        );
        let answer = raw(address, &[head.as_bytes(), body].concat());
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad-request"), "{}", body.escape_ascii());
    }
}

#[tokio::test]
async fn password_attempts_are_limited_by_network_and_by_account() {
    let (node, _folder) = serve(|config| {
        config.behind_proxy = true;
        (config.limits.sign_ins, config.limits.password_attempts) = (5, 60);
    });
    let address = node.address();
    let mut ada = Client::new(&node.url()).unwrap();
    ada.create_account("Ada", "correct horse").await.unwrap();
    let sign_in = |lines: &[String], name: &str, password: &str| {
        let lines: String = lines.iter().map(|line| forwarded(line)).collect();
        raw(address, post(address, "/api/v2/sign-in", &lines, &json!({"name": name, "password": password})).as_bytes())
    };
    // Addresses of one network.
    let attempt = |n: u32| sign_in(&[format!("2001:db8:0:1::{n}")], "Ada", "wrong horse").status;
    assert_eq!((0..6).map(attempt).collect::<Vec<_>>(), [401, 401, 401, 401, 401, 429]);
    // A forged line before that of the proxy.
    let attempt = |n: u32| sign_in(&[format!("6.6.6.{n}"), "7.7.7.7".to_string()], "Eve", "wrong horse").status;
    assert_eq!((0..6).map(attempt).collect::<Vec<_>>(), [401, 401, 401, 401, 401, 429]);
    // Ten attempts at one account, each from a network of its own.
    let attempt = |n: u32| sign_in(&[format!("2001:db8:0:2{n}::1")], "Ada", "wrong horse").status;
    assert_eq!((0..6).map(attempt).collect::<Vec<_>>(), [401, 401, 401, 401, 401, 429]);
    let answer = sign_in(&["2001:db8:0:3::1".to_string()], "Ada", "correct horse");
    assert_eq!((answer.status, answer.code().as_str()), (429, "rate-limited"));
    let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=61).contains(&wait), "{wait}");
    // Her session still works, also to change the password.
    let body = json!({ "current": "correct horse", "new": "battery staple" });
    assert_eq!(ada.post::<Me>("/api/v2/me/password", &body).await.unwrap().user.unwrap().name, "Ada");
    // Others sign in, and a name without an account has the same limit.
    let statuses: Vec<u16> =
        (0..11).map(|n| sign_in(&[format!("8.8.8.{n}")], "Nobody", "wrong horse").status).collect();
    assert_eq!(statuses, [&[401; 10][..], &[429]].concat());
    let mut bob = Client::new(&node.url()).unwrap();
    bob.create_account("Bob", "correct horse").await.unwrap();
    bob.sign_in("Bob", "correct horse").await.unwrap();
}

#[tokio::test]
async fn attempts_at_the_current_password_are_limited() {
    let (node, _folder) = serve(|config| config.limits.password_attempts = 18);
    let mut ada = Client::new(&node.url()).unwrap();
    ada.create_account("Ada", "correct horse").await.unwrap();
    let body = json!({ "current": "wrong horse", "new": "battery staple" });
    for expected in
        [ErrorCode::WrongPassword, ErrorCode::WrongPassword, ErrorCode::WrongPassword, ErrorCode::RateLimited]
    {
        assert_eq!(ada.post::<Me>("/api/v2/me/password", &body).await.unwrap_err().code(), Some(expected));
    }
    let mut elsewhere = Client::new(&node.url()).unwrap();
    elsewhere.sign_in("Ada", "correct horse").await.unwrap();
}
