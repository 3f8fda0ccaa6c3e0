//! The store on real databases: one suite, run on a SQLite file and on a temporary PostgreSQL
//! server.

mod base;
mod bus;
mod games;
mod journal;
mod opening;
mod puzzles;
mod speed;
mod users;

/// Runs tests of a module on both databases.
macro_rules! on_both {
    ($($(#[$attribute:meta])* $name:ident),* $(,)?) => {
        mod sqlite {
            $($(#[$attribute])* #[tokio::test] async fn $name() { super::$name(&$crate::storage::base::Base::sqlite()).await })*
        }
        mod postgres {
            $($(#[$attribute])* #[tokio::test] async fn $name() { super::$name(&$crate::storage::base::Base::postgres()).await })*
        }
    };
}
pub(crate) use on_both;
