//! Connections: taken, counted, timed, and at the end let go without losing what they were doing.

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

/// How long a client may take to say what it wants.
const HEADERS: Duration = Duration::from_secs(10);

/// How long those who are being answered get at the end.
const FAREWELL: Duration = Duration::from_secs(10);

/// Takes connections until `end`, and then waits for those that are being answered.
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
                    // Out of file handles, most likely: some will be free in a moment.
                    tracing::warn!("a connection could not be taken: {error}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut end => break,
        };
        let Some(permit) = gate.acquire(peer.ip()) else { continue };
        // A turn is one small packet: it must not wait for another.
        let _ = stream.set_nodelay(true);
        let service = router.clone().layer(axum::Extension(ConnectInfo(peer)));
        let connection =
            builder.serve_connection_with_upgrades(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            // A connection that breaks is no news.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// How many connections there are, by address.
struct ConnectionGate {
    limits: Limits,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// The right to be connected; given back when dropped.
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
