//! Connections: accepted, counted, limited in time, and closed gracefully at shutdown.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::config::Config;
use crate::gate::{Gate, Permit};
use crate::http::Address;

/// The time that pending requests get at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// The permit of a connection, by the address of its peer. A WebSocket holds it until it closes.
#[derive(Clone)]
pub(crate) struct ConnectionPermit {
    _permit: Arc<Permit<Address>>,
}

/// Accepts connections until `end`, then waits for pending requests.
///
/// Only HTTP/1 is spoken: its timer for the headers starts with the connection, so a connection on
/// which nothing arrives is closed. Proxies speak HTTP/1 to servers, and HTTP/2 to browsers.
pub(crate) async fn serve(listener: TcpListener, router: Router, config: &Config, end: impl Future<Output = ()>) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(config.timeouts.headers).max_buf_size(32 * 1024);
    // All connections of a proxy have its address; its clients are counted by their requests.
    let each = if config.behind_proxy { usize::MAX } else { config.limits.connections };
    let gate = Gate::new(each, config.limits.all_connections);
    // Every connection holds a receiver until it ends.
    let (ending, ends) = watch::channel(());
    tokio::pin!(end);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Most likely out of file handles: some will be free soon.
                    tracing::warn!("cannot accept a connection: {error}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut end => break,
        };
        let Ok(permit) = gate.acquire(Address::of_peer(peer.ip())) else { continue };
        let permit = ConnectionPermit { _permit: Arc::new(permit) };
        // A turn is one small packet, which must not wait for more data.
        let _ = stream.set_nodelay(true);
        let service = router.clone().layer(Extension(ConnectInfo(peer))).layer(Extension(permit.clone()));
        let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let mut ends = ends.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection.with_upgrades());
            // Broken connections are not logged.
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = ends.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop(permit);
        });
    }
    drop((listener, ends));
    ending.send_replace(());
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, ending.closed()).await;
}
