//! Connections to a database, with a time limit for everything that happens on them.
//!
//! A connection is used again only if everything on it has completed. After a timeout, an error or
//! a cancelled request its state is unknown, and it is dropped; the database rolls back what was
//! not committed. Nothing here waits for a connection that is given back, because a silent one
//! would never be free again.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout, timeout_at};

use super::StoreError;

/// The time for closing the connections.
const CLOSING: Duration = Duration::from_secs(5);

/// A set of connections with a maximum size.
pub(crate) struct Pool<C: Connection> {
    options: C::Options,
    size: u32,
    /// The time for a statement that reads, or for a whole transaction, including the wait for a
    /// connection.
    limit: Duration,
    permits: Arc<Semaphore>,
    shared: Arc<Shared<C>>,
}

struct Shared<C> {
    idle: Mutex<Vec<(C, Instant)>>,
    /// The time of the last failure. Connections that were made before are not used again: whatever
    /// broke one of them may have broken all of them.
    last_failure: Mutex<Option<Instant>>,
    /// Changes with every failure.
    failures: watch::Sender<()>,
}

impl<C> Shared<C> {
    fn renew(&self) {
        *self.last_failure.lock() = Some(Instant::now());
        self.idle.lock().clear();
        self.failures.send_replace(());
    }
}

/// A connection in use.
pub(crate) struct Lease<C> {
    connection: C,
    made: Instant,
    /// Whether the connection was used before.
    reused: bool,
    deadline: Instant,
    shared: Arc<Shared<C>>,
    _permit: OwnedSemaphorePermit,
}

impl<C: Connection> Pool<C> {
    /// Creates a pool without connections.
    pub(crate) fn new(options: C::Options, size: u32, limit: Duration) -> Self {
        let failures = watch::Sender::new(());
        let shared = Arc::new(Shared { idle: Mutex::default(), last_failure: Mutex::default(), failures });
        Self { options, size, limit, permits: Arc::new(Semaphore::new(size as usize)), shared }
    }

    /// Returns a receiver that changes with every failure of a connection.
    pub(crate) fn failures(&self) -> watch::Receiver<()> {
        self.shared.failures.subscribe()
    }

    /// Uses no connection again that was made before now.
    pub(crate) fn renew(&self) {
        self.shared.renew();
    }

    /// Returns an unused connection, opening one if necessary.
    pub(crate) async fn lease(&self) -> Result<Lease<C>, StoreError> {
        let deadline = Instant::now() + self.limit;
        let busy = |_| StoreError::Unavailable(format!("no free connection within {:?}", self.limit));
        let permit = timeout_at(deadline, self.permits.clone().acquire_owned()).await.map_err(busy)?;
        let permit = permit.map_err(|_| StoreError::Closed)?;
        let idle = self.shared.idle.lock().pop();
        let reused = idle.is_some();
        let (connection, made) = match idle {
            Some(idle) => idle,
            None => {
                let made = Instant::now();
                let silent = |_| StoreError::Unavailable(format!("no connection within {:?}", self.limit));
                (timeout_at(deadline, self.options.connect()).await.map_err(silent)??, made)
            }
        };
        Ok(Lease { connection, made, reused, deadline, shared: self.shared.clone(), _permit: permit })
    }

    /// Waits until all connections are unused and closes them, within a time limit.
    pub(crate) async fn close(&self) {
        let all = timeout(CLOSING, self.permits.clone().acquire_many_owned(self.size)).await;
        self.permits.close();
        drop(all);
        let idle = std::mem::take(&mut *self.shared.idle.lock());
        for (connection, _) in idle {
            // An error while closing cannot be handled.
            let _ = timeout(CLOSING, connection.close()).await;
        }
    }

    /// Whether [`Pool::close`] was called.
    pub(crate) fn is_closed(&self) -> bool {
        self.permits.is_closed()
    }
}

impl<C> Lease<C> {
    /// Returns the connection, and the time until which a statement on it must have completed.
    pub(crate) fn connection(&mut self) -> (&mut C, Instant) {
        (&mut self.connection, self.deadline)
    }

    /// Whether the connection was used before, so that it may have been lost since then.
    pub(crate) fn reused(&self) -> bool {
        self.reused
    }

    /// Returns the result of a statement that had to complete by the deadline. After a failure of
    /// the connection all connections of its age are dropped.
    pub(crate) fn completed<T>(&self, result: Result<Result<T, StoreError>, Elapsed>) -> Result<T, StoreError> {
        let result = result.unwrap_or_else(|_| Err(StoreError::Unavailable("no response in time".to_string())));
        if matches!(result, Err(StoreError::Unavailable(_))) {
            self.shared.renew();
        }
        result
    }

    /// Gives the connection back. Nothing may be in progress on it. A lease that is dropped instead
    /// drops its connection.
    pub(crate) fn give_back(self) {
        let usable = self.shared.last_failure.lock().is_none_or(|failure| self.made > failure);
        if usable {
            self.shared.idle.lock().push((self.connection, self.made));
        }
    }
}
