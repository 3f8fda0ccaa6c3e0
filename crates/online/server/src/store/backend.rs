//! The little in which the databases differ. Everything else is one text of SQL for both.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::bus::{Bus, Notification};

use super::StoreError;
use super::value::{Row, Value};

/// A future that is not of one type.
pub(super) type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A database.
pub(super) trait Backend: Send + Sync {
    /// Reads rows.
    fn rows<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>>;

    /// Begins to write. What is not committed has never been.
    fn begin(&self) -> Later<'_, Box<dyn Transaction>>;

    /// Ends a `SELECT` of rows that nobody else may change until the transaction is over.
    fn lock(&self) -> &'static str;

    /// How those who serve the same games hear of each other.
    fn bus(&self) -> Arc<dyn Bus>;

    /// Lets go of all connections.
    fn close(&self) -> Later<'_, ()>;
}

/// Writing that happens as a whole or not at all.
pub(super) trait Transaction: Send {
    /// Reads rows, as far as this transaction has come.
    fn rows<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>>;

    /// Writes, and tells how many rows it touched.
    fn execute<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, u64>;

    /// Tells everybody, if and only if the transaction is committed.
    fn announce<'a>(&'a mut self, notifications: Vec<Notification>) -> Later<'a, ()>;

    /// Makes it last.
    fn commit(self: Box<Self>) -> Later<'static, ()>;
}

/// `read` and `write` for the connections of a database: the same words, but no type that both would fit.
macro_rules! speak {
    ($database:ty, $arguments:ty) => {
        fn arguments(values: Vec<$crate::store::value::Value>) -> Result<$arguments, $crate::store::StoreError> {
            let mut arguments = <$arguments>::default();
            for value in values {
                let added = match value {
                    $crate::store::value::Value::Text(text) => sqlx::Arguments::add(&mut arguments, text),
                    $crate::store::value::Value::Number(number) => sqlx::Arguments::add(&mut arguments, number),
                };
                added.map_err(|error| $crate::store::StoreError::Refused(error.to_string()))?;
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
