//! Query plans: no query reads a whole table, on a database that has grown since its first day.

use std::sync::Arc;
use std::time::Duration;

use hexarium_wire::{Clock, GameHeader, User, UserKind};
use parking_lot::Mutex;

use super::backend::{Backend, Later, Transaction};
use super::postgres::PostgresServer;
use super::sqlite::SqliteFile;
use super::value::{Row, Value, values};
use super::{GameFilter, SessionKind, Store, UserRow};
use crate::bus::Bus;
use crate::testing::{Folder, Postgres};

/// The number of games, and of those that are stored at once.
const GAMES: u32 = 100_000;
const BATCH: u32 = 10_000;

/// The tables that grow.
const TABLES: [&str; 7] = ["games", "events", "people", "sessions", "ratings", "totals", "puzzles"];

/// A database that records what is read.
struct Recorder<B> {
    real: B,
    queries: Mutex<Vec<(String, Vec<Value>)>>,
}

impl<B: Backend> Recorder<B> {
    fn new(real: B) -> Arc<Self> {
        Arc::new(Self { real, queries: Mutex::default() })
    }
}

impl<B: Backend> Backend for Recorder<B> {
    fn rows<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        self.queries.lock().push((sql.to_string(), values.clone()));
        self.real.rows(sql, values)
    }

    fn begin(&self) -> Later<'_, Box<dyn Transaction>> {
        self.real.begin()
    }

    fn lock(&self) -> &'static str {
        self.real.lock()
    }

    fn clock(&self) -> Option<&'static str> {
        self.real.clock()
    }

    fn bus(&self) -> Arc<dyn Bus> {
        self.real.bus()
    }

    fn optimize(&self) -> Later<'_, ()> {
        self.real.optimize()
    }

    fn close(&self) -> Later<'_, ()> {
        self.real.close()
    }
}

/// Fills a database: statistics of its first games, then many games of a thousand users, one of
/// whom plays every tenth game.
async fn fill(url: &str) {
    let store = Store::open(url).await.unwrap();
    for n in 0..1000 {
        let user = User { id: format!("u{n}"), name: format!("User {n}"), kind: UserKind::Guest };
        store.add_user(&UserRow { user, password: None, created: 1 }).await.unwrap();
    }
    let header = |n: u32| GameHeader {
        id: format!("first{n}"),
        game: "sample".to_string(),
        start: String::new(),
        clock: Clock::Unlimited,
        rated: false,
        listed: true,
        host: "u0".to_string(),
        host_side: None,
        created: 1,
        series: format!("first{n}"),
    };
    for n in 0..5 {
        store.create(&header(n), "sample()").await.unwrap();
    }
    store.optimize().await.unwrap();
    for last in (0..GAMES).step_by(BATCH as usize) {
        let sql = format!(
            "WITH RECURSIVE n(i) AS (SELECT {last} + 1 UNION ALL SELECT i + 1 FROM n WHERE i < {last} + {BATCH})
         INSERT INTO games (id, format, game, start, clock, rated, listed, host, created, contest, kind, seq, status,
             first_sitter, second_sitter, first_person, second_person, to_move, winner, reason, counts, ended, due)
         SELECT 'g' || i, 1, 'sample', '', '\"none\"', 0, 1, 'u' || (i % 1000), i, 'g' || i, 'sample', 1,
             CASE WHEN i % 50 = 0 THEN 'open' WHEN i % 20 = 0 THEN 'playing' ELSE 'over' END, NULL, NULL,
             CASE WHEN i % 10 = 0 THEN 'u7' ELSE 'u' || (i % 997) END, 'u' || (i % 991), NULL, 'first', 'won',
             CASE WHEN i % 30 = 0 THEN 0 ELSE 1 END, i, CASE WHEN i % 20 = 0 THEN i END FROM n"
        );
        store.change(&sql, vec![]).await.unwrap();
        let sql = format!(
            "INSERT INTO events (game, seq, at, body) SELECT id, 1, created, '{{\"turn\":{{\"actions\":[\"a1\"]}}}}' FROM games
             WHERE id LIKE 'g%' AND created > {last} AND created <= {last} + {BATCH}"
        );
        store.change(&sql, vec![]).await.unwrap();
    }
    store.close().await;
}

