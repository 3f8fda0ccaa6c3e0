//! The journal: how events become lasting.
//!
//! To be sure that something is on the disk costs the same for one event as for many. So a single task writes: it takes everything that waits,
//! writes it in one transaction, and answers everybody after the commit. While the disk is busy the next batch gathers by itself.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use hexarium_wire::{Entry, GameHeader, Side};
use tokio::sync::{mpsc, oneshot};

use crate::bus::Notification;

use super::backend::{Backend, Transaction};
use super::games::{EVENT_COLUMNS, event_values, insert, read_entry};
use super::index::INDEX_COLUMNS;
use super::value::{group, tuples, values};
use super::{Index, Store, StoreError, ratings};

/// Writes of one transaction.
const BATCH: usize = 256;

/// Writes that wait; who comes then waits to be let in.
const QUEUE: usize = 1024;

/// An event to be stored, with all that belongs to it: everything or nothing of it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Write {
    /// The game's id.
    pub game: String,
    /// The event, with the number after the last one of the game.
    pub entry: Entry,
    /// What lists show after it.
    pub index: Index,
    /// The next game of the two, if the event says that there is one, with its first event.
    pub rematch: Option<(GameHeader, Entry, Index)>,
    /// What it means for the ratings, if it ends a rated game.
    pub rating: Option<RatedResult>,
}

/// The result of a rated game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedResult {
    /// Who played the side that begins, by id.
    pub first: String,
    /// The other one, by id.
    pub second: String,
    /// The kind of game, which is its id without options.
    pub kind: String,
    /// Who won, if anybody did.
    pub winner: Option<Side>,
}

/// What became of a write that the database could decide about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is on the disk.
    Stored,
    /// It was not stored, because the game has another event of that number, or none before it. Read the game again and decide again.
    Conflict,
}

type Answer = oneshot::Sender<Result<Appended, StoreError>>;

enum Job {
    Write(Box<Write>, Answer),
    Close(oneshot::Sender<()>),
}

/// The way to the task that writes.
#[derive(Clone)]
pub(super) struct Journal(mpsc::Sender<Job>);

impl Store {
    /// Stores an event. It returns when the event is on the disk, or was refused. Whoever stops waiting does not stop the writing.
    ///
    /// An event must have been decided on after all earlier ones were stored: a caller that sends the next event of a game before it has the
    /// answer for the last one would not notice that somebody else's came in between.
    ///
    /// After an error it is not known whether the event was stored (the connection may have been lost just after the commit): read the game
    /// again before going on with it.
    pub async fn append(&self, write: Write) -> Result<Appended, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.journal.0.send(Job::Write(Box::new(write), answer)).await.map_err(|_| StoreError::Closed)?;
        answered.await.unwrap_or(Err(StoreError::Closed))
    }
}

impl Journal {
    /// Starts the task. It ends when all clones of the store are gone, or with [`Journal::close`].
    pub(super) fn start(backend: Arc<dyn Backend>) -> Self {
        let (sender, queue) = mpsc::channel(QUEUE);
        tokio::spawn(run(backend, queue));
        Self(sender)
    }

    /// Writes what waits and ends the task.
    pub(super) async fn close(&self) {
        let (answer, answered) = oneshot::channel();
        if self.0.send(Job::Close(answer)).await.is_ok() {
            let _ = answered.await;
        }
    }
}

async fn run(backend: Arc<dyn Backend>, mut queue: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut jobs, BATCH).await > 0 {
        let (mut writes, mut answers, mut closing) = (Vec::new(), Vec::new(), None);
        for job in jobs.drain(..) {
            match job {
                Job::Write(write, answer) if closing.is_none() => {
                    writes.push(*write);
                    answers.push(answer);
                }
                Job::Write(_, answer) => drop(answer.send(Err(StoreError::Closed))),
                Job::Close(answer) => closing = Some(answer),
            }
        }
        for (answer, result) in answers.into_iter().zip(store_all(&*backend, &writes).await) {
            // Whoever asked may have stopped waiting.
            let _ = answer.send(result);
        }
        if let Some(answer) = closing {
            queue.close();
            let _ = answer.send(());
            return;
        }
    }
}

