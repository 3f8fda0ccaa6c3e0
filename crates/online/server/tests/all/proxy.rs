//! The documented configuration of nginx, in front of a server.

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

/// An nginx that is stopped when dropped, and also when the test process ends in any other way.
struct Nginx {
    address: SocketAddr,
    /// Waits for the end of its input and then stops nginx.
    keeper: Child,
    _folder: Folder,
}

impl Nginx {
    /// Starts nginx with the documented configuration.
    fn start(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let folder = Folder::new();
        let path = folder.path().display();
        // The folders of what nginx buffers are those of Debian, unless they are set.
        let buffers: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {path}/{name};\n"))
            .concat();
        let config = format!(
            "daemon off;\nmaster_process off;\npid {path}/pid;\nerror_log {path}/log;\nevents {{}}\n\
             http {{\naccess_log off;\n{buffers}{}\n}}\n",
            documented(address, server)
        );
        let file = folder.path().join("nginx.conf");
        std::fs::write(&file, config).unwrap();
        let script = r#"trap '' INT TERM HUP; nginx -e "$0/log" -c "$0/nginx.conf" & cat >/dev/null; kill -9 $!"#;
        let mut keeper = Command::new("sh");
        keeper.args(["-c", script]).arg(folder.path()).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        let keeper = keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let nginx = Self { address, keeper, _folder: folder };
        eventually("nginx (`cargo xtask nginx` installs it) to accept connections", || {
            let log = || std::fs::read_to_string(nginx._folder.path().join("log")).unwrap_or_default();
            TcpStream::connect(address).map(drop).map_err(|problem| format!("{problem} {}", log()))
        });
        nginx
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

/// Returns the configuration in the documents, with the addresses of this test and without TLS.
fn documented(listen: SocketAddr, server: SocketAddr) -> String {
    let document = include_str!("../../../../../docs/operations.md");
    let start = document.find("```nginx\n").expect("a block of nginx in docs/operations.md") + "```nginx\n".len();
    let block = &document[start..];
    let mut block = block[..block.find("```").expect("its end")].to_string();
    for (from, to) in [("443 ssl", listen.to_string()), ("127.0.0.1:8080", server.to_string())] {
        assert_eq!(block.matches(from).count(), 1, "{from} in {block}");
        block = block.replace(from, &to);
    }
    block.lines().filter(|line| !line.trim_start().starts_with("ssl_")).map(|line| format!("{line}\n")).collect()
}

fn serve(limits: Limits) -> (Nginx, Node, Folder) {
    let folder = Folder::new();
    let database = folder.path().join("games.sqlite");
    let config = Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games);
    let node = Node::start(Config { limits, behind_proxy: true, ..config });
    (Nginx::start(node.address()), node, folder)
}

#[tokio::test]
async fn page_api_and_websocket_work_behind_nginx() {
    let (nginx, _node, _folder) = serve(Limits::none());
    let address = nginx.address;
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
    let mut ada = Client::new(&nginx.url()).unwrap();
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
    let (nginx, _node, _folder) = serve(Limits { connections: 4, ..Limits::none() });
    let address = nginx.address;
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