/// Calls every function that reads from tables that grow, and returns its queries.
async fn queries<B: Backend + 'static>(recorder: &Arc<Recorder<B>>) -> (Vec<(String, Vec<Value>)>, Duration) {
    let store = Store::on(recorder.clone());

    let started = std::time::Instant::now();
    assert_eq!(store.open_games(50).await.unwrap().len(), 50);
    assert_eq!(store.playing_games(50).await.unwrap().len(), 50);
    for listed in [true, false] {
        assert!(!store.games_of("u7", GameFilter::Running, 200, listed).await.unwrap().is_empty());
        assert_eq!(store.games_of("u7", GameFilter::Finished, 50, listed).await.unwrap().len(), 50);
    }
    assert!(store.count_running("u7").await.unwrap().playing > 0);
    assert_eq!(store.due(i64::MAX, 200).await.unwrap().len(), 200);
    assert_eq!(store.load("g77").await.unwrap().unwrap().1.len(), 1);
    store.options_of("g77").await.unwrap();
    store.series_score("g77", 100, "g78").await.unwrap();
    store.results_of("u7").await.unwrap();
    store.rating_history("u7", "sample").await.unwrap();
    store.puzzle_progress("u7").await.unwrap();
    let page = store.finished_public(None, 100).await.unwrap();
    assert_eq!(page.len(), 100);
    store.finished_public(page.last().map(super::Cursor::after).as_ref(), 100).await.unwrap();
    store.user("u7").await.unwrap().unwrap();
    store.users(&["u7".to_string(), "u8".to_string()]).await.unwrap();
    store.user_by_name("User 7").await.unwrap();
    store.session("hash").await.unwrap();
    store.sessions("u7", SessionKind::Token).await.unwrap();
    store.without_options("g5", 200).await.unwrap();
    store.without_skeleton("u5", 200).await.unwrap();
    store.looks_like_account("User 7").await.unwrap();
    store.waiting_for_engine("g5", 200).await.unwrap();
    let elapsed = started.elapsed();
    store.export("u7").await.unwrap().unwrap();
    let mut queries = std::mem::take(&mut *recorder.queries.lock());
    // Within a transaction.
    let expiring = "SELECT id FROM games WHERE status = 'over' AND counts = 0 AND ended < $1 ORDER BY ended LIMIT $2";
    queries.push((expiring.to_string(), values![5_u32, 10_u32]));
    assert!(queries.len() > 20);
    (queries, elapsed)
}

#[tokio::test]
async fn no_query_reads_a_whole_table() {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    fill(&path.to_string_lossy()).await;
    let recorder = Recorder::new(SqliteFile::open(&path).await.unwrap());
    let (queries, elapsed) = queries(&recorder).await;
    for (sql, values) in queries {
        for plan in plan(&recorder.real, &sql, values).await {
            let whole = TABLES
                .iter()
                .any(|table| plan.strip_prefix("SCAN ").is_some_and(|rest| rest.split(' ').next() == Some(table)));
            // Pages of games in the order of their ids are read from the index itself.
            let paged = sql.contains("options IS NULL");
            assert!(!whole || paged, "{plan}: {sql}");
        }
    }
    assert!(elapsed < Duration::from_secs(2), "{elapsed:?}");
}

/// With statistics PostgreSQL chooses an index for every query on the large tables. Without the
/// choice to read a whole table, it finds an index for every other query too.
#[tokio::test]
async fn no_query_reads_a_whole_table_of_postgresql() {
    let postgres = Postgres::shared();
    let url = postgres.fresh();
    fill(&url).await;
    let recorder = Recorder::new(PostgresServer::open(&url, Duration::ZERO).await.unwrap());
    Store::on(recorder.clone()).change("ANALYZE", vec![]).await.unwrap();
    let (queries, _) = queries(&recorder).await;
    for (sql, values) in queries {
        for (setting, tables) in [("on", &TABLES[..2]), ("off", &TABLES[..])] {
            let mut transaction = recorder.begin().await.unwrap();
            transaction.execute(&format!("SET LOCAL enable_seqscan = {setting}"), vec![]).await.unwrap();
            let plan = transaction.rows(&format!("EXPLAIN {sql}"), values.clone()).await.unwrap();
            let plan: Vec<_> = plan.into_iter().map(|mut row| row.text().unwrap()).collect();
            let whole = |table: &&str| {
                let scan = format!("Seq Scan on {table} ");
                plan.iter().any(|step| step.contains(&scan))
            };
            assert!(!tables.iter().any(whole), "{}: {sql}", plan.join("\n"));
        }
    }
}

/// Returns the steps of a query plan.
async fn plan(file: &SqliteFile, sql: &str, values: Vec<Value>) -> Vec<String> {
    let rows = file.rows(&format!("EXPLAIN QUERY PLAN {sql}"), values).await.unwrap();
    rows.into_iter()
        .map(|mut row| {
            for _ in 0..3 {
                row.number().unwrap();
            }
            row.text().unwrap()
        })
        .collect()
}