/// Stores writes, together if that goes, otherwise each for itself.
async fn store_all(backend: &dyn Backend, writes: &[Write]) -> Vec<Result<Appended, StoreError>> {
    if let Ok(results) = store(backend, writes).await {
        return results.into_iter().map(Ok).collect();
    }
    let mut results = Vec::with_capacity(writes.len());
    let mut stuck = BTreeSet::new();
    let mut unreachable = None;
    for write in writes {
        let result = match &unreachable {
            // What was sent after an event that did not get stored counted on it.
            None if stuck.contains(&write.game) => Ok(Appended::Conflict),
            None => store_alone(backend, write).await,
            // Everybody would wait for everybody else's attempt.
            Some(error) => Err(StoreError::clone(error)),
        };
        if let Err(error @ StoreError::Unreachable(_)) = &result {
            unreachable = Some(error.clone());
        }
        if result != Ok(Appended::Stored) {
            stuck.insert(write.game.clone());
        }
        results.push(result);
    }
    results
}

/// Stores a write after an attempt that failed. The attempt may have succeeded all the same, if only its answer was lost: then the very event
/// is there.
async fn store_alone(backend: &dyn Backend, write: &Write) -> Result<Appended, StoreError> {
    let result = store(backend, std::slice::from_ref(write)).await?.pop();
    if result == Some(Appended::Stored) {
        return Ok(Appended::Stored);
    }
    let sql = "SELECT seq, at, by_person, key, body FROM events WHERE game = $1 AND seq = $2";
    let there = backend.rows(sql, values![&write.game, write.entry.seq]).await?.pop().map(read_entry).transpose()?;
    Ok(if there.as_ref() == Some(&write.entry) { Appended::Stored } else { Appended::Conflict })
}

/// Stores writes in one transaction.
async fn store(backend: &dyn Backend, writes: &[Write]) -> Result<Vec<Appended>, StoreError> {
    let mut results = vec![Appended::Conflict; writes.len()];
    let mut transaction = backend.begin().await?;
    // After a conflict in a game nothing more is stored there: it was decided on without knowing of it.
    let mut stuck = HashSet::new();
    for mut round in rounds(writes) {
        round.retain(|&i| !stuck.contains(&writes[i].game));
        let events: Vec<_> = round.iter().map(|&i| (writes[i].game.as_str(), &writes[i].entry)).collect();
        let stored = insert_events(&mut *transaction, &events).await?;
        for (&i, stored) in round.iter().zip(stored) {
            if stored {
                results[i] = Appended::Stored;
            } else {
                stuck.insert(&writes[i].game);
            }
        }
        round.retain(|&i| results[i] == Appended::Stored);
        update_indexes(&mut *transaction, &round.iter().map(|&i| &writes[i]).collect::<Vec<_>>()).await?;
    }
    let stored: Vec<&Write> =
        writes.iter().zip(&results).filter(|(_, r)| **r == Appended::Stored).map(|(w, _)| w).collect();
    let mut notifications: Vec<_> =
        stored.iter().map(|write| Notification::Moved { game: write.game.clone(), seq: write.entry.seq }).collect();
    for (header, entry, index) in stored.iter().filter_map(|write| write.rematch.as_ref()) {
        insert(&mut *transaction, header, entry.seq, index).await?;
        if insert_events(&mut *transaction, &[(&header.id, entry)]).await? != [true] {
            return Err(StoreError::Refused(format!(
                "the first event of game {} has the number {}",
                header.id, entry.seq
            )));
        }
        notifications.push(Notification::Moved { game: header.id.clone(), seq: entry.seq });
    }
    rate(backend, &mut *transaction, &stored).await?;
    if !notifications.is_empty() {
        transaction.announce(notifications).await?;
    }
    transaction.commit().await?;
    Ok(results)
}

