//! The server: the browser app, ready to be played.
//!
//! The files of the app are in the binary, so that one file is all there is to install. Nothing is read from the disk.

pub mod bus;
mod site;
pub mod store;
#[cfg(feature = "testing")]
pub mod testing;

use std::future::Future;
use std::net::SocketAddr;

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;

pub use site::{has_app, sizes};

/// A server that has its place but does not answer yet.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes a place, such as `127.0.0.1:8080`; port 0 is any that is free.
    pub fn bind(listen: &str) -> Result<Self, String> {
        let address: SocketAddr =
            listen.parse().map_err(|_| format!("'{listen}' is not an address with a port, such as 127.0.0.1:8080"))?;
        let runtime = tokio::runtime::Runtime::new().map_err(|e| format!("cannot start the server: {e}"))?;
        let listener =
            runtime.block_on(TcpListener::bind(address)).map_err(|e| format!("cannot listen on {listen}: {e}"))?;
        let address = listener.local_addr().map_err(|e| e.to_string())?;
        Ok(Self { runtime, listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until it is interrupted from the keyboard.
    pub fn run(self) -> Result<(), String> {
        self.run_until(async {
            // Where there is no signal to wait for, it runs until it is killed.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }

    /// Answers until something happens.
    pub fn run_until(self, end: impl Future<Output = ()> + Send + 'static) -> Result<(), String> {
        let serving =
            async { axum::serve(self.listener, router()).with_graceful_shutdown(end).await.map_err(|e| e.to_string()) };
        self.runtime.block_on(serving)
    }
}

fn router() -> Router {
    Router::new().route("/healthz", get(|| async { "ok\n" })).fallback(get(site::answer))
}
