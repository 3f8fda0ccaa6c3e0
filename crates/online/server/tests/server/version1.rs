//! Clients of version 0.1 get a message to reload or update that they can display.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use hexarium_client::Client;
use serde::Deserialize;

use crate::server::Server;

/// The messages of version 1, as 0.1 parses them.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum ToClient {
    Welcome { version: u32, you: Option<String>, now: i64 },
    Goodbye(Refusal),
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Refusal {
    code: Code,
    message: String,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
enum Code {
    Version,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Me {
    you: Option<String>,
    version: u32,
    server_levels: u8,
}

impl Server {
    /// Sends a request and returns the status, and everything after the headers.
    fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(self.node.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let host = self.node.address();
        let length = body.len();
        let text =
            format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\n{headers}content-length: {length}\r\n\r\n{body}");
        stream.write_all(text.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("headers end");
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
        (status, bytes[end + 4..].to_vec())
    }

    fn json<T: serde::de::DeserializeOwned>(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, T) {
        let headers = format!("connection: close\r\n{headers}");
        let (status, body) = self.request(method, path, &headers, body);
        let text = String::from_utf8_lossy(&body).into_owned();
        (status, serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error} in {text}")))
    }

    /// Opens a WebSocket and returns the texts that arrive until the server closes it.
    fn websocket(&self, version: &str, origin: bool) -> (u16, Vec<String>) {
        let origin = if origin { format!("origin: http://{}\r\n", self.node.address()) } else { String::new() };
        let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
            sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let (status, bytes) = self.request("GET", &format!("/ws?v={version}"), &format!("{upgrade}{origin}"), "");
        let mut texts = Vec::new();
        let mut rest = &*bytes;
        // Frames of the server: a byte with the kind, one or three with the length, the text.
        while status == 101 && rest.len() >= 2 {
            let (kind, short) = (rest[0] & 15, usize::from(rest[1]));
            let (start, length) = match short {
                126 => (4, usize::from(rest[2]) << 8 | usize::from(rest[3])),
                _ => (2, short),
            };
            if kind == 1 {
                texts.push(String::from_utf8(rest[start..start + length].to_vec()).unwrap());
            }
            rest = &rest[start + length..];
        }
        (status, texts)
    }
}

const JSON: &str = "content-type: application/json\r\n";

#[test]
fn a_page_of_0_1_gets_the_error_over_its_websocket() {
    let server = Server::start();
    let (status, texts) = server.websocket("1", true);
    assert_eq!((status, texts.len()), (101, 2), "{texts:?}");
    match serde_json::from_str(&texts[0]).unwrap() {
        // A version other than 1 makes the page ask for a reload.
        ToClient::Welcome { version, you, now } => assert!(version == 2 && you.is_none() && now > 0),
        other => panic!("{other:?}"),
    }
    match serde_json::from_str(&texts[1]).unwrap() {
        ToClient::Goodbye(error) => {
            assert_eq!(error.code, Code::Version);
            assert!(error.message.contains("reload the page"), "{error:?}");
        }
        other => panic!("{other:?}"),
    }
    let (status, texts) = server.websocket("3", true);
    assert_eq!(status, 101);
    assert!(texts[0].contains("unsupported-version"), "{texts:?}");
}

#[test]
fn a_page_of_0_1_finds_a_server_and_displays_the_error() {
    let server = Server::start();
    // An unreadable response would look like a site without a server.
    let (status, me) = server.json::<Me>("GET", "/api/me", "", "");
    assert_eq!((status, me.version), (200, 2));
    for (method, path, body) in [
        ("POST", "/api/guest", r#"{"name":"Ada"}"#),
        ("POST", "/api/games", r#"{"game":"hex"}"#),
        ("POST", "/api/games/abc/acts", r#"{"key":"1","act":"resign"}"#),
        ("GET", "/api/lobby", ""),
    ] {
        let (status, error) = server.json::<Refusal>(method, path, JSON, body);
        assert_eq!((status, error.code), (400, Code::Version), "{path}");
        assert!(error.message.contains("reload the page"), "{path}");
    }
}

#[test]
fn a_program_of_0_1_gets_an_error_with_advice_to_update() {
    let server = Server::start();
    let bearer = "authorization: Bearer abcdefgh\r\n";
    let (status, error) = server.json::<Refusal>("GET", "/api/me", bearer, "");
    assert_eq!((status, error.code), (400, Code::Version));
    assert!(error.message.contains("update the program"));
    let (status, body) = server.request("GET", "/ws?v=1", "connection: close\r\n", "");
    let error: Refusal = serde_json::from_slice(&body).unwrap();
    assert_eq!((status, error.code), (400, Code::Version));
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_requests_and_fields_are_rejected_by_name() {
    let server = Server::start();
    let mut client = Client::new(&server.node.url()).unwrap();
    client.create_guest("Ada").await.unwrap();
    for (body, name) in [
        (serde_json::json!({ "game": "hex", "colour": "red" }), "`colour`"),
        (
            serde_json::json!({ "game": "hex", "clock": { "fischer": { "initial": 60, "increment": 1, "delay": 2 } } }),
            "delay`",
        ),
        (serde_json::json!({ "game": "hex", "clock": "sand" }), "`sand`"),
    ] {
        let error = client.post::<serde_json::Value>("/api/v2/games", &body).await.unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
    let mut connection = client.connect().await.unwrap();
    connection.next().await.unwrap();
    for (text, name) in
        [(r#"{"visit":{"game":"abc"}}"#, "`visit`"), (r#"{"subscribe":{"game":"a","from":1}}"#, "from`")]
    {
        connection.send_text(text).await.unwrap();
        let answer = connection.next().await.unwrap();
        assert!(format!("{answer:?}").contains(name), "{answer:?}");
    }
}
