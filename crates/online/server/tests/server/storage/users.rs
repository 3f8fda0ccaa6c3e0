//! Users and their sessions.

use hexarium_server::store::{SessionKind, SessionRow, Store, UserRow};
use hexarium_wire::{Event, Side, User, UserKind};

use super::base::{Base, OPTIONS, add_guests, entry, finish, guest, header, pair, put, start};

super::on_both!(
    users_are_found_by_id_and_unique_name,
    a_name_can_be_registered_once,
    a_registered_guest_keeps_id_and_games,
    only_one_of_two_concurrent_registrations_gets_the_name,
    only_a_registered_user_becomes_a_bot,
    a_session_finds_its_user_until_it_ends,
    registration_ends_the_sessions_of_the_guest,
    a_new_password_ends_all_sessions_but_one,
    deletion_leaves_no_name,
    an_export_has_everything_but_hashes,
    texts_are_stored_unchanged,
);

fn member(id: &str, name: &str) -> UserRow {
    let mut row = guest(id, name);
    row.user.kind = UserKind::Registered;
    row.password = Some(format!("hash of {id}"));
    row
}

fn session(hash: &str, id: &str, user: &str, kind: SessionKind) -> SessionRow {
    SessionRow {
        hash: hash.to_string(),
        id: id.to_string(),
        user: user.to_string(),
        kind,
        label: format!("label of {id}"),
        created: 10,
        seen: 20,
    }
}

async fn users_are_found_by_id_and_unique_name(base: &Base) {
    let store = base.open().await;
    assert!(store.add_user(&member("m", "Mona  Lisa")).await.unwrap());
    assert!(store.add_user(&guest("g", "Gast")).await.unwrap());
    assert!(store.user("m").await.unwrap() == Some(member("m", "Mona  Lisa")));
    assert!(store.user("g").await.unwrap() == Some(guest("g", "Gast")));
    assert!(store.user("nobody").await.unwrap().is_none());
    for name in ["Mona Lisa", "MONA lisa ", "mona  LISA"] {
        assert!(store.user_by_name(name).await.unwrap() == Some(member("m", "Mona  Lisa")), "{name}");
    }
    // The name of a guest is not unique.
    assert!(store.user_by_name("Gast").await.unwrap().is_none());
    let ids: Vec<String> = ["g", "nobody", "m"].map(String::from).to_vec();
    let mut users = store.users(&ids).await.unwrap();
    users.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(users, [guest("g", "Gast").user, member("m", "Mona  Lisa").user]);
    assert_eq!(store.users(&[]).await.unwrap(), []);
    let many: Vec<String> = (0..700).map(|i| format!("x{i}")).chain(ids).collect();
    assert_eq!(store.users(&many).await.unwrap().len(), 2);
}

async fn a_name_can_be_registered_once(base: &Base) {
    let store = base.open().await;
    assert!(store.add_user(&member("a", "Ünal")).await.unwrap());
    assert!(!store.add_user(&member("b", "üNAL")).await.unwrap());
    assert!(store.user("b").await.unwrap().is_none());
    // Guests may use any name.
    assert!(store.add_user(&guest("c", "Ünal")).await.unwrap());
    assert!(store.add_user(&guest("d", "Ünal")).await.unwrap());
}

async fn a_registered_guest_keeps_id_and_games(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    start(&store, &header("g", "ann", 1), pair("ann", "bob")).await;
    assert!(store.register("ann", "Ann", "hash").await.unwrap());
    let ann = store.user("ann").await.unwrap().unwrap();
    assert_eq!(ann.user, User { id: "ann".into(), name: "Ann".into(), kind: UserKind::Registered });
    assert_eq!(ann.password.as_deref(), Some("hash"));
    assert_eq!(ann.created, 1000);
    assert_eq!(store.count_running("ann").await.unwrap().playing, 1);
    assert!(!store.register("bob", "ANN", "hash").await.unwrap(), "the name is taken");
    assert_eq!(store.user("bob").await.unwrap().unwrap().user.kind, UserKind::Guest);
    assert!(!store.register("ann", "Anna", "other").await.unwrap(), "not a guest");
    assert!(!store.register("nobody", "Nobody", "other").await.unwrap());
    assert_eq!(store.user("ann").await.unwrap().unwrap().password.as_deref(), Some("hash"));
}

async fn only_one_of_two_concurrent_registrations_gets_the_name(base: &Base) {
    let store = base.open().await;
    // A file has a single store.
    let other = if base.postgres.is_some() { base.open().await } else { store.clone() };
    for i in 0..10 {
        let (a, b) = (format!("a{i}"), format!("b{i}"));
        add_guests(&store, &[&a, &b]).await;
        let name = format!("Name {i}");
        let (first, second) = tokio::join!(store.register(&a, &name, "x"), other.register(&b, &name, "y"));
        assert_eq!(u8::from(first.unwrap()) + u8::from(second.unwrap()), 1, "{name}");
    }
}