/// The writes in rounds, by their places: no game is twice in a round, and the writes of a game stay in order. A round is sorted by game, so
/// that two nodes which write the same games never wait for each other in a ring.
fn rounds(writes: &[Write]) -> Vec<Vec<usize>> {
    let mut games: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, write) in writes.iter().enumerate() {
        games.entry(&write.game).or_default().push(i);
    }
    let most = games.values().map(Vec::len).max().unwrap_or(0);
    (0..most).map(|round| games.values().filter_map(|places| places.get(round).copied()).collect()).collect()
}

/// Writes events of different games, and tells of each whether it is there now. It is not if the game has one of that number, or none before it.
async fn insert_events(transaction: &mut dyn Transaction, events: &[(&str, &Entry)]) -> Result<Vec<bool>, StoreError> {
    let mut stored = HashSet::new();
    let mut rest = events;
    while !rest.is_empty() {
        let (now, later) = rest.split_at(group(rest.len()));
        let sql = format!(
            "INSERT INTO events ({columns}) SELECT * FROM (VALUES {tuples}) AS new WHERE new.column2 = 1 OR EXISTS
             (SELECT 1 FROM events AS last WHERE last.game = new.column1 AND last.seq = new.column2 - 1)
             ON CONFLICT DO NOTHING RETURNING game",
            columns = EVENT_COLUMNS.join(", "),
            tuples = tuples(now.len(), EVENT_COLUMNS.len())
        );
        let mut values = Vec::new();
        for (game, entry) in now {
            values.extend(event_values(game, entry)?);
        }
        for mut row in transaction.rows(&sql, values).await? {
            stored.insert(row.text()?);
        }
        rest = later;
    }
    Ok(events.iter().map(|(game, _)| stored.contains(*game)).collect())
}

/// Writes what lists show of different games.
async fn update_indexes(transaction: &mut dyn Transaction, writes: &[&Write]) -> Result<(), StoreError> {
    let set: Vec<_> =
        INDEX_COLUMNS.iter().enumerate().map(|(i, column)| format!("{column} = new.column{}", i + 3)).collect();
    let mut rest = writes;
    while !rest.is_empty() {
        let (now, later) = rest.split_at(group(rest.len()));
        let sql = format!(
            "UPDATE games SET seq = new.column2, {} FROM (VALUES {}) AS new WHERE games.id = new.column1",
            set.join(", "),
            tuples(now.len(), 2 + INDEX_COLUMNS.len())
        );
        let mut values = Vec::new();
        for write in now {
            values.extend(values![&write.game, write.entry.seq]);
            values.extend(write.index.values()?);
        }
        transaction.execute(&sql, values).await?;
        rest = later;
    }
    Ok(())
}

