//! Notifications between the nodes that share a database.
//!
//! A [`Notification`] carries ids only; the change itself is read from the store. Every node gets
//! every notification, including its sender, so that all changes arrive by one path. Notifications
//! can be missed (a connection is lost, a subscriber is too slow): then a subscriber gets
//! [`Notification::Lagged`], or the error of that name from its receiver, and must reload
//! everything that it needs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::{broadcast, mpsc, watch};
use tokio::task::JoinHandle;

use hexarium_wire::Side;

use crate::store::{Pool, notify};

/// The PostgreSQL channel of the notifications.
const CHANNEL: &str = "hexarium";

/// The statement that sends notifications on [`CHANNEL`].
pub(crate) const NOTIFY: &str = "SELECT COUNT(pg_notify('hexarium', note)) FROM UNNEST($1::TEXT[]) AS note";

/// The number of notifications that a subscriber may lag behind before it misses some.
const BACKLOG: usize = 16 * 1024;

/// The maximum number of queued notifications.
const OUTBOX: usize = 4096;

/// The maximum number of notifications sent at once.
const BATCH: usize = 256;

/// The payload of [`Notification::Lagged`].
const LAGGED: &str = "\"lagged\"";

/// The maximum size of a payload: PostgreSQL requires less than 8000 bytes.
const LONGEST: usize = 7999;

/// The interval of heartbeats, by whose absence a dead connection is detected.
const BEAT: Duration = Duration::from_secs(2);

/// The maximum pause between attempts to reconnect.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The time for connecting the listener.
const CONNECTING: Duration = Duration::from_secs(5);

/// The time for which a stopping node tries to send its queued notifications.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

/// A notification to all nodes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Notification {
    /// An event was stored. The store publishes this itself.
    Moved {
        /// The game's id.
        game: String,
        /// The number of the event.
        seq: u32,
    },
    /// The lobby has changed.
    Lobby,
    /// A player has connected to a game at a node.
    Here {
        /// The game's id.
        game: String,
        /// The player's side.
        side: Side,
        /// The id of the node.
        node: String,
    },
    /// A player has disconnected from a game at a node.
    Left {
        /// The game's id.
        game: String,
        /// The player's side.
        side: Side,
        /// The id of the node.
        node: String,
    },
    /// A node shuts down: all its players have disconnected.
    Stopped {
        /// The id of the node.
        node: String,
    },
    /// A player without a connection has sent a request about a game.
    Seen {
        /// The game's id.
        game: String,
        /// The player's side.
        side: Side,
    },
    /// Requests [`Notification::Here`] from every node with a connected player of this game.
    Who {
        /// The game's id.
        game: String,
    },
    /// Sessions of a user have ended: their live connections are to be closed.
    SignedOff {
        /// The user's id.
        #[serde(rename = "person")]
        user: String,
    },
    /// An outage was recorded.
    Outages,
    /// Notifications may have been missed.
    Lagged,
}

impl Notification {
    /// Returns the notification as text within the size limit. Ids are short; should one be too
    /// long, all nodes reload everything.
    pub(crate) fn payload(&self) -> String {
        let text = serde_json::to_string(self).ok().filter(|text| text.len() <= LONGEST);
        text.unwrap_or_else(|| LAGGED.to_string())
    }
}

/// A channel for notifications to all nodes.
pub trait Bus: Send + Sync {
    /// Publishes a notification without waiting for its delivery.
    fn publish(&self, notification: Notification);

    /// Subscribes to all further notifications.
    fn subscribe(&self) -> broadcast::Receiver<Notification>;
}

/// The bus of a single node.
pub struct LocalBus(broadcast::Sender<Notification>);

impl LocalBus {
    /// Creates a bus without subscribers.
    pub fn new() -> Self {
        Self(broadcast::channel(BACKLOG).0)
    }
}

impl Default for LocalBus {
    fn default() -> Self {
        Self::new()
    }
}

impl Bus for LocalBus {
    fn publish(&self, notification: Notification) {
        // An error means that there are no subscribers.
        let _ = self.0.send(notification);
    }

    fn subscribe(&self) -> broadcast::Receiver<Notification> {
        self.0.subscribe()
    }
}

/// The bus of all nodes of a PostgreSQL database, by `LISTEN` and `NOTIFY`.
pub struct PostgresBus {
    here: broadcast::Sender<Notification>,
    /// The queue, `None` once the bus has been stopped.
    outbox: Mutex<Option<mpsc::Sender<Notification>>>,
    /// Whether the queue was full, so that subscribers must be told that notifications are missing.
    lost: Arc<AtomicBool>,
    listening: JoinHandle<()>,
    sending: Mutex<Option<JoinHandle<()>>>,
}

impl PostgresBus {
    /// Starts to listen and send.
    pub(crate) async fn start(options: PgConnectOptions, pool: Arc<Pool<PgConnection>>) -> Result<Self, sqlx::Error> {
        let here = broadcast::channel(BACKLOG).0;
        let (outbox, waiting) = mpsc::channel(OUTBOX);
        let listener = listen(&options).await?;
        let listening = tokio::spawn(receive(options, listener, here.clone(), pool.failures()));
        let lost = Arc::new(AtomicBool::new(false));
        let sending = tokio::spawn(send(pool, waiting, lost.clone()));
        Ok(Self { here, outbox: Mutex::new(Some(outbox)), lost, listening, sending: Mutex::new(Some(sending)) })
    }

