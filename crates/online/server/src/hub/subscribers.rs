//! Those who look at a room.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use hexarium_wire::{ApiError, ErrorCode, Millis, ServerMessage, Side, Sides};
use tokio::sync::{Notify, mpsc};

/// How many messages may wait for a client. One that is this far behind is let go; it comes back and gets what it has missed.
const WAITING: usize = 256;

/// How long another node's word that somebody is there holds.
pub(crate) const REMOTE_TTL: Millis = 45_000;

/// Where messages for a client are put.
#[derive(Clone)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    closing: Arc<Closing>,
}

/// The sign that a connection is to be closed, and why.
#[derive(Default)]
pub(crate) struct Closing {
    reason: OnceLock<ApiError>,
    confirmed: Notify,
}

impl Closing {
    /// Waits until the connection is to be closed.
    pub(crate) async fn happened(&self) -> ApiError {
        loop {
            if let Some(reason) = self.reason.get() {
                return reason.clone();
            }
            self.confirmed.notified().await;
        }
    }
}

impl Outbox {
    /// An outbox, the end from which it is emptied, and the sign that it is to be closed.
    pub(crate) fn new() -> (Self, mpsc::Receiver<Utf8Bytes>, Arc<Closing>) {
        let (queue, receiver) = mpsc::channel(WAITING);
        let closing = Arc::new(Closing::default());
        (Self { queue, closing: closing.clone() }, receiver, closing)
    }

    /// Puts a message in.
    pub(crate) fn send(&self, message: &ServerMessage) {
        if let Some(text) = encode(message) {
            self.put(text);
        }
    }

    fn put(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(text) {
            self.close(ApiError::new(
                ErrorCode::RateLimited,
                "The connection is too slow: reconnect to fetch the missed events.",
            ));
        }
    }

    /// Lets the connection be closed. The first reason counts.
    pub(crate) fn close(&self, reason: ApiError) {
        let _ = self.closing.reason.set(reason);
        self.closing.confirmed.notify_one();
    }

    /// Whether it is the same outbox.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.queue.same_channel(&other.queue)
    }
}

/// Returns the JSON of a message; none if it cannot be written.
pub(crate) fn encode(message: &ServerMessage) -> Option<Utf8Bytes> {
    match serde_json::to_string(message) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!("cannot write a message: {error}");
            None
        }
    }
}

/// The visitors of a room.
pub(crate) struct Subscribers {
    here: Vec<(Outbox, Option<Side>)>,
    /// Since when each side has been away, as far as this node's own visitors tell.
    away: Sides<Option<Millis>>,
    /// Nodes at which a side is, and until when their word holds.
    elsewhere: Sides<HashMap<String, Millis>>,
    /// When somebody last did something here.
    pub(crate) last_used: Millis,
}

impl Subscribers {
    pub(crate) fn new(now: Millis) -> Self {
        let away = Sides { first: Some(now), second: Some(now) };
        Self { here: Vec::new(), away, elsewhere: Sides::default(), last_used: now }
    }

    /// Since when each side has been away; nothing while it is there.
    pub(crate) fn away(&self) -> Sides<Option<Millis>> {
        let of = |side| self.away.of(side).filter(|_| self.elsewhere.of(side).is_empty());
        Sides { first: of(Side::First), second: of(Side::Second) }
    }

    /// How many look on without playing.
    pub(crate) fn spectators(&self) -> u32 {
        self.here.iter().filter(|(_, side)| side.is_none()).count() as u32
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// The sides that are here.
    pub(crate) fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        Side::BOTH.into_iter().filter(|side| self.here.iter().any(|(_, s)| *s == Some(*side)))
    }

    /// Somebody comes, or comes again. Whether anything about those present has changed.
    pub(crate) fn add(&mut self, outbox: Outbox, side: Option<Side>) -> bool {
        let before = self.here.iter().position(|(other, _)| other.is(&outbox)).map(|n| self.here.swap_remove(n).1);
        self.here.push((outbox, side));
        if let Some(side) = side {
            *self.away.of_mut(side) = None;
        }
        before != Some(side)
    }

