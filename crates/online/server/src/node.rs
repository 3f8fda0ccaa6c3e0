//! A server inside this process, for tests.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread::JoinHandle;

use tokio::sync::oneshot;

use crate::{Config, Server};

/// A server that runs until it is stopped or dropped.
pub struct Node {
    address: SocketAddr,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl Node {
    /// Starts a server.
    #[track_caller]
    pub fn start(config: Config) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let (sender, receiver) = mpsc::channel();
        // Everything runs on its own thread, because the caller may be in an asynchronous context.
        let thread = std::thread::spawn(move || {
            let server = Server::bind(config);
            let _ = sender.send(server.as_ref().map(Server::address).map_err(Clone::clone));
            let end = async {
                let _ = stopped.await;
            };
            if let Ok(server) = server {
                server.run_until(end).expect("the server runs until it is stopped");
            }
        });
        let address =
            receiver.recv().expect("the thread sends its address").unwrap_or_else(|problem| panic!("{problem}"));
        Self { address, running: Some((stop, thread)) }
    }

    /// Returns the address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns its URL.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Stops the server gracefully and waits for its end.
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