/// Rates the games that have ended.
async fn rate(backend: &dyn Backend, transaction: &mut dyn Transaction, stored: &[&Write]) -> Result<(), StoreError> {
    let rated: Vec<_> = stored.iter().filter_map(|write| Some((*write, write.rating.as_ref()?))).collect();
    let users: BTreeSet<_> = rated.iter().flat_map(|(_, rated)| [&rated.first, &rated.second]).collect();
    if users.is_empty() {
        return Ok(());
    }
    // All at once and in order, so that nobody waits in a ring.
    let places: Vec<_> = (1..=users.len()).map(|i| format!("${i}")).collect();
    let sql = format!("SELECT id FROM people WHERE id IN ({}) ORDER BY id{}", places.join(", "), backend.lock());
    transaction.rows(&sql, users.into_iter().map(Into::into).collect()).await?;
    for (write, rated) in rated {
        ratings::rate(transaction, &write.game, write.entry.at, rated).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use hexarium_wire::{Clock, Event, User, UserKind};

    use super::super::backend::Later;
    use super::super::sqlite::SqliteFile;
    use super::super::value::{Row, Value};
    use super::super::{Store, UserRow};
    use super::*;
    use crate::bus::Bus;
    use crate::testing::Folder;

    /// A database whose next commits happen, but nobody hears of it, as when the connection is lost at that moment.
    struct Deaf {
        real: SqliteFile,
        next: Arc<AtomicU32>,
    }

    struct DeafWriting {
        real: Box<dyn Transaction>,
        next: Arc<AtomicU32>,
    }

    impl Backend for Deaf {
        fn rows<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
            self.real.rows(sql, values)
        }

        fn begin(&self) -> Later<'_, Box<dyn Transaction>> {
            Box::pin(async move {
                let real = self.real.begin().await?;
                Ok(Box::new(DeafWriting { real, next: self.next.clone() }) as Box<dyn Transaction>)
            })
        }

        fn lock(&self) -> &'static str {
            self.real.lock()
        }

        fn bus(&self) -> Arc<dyn Bus> {
            self.real.bus()
        }

        fn close(&self) -> Later<'_, ()> {
            self.real.close()
        }
    }

    impl Transaction for DeafWriting {
        fn rows<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
            self.real.rows(sql, values)
        }

        fn execute<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, u64> {
            self.real.execute(sql, values)
        }

        fn announce<'a>(&'a mut self, notifications: Vec<Notification>) -> Later<'a, ()> {
            self.real.announce(notifications)
        }

        fn commit(self: Box<Self>) -> Later<'static, ()> {
            Box::pin(async move {
                self.real.commit().await?;
                match self.next.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)) {
                    Ok(_) => Err(StoreError::Unreachable("the answer was lost".to_string())),
                    Err(_) => Ok(()),
                }
            })
        }
    }

    /// A store whose commits can be made to go unheard, with two people and a game of theirs.
    async fn deaf(folder: &Folder) -> (Store, Arc<AtomicU32>) {
        let next = Arc::new(AtomicU32::new(0));
        let real = SqliteFile::open(&folder.path().join("games.db")).await.unwrap();
        let backend: Arc<dyn Backend> = Arc::new(Deaf { real, next: next.clone() });
        let store = Store { journal: Journal::start(backend.clone()), backend };
        for id in ["ann", "bob"] {
            let user = User { id: id.to_string(), name: id.to_string(), kind: UserKind::Guest };
            store.add_user(&UserRow { user, password: None, created: 1 }).await.unwrap();
        }
        let header = GameHeader {
            id: "g".to_string(),
            game: "any".to_string(),
            start: String::new(),
            clock: Clock::Unlimited,
            rated: true,
            listed: true,
            host: "ann".to_string(),
            host_side: None,
            created: 1,
            series: "g".to_string(),
        };
        store.create(&header).await.unwrap();
        (store, next)
    }

    fn rated_turn(action: &str) -> Write {
        let event = Event::Turn { actions: vec![action.to_string()], time_left: None };
        let entry = Entry { seq: 1, at: 5, by: Some("ann".to_string()), key: Some("k".to_string()), event };
        let [first, second, kind] = ["ann", "bob", "any"].map(String::from);
        let rating = Some(RatedResult { first, second, kind, winner: None });
        Write { game: "g".to_string(), entry, index: Index::default(), rematch: None, rating }
    }

    #[tokio::test]
    async fn a_commit_whose_answer_was_lost_counts_once() {
        let folder = Folder::new();
        let (store, next) = deaf(&folder).await;
        next.store(1, Ordering::SeqCst);
        assert_eq!(store.append(rated_turn("a1")).await, Ok(Appended::Stored));
        assert_eq!(store.load("g").await.unwrap().unwrap().1, [rated_turn("a1").entry]);
        assert_eq!(store.rating_history("ann", "any").await.unwrap().len(), 1);
        next.store(1, Ordering::SeqCst);
        assert_eq!(store.append(rated_turn("b2")).await, Ok(Appended::Conflict), "that is another event");
    }

    #[tokio::test]
    async fn a_write_is_never_called_stored_without_a_word_from_the_database() {
        let folder = Folder::new();
        let (store, next) = deaf(&folder).await;
        next.store(2, Ordering::SeqCst);
        assert!(matches!(store.append(rated_turn("a1")).await, Err(StoreError::Unreachable(_))));
        assert_eq!(store.load("g").await.unwrap().unwrap().1.len(), 1, "it is there, as whoever asks again finds out");
    }
}
