//! The server: the browser app and online play.
//!
//! A process has a [`store::Store`] (SQLite or PostgreSQL), a hub with the games in use, and a
//! front end: HTTP, WebSockets and the files of the app, which are embedded in the binary. Several
//! processes on one PostgreSQL database act as one server: see `docs/operations.md`.

pub mod bus;
mod config;
mod gate;
#[cfg(test)]
mod golden;
mod http;
mod hub;
mod listener;
mod metrics;
mod names;
#[cfg(feature = "testing")]
pub mod node;
mod passwords;
mod secret;
mod site;
pub mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod time;
mod websocket;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

pub use config::{Config, Limits, Timeouts};
pub use site::{has_app, sizes};
pub use time::{ManualClock, SystemClock, Time};

use hub::Hub;
use store::Store;

/// The time for the last writes and the end of all connections to the database at shutdown.
const CLOSING: Duration = Duration::from_secs(15);

/// A server that is bound to an address but does not serve yet.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    config: Config,
    hub: Arc<Hub>,
}

impl Server {
    /// Opens the store and binds the address.
    pub fn bind(config: Config) -> Result<Self, String> {
        let listen = &config.listen;
        let address: SocketAddr = listen
            .parse()
            .map_err(|_| format!("invalid address '{listen}': expected one with a port, such as 127.0.0.1:8080"))?;
        let runtime = tokio::runtime::Runtime::new().map_err(|e| format!("cannot start the server: {e}"))?;
        let listener =
            runtime.block_on(TcpListener::bind(address)).map_err(|e| format!("cannot listen on {listen}: {e}"))?;
        let address = listener.local_addr().map_err(|e| e.to_string())?;
        let hub = runtime.block_on(async {
            let store = Store::open_waiting(&config.database, config.database_wait).await?;
            #[cfg(feature = "testing")]
            let store = store.with_faults(&config.faults);
            Hub::new(&config, store).await
        })?;
        Ok(Self { runtime, listener, address, config, hub })
    }

    /// Returns the address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until interrupted by Ctrl-C or a termination signal. Calls `started` with the address
    /// once such a signal shuts the server down gracefully.
    pub fn run(self, started: impl FnOnce(SocketAddr)) -> Result<(), String> {
        let context = self.runtime.enter();
        let end = shutdown_signal().map_err(|e| format!("cannot handle signals: {e}"))?;
        drop(context);
        started(self.address);
        self.run_until(end)
    }

    /// Serves until `end` completes, then shuts down gracefully: clients are notified, and pending
    /// writes are stored.
    pub fn run_until(self, end: impl Future<Output = ()> + Send + 'static) -> Result<(), String> {
        let Self { runtime, listener, config, hub, .. } = self;
        runtime.block_on(async {
            let router = http::router(&config, hub.clone());
            let ending = hub.clone();
            let end = async move {
                end.await;
                ending.ending.send_replace(true);
            };
            listener::serve(listener, router, &config, end).await;
            let closing = async {
                // The clocks have run until now.
                if let Err(error) = hub.last_pulse().await {
                    tracing::warn!("cannot store the time of the shutdown: {error}");
                }
                hub.announce_stop();
                hub.store.close().await;
            };
            if tokio::time::timeout(CLOSING, closing).await.is_err() {
                tracing::warn!("the database did not respond within {CLOSING:?} at shutdown");
            }
        });
        runtime.shutdown_timeout(Duration::from_secs(1));
        Ok(())
    }
}

/// Copies a SQLite database into a new file, also while a server uses it.
pub fn backup(database: &str, target: &std::path::Path) -> Result<(), String> {
    let runtime = tokio::runtime::Runtime::new().map_err(|e| format!("cannot start: {e}"))?;
    runtime.block_on(store::backup(database, target))
}

/// Handles Ctrl-C and the termination signal of services from now on, and returns a future that
/// completes at the first of them.
#[cfg(unix)]
fn shutdown_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupted, mut terminated) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Handles Ctrl-C from now on, and returns a future that completes then.
#[cfg(windows)]
fn shutdown_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupted = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupted.recv().await;
    })
}
