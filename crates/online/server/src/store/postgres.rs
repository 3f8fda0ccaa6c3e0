//! PostgreSQL, for any number of nodes.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgPool, Postgres};

use crate::bus::{Bus, NOTIFY, Notification, PostgresBus};

use super::backend::{Backend, Later, Transaction, speak};
use super::value::{Row, Value};

speak!(Postgres, PgArguments);

/// The number of connections of a node, without the listening one.
const CONNECTIONS: u32 = 8;

/// The time a statement waits for a connection before the database counts as unreachable.
const PATIENCE: Duration = Duration::from_secs(5);

/// A PostgreSQL database, shared by all nodes.
pub(super) struct PostgresServer {
    pool: PgPool,
    bus: Arc<PostgresBus>,
}

impl PostgresServer {
    /// Connects. No error contains the address as given, since it may contain a password.
    pub(super) async fn open(url: &str) -> Result<Self, String> {
        let options = PgConnectOptions::from_str(url).map_err(|_| {
            "the address of the database cannot be read; expected postgres://USER:PASSWORD@HOST:PORT/DATABASE"
                .to_string()
        })?;
        let options = options.application_name("hexarium");
        let place = format!("PostgreSQL at {}:{}", options.get_host(), options.get_port());
        // The pool would retry; a wrong address should fail at once.
        let probe = tokio::time::timeout(PATIENCE, options.connect()).await;
        let probe = probe.map_err(|_| format!("cannot reach {place}: no answer within {PATIENCE:?}"))?;
        let probe = probe.map_err(|error| match error {
            sqlx::Error::Database(refusal) => format!("{place} refused: {}", refusal.message()),
            other => format!("cannot reach {place}: {other}"),
        })?;
        probe.close().await.map_err(|error| format!("{place}: {error}"))?;
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS + 1).acquire_timeout(PATIENCE);
        let pool = pool.connect_with(options).await.map_err(|error| format!("cannot reach {place}: {error}"))?;
        super::schema::MIGRATIONS.run(&pool).await.map_err(|error| super::schema::problem(&error, &place))?;
        let bus = PostgresBus::start(&pool).await.map_err(|error| format!("cannot listen to {place}: {error}"))?;
        Ok(Self { pool, bus: Arc::new(bus) })
    }
}

impl Backend for PostgresServer {
    fn rows<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        Box::pin(async move { read(&mut *self.pool.acquire().await?, sql, values).await })
    }

    fn begin(&self) -> Later<'_, Box<dyn Transaction>> {
        Box::pin(async move { Ok(Box::new(Writing { transaction: self.pool.begin().await? }) as Box<dyn Transaction>) })
    }

    fn lock(&self) -> &'static str {
        // Does not block inserts of rows that reference the locked ones.
        " FOR NO KEY UPDATE"
    }

    fn bus(&self) -> Arc<dyn Bus> {
        self.bus.clone()
    }

    fn close(&self) -> Later<'_, ()> {
        Box::pin(async move {
            self.bus.stop().await;
            self.pool.close().await;
            Ok(())
        })
    }
}

struct Writing {
    transaction: sqlx::Transaction<'static, Postgres>,
}

impl Transaction for Writing {
    fn rows<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        Box::pin(read(&mut self.transaction, sql, values))
    }

    fn execute<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, u64> {
        Box::pin(write(&mut self.transaction, sql, values))
    }

    fn announce<'a>(&'a mut self, notifications: Vec<Notification>) -> Later<'a, ()> {
        Box::pin(async move {
            let payloads: Vec<_> = notifications.iter().map(Notification::payload).collect();
            sqlx::query(NOTIFY).bind(payloads).execute(&mut *self.transaction).await?;
            Ok(())
        })
    }

    fn commit(self: Box<Self>) -> Later<'static, ()> {
        Box::pin(async move { Ok(self.transaction.commit().await?) })
    }
}