    /// Sends the queued notifications, within a time limit, and stops the bus.
    pub(crate) async fn stop(&self) {
        drop(self.outbox.lock().take());
        let sending = self.sending.lock().take();
        if let Some(mut sending) = sending
            && tokio::time::timeout(FLUSH_TIMEOUT, &mut sending).await.is_err()
        {
            sending.abort();
        }
        self.listening.abort();
    }
}

impl Drop for PostgresBus {
    fn drop(&mut self) {
        // The sending task ends by itself after the last notification.
        self.listening.abort();
    }
}

impl Bus for PostgresBus {
    fn publish(&self, notification: Notification) {
        if self.outbox.lock().as_ref().is_some_and(|outbox| outbox.try_send(notification).is_err()) {
            self.lost.store(true, Ordering::Relaxed);
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Notification> {
        self.here.subscribe()
    }
}

/// Connects a listener. Each has a pool of its own, because a dropped listener keeps its connection
/// until a last statement on it has completed, which a silent connection never does.
async fn listen(options: &PgConnectOptions) -> Result<PgListener, sqlx::Error> {
    let connecting = async {
        let pool =
            PgPoolOptions::new().max_connections(1).acquire_timeout(CONNECTING).connect_lazy_with(options.clone());
        let mut listener = PgListener::connect_with(&pool).await?;
        // An automatic reconnect would not report the gap.
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        Ok(listener)
    };
    tokio::time::timeout(CONNECTING, connecting).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// Forwards received notifications. After a failure of another connection to the database it
/// reconnects: whatever broke that one may have broken the listener, which would not notice before
/// heartbeats are missing.
async fn receive(
    options: PgConnectOptions,
    mut listener: PgListener,
    here: broadcast::Sender<Notification>,
    mut failures: watch::Receiver<()>,
) {
    loop {
        let message = tokio::select! {
            message = tokio::time::timeout(3 * BEAT, listener.try_recv()) => message.ok().and_then(Result::ok).flatten(),
            Ok(()) = failures.changed() => None,
        };
        let notification = match message {
            // A heartbeat.
            Some(message) if message.payload().is_empty() => continue,
            // A newer node may send unknown notifications.
            Some(message) => serde_json::from_str(message.payload()).unwrap_or(Notification::Lagged),
            None => {
                drop(listener);
                let mut pause = Duration::from_millis(50);
                listener = loop {
                    // Earlier failures do not concern a new connection.
                    failures.mark_unchanged();
                    match listen(&options).await {
                        Ok(listener) => break listener,
                        Err(_) => tokio::time::sleep(pause).await,
                    }
                    pause = (2 * pause).min(LONGEST_PAUSE);
                };
                Notification::Lagged
            }
        };
        // An error means that there are no subscribers.
        let _ = here.send(notification);
    }
}

/// Sends queued notifications, or a heartbeat if there are none, for as long as the pool is open.
async fn send(pool: Arc<Pool<PgConnection>>, mut waiting: mpsc::Receiver<Notification>, lost: Arc<AtomicBool>) {
    loop {
        let mut payloads = Vec::new();
        match tokio::time::timeout(BEAT, waiting.recv()).await {
            Ok(Some(notification)) => payloads.push(notification.payload()),
            Ok(None) => return,
            Err(_) => payloads.push(String::new()),
        }
        while payloads.len() < BATCH
            && let Ok(notification) = waiting.try_recv()
        {
            payloads.push(notification.payload());
        }
        if lost.swap(false, Ordering::Relaxed) {
            payloads.push(Notification::Lagged.payload());
        }
        let mut pause = Duration::from_millis(50);
        while notify(&pool, &payloads).await.is_err() {
            if pool.is_closed() {
                return;
            }
            tokio::time::sleep(pause).await;
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::check_file;

    /// Checks the examples of all variants. A variant that is not listed does not compile.
    macro_rules! check_notifications {
        ($($pattern:pat => $name:literal: $example:expr),* $(,)?) => {{
            let name_of = |notification: &Notification| match notification { $($pattern => $name),* };
            $(
                let example: Notification = $example;
                assert_eq!(name_of(&example), $name);
                check_file("bus", concat!($name, ".json"), &format!("{}\n", example.payload()));
                assert_eq!(serde_json::from_str::<Notification>(&example.payload()).unwrap(), example);
            )*
        }};
    }

    #[test]
    fn every_notification_is_sent_as_in_its_golden_file() {
        let (game, node, user) = ("k3x9".to_string(), "n1".to_string(), "ada".to_string());
        check_notifications! {
            Notification::Moved { .. } => "moved": Notification::Moved { game: game.clone(), seq: 7 },
            Notification::Lobby => "lobby": Notification::Lobby,
            Notification::Here { .. } => "here":
                Notification::Here { game: game.clone(), side: Side::First, node: node.clone() },
            Notification::Left { .. } => "left":
                Notification::Left { game: game.clone(), side: Side::Second, node: node.clone() },
            Notification::Stopped { .. } => "stopped": Notification::Stopped { node },
            Notification::Seen { .. } => "seen": Notification::Seen { game: game.clone(), side: Side::First },
            Notification::Who { .. } => "who": Notification::Who { game },
            Notification::SignedOff { .. } => "signed-off": Notification::SignedOff { user },
            Notification::Outages => "outages": Notification::Outages,
            Notification::Lagged => "lagged": Notification::Lagged,
        }
    }

    #[test]
    fn a_notification_that_is_too_long_makes_nodes_reload() {
        let long = Notification::Who { game: "g".repeat(LONGEST) };
        assert_eq!(serde_json::from_str::<Notification>(&long.payload()).unwrap(), Notification::Lagged);
    }
}
