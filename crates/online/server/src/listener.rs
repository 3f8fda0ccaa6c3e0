//! Connections: accepted, counted, limited in time, and closed gracefully at shutdown.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use parking_lot::Mutex;
use tokio::net::TcpListener;

use crate::config::Limits;

/// The time a client has to send the headers of a request.
const HEADERS: Duration = Duration::from_secs(10);

/// The time that pending requests get at shutdown.
const FAREWELL: Duration = Duration::from_secs(10);

/// Accepts connections until `end`, then waits for pending requests.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: Limits, end: impl Future<Output = ()>) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(32 * 1024);
    let graceful = GracefulShutdown::new();
    let gate = Arc::new(ConnectionGate { limits, open: Mutex::default() });
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
        let Some(permit) = gate.acquire(peer.ip()) else { continue };
        // A turn is one small packet, which must not wait for more data.
        let _ = stream.set_nodelay(true);
        let service = router.clone().layer(axum::Extension(ConnectInfo(peer)));
        let connection =
            builder.serve_connection_with_upgrades(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            // Broken connections are not logged.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// The number of connections by address.
struct ConnectionGate {
    limits: Limits,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// The permit of a connection; returned when dropped.
struct ConnectionPermit {
    gate: Arc<ConnectionGate>,
    address: IpAddr,
}

impl ConnectionGate {
    fn acquire(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionPermit> {
        let mut open = self.open.lock();
        if open.values().sum::<usize>() >= self.limits.all_connections {
            return None;
        }
        let count = open.entry(address).or_default();
        if *count >= self.limits.connections {
            return None;
        }
        *count += 1;
        Some(ConnectionPermit { gate: self.clone(), address })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.gate.open.lock();
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}
