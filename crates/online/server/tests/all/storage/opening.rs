//! Opening a database, the errors when that fails, and outages.

use hexarium_server::store::Store;
use hexarium_server::testing::Folder;

use super::base::{Base, add_guests};

super::on_both!(newer_tables_are_refused, several_stores_open_a_new_database_at_once, an_outage_is_recorded);

async fn problem(url: &str) -> String {
    let Err(problem) = Store::open(url).await else {
        panic!("{url} could be opened");
    };
    assert!(!problem.contains("s3cret"), "{problem}");
    assert!(!problem.contains('\n'), "{problem}");
    problem
}

async fn newer_tables_are_refused(base: &Base) {
    base.open().await.close().await;
    base.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (99, 'from the future', TRUE, '', 0)",
    )
    .await;
    let problem = problem(&base.url).await;
    assert!(problem.contains("version 99") && problem.contains("use a newer program"), "{problem}");
}

async fn several_stores_open_a_new_database_at_once(base: &Base) {
    let (a, b, c) = tokio::join!(Store::open(&base.url), Store::open(&base.url), Store::open(&base.url));
    let (a, b, _) = (a.unwrap(), b.unwrap(), c.unwrap());
    add_guests(&a, &["ann"]).await;
    assert!(b.user("ann").await.unwrap().is_some());
}

async fn an_outage_is_recorded(base: &Base) {
    let store = base.open().await;
    assert_eq!(store.begin_serving(10_000).await.unwrap(), None, "first start");
    assert_eq!(store.begin_serving(15_000).await.unwrap(), None, "five seconds are not an outage");
    store.pulse(20_000).await.unwrap();
    store.pulse(19_000).await.unwrap();
    store.close().await;

    let store = base.open().await;
    let mut heard = store.bus().subscribe();
    assert_eq!(store.begin_serving(80_000).await.unwrap(), Some((20_000, 80_000)));
    assert_eq!(store.begin_serving(80_000).await.unwrap(), None, "the second node finds the first");
    assert_eq!(heard.recv().await.unwrap(), hexarium_server::bus::Notification::Outages);
    assert_eq!(store.begin_serving(90_000).await.unwrap(), Some((80_000, 90_000)));
    assert_eq!(store.outages().await.unwrap(), [(20_000, 80_000), (80_000, 90_000)]);
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
        (file("text") + "/deeper.db", "cannot make the folder"),
        ("mysql://me:s3cret@localhost/games".to_string(), "of the kind 'mysql' is not known"),
        ("sqlite::memory:".to_string(), "not a file that would last"),
        ("".to_string(), "needs a name"),
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
