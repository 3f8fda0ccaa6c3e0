//! The differences between the databases. Everything else is the same SQL for both.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::bus::{Bus, Notification};

use super::StoreError;
use super::value::{Row, Value};

/// A boxed future.
pub(super) type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A database.
pub(super) trait Backend: Send + Sync {
    /// Reads rows.
    fn rows<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>>;

    /// Begins a transaction. Changes that are not committed are rolled back.
    fn begin(&self) -> Later<'_, Box<dyn Transaction>>;

    /// Returns the end of a `SELECT` that locks its rows until the end of the transaction.
    fn lock(&self) -> &'static str;

    /// Returns the query for the time of the database, if it has a clock of its own.
    fn clock(&self) -> Option<&'static str>;

    /// Returns the bus that connects the nodes of this database.
    fn bus(&self) -> Arc<dyn Bus>;

    /// Updates the statistics of the query planner.
    fn optimize(&self) -> Later<'_, ()>;

    /// Closes all connections.
    fn close(&self) -> Later<'_, ()>;
}

/// A write transaction: all or nothing.
pub(super) trait Transaction: Send {
    /// Reads rows, including the changes of this transaction.
    fn rows<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>>;

    /// Executes a statement and returns the number of affected rows.
    fn execute<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, u64>;

    /// Publishes notifications if and only if the transaction is committed.
    fn announce<'a>(&'a mut self, notifications: Vec<Notification>) -> Later<'a, ()>;

    /// Commits the transaction.
    fn commit(self: Box<Self>) -> Later<'static, ()>;
}

/// Defines `read` and `write` for the connections of a database, and `Writing`, a transaction that
/// begins with the given statement. The code is the same for both databases, but there is no common
/// type for a generic function.
macro_rules! speak {
    ($database:ty, $arguments:ty, $begin:literal) => {
        type Lease = $crate::store::pool::Lease<<$database as sqlx::Database>::Connection>;
        type Pool = $crate::store::pool::Pool<<$database as sqlx::Database>::Connection>;

        /// A transaction. Its connection is used again only after a commit: after an error the
        /// state of the connection is unknown.
        struct Writing(Lease);

        impl Writing {
            async fn begin(pool: &Pool) -> Result<Self, $crate::store::StoreError> {
                loop {
                    let mut writing = Self(pool.lease().await?);
                    match writing.run($begin).await {
                        Ok(()) => return Ok(writing),
                        // The connection may have been lost since its last use, and nothing has
                        // happened yet: a new one is tried.
                        Err($crate::store::StoreError::Unavailable(_)) if writing.0.reused() => {}
                        Err(error) => return Err(error),
                    }
                }
            }

            async fn rows(
                &mut self,
                sql: &str,
                values: Vec<$crate::store::value::Value>,
            ) -> Result<Vec<$crate::store::value::Row>, $crate::store::StoreError> {
                let (connection, deadline) = self.0.connection();
                let result = tokio::time::timeout_at(deadline, read(connection, sql, values)).await;
                self.0.completed(result)
            }

            async fn execute(
                &mut self,
                sql: &str,
                values: Vec<$crate::store::value::Value>,
            ) -> Result<u64, $crate::store::StoreError> {
                let (connection, deadline) = self.0.connection();
                let result = tokio::time::timeout_at(deadline, write(connection, sql, values)).await;
                self.0.completed(result)
            }

            /// Executes a statement without values and results.
            async fn run(&mut self, sql: &'static str) -> Result<(), $crate::store::StoreError> {
                let (connection, deadline) = self.0.connection();
                let running = async { Ok(sqlx::Executor::execute(connection, sql).await.map(|_| ())?) };
                let result = tokio::time::timeout_at(deadline, running).await;
                self.0.completed(result)
            }

            async fn commit(mut self) -> Result<(), $crate::store::StoreError> {
                self.run("COMMIT").await?;
                self.0.give_back();
                Ok(())
            }
        }

        /// Reads rows outside of a transaction.
        async fn rows(
            pool: &Pool,
            sql: &str,
            values: Vec<$crate::store::value::Value>,
        ) -> Result<Vec<$crate::store::value::Row>, $crate::store::StoreError> {
            loop {
                let mut lease = pool.lease().await?;
                let (connection, deadline) = lease.connection();
                let result = tokio::time::timeout_at(deadline, read(connection, sql, values.clone())).await;
                let timely = result.is_ok();
                let result = lease.completed(result);
                match &result {
                    Ok(_) => lease.give_back(),
                    // The connection was lost since its last use; a new one is tried.
                    Err($crate::store::StoreError::Unavailable(_)) if timely && lease.reused() => continue,
                    Err(_) => {}
                }
                return result;
            }
        }

        fn arguments(values: Vec<$crate::store::value::Value>) -> Result<$arguments, $crate::store::StoreError> {
            let mut arguments = <$arguments>::default();
            for value in values {
                let added = match value {
                    $crate::store::value::Value::Text(text) => sqlx::Arguments::add(&mut arguments, text),
                    $crate::store::value::Value::Number(number) => sqlx::Arguments::add(&mut arguments, number),
                };
                added.map_err(|error| $crate::store::StoreError::Rejected(error.to_string()))?;
            }
            Ok(arguments)
        }

        async fn read(
            connection: &mut <$database as sqlx::Database>::Connection,
            sql: &str,
            values: Vec<$crate::store::value::Value>,
        ) -> Result<Vec<$crate::store::value::Row>, $crate::store::StoreError> {
            let rows = sqlx::query_with(sql, arguments(values)?).fetch_all(connection).await?;
            rows.iter().map(row).collect()
        }

        async fn write(
            connection: &mut <$database as sqlx::Database>::Connection,
            sql: &str,
            values: Vec<$crate::store::value::Value>,
        ) -> Result<u64, $crate::store::StoreError> {
            Ok(sqlx::query_with(sql, arguments(values)?).execute(connection).await?.rows_affected())
        }

        fn row(
            row: &<$database as sqlx::Database>::Row,
        ) -> Result<$crate::store::value::Row, $crate::store::StoreError> {
            use $crate::store::StoreError;
            use $crate::store::value::{Row, Value};
            let value = |index: usize| {
                let raw = sqlx::Row::try_get_raw(row, index)?;
                let problem = |error: sqlx::error::BoxDynError| StoreError::Corrupt(error.to_string());
                if sqlx::ValueRef::is_null(&raw) {
                    return Ok(Value::Text(None));
                }
                let name = sqlx::TypeInfo::name(&*sqlx::ValueRef::type_info(&raw)).to_string();
                match name.as_str() {
                    "TEXT" => {
                        let text = <String as sqlx::Decode<$database>>::decode(raw).map_err(problem)?;
                        Ok(Value::Text(Some(text)))
                    }
                    "INTEGER" | "BIGINT" | "INT8" => {
                        let number = <i64 as sqlx::Decode<$database>>::decode(raw).map_err(problem)?;
                        Ok(Value::Number(Some(number)))
                    }
                    _ => Err(StoreError::Corrupt(format!("a value of type {name}"))),
                }
            };
            (0..sqlx::Row::len(row)).map(value).collect::<Result<Vec<_>, _>>().map(Row::new)
        }
    };
}
pub(super) use speak;
