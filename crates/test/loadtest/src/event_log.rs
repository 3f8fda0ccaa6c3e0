//! The record of all responses of a server.

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

/// The shared record of all players.
#[derive(Default)]
pub struct EventLog(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// The confirmed turns by game and event number.
    confirmed: BTreeMap<(String, u32), Confirmed>,
    games: BTreeSet<String>,
    /// The send times by game and number of turns before.
    sent: HashMap<(String, u32), Instant>,
    delays: Vec<Duration>,
    events: u64,
    problems: Vec<String>,
}

impl EventLog {
    fn inner(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.0.lock().expect("no panic")
    }

    /// Adds a game.
    pub fn game(&self, id: &str) {
        self.inner().games.insert(id.to_string());
    }

    /// Records that a turn is being sent.
    pub(crate) fn turn_sent(&self, game: &str, number: u32) {
        self.inner().sent.insert((game.to_string(), number), Instant::now());
    }

    /// Records that a turn has reached the opponent.
    pub(crate) fn turn_received(&self, game: &str, number: u32) {
        let mut inner = self.inner();
        if let Some(sent) = inner.sent.remove(&(game.to_string(), number)) {
            inner.delays.push(sent.elapsed());
        }
    }

    /// Counts a received event.
    pub(crate) fn event_received(&self) {
        self.inner().events += 1;
    }

    /// Records a confirmed turn.
    pub(crate) fn turn_confirmed(&self, game: &str, seq: u32, key: &str, actions: &[String]) {
        let confirmed = Confirmed { key: key.to_string(), actions: actions.to_vec() };
        let mut inner = self.inner();
        let before = inner.confirmed.insert((game.to_string(), seq), confirmed.clone());
        if before.is_some_and(|before| before != confirmed) {
            inner.problems.push(format!("game {game}: event {seq} was confirmed twice, and not as the same turn"));
        }
    }

    /// Records a violation.
    pub fn problem(&self, what: String) {
        self.inner().problems.push(what);
    }

    /// Returns the number of confirmed turns.
    pub fn turns(&self) -> usize {
        self.inner().confirmed.len()
    }

    /// Returns the number of received events.
    pub fn events(&self) -> u64 {
        self.inner().events
    }

    /// Returns the ids of all games.
    pub fn games(&self) -> Vec<String> {
        self.inner().games.iter().cloned().collect()
    }

    /// Returns the times from sending a turn to its arrival at the opponent, in ascending order.
    pub fn delays(&self) -> Vec<Duration> {
        let mut delays = self.inner().delays.clone();
        delays.sort();
        delays
    }

    /// Restarts the measurement of times.
    pub fn reset_delays(&self) {
        self.inner().delays.clear();
    }

    /// Returns all violations so far.
    pub fn problems(&self) -> Vec<String> {
        self.inner().problems.clone()
    }

    /// Fetches every game from the server and compares: each confirmed turn must be there exactly
    /// once, in a legal game. Returns the violations.
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
