//! A server on an empty SQLite database, without rate limits.

use hexarium_client::Client;
use hexarium_games::registry::Games;
use hexarium_server::node::Node;
use hexarium_server::testing::Folder;
use hexarium_server::{Config, Limits};

pub(crate) struct Server {
    pub(crate) node: Node,
    _folder: Folder,
}

impl Server {
    pub(crate) fn start() -> Self {
        let folder = Folder::new();
        let database = folder.path().join("games.sqlite");
        let config = Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games);
        Self { node: Node::start(Config { limits: Limits::none(), ..config }), _folder: folder }
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&self.node.url()).unwrap()
    }
}
