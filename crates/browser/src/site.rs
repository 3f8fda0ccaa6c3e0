//! The app, served by this very process.

use std::net::SocketAddr;
use std::thread::JoinHandle;

use hexarium_server::Server;
use tokio::sync::oneshot;

/// A server of the app on a port of its own, until it is stopped or dropped.
pub struct Site {
    address: SocketAddr,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl Site {
    /// Begins to serve.
    #[track_caller]
    pub fn start() -> Self {
        assert!(hexarium_server::has_app(), "the app is not in this binary: run `cargo xtask site` first");
        let server = Server::bind("127.0.0.1:0").expect("a server finds a free port");
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let end = async {
            let _ = stopped.await;
        };
        let thread = std::thread::spawn(move || server.run_until(end).expect("the server runs until it is stopped"));
        Self { address, running: Some((stop, thread)) }
    }

    /// The address of a part of the app, such as `#/new/hex`.
    pub fn address(&self, part: &str) -> String {
        format!("http://{}/{part}", self.address)
    }

    /// Is gone from the network from now on.
    pub fn stop(&mut self) {
        if let Some((stop, _)) = self.running.take() {
            // The thread ends by itself when the last browser has hung up.
            let _ = stop.send(());
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}
