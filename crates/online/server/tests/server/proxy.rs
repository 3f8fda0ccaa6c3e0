//! The documented configurations of proxies, in front of a server.

use std::io::Read;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use hexarium_client::Client;
use hexarium_games::registry::Games;
use hexarium_server::node::Node;
use hexarium_server::testing::{Folder, eventually, within};
use hexarium_server::{Config, Limits};
use hexarium_wire::ServerMessage;
use serde_json::json;

use super::raw::{Answer, UPGRADE, get, head, post, raw, send_from};

/// The kinds of proxies with a documented configuration.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Nginx,
    Caddy,
}

/// A proxy that is stopped when dropped, and also when the test process ends in any other way.
struct Proxy {
    address: SocketAddr,
    /// Waits for the end of its input and then stops the proxy.
    keeper: Child,
    _folder: Folder,
}

impl Proxy {
    /// Starts a proxy with the documented configuration.
    fn start(kind: Kind, server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let folder = Folder::new();
        let path = folder.path().display();
        let (name, config, command) = match kind {
            Kind::Nginx => {
                ("nginx", nginx(&path.to_string(), address, server), r#"nginx -e "$PWD/log" -c "$PWD/config""#)
            }
            Kind::Caddy => ("Caddy", caddy(address, server), "caddy run --config config --adapter caddyfile"),
        };
        std::fs::write(folder.path().join("config"), config).unwrap();
        let script = format!("trap '' INT TERM HUP; {command} 2>log & cat >/dev/null; kill -9 $!");
        let mut keeper = Command::new("sh");
        keeper.args(["-c", &script]).current_dir(folder.path());
        // Caddy writes into its home.
        let path = std::env::var("PATH").unwrap_or_default();
        keeper.env("PATH", format!("/usr/sbin:/usr/bin:/sbin:/bin:{path}")).env("HOME", folder.path());
        let keeper = keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let proxy = Self { address, keeper, _folder: folder };
        eventually(&format!("{name} (`cargo xtask proxies` installs it) to accept connections"), || {
            let log = || std::fs::read_to_string(proxy._folder.path().join("log")).unwrap_or_default();
            TcpStream::connect(address).map(drop).map_err(|problem| format!("{problem} {}", log()))
        });
        proxy
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

/// The documented configuration of nginx, without TLS.
fn nginx(folder: &str, listen: SocketAddr, server: SocketAddr) -> String {
    // The folders of what nginx buffers are those of Debian, unless they are set.
    let buffers: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {folder}/{name};\n"))
        .concat();
    let block = documented("```nginx", "443 ssl", listen, server);
    let block: String =
        block.lines().filter(|line| !line.trim_start().starts_with("ssl_")).map(|line| format!("{line}\n")).collect();
    format!(
        "daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\n\
         http {{\naccess_log off;\n{buffers}{block}\n}}\n"
    )
}

/// The documented configuration of Caddy, without TLS.
fn caddy(listen: SocketAddr, server: SocketAddr) -> String {
    let block = documented("```caddyfile", "hexarium.example", listen, server);
    format!("{{\n    admin off\n}}\n{}", block.replace(&listen.to_string(), &format!("http://{listen}")))
}

/// Returns a block of the documents with the addresses of this test.
fn documented(start: &str, name: &str, listen: SocketAddr, server: SocketAddr) -> String {
    let document = include_str!("../../../../../docs/operations.md");
    let (_, block) = document.split_once(&format!("{start}\n")).expect("a block in docs/operations.md");
    let (block, _) = block.split_once("```").expect("its end");
    let mut block = block.to_string();
    for (from, to) in [(name, listen.to_string()), ("127.0.0.1:8080", server.to_string())] {
        assert_eq!(block.matches(from).count(), 1, "{from} in {block}");
        block = block.replace(from, &to);
    }
    block
}

fn serve(kind: Kind, limits: Limits) -> (Proxy, Node, Folder) {
    let folder = Folder::new();
    let database = folder.path().join("games.sqlite");
    let config = Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games);
    let node = Node::start(Config { limits, behind_proxy: true, ..config });
    (Proxy::start(kind, node.address()), node, folder)
}

#[tokio::test]
async fn page_api_and_websocket_work_behind_nginx() {
    page_api_and_websocket_work(Kind::Nginx).await;
}

#[tokio::test]
async fn page_api_and_websocket_work_behind_caddy() {
    page_api_and_websocket_work(Kind::Caddy).await;
}

async fn page_api_and_websocket_work(kind: Kind) {
    let (proxy, _node, _folder) = serve(kind, Limits::none());
    let address = proxy.address;
    let page = raw(address, get(address, "/", "").as_bytes());
    assert!(page.status == 200 && page.header("content-type") == Some("text/html; charset=utf-8"), "{}", page.head);
    // A page sends its origin, which has the port.
    let origin = format!("origin: http://{address}\r\n");
    let guest = post(address, "/api/v2/guest", &origin, &json!({ "name": "Ada" }));
    let answer = raw(address, guest.as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(!answer.header("set-cookie").unwrap().contains("secure"), "this proxy has no TLS");
    let answer = raw(address, guest.replace(&origin, "origin: http://evil.example\r\n").as_bytes());
    assert_eq!((answer.status, answer.code().as_str()), (403, "wrong-origin"));
    // A WebSocket of a program, and one of a page.
    let mut ada = Client::new(&proxy.url()).unwrap();
    ada.create_account("Ada", "correct horse").await.unwrap();
    let mut live = ada.connect().await.unwrap();
    assert!(matches!(within("a welcome", live.next()).await, Ok(ServerMessage::Welcome { user: Some(_), .. })));
    let (mut stream, head) = websocket(address, "127.0.0.1", &origin).await;
    assert!(head.starts_with("http/1.1 101"), "{head}");
    let mut welcome = [0; 12];
    stream.read_exact(&mut welcome).unwrap();
    assert!(welcome.ends_with(b"{\"welcome\""), "{welcome:?}");
}

/// Opens a WebSocket from an address of this machine.
async fn websocket(address: SocketAddr, source: &str, headers: &str) -> (TcpStream, String) {
    let request = get(address, "/ws?v=2", &format!("{headers}{UPGRADE}")).replace("connection: close\r\n", "");
    let mut stream = send_from(source, address, request.as_bytes()).await;
    let head = head(&mut stream);
    (stream, head)
}

#[tokio::test]
async fn clients_behind_nginx_share_no_limit_and_cannot_forge_an_address() {
    clients_share_no_limit_and_cannot_forge_an_address(Kind::Nginx).await;
}

#[tokio::test]
async fn clients_behind_caddy_share_no_limit_and_cannot_forge_an_address() {
    clients_share_no_limit_and_cannot_forge_an_address(Kind::Caddy).await;
}

async fn clients_share_no_limit_and_cannot_forge_an_address(kind: Kind) {
    let (proxy, _node, _folder) = serve(kind, Limits { connections: 4, ..Limits::none() });
    let address = proxy.address;
    let (first, second) = ("127.0.0.2", "127.0.0.3");
    let mut held = Vec::new();
    for _ in 0..4 {
        let (stream, head) = websocket(address, first, "").await;
        assert!(head.starts_with("http/1.1 101"), "{head}");
        held.push(stream);
    }
    let asked = async |source: &str, headers: &str| {
        Answer::read(send_from(source, address, get(address, "/api/v2/me", headers).as_bytes()).await)
    };
    let answer = asked(first, "").await;
    assert_eq!((answer.status, answer.code().as_str()), (429, "rate-limited"));
    assert!(answer.header("retry-after").is_some(), "{}", answer.head);
    for forged in ["x-forwarded-for: 9.9.9.9\r\n", "x-forwarded-for: 9.9.9.9\r\nx-forwarded-for: 8.8.8.8\r\n"] {
        assert_eq!(asked(first, forged).await.status, 429, "{forged}");
    }
    assert_eq!(asked(second, "").await.status, 200);
    assert!(websocket(address, second, "").await.1.starts_with("http/1.1 101"));
    // A stranger cannot use up the limits of another client.
    assert_eq!(asked(second, &format!("x-forwarded-for: {first}\r\n")).await.status, 200);
}
