//! PostgreSQL, for any number of nodes.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgConnectOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, Postgres};
use tokio::time::{Instant, timeout};

use crate::bus::{Bus, NOTIFY, Notification, PostgresBus};

use super::StoreError;
use super::backend::{Backend, Later, Transaction, speak};
use super::value::{Row, Value};

speak!(Postgres, PgArguments, "BEGIN");

/// The number of connections of a node, without the listening one.
const CONNECTIONS: u32 = 8;

/// The time limit of a transaction and of a reading statement, including the wait for a connection.
/// After it the database counts as unavailable.
const LIMIT: Duration = Duration::from_secs(5);

/// The pause between attempts to connect while the database starts.
const PAUSE: Duration = Duration::from_millis(500);

/// Settings of each connection, which PostgreSQL enforces itself: a node that stops in the middle
/// of a transaction must not block the others.
const SETTINGS: [(&str, &str); 6] = [
    ("statement_timeout", "5s"),
    ("idle_in_transaction_session_timeout", "5s"),
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "20s"),
];

/// A PostgreSQL database, shared by all nodes.
pub(super) struct PostgresServer {
    pool: Arc<Pool>,
    bus: Arc<PostgresBus>,
}

impl PostgresServer {
    /// Connects, and retries for a while if nothing listens at the address or the database is
    /// starting. No error contains the address as given, since it may contain a password.
    pub(super) async fn open(url: &str, wait: Duration) -> Result<Self, String> {
        let options = PgConnectOptions::from_str(url).map_err(|_| {
            "the address of the database cannot be read; expected postgres://USER:PASSWORD@HOST:PORT/DATABASE"
                .to_string()
        })?;
        let options = options.application_name("hexarium");
        let place = format!("PostgreSQL at {}:{}", options.get_host(), options.get_port());
        let started = Instant::now();
        let mut connection = loop {
            let error = match timeout(LIMIT, options.connect()).await {
                Ok(Ok(connection)) => break connection,
                Ok(Err(error)) => error,
                Err(_) => return Err(format!("cannot reach {place}: no response within {LIMIT:?}")),
            };
            if !is_starting(&error) || started.elapsed() >= wait {
                return Err(match error {
                    sqlx::Error::Database(error) => format!("{place} refused: {}", error.message()),
                    other => format!("cannot reach {place}: {other}"),
                });
            }
            if started.elapsed() < PAUSE {
                tracing::warn!("{place} does not accept connections yet: retrying for {wait:?}");
            }
            tokio::time::sleep(PAUSE).await;
        };
        // This connection has no time limit, because a migration may take long.
        super::schema::MIGRATIONS.run(&mut connection).await.map_err(|error| super::schema::problem(&error, &place))?;
        connection.close().await.map_err(|error| format!("{place}: {error}"))?;
        let options = options.options(SETTINGS);
        let pool = Arc::new(Pool::new(options.clone(), CONNECTIONS, LIMIT));
        let bus = PostgresBus::start(options, pool.clone());
        let bus = bus.await.map_err(|error| format!("cannot listen to {place}: {error}"))?;
        Ok(Self { pool, bus: Arc::new(bus) })
    }
}

/// Whether nothing listens at the address, or PostgreSQL is starting or shutting down.
fn is_starting(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => matches!(
            error.kind(),
            std::io::ErrorKind::ConnectionRefused | std::io::ErrorKind::ConnectionReset | std::io::ErrorKind::NotFound
        ),
        sqlx::Error::Database(error) => error.code().is_some_and(|code| code.starts_with("57P")),
        _ => false,
    }
}

/// Sends the payloads of notifications on a connection of a pool.
pub(crate) async fn notify(
    pool: &crate::store::pool::Pool<PgConnection>,
    payloads: &[String],
) -> Result<(), StoreError> {
    let mut lease = pool.lease().await?;
    let (connection, deadline) = lease.connection();
    let sending = async { Ok(sqlx::query(NOTIFY).bind(payloads).execute(connection).await?) };
    let result = tokio::time::timeout_at(deadline, sending).await;
    lease.completed(result)?;
    lease.give_back();
    Ok(())
}

impl Backend for PostgresServer {
    fn rows<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        // PostgreSQL rejects texts with a NUL, so none is stored.
        if values.iter().any(|value| matches!(value, Value::Text(Some(text)) if text.contains('\0'))) {
            return Box::pin(async { Ok(Vec::new()) });
        }
        Box::pin(rows(&self.pool, sql, values))
    }

    fn begin(&self) -> Later<'_, Box<dyn Transaction>> {
        Box::pin(async move { Ok(Box::new(Writing::begin(&self.pool).await?) as Box<dyn Transaction>) })
    }

    fn lock(&self) -> &'static str {
        // Does not block inserts of rows that reference the locked ones.
        " FOR NO KEY UPDATE"
    }

    fn clock(&self) -> Option<&'static str> {
        Some("SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT")
    }

    fn bus(&self) -> Arc<dyn Bus> {
        self.bus.clone()
    }

    fn optimize(&self) -> Later<'_, ()> {
        // PostgreSQL does that itself (autovacuum).
        Box::pin(async { Ok(()) })
    }

    fn close(&self) -> Later<'_, ()> {
        Box::pin(async move {
            self.bus.stop().await;
            self.pool.close().await;
            Ok(())
        })
    }
}

impl Transaction for Writing {
    fn rows<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        Box::pin(self.rows(sql, values))
    }

    fn execute<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, u64> {
        Box::pin(self.execute(sql, values))
    }

    fn announce<'a>(&'a mut self, notifications: Vec<Notification>) -> Later<'a, ()> {
        Box::pin(async move {
            let payloads: Vec<_> = notifications.iter().map(Notification::payload).collect();
            let (connection, deadline) = self.0.connection();
            let sending = async { Ok(sqlx::query(NOTIFY).bind(payloads).execute(connection).await?) };
            let result = tokio::time::timeout_at(deadline, sending).await;
            self.0.completed(result).map(|_| ())
        })
    }

    fn commit(self: Box<Self>) -> Later<'static, ()> {
        Box::pin((*self).commit())
    }
}
