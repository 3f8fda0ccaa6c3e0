//! A server in this very process, for tests.

use std::thread::JoinHandle;

use tokio::sync::oneshot;

use crate::{Config, Server};

/// A server that runs until it is stopped or dropped.
pub struct Node {
    address: std::net::SocketAddr,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl Node {
    /// Begins to serve.
    #[track_caller]
    pub fn start(config: Config) -> Self {
        let server = Server::bind(config).unwrap_or_else(|problem| panic!("{problem}"));
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let end = async {
            let _ = stopped.await;
        };
        let thread = std::thread::spawn(move || server.run_until(end).expect("the server runs until it is stopped"));
        Self { address, running: Some((stop, thread)) }
    }

    /// Where it listens.
    pub fn address(&self) -> std::net::SocketAddr {
        self.address
    }

    /// Where it is, as browsers say it.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends it in good order and waits for that.
    pub fn stop(&mut self) {
        if let Some((stop, thread)) = self.running.take() {
            let _ = stop.send(());
            let _ = thread.join();
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.stop();
    }
}
