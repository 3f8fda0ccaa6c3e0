//! How a server is set up.

use std::sync::Arc;

use hexarium_kernel::GameCatalog;

use crate::time::{SystemClock, Time};

/// Everything that can be chosen about a server.
#[derive(Clone)]
pub struct Config {
    /// Where it listens, such as `127.0.0.1:8080`; port 0 is any that is free.
    pub listen: String,
    /// The database: a file, or a URL that begins with `postgres://`.
    pub database: String,
    /// Whether a proxy stands in front, which says in `X-Forwarded-For` and `X-Forwarded-Proto` whom it speaks for.
    pub behind_proxy: bool,
    /// How many engines may think at once on this server. 0 is none: engines then only think in browsers.
    pub engines: usize,
    /// How much one person or address may do.
    pub limits: Limits,
    /// The games that can be played.
    pub catalog: &'static dyn GameCatalog,
    /// The source of time.
    pub time: Arc<dyn Time>,
}

impl Config {
    /// The usual server.
    pub fn new(listen: &str, database: &str, catalog: &'static dyn GameCatalog) -> Self {
        Self {
            listen: listen.to_string(),
            database: database.to_string(),
            behind_proxy: false,
            engines: 1,
            limits: Limits::default(),
            catalog,
            time: Arc::new(SystemClock),
        }
    }
}

/// How much one person or address may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests a second from one address, on average; four times as many at once.
    pub requests: u32,
    /// New guests, accounts and attempts to sign in from one address a minute.
    pub sign_ins: u32,
    /// Connections from one address.
    pub connections: usize,
    /// Live connections of one person.
    pub live: usize,
    /// Messages a second over one live connection, on average; four times as many at once.
    pub messages: u32,
    /// Games of one person that wait for somebody.
    pub open_games: u32,
    /// Games of one person that are being played.
    pub running_games: u32,
    /// Tokens of one person.
    pub tokens: usize,
    /// All connections together.
    pub all_connections: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests: 20,
            sign_ins: 10,
            connections: 100,
            live: 20,
            messages: 10,
            open_games: 20,
            running_games: 200,
            tokens: 10,
            all_connections: 20_000,
        }
    }
}

impl Limits {
    /// None to speak of: to measure a server, and for tests in which everybody comes from one address.
    pub fn none() -> Self {
        Self {
            requests: 1_000_000,
            sign_ins: 1_000_000,
            connections: 1_000_000,
            live: 1_000_000,
            messages: 1_000_000,
            open_games: 1_000_000,
            running_games: 1_000_000,
            tokens: 1_000_000,
            all_connections: 1_000_000,
        }
    }
}
