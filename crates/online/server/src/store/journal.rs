//! The journal, which writes events to disk.
//!
//! Flushing to disk costs the same for one event as for many. So a single task writes: it takes all
//! queued writes, commits them in one transaction, and replies to all callers after the commit.
//! While the disk is busy, the next batch accumulates.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use hexarium_wire::{Entry, GameHeader, Side};
use tokio::sync::{mpsc, oneshot};

use crate::bus::Notification;

use super::backend::{Backend, Transaction};
use super::games::{EVENT_COLUMNS, event_values, insert, read_entry};
use super::index::INDEX_COLUMNS;
use super::value::{group, tuples, values};
use super::{Index, Store, StoreError, ratings, totals};

/// The maximum number of writes in a transaction.
const BATCH: usize = 256;

/// The maximum number of queued writes; further callers wait.
const QUEUE: usize = 1024;

/// An event to store with everything that belongs to it, all or nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Write {
    /// The game's id.
    pub game: String,
    /// The event, with the number that follows the game's last event.
    pub entry: Entry,
    /// The index after the event.
    pub index: Index,
    /// The rematch, if the event starts one.
    pub rematch: Option<Rematch>,
    /// The result to rate, if the event ends a rated game.
    pub rating: Option<RatedResult>,
}

/// A rematch with its first event.
#[derive(Clone, PartialEq, Debug)]
pub struct Rematch {
    /// The header.
    pub header: GameHeader,
    /// The game with all of its options.
    pub options: String,
    /// The first event.
    pub entry: Entry,
    /// The index after the event.
    pub index: Index,
}

/// The result of a rated game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedResult {
    /// The id of the user who plays the first side.
    pub first: String,
    /// The id of the user who plays the second side.
    pub second: String,
    /// The kind of game: its id without options.
    pub kind: String,
    /// The winner, `None` for a draw.
    pub winner: Option<Side>,
}

/// The outcome of a write that reached the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// The event is on the disk.
    Stored,
    /// The event was not stored, because the game has another event with this number, or none
    /// before it. Reload the game and decide again.
    Conflict,
}

type Reply = oneshot::Sender<Result<Appended, StoreError>>;

enum Job {
    Write(Box<Write>, Reply),
    Close(oneshot::Sender<()>),
}

/// The sender of jobs to the writing task.
#[derive(Clone)]
pub(super) struct Journal(mpsc::Sender<Job>);

impl Store {
    /// Stores an event. Returns when the event is on the disk or was rejected. Dropping the future
    /// does not cancel the write.
    ///
    /// An event must be decided after all earlier ones were stored: a caller that sends the next
    /// event of a game before it has the result of the last one would not notice an event of
    /// another node in between.
    ///
    /// After an error it is unknown whether the event was stored (the connection may have been lost
    /// just after the commit): reload the game before the next command.
    pub async fn append(&self, write: Write) -> Result<Appended, StoreError> {
        let (reply, receiver) = oneshot::channel();
        self.journal.0.send(Job::Write(Box::new(write), reply)).await.map_err(|_| StoreError::Closed)?;
        receiver.await.unwrap_or(Err(StoreError::Closed))
    }
}

impl Journal {
    /// Starts the task. It ends when all clones of the store are dropped, or with
    /// [`Journal::close`].
    pub(super) fn start(backend: Arc<dyn Backend>) -> Self {
        let (sender, queue) = mpsc::channel(QUEUE);
        tokio::spawn(run(backend, queue));
        Self(sender)
    }

    /// Writes all queued events and ends the task.
    pub(super) async fn close(&self) {
        let (reply, receiver) = oneshot::channel();
        if self.0.send(Job::Close(reply)).await.is_ok() {
            let _ = receiver.await;
        }
    }
}

