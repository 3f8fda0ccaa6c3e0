//! Requests as raw text, each over a connection of its own.

use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};

use hexarium_server::testing::DEADLINE;
use serde_json::Value;

/// The header of a request with a JSON body.
pub(crate) const JSON: &str = "content-type: application/json\r\n";

/// The headers of a request for a WebSocket.
pub(crate) const UPGRADE: &str = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n\
    sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The status line and the headers, in lower case.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// Reads a response up to the end of the connection.
    pub(crate) fn read(mut stream: TcpStream) -> Self {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_lowercase(), body: body.to_string() }
    }

    /// Returns the code of an error response, which must be readable.
    pub(crate) fn code(&self) -> String {
        let body = self.body.lines().find(|line| line.starts_with('{')).unwrap_or(&self.body);
        let error: Value = serde_json::from_str(body).unwrap_or_else(|_| {
            panic!("{} is no error: {:?}", self.status, self.body.chars().take(200).collect::<String>())
        });
        assert!(error["message"].as_str().is_some_and(|m| m.len() > 5 && m.len() < 500), "{error}");
        error["code"].as_str().unwrap().to_string()
    }

    /// Returns a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let prefix = format!("{name}: ");
        self.head.lines().find_map(|line| line.strip_prefix(&prefix))
    }
}

/// Sends the start of a request, or anything.
pub(crate) fn send(address: SocketAddr, text: &[u8]) -> TcpStream {
    with_text(TcpStream::connect(address).unwrap(), text)
}

/// Sends a request from one of the addresses of this machine.
pub(crate) async fn send_from(source: &str, address: SocketAddr, text: &[u8]) -> TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind((source.parse::<IpAddr>().unwrap(), 0).into()).unwrap();
    let stream = socket.connect(address).await.unwrap().into_std().unwrap();
    stream.set_nonblocking(false).unwrap();
    with_text(stream, text)
}

fn with_text(mut stream: TcpStream, text: &[u8]) -> TcpStream {
    stream.set_read_timeout(Some(DEADLINE)).unwrap();
    // The server may close the connection before it has read everything.
    let _ = stream.write_all(text);
    stream
}

/// Sends a request and reads the response up to the end of the connection.
pub(crate) fn raw(address: SocketAddr, text: &[u8]) -> Answer {
    Answer::read(send(address, text))
}

/// Reads the head of a response and leaves the connection open.
pub(crate) fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|length| length == 1) {
        head.push(byte[0]);
    }
    String::from_utf8_lossy(&head).to_lowercase()
}

/// Returns a GET request with more headers.
pub(crate) fn get(address: SocketAddr, path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}\r\n")
}

/// Returns a POST request with a JSON body and more headers.
pub(crate) fn post(address: SocketAddr, path: &str, headers: &str, body: &Value) -> String {
    let body = body.to_string();
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{JSON}{headers}content-length: {length}\r\n\r\n{body}"
    )
}
