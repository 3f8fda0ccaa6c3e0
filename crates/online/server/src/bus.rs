//! How the nodes that serve the same games hear of each other.
//!
//! A [`Note`] says only that something has changed; what, is read from the store. Every node gets every note, also the one that sent it, so
//! that there is one way in which things become known. Notes can be missed (a connection is lost, a subscriber is too slow): then a subscriber
//! gets [`Note::Lagged`], or the error of that name from its receiver, and must look at everything again that it cares for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;

use hexarium_wire::Side;

/// The channel of PostgreSQL on which notes are sent.
const CHANNEL: &str = "hexarium";

/// Sends notes on it.
pub(crate) const NOTIFY: &str = "SELECT COUNT(pg_notify('hexarium', note)) FROM UNNEST($1::TEXT[]) AS note";

/// Notes that a subscriber may be behind before it misses some.
const BACKLOG: usize = 16 * 1024;

/// Notes that wait to be sent.
const OUTBOX: usize = 4096;

/// Notes that are sent at once.
const BATCH: usize = 256;

/// The payload of [`Notification::Lagged`].
const LAGGED: &str = "\"lagged\"";

/// PostgreSQL takes no payload of 8000 bytes or more.
const LONGEST: usize = 7999;

/// Something is sent at least this often, so that a connection on which nothing comes any more is known to be dead.
const BEAT: Duration = Duration::from_secs(5);

/// The longest pause before another attempt to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How long a node that stops tries to send what it still has to say.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// What a node tells the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Notification {
    /// An event was stored. The store says so itself whenever it stores one.
    Moved {
        /// The game's id.
        game: String,
        /// The number of the event.
        seq: u32,
    },
    /// The lobby is not what it was.
    Lobby,
    /// Somebody who plays has come to the board, at a node.
    Here {
        /// The game's id.
        game: String,
        /// The player's side.
        side: Side,
        /// The node, by the name it has given itself.
        node: String,
    },
    /// Somebody who plays has left the board, at a node.
    Left {
        /// The game's id.
        game: String,
        /// The player's side.
        side: Side,
        /// The node.
        node: String,
    },
    /// Every node at which somebody is at the board of this game should say so.
    Who {
        /// The game's id.
        game: String,
    },
    /// Somebody has signed out everywhere: their live connections are to be closed.
    SignedOff {
        /// The person's id.
        #[serde(rename = "person")]
        user: String,
    },
    /// A stretch of time in which nobody served was recorded.
    Outages,
    /// Notes may have been missed.
    Lagged,
}

impl Notification {
    /// The note as a text that is short enough to be sent. Ids are short; should one not be, everybody is told to look at everything.
    pub(crate) fn payload(&self) -> String {
        let text = serde_json::to_string(self).ok().filter(|text| text.len() <= LONGEST);
        text.unwrap_or_else(|| LAGGED.to_string())
    }
}

/// A way for notes to everybody.
pub trait Bus: Send + Sync {
    /// Tells everybody, without waiting until it is done.
    fn publish(&self, notification: Notification);

    /// What is told from now on.
    fn subscribe(&self) -> broadcast::Receiver<Notification>;
}

/// The bus of a node that is alone.
pub struct LocalBus(broadcast::Sender<Notification>);

impl LocalBus {
    /// A bus without subscribers.
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
        // Nobody may be listening.
        let _ = self.0.send(notification);
    }

    fn subscribe(&self) -> broadcast::Receiver<Notification> {
        self.0.subscribe()
    }
}

/// The bus of nodes on one PostgreSQL, by `LISTEN` and `NOTIFY`.
pub struct PostgresBus {
    here: broadcast::Sender<Notification>,
    /// Nothing once the bus has been stopped.
    outbox: Mutex<Option<mpsc::Sender<Notification>>>,
    /// Whether the outbox was full, so that somebody must be told that notes are missing.
    lost: Arc<AtomicBool>,
    listening: JoinHandle<()>,
    sending: Mutex<Option<JoinHandle<()>>>,
}

impl PostgresBus {
    /// Listens.
    pub(crate) async fn start(pool: &PgPool) -> Result<Self, sqlx::Error> {
        let here = broadcast::channel(BACKLOG).0;
        let (outbox, waiting) = mpsc::channel(OUTBOX);
        let listener = listen(pool).await?;
        let listening = tokio::spawn(receive(pool.clone(), listener, here.clone()));
        let lost = Arc::new(AtomicBool::new(false));
        let sending = tokio::spawn(send(pool.clone(), waiting, lost.clone()));
        Ok(Self { here, outbox: Mutex::new(Some(outbox)), lost, listening, sending: Mutex::new(Some(sending)) })
    }

    /// Sends what waits to be sent, if that can be done soon, and ends it.
    pub(crate) async fn stop(&self) {
        drop(self.outbox.lock().take());
        let sending = self.sending.lock().take();
        if let Some(mut sending) = sending
            && tokio::time::timeout(LAST_WORDS, &mut sending).await.is_err()
        {
            sending.abort();
        }
        self.listening.abort();
    }
}

impl Drop for PostgresBus {
    fn drop(&mut self) {
        // The other task ends by itself, when it has sent everything.
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

async fn listen(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    // A connection that comes back by itself would not say that it was away.
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Hands on what comes in, for as long as the pool is open.
async fn receive(pool: PgPool, mut listener: PgListener, here: broadcast::Sender<Notification>) {
    loop {
        let notification = match tokio::time::timeout(3 * BEAT, listener.try_recv()).await {
            // A sign of life.
            Ok(Ok(Some(message))) if message.payload().is_empty() => continue,
            // A newer node may say what is not known here.
            Ok(Ok(Some(message))) => serde_json::from_str(message.payload()).unwrap_or(Notification::Lagged),
            Ok(Ok(None) | Err(_)) | Err(_) => {
                drop(listener);
                let mut pause = Duration::from_millis(50);
                listener = loop {
                    match listen(&pool).await {
                        Ok(listener) => break listener,
                        Err(_) if pool.is_closed() => return,
                        Err(_) => tokio::time::sleep(pause).await,
                    }
                    pause = (2 * pause).min(LONGEST_PAUSE);
                };
                Notification::Lagged
            }
        };
        // Nobody may be listening.
        let _ = here.send(notification);
    }
}

/// Sends what waits, and a sign of life when nothing does, for as long as the pool is open.
async fn send(pool: PgPool, mut waiting: mpsc::Receiver<Notification>, lost: Arc<AtomicBool>) {
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
        while sqlx::query(NOTIFY).bind(&payloads).execute(&pool).await.is_err() {
            if pool.is_closed() {
                return;
            }
            tokio::time::sleep(pause).await;
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }
}
