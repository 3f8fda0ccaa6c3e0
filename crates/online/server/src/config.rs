//! The configuration of a server.

use std::sync::Arc;
use std::time::Duration;

use hexarium_kernel::GameCatalog;

use crate::time::{SystemClock, Time};

/// The configuration of a server.
#[derive(Clone)]
pub struct Config {
    /// The address to listen on, such as `127.0.0.1:8080`; port 0 for any free port.
    pub listen: String,
    /// The database: a file, or a URL that begins with `postgres://`.
    pub database: String,
    /// The time for which the start waits for a PostgreSQL server that does not accept connections
    /// yet.
    pub database_wait: Duration,
    /// Whether to trust `X-Forwarded-For` and `X-Forwarded-Proto` of a proxy.
    pub behind_proxy: bool,
    /// The number of engine threads on this server. 0 for none: engines then run in browsers only.
    pub engines: usize,
    /// The limits per user and address.
    pub limits: Limits,
    /// The time limits of slow clients.
    pub timeouts: Timeouts,
    /// The available games.
    pub catalog: &'static dyn GameCatalog,
    /// The source of time.
    pub time: Arc<dyn Time>,
    /// The faults of the database.
    #[cfg(feature = "testing")]
    pub faults: crate::store::Faults,
}

impl Config {
    /// Returns the default configuration.
    pub fn new(listen: &str, database: &str, catalog: &'static dyn GameCatalog) -> Self {
        Self {
            listen: listen.to_string(),
            database: database.to_string(),
            database_wait: Duration::from_secs(60),
            behind_proxy: false,
            engines: 1,
            limits: Limits::default(),
            timeouts: Timeouts::default(),
            catalog,
            time: Arc::new(SystemClock::new()),
            #[cfg(feature = "testing")]
            faults: crate::store::Faults::default(),
        }
    }
}

/// The time limits of slow clients.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// The time for the headers of a request, from the start of the connection or the end of the
    /// previous request.
    pub headers: Duration,
    /// The time for the body of a request.
    pub body: Duration,
    /// The time for which a stream waits for a client that does not read it.
    pub stall: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { headers: seconds(10), body: seconds(10), stall: seconds(30) }
    }
}

/// The limits per user and address. IPv6 addresses count as one if their first 64 bits are equal.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests per second and address, on average; four times as many in a burst.
    pub requests: u32,
    /// New guests, new accounts and sign-in attempts per minute and address.
    pub sign_ins: u32,
    /// Attempts per hour to enter the password of an account, on average; a sixth of them in a
    /// burst.
    pub password_attempts: u32,
    /// Connections per address, and concurrent requests and WebSockets per address.
    pub connections: usize,
    /// Live connections per user.
    pub live: usize,
    /// Messages per second and live connection, on average; four times as many in a burst.
    pub messages: u32,
    /// Games per user that wait for an opponent.
    pub open_games: u32,
    /// Games in progress per user.
    pub running_games: u32,
    /// Tokens per user.
    pub tokens: usize,
    /// Connections in total.
    pub all_connections: usize,
    /// Exports in progress per user, or per address if they need no user.
    pub exports: usize,
    /// Exports in progress in total.
    pub all_exports: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests: 20,
            sign_ins: 10,
            password_attempts: 60,
            connections: 100,
            live: 20,
            messages: 10,
            open_games: 20,
            running_games: 200,
            tokens: 10,
            all_connections: 20_000,
            exports: 2,
            all_exports: 20,
        }
    }
}

impl Limits {
    /// Returns limits that are never reached, for load tests and tests with a single address.
    pub fn none() -> Self {
        Self {
            requests: 1_000_000,
            sign_ins: 1_000_000,
            password_attempts: 1_000_000,
            connections: 1_000_000,
            live: 1_000_000,
            messages: 1_000_000,
            open_games: 1_000_000,
            running_games: 1_000_000,
            tokens: 1_000_000,
            all_connections: 1_000_000,
            exports: 1_000_000,
            all_exports: 1_000_000,
        }
    }
}
