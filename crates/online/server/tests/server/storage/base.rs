//! Databases and data for tests.

use std::sync::Arc;

use hexarium_server::store::{Appended, Index, Rematch, Status, Store, UserRow, Write};
use hexarium_server::testing::{Folder, Postgres};
use hexarium_wire::{Clock, Entry, Event, GameHeader, Millis, Participant, Side, Sides, User, UserKind};
use sqlx::{ConnectOptions, Executor};

/// A database that is removed after the test.
pub(crate) struct Base {
    pub(crate) url: String,
    /// Removed on drop.
    pub(crate) _folder: Folder,
    pub(crate) postgres: Option<Arc<Postgres>>,
}

impl Base {
    pub(crate) fn sqlite() -> Self {
        let folder = Folder::new();
        Self { url: folder.path().join("games.db").display().to_string(), _folder: folder, postgres: None }
    }

    pub(crate) fn postgres() -> Self {
        Self::on(Postgres::shared())
    }

    /// Uses a separate server, which may be stopped.
    pub(crate) fn on(postgres: Arc<Postgres>) -> Self {
        Self { url: postgres.fresh(), _folder: Folder::new(), postgres: Some(postgres) }
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.url).await.unwrap()
    }

    /// Executes a statement directly, without the store.
    pub(crate) async fn execute(&self, sql: &str) {
        match self.postgres {
            Some(_) => {
                let options: sqlx::postgres::PgConnectOptions = self.url.parse().unwrap();
                options.connect().await.unwrap().execute(sql).await.unwrap();
            }
            None => {
                let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&self.url);
                options.connect().await.unwrap().execute(sql).await.unwrap();
            }
        }
    }

    /// Returns a single text directly, without the store.
    pub(crate) async fn look(&self, sql: &str) -> String {
        match self.postgres {
            Some(_) => {
                let options: sqlx::postgres::PgConnectOptions = self.url.parse().unwrap();
                sqlx::query_scalar(sql).fetch_one(&mut options.connect().await.unwrap()).await.unwrap()
            }
            None => {
                let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&self.url);
                sqlx::query_scalar(sql).fetch_one(&mut options.connect().await.unwrap()).await.unwrap()
            }
        }
    }
}

pub(crate) fn guest(id: &str, name: &str) -> UserRow {
    let user = User { id: id.to_string(), name: name.to_string(), kind: UserKind::Guest };
    UserRow { user, password: None, created: 1000 }
}

/// Adds guests by their ids.
pub(crate) async fn add_guests(store: &Store, ids: &[&str]) {
    for id in ids {
        assert!(store.add_user(&guest(id, &format!("Guest {id}"))).await.unwrap());
    }
}

pub(crate) fn header(id: &str, host: &str, created: Millis) -> GameHeader {
    GameHeader {
        id: id.to_string(),
        game: "hex(size=7)".to_string(),
        start: "7/7/7".to_string(),
        clock: Clock::Correspondence(3),
        rated: false,
        listed: true,
        host: host.to_string(),
        host_side: Some(Side::Second),
        created,
        series: id.to_string(),
    }
}

/// The options of the games of [`header`].
pub(crate) const OPTIONS: &str = "hex(size=7,swap=true,pass=false)";

/// Returns a rematch with its first event.
pub(crate) fn rematch(header: GameHeader, entry: Entry, index: Index) -> Rematch {
    Rematch { header, options: OPTIONS.to_string(), entry, index }
}

pub(crate) fn user(id: &str) -> Participant {
    Participant::User(id.to_string())
}

/// Returns two users as participants.
pub(crate) fn pair(first: &str, second: &str) -> Sides<Participant> {
    Sides { first: user(first), second: user(second) }
}

pub(crate) fn entry(seq: u32, event: Event) -> Entry {
    Entry { seq, at: 2000 + Millis::from(seq), by: Some("ann".to_string()), key: Some(format!("k{seq}")), event }
}

/// Returns a turn with a text that distinguishes it from all others.
pub(crate) fn turn(seq: u32, text: &str) -> Entry {
    entry(seq, Event::Turn { actions: vec![text.to_string()], time_left: Some(5) })
}

pub(crate) fn playing(participants: Sides<Participant>) -> Index {
    Index {
        status: Status::Playing,
        participants: Some(participants),
        to_move: Some(Side::First),
        due: Some(9_000),
        ..Index::default()
    }
}

pub(crate) fn over(participants: Sides<Participant>, winner: Option<Side>, ended: Millis) -> Index {
    Index {
        status: Status::Finished,
        participants: Some(participants),
        winner,
        reason: Some("it was over".to_string()),
        counts: true,
        ended: Some(ended),
        ..Index::default()
    }
}

pub(crate) fn write(game: &str, entry: Entry, index: Index) -> Write {
    Write { game: game.to_string(), entry, index, rematch: None, rating: None }
}

/// Stores an event that cannot conflict.
pub(crate) async fn put(store: &Store, game: &str, entry: Entry, index: Index) {
    assert_eq!(store.append(write(game, entry, index)).await, Ok(Appended::Stored));
}

/// Creates and starts a game.
pub(crate) async fn start(store: &Store, header: &GameHeader, participants: Sides<Participant>) {
    store.create(header, OPTIONS).await.unwrap();
    put(store, &header.id, entry(1, Event::Started(participants.clone())), playing(participants)).await;
}

/// Creates, starts and ends a game.
pub(crate) async fn finish(
    store: &Store,
    header: &GameHeader,
    participants: Sides<Participant>,
    winner: Option<Side>,
    ended: Millis,
) {
    start(store, header, participants.clone()).await;
    put(store, &header.id, turn(2, "a1"), over(participants, winner, ended)).await;
}
