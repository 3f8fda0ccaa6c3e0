//! Opening a database, the errors when that fails, and outages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use hexarium_server::store::{Start, Store, backup};
use hexarium_server::testing::{DEADLINE, Folder, Postgres, eventually_async, within};

use super::base::{Base, add_guests, header, pair, playing, put, start, turn};

super::on_both!(
    newer_tables_are_rejected,
    an_outage_is_recorded,
    overlapping_outages_are_one,
    a_wrong_clock_leaves_no_outage_in_the_future,
    a_clock_that_is_behind_continues_from_the_last_pulse,
);

async fn problem(url: &str) -> String {
    let Err(problem) = Store::open(url).await else {
        panic!("{url} could be opened");
    };
    assert!(!problem.contains("s3cret"), "{problem}");
    assert!(!problem.contains('\n'), "{problem}");
    problem
}

async fn newer_tables_are_rejected(base: &Base) {
    base.open().await.close().await;
    base.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (99, 'from the future', TRUE, '', 0)",
    )
    .await;
    let problem = problem(&base.url).await;
    assert!(problem.contains("version 99") && problem.contains("update the program"), "{problem}");
}

#[tokio::test]
async fn several_nodes_open_a_new_database_at_once() {
    let base = Base::postgres();
    let (a, b, c) = tokio::join!(Store::open(&base.url), Store::open(&base.url), Store::open(&base.url));
    let (a, b, _) = (a.unwrap(), b.unwrap(), c.unwrap());
    add_guests(&a, &["ann"]).await;
    assert!(b.user("ann").await.unwrap().is_some());
}

async fn an_outage_is_recorded(base: &Base) {
    let store = base.open().await;
    assert_eq!(store.begin_serving(10_000).await.unwrap().outage, None, "first start");
    assert_eq!(store.begin_serving(13_000).await.unwrap().outage, None, "three seconds are not an outage");
    store.pulse("n", 20_000).await.unwrap();
    store.pulse("n", 19_000).await.unwrap();
    store.close().await;

    let store = base.open().await;
    let mut heard = store.bus().subscribe();
    assert_eq!(store.begin_serving(80_000).await.unwrap(), Start { now: 80_000, outage: Some((20_000, 80_000)) });
    assert_eq!(store.begin_serving(80_000).await.unwrap().outage, None, "the second node finds the first");
    assert_eq!(heard.recv().await.unwrap(), hexarium_server::bus::Notification::Outages);
    assert_eq!(store.begin_serving(95_000).await.unwrap().outage, Some((80_000, 95_000)));
    store.pulse("n", 100_000).await.unwrap();
    store.add_outage(100_000, 130_000).await.unwrap();
    assert_eq!(store.outages(130_000).await.unwrap(), [(20_000, 95_000), (100_000, 130_000)]);
    assert_eq!(store.begin_serving(131_000).await.unwrap().outage, None, "an outage ends with a pulse");
}

async fn overlapping_outages_are_one(base: &Base) {
    let store = base.open().await;
    for (began, ended) in [(10, 40), (20, 30), (35, 50), (60, 70), (60, 80)] {
        store.add_outage(began, ended).await.unwrap();
    }
    assert_eq!(store.outages(100).await.unwrap(), [(10, 50), (60, 80)]);
}

const YEAR: i64 = 365 * 24 * 60 * 60 * 1000;

async fn a_wrong_clock_leaves_no_outage_in_the_future(base: &Base) {
    let store = base.open().await;
    store.begin_serving(10_000).await.unwrap();
    store.begin_serving(30_000).await.unwrap();
    assert_eq!(store.begin_serving(YEAR).await.unwrap().outage, Some((30_000, YEAR)));
    assert_eq!(store.outages(40_000).await.unwrap(), [(10_000, 30_000)], "not yet over");
    assert_eq!(store.begin_serving(40_000).await.unwrap(), Start { now: 40_000, outage: None });
    assert_eq!(store.outages(2 * YEAR).await.unwrap(), [(10_000, 30_000)], "removed");
    assert_eq!(store.begin_serving(60_000).await.unwrap().outage, Some((40_000, 60_000)), "the next one is found");
}

async fn a_clock_that_is_behind_continues_from_the_last_pulse(base: &Base) {
    let store = base.open().await;
    store.begin_serving(3_600_000).await.unwrap();
    assert_eq!(store.begin_serving(1_000).await.unwrap(), Start { now: 3_600_000, outage: None });
}

