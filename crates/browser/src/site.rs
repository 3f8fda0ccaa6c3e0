//! The app, served by this very process.

use hexarium_server::node::Node;
use hexarium_server::testing::Folder;
use hexarium_server::{Config, Limits};

/// A server of the app on a port of its own, until it is stopped or dropped.
pub struct Site {
    node: Node,
    /// How it was set up, with the port that it has got.
    config: Config,
    /// Where it keeps what it is told.
    _folder: Folder,
}

impl Site {
    /// Begins to serve.
    #[track_caller]
    pub fn start() -> Self {
        Self::start_with(|_| ())
    }

    /// The same, set up in another way.
    #[track_caller]
    pub fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        assert!(hexarium_server::has_app(), "the app is not in this binary: run `cargo xtask site` first");
        let folder = Folder::new();
        let database = folder.path().join("hexarium.sqlite");
        let mut config = Config { limits: Limits::none(), ..Config::new("127.0.0.1:0", &database.to_string_lossy()) };
        change(&mut config);
        let node = Node::start(config.clone());
        config.listen = node.address().to_string();
        Self { node, config, _folder: folder }
    }

    /// Is there again, at the same address and with what it has kept.
    #[track_caller]
    pub fn restart(&mut self) {
        self.node.stop();
        self.node = Node::start(self.config.clone());
    }

    /// The address of a part of the app, such as `#/new/hex`.
    pub fn address(&self, part: &str) -> String {
        format!("{}/{part}", self.node.url())
    }

    /// Is gone from the network from now on.
    pub fn stop(&mut self) {
        self.node.stop();
    }
}
