//! The subscribers of a room.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use hexarium_wire::{ApiError, ErrorCode, Millis, ServerMessage, Side, Sides};
use tokio::sync::{Notify, mpsc};

/// The maximum number of messages queued for a client. A client this far behind is disconnected;
/// after a reconnect it gets what it missed.
const WAITING: usize = 256;

/// The time for which another node's presence message is valid.
pub(crate) const REMOTE_TTL: Millis = 45_000;

/// The interval at which requests of a player without a connection are recorded, in milliseconds.
const SEEN_EVERY: Millis = 2_000;

/// The queue of messages for a client.
#[derive(Clone)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    closing: Arc<Closing>,
}

/// The signal that a connection is to be closed, with the reason.
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
    /// Creates an outbox with its receiver and its closing signal.
    pub(crate) fn new() -> (Self, mpsc::Receiver<Utf8Bytes>, Arc<Closing>) {
        let (queue, receiver) = mpsc::channel(WAITING);
        let closing = Arc::new(Closing::default());
        (Self { queue, closing: closing.clone() }, receiver, closing)
    }

    /// Queues a message.
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

    /// Closes the connection. Only the first reason is used.
    pub(crate) fn close(&self, reason: ApiError) {
        let _ = self.closing.reason.set(reason);
        self.closing.confirmed.notify_one();
    }

    /// Whether both are the same outbox.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.queue.same_channel(&other.queue)
    }
}

/// Returns the JSON of a message; none if it cannot be encoded.
pub(crate) fn encode(message: &ServerMessage) -> Option<Utf8Bytes> {
    match serde_json::to_string(message) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!("cannot write a message: {error}");
            None
        }
    }
}

/// The subscribers of a room.
pub(crate) struct Subscribers {
    here: Vec<(Outbox, Option<Side>)>,
    /// The time since when each side has been away, by the subscribers of this node.
    away: Sides<Option<Millis>>,
    /// The nodes to which a side is connected, with the expiry of that information.
    elsewhere: Sides<HashMap<String, Millis>>,
    /// The time of the last activity.
    pub(crate) last_used: Millis,
}

impl Subscribers {
    pub(crate) fn new(now: Millis) -> Self {
        let away = Sides { first: Some(now), second: Some(now) };
        Self { here: Vec::new(), away, elsewhere: Sides::default(), last_used: now }
    }

    /// Returns the time since when each side has been away, `None` while it is present.
    pub(crate) fn away(&self) -> Sides<Option<Millis>> {
        let of = |side| self.away.of(side).filter(|_| self.elsewhere.of(side).is_empty());
        Sides { first: of(Side::First), second: of(Side::Second) }
    }

    /// Returns the number of spectators.
    pub(crate) fn spectators(&self) -> u32 {
        self.here.iter().filter(|(_, side)| side.is_none()).count() as u32
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// Returns the sides connected to this node.
    pub(crate) fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        Side::BOTH.into_iter().filter(|side| self.here.iter().any(|(_, s)| *s == Some(*side)))
    }

    /// Adds a subscriber or updates it. Returns whether the presence has changed.
    pub(crate) fn add(&mut self, outbox: Outbox, side: Option<Side>) -> bool {
        let before = self.here.iter().position(|(other, _)| other.is(&outbox)).map(|n| self.here.swap_remove(n).1);
        self.here.push((outbox, side));
        if let Some(side) = side {
            *self.away.of_mut(side) = None;
        }
        before != Some(side)
    }

    /// Records that a side without a connection here has sent a request. Returns whether that is
    /// news: requests within a few seconds count as one.
    pub(crate) fn seen(&mut self, side: Side, now: Millis) -> bool {
        self.last_used = now;
        let away = self.away.of_mut(side);
        let news = away.is_some_and(|since| now - since >= SEEN_EVERY);
        if news {
            *away = Some(now);
        }
        news
    }

    /// Removes a subscriber. Returns the side that has left, if it was the last connection of that
    /// side; `None` if there was no such subscriber.
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

    /// Records that a side is connected to another node or has left it. Returns whether the
    /// presence has changed.
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

    /// Removes expired presence of other nodes. Returns whether the presence has changed.
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

    /// Sends a message to all subscribers.
    pub(crate) fn broadcast(&self, message: &ServerMessage) {
        let Some(text) = encode(message) else { return };
        for (outbox, _) in &self.here {
            outbox.put(text.clone());
        }
    }

    /// Sends the presence to all subscribers.
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
        assert!(!subscribers.add(two.clone(), Some(Side::First)), "the same tab changes nothing");
        assert_eq!(subscribers.away().first, None);
        assert_eq!(subscribers.remove(&one, 10), Some(None));
        assert_eq!(subscribers.away().first, None);
        assert_eq!(subscribers.remove(&two, 20), Some(Some(Side::First)));
        assert_eq!(subscribers.away().first, Some(20));
        assert_eq!(subscribers.remove(&two, 30), None);
    }

    #[test]
    fn a_request_postpones_the_time_since_when_a_side_is_away() {
        let mut subscribers = Subscribers::new(0);
        assert!(subscribers.seen(Side::First, 30_000));
        assert!(!subscribers.seen(Side::First, 30_500), "requests in a row are recorded once");
        assert_eq!(subscribers.away(), Sides { first: Some(30_000), second: Some(0) });
        let tab = outbox();
        subscribers.add(tab, Some(Side::Second));
        assert!(!subscribers.seen(Side::Second, 40_000), "a connected side stays present");
        assert_eq!(subscribers.away().second, None);
    }

    #[test]
    fn a_side_at_another_node_is_present_until_it_leaves_or_expires() {
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
    async fn a_client_that_does_not_read_is_disconnected() {
        let (outbox, _waiting, closing) = Outbox::new();
        for _ in 0..=WAITING {
            outbox.send(&ServerMessage::LobbyChanged);
        }
        assert_eq!(closing.happened().await.code, ErrorCode::RateLimited);
    }
}
