//! What players remember of what a server told them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use hexarium_client::Client;
use hexarium_games::registry::Games;
use hexarium_room::Room;
use hexarium_wire::Event;

/// A turn that the server confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Confirmed {
    key: String,
    actions: Vec<String>,
}

/// What all players together remember.
#[derive(Default)]
pub struct Memory(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// By game and number of the event.
    confirmed: BTreeMap<(String, u32), Confirmed>,
    games: BTreeSet<String>,
    /// When the turn that follows so many turns was sent.
    sent: HashMap<(String, u32), Instant>,
    delays: Vec<Duration>,
    events: u64,
    problems: Vec<String>,
}

impl Memory {
    fn inner(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.0.lock().expect("no panic")
    }

    /// A game is played.
    pub fn game(&self, id: &str) {
        self.inner().games.insert(id.to_string());
    }

    /// A turn is being sent.
    pub(crate) fn sends(&self, game: &str, number: u32) {
        self.inner().sent.insert((game.to_string(), number), Instant::now());
    }

    /// The other player has it.
    pub(crate) fn arrives(&self, game: &str, number: u32) {
        let mut inner = self.inner();
        if let Some(sent) = inner.sent.remove(&(game.to_string(), number)) {
            inner.delays.push(sent.elapsed());
        }
    }

    /// Somebody was told of an event.
    pub(crate) fn hears(&self) {
        self.inner().events += 1;
    }

    /// The server confirmed a turn.
    pub(crate) fn confirms(&self, game: &str, seq: u32, key: &str, actions: &[String]) {
        let confirmed = Confirmed { key: key.to_string(), actions: actions.to_vec() };
        let mut inner = self.inner();
        let before = inner.confirmed.insert((game.to_string(), seq), confirmed.clone());
        if before.is_some_and(|before| before != confirmed) {
            inner.problems.push(format!("game {game}: event {seq} was confirmed twice, and not as the same turn"));
        }
    }

    /// Something went wrong that never may.
    pub fn problem(&self, what: String) {
        self.inner().problems.push(what);
    }

    /// How many turns were confirmed.
    pub fn turns(&self) -> usize {
        self.inner().confirmed.len()
    }

    /// How many events were told.
    pub fn events(&self) -> u64 {
        self.inner().events
    }

    /// The games that were played.
    pub fn games(&self) -> Vec<String> {
        self.inner().games.iter().cloned().collect()
    }

    /// From when a turn was sent to when the other player had it, shortest first.
    pub fn delays(&self) -> Vec<Duration> {
        let mut delays = self.inner().delays.clone();
        delays.sort();
        delays
    }

    /// Begins to measure anew.
    pub fn forget_delays(&self) {
        self.inner().delays.clear();
    }

    /// What went wrong so far.
    pub fn problems(&self) -> Vec<String> {
        self.inner().problems.clone()
    }

    /// Reads every game from the server and compares: what was confirmed must be there, once, in a game that the rules allow. What is wrong
    /// is said, one line each.
    pub async fn check(&self, server: &Client) -> Vec<String> {
        let mut wrong = self.problems();
        let confirmed = self.inner().confirmed.clone();
        let mut games: BTreeMap<&str, Vec<(u32, &Confirmed)>> = BTreeMap::new();
        for ((game, seq), turn) in &confirmed {
            games.entry(game).or_default().push((*seq, turn));
        }
        for (id, turns) in games {
            let visit = match server.game(id).await {
                Ok(visit) => visit,
                Err(problem) => {
                    wrong.push(format!("game {id} cannot be read: {problem}"));
                    continue;
                }
            };
            for (seq, turn) in turns {
                let entry = visit.entries.get(seq as usize - 1);
                let kept = entry.is_some_and(|entry| {
                    let same = matches!(&entry.event, Event::Turn { actions, .. } if *actions == turn.actions);
                    same && entry.seq == seq && entry.key.as_deref() == Some(&turn.key)
                });
                if !kept {
                    wrong.push(format!(
                        "game {id}: turn {:?} was confirmed as event {seq}, which is {entry:?}",
                        turn.actions
                    ));
                }
            }
            let mut keys: Vec<_> = visit.entries.iter().filter_map(|e| e.key.as_ref().map(|k| (&e.by, k))).collect();
            keys.sort();
            if let Some(twice) = keys.windows(2).find(|pair| pair[0] == pair[1]) {
                wrong.push(format!("game {id}: {:?} happened twice", twice[0]));
            }
            wrong.extend(Room::replay(visit.header, visit.entries, &Games).err());
        }
        wrong
    }
}
