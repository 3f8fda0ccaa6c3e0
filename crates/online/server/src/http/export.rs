//! Streams of many games: limited in number, and ended if the client does not read.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use futures_util::{Stream, StreamExt};
use hexarium_wire::ApiError;
use tokio::sync::mpsc;

use super::reply::ErrorResponse;
use super::{Address, App};
use crate::gate::{Full, Gate, Permit};

/// The time after which a client may ask again.
const RETRY: Duration = Duration::from_secs(10);

/// The exports in progress.
pub(super) type Exports = Arc<Gate<Exporter>>;

/// The client of an export.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Exporter {
    /// A user by id.
    User(String),
    /// A client without a user.
    Address(Address),
}

/// Returns the permit for an export; an error if there are too many.
pub(super) fn permit(app: &App, exporter: Exporter) -> Result<Permit<Exporter>, ErrorResponse> {
    app.exports.acquire(exporter).map_err(|full| {
        let message = match full {
            Full::Each(limit) => format!("Too many exports in progress: expected at most {limit} at a time."),
            Full::All(limit) => format!("The server is busy with {limit} exports: try again in a moment."),
        };
        ErrorResponse::rate_limited(message, RETRY)
    })
}

/// Returns a body of the pieces of an export. A task of its own produces them, so that an export
/// which is not read ends and returns its permit. The body of an export that fails is cut off, so
/// that no client takes it for complete.
pub(super) fn body(
    permit: Permit<Exporter>,
    stall: Duration,
    pieces: impl Stream<Item = Result<String, ApiError>> + Send + 'static,
) -> Body {
    // One piece is read ahead of the client. The last piece is `None`; without it the body is cut
    // off.
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        let _permit = permit;
        let mut pieces = pin!(pieces);
        loop {
            let piece = match pieces.next().await {
                Some(Ok(piece)) => Some(piece),
                Some(Err(_)) => return,
                None => None,
            };
            let last = piece.is_none();
            if sender.send_timeout(piece, stall).await.is_err() || last {
                return;
            }
        }
    });
    let stream = futures_util::stream::try_unfold(receiver, |mut receiver| async move {
        match receiver.recv().await {
            Some(piece) => Ok(piece.map(|piece| (piece, receiver))),
            None => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the export was cut off")),
        }
    });
    Body::from_stream(stream)
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;
    use crate::testing::eventually_async;

    fn pieces(number: usize) -> impl Stream<Item = Result<String, ApiError>> + Send + 'static {
        futures_util::stream::iter((0..number).map(|n| Ok(n.to_string())))
    }

    #[tokio::test]
    async fn an_export_holds_its_permit_until_it_was_read() {
        let gate = Gate::new(1, 1);
        let exporter = Exporter::User("ada".to_string());
        let reading = body(gate.acquire(exporter.clone()).ok().unwrap(), Duration::from_secs(60), pieces(5));
        assert_eq!(gate.acquire(exporter.clone()).err(), Some(Full::All(1)));
        assert_eq!(to_bytes(reading, 100).await.unwrap(), "01234");
        eventually_async("the permit", async || gate.acquire(exporter.clone()).map(drop).map_err(|e| format!("{e:?}")))
            .await;
    }

    #[tokio::test]
    async fn an_export_that_is_not_read_is_cut_off() {
        let gate = Gate::new(1, 1);
        let exporter = Exporter::User("ada".to_string());
        let unread = body(gate.acquire(exporter.clone()).ok().unwrap(), Duration::from_millis(20), pieces(5));
        eventually_async("the permit", async || gate.acquire(exporter.clone()).map(drop).map_err(|e| format!("{e:?}")))
            .await;
        assert!(to_bytes(unread, 100).await.is_err(), "a client must not take it for complete");
    }

    #[tokio::test]
    async fn an_export_that_fails_is_cut_off() {
        let gate = Gate::new(1, 1);
        let failed = pieces(2).chain(futures_util::stream::once(async { Err(crate::hub::internal_error("test")) }));
        let permit = gate.acquire(Exporter::User("ada".to_string())).ok().unwrap();
        assert!(to_bytes(body(permit, Duration::from_secs(60), failed), 100).await.is_err());
    }
}