async fn only_a_registered_user_becomes_a_bot(base: &Base) {
    let store = base.open().await;
    store.add_user(&member("m", "Machine")).await.unwrap();
    add_guests(&store, &["g"]).await;
    assert!(store.mark_as_bot("m").await.unwrap());
    assert!(!store.mark_as_bot("g").await.unwrap());
    assert_eq!(store.user("m").await.unwrap().unwrap().user.kind, UserKind::Bot);
    assert_eq!(store.user("g").await.unwrap().unwrap().user.kind, UserKind::Guest);
}

async fn registration_ends_the_sessions_of_the_guest(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    for (hash, id, user, kind) in [
        ("h1", "1", "ann", SessionKind::Cookie),
        ("h2", "2", "ann", SessionKind::Token),
        ("h3", "3", "bob", SessionKind::Cookie),
    ] {
        store.add_session(&session(hash, id, user, kind)).await.unwrap();
    }
    assert_eq!(store.session_user("1").await.unwrap().unwrap().id, "ann");
    assert!(store.register("ann", "Ann", "hash").await.unwrap());
    assert!(!store.register("bob", "Ann", "hash").await.unwrap(), "the name is taken");
    assert_eq!(store.session_ids("ann").await.unwrap(), Vec::<String>::new());
    assert_eq!(store.session_ids("bob").await.unwrap(), ["3"]);
    assert_eq!(store.session_user("1").await.unwrap(), None);
    assert_eq!(store.session_user("3").await.unwrap().unwrap().id, "bob");
}

async fn a_new_password_ends_all_sessions_but_one(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    assert!(store.register("ann", "Ann", "old").await.unwrap());
    for (hash, id, user, kind) in [
        ("h1", "1", "ann", SessionKind::Cookie),
        ("h2", "2", "ann", SessionKind::Token),
        ("h3", "3", "bob", SessionKind::Cookie),
    ] {
        store.add_session(&session(hash, id, user, kind)).await.unwrap();
    }
    assert!(!store.change_password("ann", "other", "new", "1").await.unwrap(), "not the current password");
    assert!(!store.change_password("bob", "old", "new", "3").await.unwrap(), "a guest has no password");
    assert_eq!(store.session_ids("ann").await.unwrap().len(), 2);
    assert!(store.change_password("ann", "old", "new", "1").await.unwrap());
    assert_eq!(store.user("ann").await.unwrap().unwrap().password.as_deref(), Some("new"));
    assert_eq!(store.session_ids("ann").await.unwrap(), ["1"]);
    assert_eq!(store.session_ids("bob").await.unwrap(), ["3"]);
}

async fn a_session_finds_its_user_until_it_ends(base: &Base) {
    use SessionKind::{Cookie, Token};
    let store = base.open().await;
    add_guests(&store, &["ann", "bob"]).await;
    for (hash, id, user, kind) in
        [("h1", "1", "ann", Cookie), ("h2", "2", "ann", Cookie), ("h3", "3", "ann", Token), ("h4", "4", "bob", Cookie)]
    {
        store.add_session(&session(hash, id, user, kind)).await.unwrap();
    }
    let (found, who) = store.session("h3").await.unwrap().unwrap();
    assert_eq!(found, session("h3", "3", "ann", Token));
    assert_eq!(who, guest("ann", "Guest ann").user);
    assert_eq!(store.session("h9").await.unwrap(), None);

    store.touch_session("h3", 500).await.unwrap();
    store.touch_session("h3", 400).await.unwrap();
    assert_eq!(store.session("h3").await.unwrap().unwrap().0.seen, 500, "the time never decreases");

    let ids = |sessions: Vec<SessionRow>| sessions.into_iter().map(|s| s.id).collect::<Vec<_>>();
    assert_eq!(ids(store.sessions("ann", Cookie).await.unwrap()), ["1", "2"]);
    assert_eq!(ids(store.sessions("ann", Token).await.unwrap()), ["3"]);
    assert!(!store.end_session("bob", "3").await.unwrap(), "the session of another user");
    assert!(store.session("h3").await.unwrap().is_some());
    assert!(store.end_session("ann", "3").await.unwrap());
    assert_eq!(store.session("h3").await.unwrap(), None);
    assert_eq!(store.end_sessions("ann", Cookie).await.unwrap(), 2);
    assert_eq!(store.session("h1").await.unwrap(), None);
    assert!(store.session("h4").await.unwrap().is_some(), "others stay signed in");
    assert!(store.add_session(&session("h5", "5", "nobody", Cookie)).await.is_err());
}

/// Returns every text in the tables that could contain a name.
async fn everything(base: &Base) -> String {
    let mut all = String::new();
    let columns = [
        ("people", "id || name || COALESCE(name_key, '') || kind || COALESCE(password, '')"),
        ("sessions", "hash || id || person || label"),
        ("games", "id || host || COALESCE(first_sitter, '') || COALESCE(second_sitter, '') || COALESCE(reason, '')"),
        ("events", "game || COALESCE(by_person, '') || COALESCE(key, '') || body"),
        ("ratings", "person || kind || game"),
        ("puzzles", "person || progress"),
    ];
    for (table, columns) in columns {
        let texts = if base.postgres.is_some() { "STRING_AGG" } else { "GROUP_CONCAT" };
        all += &base.look(&format!("SELECT COALESCE({texts}({columns}, ' '), '') FROM {table}")).await;
    }
    all
}