async fn run(backend: Arc<dyn Backend>, mut queue: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut jobs, BATCH).await > 0 {
        let (mut writes, mut replies, mut closing) = (Vec::new(), Vec::new(), None);
        for job in jobs.drain(..) {
            match job {
                Job::Write(write, reply) if closing.is_none() => {
                    writes.push(*write);
                    replies.push(reply);
                }
                Job::Write(_, reply) => drop(reply.send(Err(StoreError::Closed))),
                Job::Close(reply) => closing = Some(reply),
            }
        }
        for (reply, result) in replies.into_iter().zip(store_all(&*backend, &writes).await) {
            // The caller may have stopped waiting.
            let _ = reply.send(result);
        }
        if let Some(reply) = closing {
            queue.close();
            let _ = reply.send(());
            return;
        }
    }
}

/// Stores writes in one transaction if possible, otherwise each in its own.
async fn store_all(backend: &dyn Backend, writes: &[Write]) -> Vec<Result<Appended, StoreError>> {
    if let Ok(results) = store(backend, writes).await {
        return results.into_iter().map(Ok).collect();
    }
    let mut results = Vec::with_capacity(writes.len());
    let mut conflicting = BTreeSet::new();
    let mut unavailable = None;
    for write in writes {
        let result = match &unavailable {
            // Later writes of a game depend on the event that was not stored.
            None if conflicting.contains(&write.game) => Ok(Appended::Conflict),
            None => store_alone(backend, write).await,
            // Otherwise each write would wait for the failing attempts of all writes before it.
            Some(error) => Err(StoreError::clone(error)),
        };
        if let Err(error @ StoreError::Unavailable(_)) = &result {
            unavailable = Some(error.clone());
        }
        if result != Ok(Appended::Stored) {
            conflicting.insert(write.game.clone());
        }
        results.push(result);
    }
    results
}

/// Stores a write after a failed attempt. The attempt may have succeeded with only the response
/// lost: then the same event is already stored.
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
    // After a conflict in a game its remaining writes are skipped, because they were decided
    // without the conflicting event.
    let mut conflicting = HashSet::new();
    for mut round in rounds(writes) {
        round.retain(|&i| !conflicting.contains(&writes[i].game));
        let events: Vec<_> = round.iter().map(|&i| (writes[i].game.as_str(), &writes[i].entry)).collect();
        let stored = insert_events(&mut *transaction, &events).await?;
        for (&i, stored) in round.iter().zip(stored) {
            if stored {
                results[i] = Appended::Stored;
            } else {
                conflicting.insert(&writes[i].game);
            }
        }
        round.retain(|&i| results[i] == Appended::Stored);
        update_indexes(&mut *transaction, &round.iter().map(|&i| &writes[i]).collect::<Vec<_>>()).await?;
    }
    let stored: Vec<&Write> =
        writes.iter().zip(&results).filter(|(_, r)| **r == Appended::Stored).map(|(w, _)| w).collect();
    let mut notifications: Vec<_> =
        stored.iter().map(|write| Notification::Moved { game: write.game.clone(), seq: write.entry.seq }).collect();
    for Rematch { header, options, entry, index } in stored.iter().filter_map(|write| write.rematch.as_ref()) {
        insert(&mut *transaction, header, options, entry.seq, index).await?;
        if insert_events(&mut *transaction, &[(&header.id, entry)]).await? != [true] {
            return Err(StoreError::Rejected(format!(
                "the first event of game {} has the number {}",
                header.id, entry.seq
            )));
        }
        notifications.push(Notification::Moved { game: header.id.clone(), seq: entry.seq });
    }
    rate(backend, &mut *transaction, &stored).await?;
    totals::count(&mut *transaction, &stored).await?;
    if !notifications.is_empty() {
        transaction.announce(notifications).await?;
    }
    transaction.commit().await?;
    Ok(results)
}

/// Groups the indices of the writes into rounds: each round has at most one write per game, and the
/// writes of a game stay in order. A round is sorted by game, so that two nodes that write to the
/// same games cannot deadlock.
fn rounds(writes: &[Write]) -> Vec<Vec<usize>> {
    let mut games: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, write) in writes.iter().enumerate() {
        games.entry(&write.game).or_default().push(i);
    }
    let most = games.values().map(Vec::len).max().unwrap_or(0);
    (0..most).map(|round| games.values().filter_map(|places| places.get(round).copied()).collect()).collect()
}

