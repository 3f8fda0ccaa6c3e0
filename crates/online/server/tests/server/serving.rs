//! The HTTP interface over real connections.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use hexarium_games::registry::Games;
use hexarium_server::node::Node;
use hexarium_server::testing::Folder;
use hexarium_server::{Config, Server, has_app, sizes};

/// Starts a server on a free port; it stops with the test.
fn serve() -> (Node, Folder) {
    let folder = Folder::new();
    (Node::start(config("127.0.0.1:0", &folder)), folder)
}

fn config(listen: &str, folder: &Folder) -> Config {
    Config::new(listen, &folder.path().join("games.sqlite").to_string_lossy(), &Games)
}

/// Returns head and body of a response.
fn get(address: SocketAddr, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n{headers}\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("end of the head");
    (String::from_utf8_lossy(&answer[..end]).to_lowercase(), answer[end + 4..].to_vec())
}

#[test]
fn the_health_check_succeeds() {
    let (head, body) = get(serve().0.address(), "/healthz", "");
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert_eq!(body, b"ok\n");
}

#[test]
fn unknown_paths_are_not_found() {
    let (node, _folder) = serve();
    let address = node.address();
    for path in ["/nothing.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/rules/"] {
        let (head, body) = get(address, path, "");
        assert!(head.starts_with("http/1.1 404"), "{path}: {head}");
        assert_eq!(body, b"There is no such page.\n", "{path}");
    }
}

#[test]
fn a_file_is_compressed_only_if_the_client_accepts_it() {
    assert!(has_app(), "the app is not in this binary: run `cargo xtask site` first");
    let (node, _folder) = serve();
    let address = node.address();
    let (head, whole) = get(address, "/", "");
    assert!(head.contains("content-type: text/html") && !head.contains("content-encoding"), "{head}");
    assert!(whole.starts_with(b"<!doctype html>"));
    let (head, packed) = get(address, "/", "accept-encoding: gzip, br;q=0.9\r\n");
    let size = sizes().iter().find(|(name, _)| *name == "index.html").unwrap().1;
    assert_eq!(packed.len(), size);
    // A development build of the site is not compressed.
    assert_eq!(head.contains("content-encoding: br"), packed != whole, "{head}");
    assert!(packed.len() <= whole.len());
}

#[test]
fn an_invalid_or_used_address_is_reported() {
    let (node, folder) = serve();
    let problem = |listen: &str| Server::bind(config(listen, &folder)).err().expect("binding must fail here");
    assert_eq!(problem("here"), "invalid address 'here': expected one with a port, such as 127.0.0.1:8080");
    let taken = node.address().to_string();
    assert!(problem(&taken).starts_with(&format!("cannot listen on {taken}")), "{}", problem(&taken));
}