async fn deletion_leaves_no_name(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["bob"]).await;
    store.add_user(&member("ann", "Zenobia")).await.unwrap();
    store.add_session(&session("secret", "1", "ann", SessionKind::Cookie)).await.unwrap();
    finish(&store, &header("g", "ann", 1), pair("ann", "bob"), Some(Side::First), 50).await;
    let before = everything(base).await;
    for trace in ["Zenobia", "zenobia", "hash of ann", "secret", "label of 1"] {
        assert!(before.contains(trace), "{trace}");
    }
    store.delete_user("ann").await.unwrap();
    let after = everything(base).await;
    for trace in ["Zenobia", "zenobia", "hash of ann", "secret", "label of 1"] {
        assert!(!after.contains(trace), "{trace}");
    }
    let gone = store.user("ann").await.unwrap().unwrap();
    assert_eq!(gone.user, User { id: "ann".into(), name: String::new(), kind: UserKind::Deleted });
    assert!(gone.password.is_none());
    assert_eq!(store.session("secret").await.unwrap(), None);
    assert!(store.user_by_name("Zenobia").await.unwrap().is_none());
    assert_eq!(store.load("g").await.unwrap().unwrap().1.len(), 2, "the game is also Bob's");
    store.add_user(&member("new", "Zenobia")).await.unwrap();
    assert!(!store.register("ann", "Ann again", "x").await.unwrap(), "a deleted user cannot register");
}

async fn an_export_has_everything_but_hashes(base: &Base) {
    let store = base.open().await;
    add_guests(&store, &["bob", "eve"]).await;
    store.add_user(&member("ann", "Ann")).await.unwrap();
    store.add_session(&session("secret", "1", "ann", SessionKind::Token)).await.unwrap();
    rated_win(&store).await;
    store.create(&header("open", "ann", 3), OPTIONS).await.unwrap();
    start(&store, &header("foreign", "bob", 4), pair("bob", "eve")).await;
    let export = export(&store, "ann").await;
    assert_eq!(export["person"]["name"], "Ann");
    assert_eq!(export["format"], "hexarium-data/1");
    assert_eq!(export["sessions"][0]["label"], "label of 1");
    assert_eq!(export["games"].as_array().unwrap().len(), 2);
    assert_eq!(export["games"][0]["header"]["id"], "g");
    assert_eq!(export["games"][0]["entries"].as_array().unwrap().len(), 2);
    assert_eq!(export["games"][1]["header"]["id"], "open");
    assert_eq!(export["ratings"][0]["game"], "g");
    assert!(export["ratings"][0]["rating"].as_f64().unwrap() > 1600.0);
    let text = export.to_string();
    assert!(!text.contains("secret") && !text.contains("hash of"), "{text}");
    assert!(store.export("nobody").await.unwrap().is_none());
    let export = self::export(&store, "eve").await;
    assert_eq!(export["games"][0]["header"]["id"], "foreign");
    add_guests(&store, &["new"]).await;
    assert_eq!(self::export(&store, "new").await["games"], serde_json::json!([]));
}

/// Returns the whole export of a user.
async fn export(store: &Store, user: &str) -> serde_json::Value {
    let mut export = store.export(user).await.unwrap().unwrap();
    let mut text = String::new();
    while let Some(piece) = export.next().await.unwrap() {
        text += &piece;
    }
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Stores a rated game that Ann wins against Bob.
async fn rated_win(store: &Store) {
    use hexarium_server::store::RatedResult;
    start(store, &header("g", "ann", 1), pair("ann", "bob")).await;
    let index = super::base::over(pair("ann", "bob"), Some(Side::First), 50);
    let mut write = super::base::write("g", super::base::turn(2, "a1"), index);
    write.rating =
        Some(RatedResult { first: "ann".into(), second: "bob".into(), kind: "hex".into(), winner: Some(Side::First) });
    store.append(write).await.unwrap();
}

async fn texts_are_stored_unchanged(base: &Base) {
    let store = base.open().await;
    let name = "Robert'); DROP TABLE people;-- \"$1\" ☃ 🐜 \\ \u{202e}";
    store.add_user(&guest("ann", name)).await.unwrap();
    assert_eq!(store.user("ann").await.unwrap().unwrap().user.name, name);
    store.create(&header("g", "ann", 1), OPTIONS).await.unwrap();
    let mut first = entry(1, Event::RematchCreated(format!("\0\n{name}")));
    first.key = Some(name.to_string());
    put(&store, "g", first.clone(), Default::default()).await;
    assert_eq!(store.load("g").await.unwrap().unwrap().1, [first]);
}
