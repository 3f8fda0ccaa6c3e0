//! The server: the browser app and online play.
//!
//! A process has a [`store::Store`] (SQLite or PostgreSQL), a hub with the games in use, and a
//! front end: HTTP, WebSockets and the files of the app, which are embedded in the binary. Several
//! processes on one PostgreSQL database act as one server: see `docs/operations.md`.

pub mod bus;
mod config;
mod gate;
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

    /// Serves until interrupted by Ctrl-C or a termination signal.
    pub fn run(self) -> Result<(), String> {
        self.run_until(async {
            tokio::select! {
                () = interrupted() => {}
                () = terminated() => {}
            }
        })
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

/// Waits for Ctrl-C; forever on platforms without it.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Waits for the termination signal of services; forever on platforms without it.
async fn terminated() {
    #[cfg(unix)]
    if let Ok(mut signal) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        signal.recv().await;
        return;
    }
    std::future::pending::<()>().await;
}