    /// Somebody goes. The side that is not here any more, if one is; `None` if they were not here.
    pub(crate) fn remove(&mut self, outbox: &Outbox, now: Millis) -> Option<Option<Side>> {
        let position = self.here.iter().position(|(other, _)| other.is(outbox))?;
        let (_, side) = self.here.swap_remove(position);
        self.last_used = now;
        let gone = side.filter(|side| !self.here.iter().any(|(_, other)| other == &Some(*side)));
        if let Some(side) = gone {
            *self.away.of_mut(side) = Some(now);
        }
        Some(gone)
    }

    /// Another node says that a side is there, or has left. Whether that is news.
    pub(crate) fn set_remote(&mut self, side: Side, node: &str, here: bool, now: Millis) -> bool {
        let before = self.away();
        let nodes = self.elsewhere.of_mut(side);
        if here {
            nodes.insert(node.to_string(), now + REMOTE_TTL);
        } else if nodes.remove(node).is_some() && self.away.of(side).is_some() {
            *self.away.of_mut(side) = Some(now);
        }
        self.away() != before
    }

    /// Forgets words of other nodes that hold no longer. Whether that is news.
    pub(crate) fn expire_remote(&mut self, now: Millis) -> bool {
        let before = self.away();
        for side in Side::BOTH {
            let nodes = self.elsewhere.of_mut(side);
            let known = nodes.len();
            nodes.retain(|_, until| *until > now);
            if nodes.len() < known && self.away.of(side).is_some() {
                *self.away.of_mut(side) = Some(now);
            }
        }
        self.away() != before
    }

    /// Tells everybody.
    pub(crate) fn broadcast(&self, message: &ServerMessage) {
        let Some(text) = encode(message) else { return };
        for (outbox, _) in &self.here {
            outbox.put(text.clone());
        }
    }

    /// Tells everybody who is there.
    pub(crate) fn broadcast_presence(&self, game: &str) {
        self.broadcast(&ServerMessage::Presence {
            game: game.to_string(),
            away: self.away(),
            spectators: self.spectators(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outbox() -> Outbox {
        Outbox::new().0
    }

    #[test]
    fn a_side_is_away_when_its_last_tab_is_closed() {
        let mut subscribers = Subscribers::new(5);
        let (one, two) = (outbox(), outbox());
        assert_eq!(subscribers.away().first, Some(5));
        assert!(subscribers.add(one.clone(), Some(Side::First)));
        assert!(subscribers.add(two.clone(), Some(Side::First)));
        assert!(!subscribers.add(two.clone(), Some(Side::First)), "the same tab again is no news");
        assert_eq!(subscribers.away().first, None);
        assert_eq!(subscribers.remove(&one, 10), Some(None));
        assert_eq!(subscribers.away().first, None);
        assert_eq!(subscribers.remove(&two, 20), Some(Some(Side::First)));
        assert_eq!(subscribers.away().first, Some(20));
        assert_eq!(subscribers.remove(&two, 30), None);
    }

    #[test]
    fn a_side_at_another_node_is_there_as_long_as_that_node_says_so() {
        let mut subscribers = Subscribers::new(0);
        assert!(subscribers.set_remote(Side::Second, "b", true, 10));
        assert_eq!(subscribers.away().second, None);
        assert!(!subscribers.expire_remote(10 + REMOTE_TTL - 1));
        assert!(subscribers.expire_remote(10 + REMOTE_TTL));
        assert_eq!(subscribers.away().second, Some(10 + REMOTE_TTL));
        subscribers.set_remote(Side::Second, "b", true, 100_000);
        assert!(subscribers.set_remote(Side::Second, "b", false, 100_500));
        assert_eq!(subscribers.away().second, Some(100_500));
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_noticed() {
        let (outbox, _waiting, closing) = Outbox::new();
        for _ in 0..=WAITING {
            outbox.send(&ServerMessage::LobbyChanged);
        }
        assert_eq!(closing.happened().await.code, ErrorCode::RateLimited);
    }
}