#[tokio::test]
async fn a_file_is_locked_for_one_store_and_private() {
    let base = Base::sqlite();
    let store = base.open().await;
    add_guests(&store, &["ann"]).await;
    let problem = problem(&base.url).await;
    assert!(problem.ends_with("games.db is in use by another server: stop it first"), "{problem}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |suffix| std::fs::metadata(format!("{}{suffix}", base.url)).unwrap().permissions().mode() & 0o777;
        assert_eq!([mode(""), mode("-wal"), mode("-shm"), mode("-lock")], [0o600; 4]);
        store.close().await;
        std::fs::set_permissions(&base.url, std::fs::Permissions::from_mode(0o644)).unwrap();
        base.open().await.close().await;
        assert_eq!(mode(""), 0o640, "other users lose their access");
    }
    base.open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_load_has_every_event_confirmed_before() {
    let base = Base::sqlite();
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    start(&store, &header("g", "ann", 1), pair("ann", "bob")).await;
    let (writing, stop) = (store.clone(), Arc::new(AtomicBool::new(false)));
    let (written, stopped) = (Arc::new(AtomicU32::new(1)), stop.clone());
    let confirmed = written.clone();
    let writer = tokio::spawn(async move {
        while !stopped.load(Ordering::SeqCst) {
            let seq = written.load(Ordering::SeqCst) + 1;
            put(&writing, "g", turn(seq, "a1"), playing(pair("ann", "bob"))).await;
            written.store(seq, Ordering::SeqCst);
        }
    });
    let folder = Folder::new();
    for n in 0..5 {
        let target = folder.path().join(format!("copy{n}.db"));
        let before = confirmed.load(Ordering::SeqCst) as usize;
        within("a backup", backup(&base.url, &target)).await.unwrap();
        assert_eq!(
            backup(&base.url, &target).await.unwrap_err().split(':').next().unwrap(),
            format!("cannot create {}", target.display())
        );
        let copy = Base { url: target.display().to_string(), _folder: Folder::new(), postgres: None };
        let events = copy.open().await.load("g").await.unwrap().unwrap().1.len();
        assert!(events >= before, "{events} of {before}");
    }
    stop.store(true, Ordering::SeqCst);
    writer.await.unwrap();
    let missing = folder.path().join("missing.db");
    assert!(
        backup(&missing.to_string_lossy(), &folder.path().join("x"))
            .await
            .unwrap_err()
            .contains("there is no database")
    );
    assert!(backup("postgres://me:s3cret@host/games", &missing).await.unwrap_err().contains("use pg_dump"));
}

#[tokio::test]
async fn connections_to_postgresql_are_encrypted_and_checked_on_request() {
    let postgres = Postgres::start();
    let url = postgres.fresh();
    let plain = problem(&format!("{url}?sslmode=require")).await;
    assert!(plain.contains("does not support TLS"), "{plain}");
    let certificate = postgres.enable_tls();
    let checked = format!("{url}?sslmode=verify-full&sslrootcert={}", certificate.display());
    let encrypted = "SELECT COUNT(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE ssl AND application_name = 'hexarium'";
    for url in [&url, &checked] {
        // The setting takes effect some moments after it is changed.
        eventually_async("an encrypted connection", async || {
            let store = Store::open(url).await?;
            let count = postgres.psql("postgres", encrypted);
            store.close().await;
            if count == "0" { Err("no encrypted connection".to_string()) } else { Ok(()) }
        })
        .await;
    }
    let unknown = problem(&format!("{url}?sslmode=verify-full")).await;
    assert!(unknown.contains("certificate"), "{unknown}");
}

#[tokio::test]
async fn a_start_waits_for_postgresql() {
    let postgres = std::sync::Arc::new(Postgres::start());
    let (url, kept) = (postgres.fresh(), postgres.clone());
    postgres.crash();
    assert!(problem(&url).await.contains("cannot reach PostgreSQL"));
    let restarting = async {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        tokio::task::spawn_blocking(move || postgres.restart()).await.unwrap();
    };
    let started = std::time::Instant::now();
    let opening = within("an open database", Store::open_waiting(&url, DEADLINE));
    let (opened, ()) = tokio::join!(opening, restarting);
    opened.unwrap();
    assert!(started.elapsed() >= std::time::Duration::from_secs(1));
    drop(kept);
}

#[tokio::test]
async fn an_unusable_database_is_reported_without_its_password() {
    let folder = Folder::new();
    let file = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(file("text"), "This is a letter and not a database, long as it may be.\n".repeat(100)).unwrap();
    std::fs::create_dir(file("folder")).unwrap();
    let says = [
        (file("text"), "is not a database"),
        (file("folder"), "cannot open the database"),
        (file("text") + "/deeper.db", "cannot create the folder"),
        ("mysql://me:s3cret@localhost/games".to_string(), "unknown database kind 'mysql'"),
        ("sqlite::memory:".to_string(), "not stored on disk: expected a file"),
        ("".to_string(), "missing database name"),
        ("postgres://me:s3cret@127.0.0.1:1/games".to_string(), "cannot reach PostgreSQL at 127.0.0.1:1"),
        (
            "postgres://me:s3cret@no.such.host.invalid/games".to_string(),
            "cannot reach PostgreSQL at no.such.host.invalid",
        ),
        (
            "postgres://me:s3cret@127.0.0.1:port/games".to_string(),
            "expected postgres://USER:PASSWORD@HOST:PORT/DATABASE",
        ),
        ("postgres://".to_string(), "PostgreSQL"),
    ];
    for (url, expected) in says {
        let problem = problem(&url).await;
        assert!(problem.contains(expected), "{url}: {problem}");
    }
}

#[tokio::test]
async fn a_database_of_another_program_is_not_changed() {
    let base = Base::sqlite();
    std::fs::File::create(&base.url).unwrap();
    base.execute("CREATE TABLE recipes (name TEXT)").await;
    assert!(problem(&base.url).await.contains("of another program"));
    assert_eq!(base.look("SELECT GROUP_CONCAT(name) FROM sqlite_master").await, "recipes");
}

#[tokio::test]
async fn an_unknown_database_or_user_is_reported() {
    let base = Base::postgres();
    let unknown = base.url.replace("fresh_", "unknown_");
    assert!(problem(&unknown).await.contains("refused: database \"unknown_"), "{}", problem(&unknown).await);
    let stranger = base.url.replace("postgres:none", "stranger:s3cret");
    assert!(problem(&stranger).await.contains("refused: role \"stranger\" does not exist"));
}

#[tokio::test]
async fn a_file_is_created_with_its_folder_and_safe_settings() {
    let folder = Folder::new();
    let path = folder.path().join("a/b/games #1?.db");
    let store = Store::open(&format!("sqlite:{}", path.display())).await.unwrap();
    add_guests(&store, &["ann"]).await;
    assert!(path.exists());
    let base = Base { url: path.display().to_string(), _folder: folder, postgres: None };
    assert_eq!(base.look("PRAGMA journal_mode").await, "wal");
}