/// Inserts events of different games and returns whether each was stored. An event is not stored if
/// the game already has one with its number, or none before it.
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

/// Updates the indexes of different games.
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

/// Rates the games that ended.
async fn rate(backend: &dyn Backend, transaction: &mut dyn Transaction, stored: &[&Write]) -> Result<(), StoreError> {
    let rated: Vec<_> = stored.iter().filter_map(|write| Some((*write, write.rating.as_ref()?))).collect();
    let users: BTreeSet<_> = rated.iter().flat_map(|(_, rated)| [&rated.first, &rated.second]).collect();
    if users.is_empty() {
        return Ok(());
    }
    // Lock all users in one statement and in order, to avoid deadlocks.
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
    use hexarium_wire::{Clock, Event, User, UserKind};

    use super::super::{Fault, Faults, Step, UserRow};
    use super::*;
    use crate::testing::Folder;

    /// Creates a store with faults, two users and a game of theirs.
    async fn faulty(folder: &Folder) -> (Store, Faults) {
        let faults = Faults::default();
        let store = Store::open(&folder.path().join("games.db").to_string_lossy()).await.unwrap().with_faults(&faults);
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
        store.create(&header, "any()").await.unwrap();
        (store, faults)
    }

    /// Loses the responses to the next commits.
    fn lose_responses(faults: &Faults, number: u32) {
        let mut left = number;
        faults.inject(move |step| {
            let lost = step == Step::Commit && left > 0;
            left -= u32::from(lost);
            lost.then_some(Fault::LostAfter)
        });
    }

    fn rated_turn(action: &str) -> Write {
        let event = Event::Turn { actions: vec![action.to_string()], time_left: None };
        let entry = Entry { seq: 1, at: 5, by: Some("ann".to_string()), key: Some("k".to_string()), event };
        let [first, second, kind] = ["ann", "bob", "any"].map(String::from);
        let rating = Some(RatedResult { first, second, kind, winner: None });
        Write { game: "g".to_string(), entry, index: Index::default(), rematch: None, rating }
    }

    #[tokio::test]
    async fn a_commit_with_a_lost_response_counts_once() {
        let folder = Folder::new();
        let (store, faults) = faulty(&folder).await;
        lose_responses(&faults, 1);
        assert_eq!(store.append(rated_turn("a1")).await, Ok(Appended::Stored));
        assert_eq!(store.load("g").await.unwrap().unwrap().1, [rated_turn("a1").entry]);
        assert_eq!(store.rating_history("ann", "any").await.unwrap().len(), 1);
        lose_responses(&faults, 1);
        assert_eq!(store.append(rated_turn("b2")).await, Ok(Appended::Conflict), "a different event");
    }

    #[tokio::test]
    async fn a_write_is_reported_as_stored_only_after_confirmation() {
        let folder = Folder::new();
        let (store, faults) = faulty(&folder).await;
        lose_responses(&faults, 2);
        assert!(matches!(store.append(rated_turn("a1")).await, Err(StoreError::Unavailable(_))));
        assert_eq!(store.load("g").await.unwrap().unwrap().1.len(), 1, "stored, as a reload shows");
    }

    /// Fails once, in every way, at every step of a write.
    #[tokio::test]
    async fn a_write_with_one_fault_at_any_step_is_stored_once() {
        for fault in Fault::ALL {
            for number in 0.. {
                let folder = Folder::new();
                let (store, faults) = faulty(&folder).await;
                let mut step = 0;
                faults.inject(move |_| {
                    step += 1;
                    (step == number + 1).then_some(fault)
                });
                let stored = store.append(rated_turn("a1")).await;
                assert_eq!(stored, Ok(Appended::Stored), "{fault:?} at step {number}");
                let reached = faults.injected() > 0;
                faults.end();
                assert_eq!(store.load("g").await.unwrap().unwrap().1, [rated_turn("a1").entry]);
                assert_eq!(store.rating_history("ann", "any").await.unwrap().len(), 1);
                if !reached {
                    assert!(number >= 5, "a write has at least five steps: {number}");
                    break;
                }
            }
        }
    }
}
