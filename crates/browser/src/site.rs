//! The app, served by this very process.

use hexarium_server::node::Node;
use hexarium_server::testing::Folder;
use hexarium_server::{Config, Limits};

/// A server of the app on a port of its own, until it is stopped or dropped.
pub struct Site {
    node: Node,
    /// Where it keeps what it is told.
    _folder: Folder,
}

impl Site {
    /// Begins to serve.
    #[track_caller]
    pub fn start() -> Self {
        assert!(hexarium_server::has_app(), "the app is not in this binary: run `cargo xtask site` first");
        let folder = Folder::new();
        let database = folder.path().join("hexarium.sqlite");
        let config = Config { limits: Limits::none(), ..Config::new("127.0.0.1:0", &database.to_string_lossy()) };
        Self { node: Node::start(config), _folder: folder }
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
