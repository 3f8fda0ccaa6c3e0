//! The app, served by this process.

use hexarium_games::registry::Games;
use hexarium_server::node::Node;
use hexarium_server::testing::Folder;
use hexarium_server::{Config, Limits};

/// A server of the app on a free port, until it is stopped or dropped.
pub struct Site {
    node: Node,
    /// The configuration, with the port that the server has got.
    config: Config,
    /// The folder of the database.
    _folder: Folder,
}

impl Site {
    /// Starts a server with the default configuration and no limits.
    #[track_caller]
    pub fn start() -> Self {
        Self::start_with(|_| ())
    }

    /// Starts a server with a changed configuration.
    #[track_caller]
    pub fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let has_app = hexarium_server::has_app();
        assert!(has_app, "the app is not in this binary: run `cargo xtask site` first");
        let folder = Folder::new();
        let database = folder.path().join("hexarium.sqlite");
        let config = Config::new("127.0.0.1:0", &database.to_string_lossy(), &Games);
        let mut config = Config { limits: Limits::none(), ..config };
        change(&mut config);
        let node = Node::start(config.clone());
        config.listen = node.address().to_string();
        Self { node, config, _folder: folder }
    }

    /// Starts the server again, at the same address and with the same database.
    #[track_caller]
    pub fn restart(&mut self) {
        self.node.stop();
        self.node = Node::start(self.config.clone());
    }

    /// Returns the address of a page of the app, such as `#/new/hex`.
    pub fn address(&self, page: &str) -> String {
        format!("{}/{page}", self.node.url())
    }

    /// Stops the server.
    pub fn stop(&mut self) {
        self.node.stop();
    }
}
