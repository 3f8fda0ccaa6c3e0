//! Engines on the server: few threads, each searching for one turn at a time.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};
use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch, Flow};
use hexarium_search::{LEVELS, Opponent};
use hexarium_wire::{GameCommand, Participant};

use parking_lot::{Condvar, Mutex};

use super::Hub;
use crate::store::StoreError;

/// The number of games that are read at once.
const BATCH: u32 = 200;

/// The engine threads and their queue.
pub(crate) struct Engines {
    threads: usize,
    shared: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    filled: Condvar,
}

/// The games in which an engine is to move, by their hosts. The hosts take turns, so that one with
/// many games delays the others by one search at most. A game is queued at most once, which bounds
/// the queue by the number of games.
#[derive(Default)]
struct Waiting {
    /// The hosts with games in the queue, in the order of their turns.
    hosts: VecDeque<String>,
    games: HashMap<String, VecDeque<String>>,
}

impl Waiting {
    /// Adds a game. Returns whether it was not queued before.
    fn push(&mut self, host: &str, game: &str) -> bool {
        let games = self.games.entry(host.to_string()).or_insert_with(|| {
            self.hosts.push_back(host.to_string());
            VecDeque::new()
        });
        let new = !games.iter().any(|other| other == game);
        if new {
            games.push_back(game.to_string());
        }
        new
    }

    /// Removes the next game of the host whose turn it is.
    fn pop(&mut self) -> Option<String> {
        let host = self.hosts.pop_front()?;
        let games = self.games.get_mut(&host)?;
        let game = games.pop_front();
        if games.is_empty() {
            self.games.remove(&host);
        } else {
            self.hosts.push_back(host);
        }
        game
    }
}

/// A turn to search for.
struct Task {
    game: Box<dyn AnyGame>,
    state: Box<dyn AnyMatch>,
    number: u32,
    level: u8,
}

impl Engines {
    pub(crate) fn new(threads: usize) -> Self {
        Self { threads, shared: Arc::default() }
    }

    /// Returns the highest level, 0 without engines.
    pub(crate) fn levels(&self) -> u8 {
        if self.threads > 0 { LEVELS } else { 0 }
    }

    /// Queues a game in which an engine is to move.
    pub(crate) fn ask(&self, host: &str, game: &str) {
        if self.threads > 0 && self.shared.waiting.lock().push(host, game) {
            self.shared.filled.notify_one();
        }
    }

    /// Starts the threads. They end when the hub is dropped.
    pub(crate) fn start(&self, hub: &Arc<Hub>) {
        let runtime = tokio::runtime::Handle::current();
        for _ in 0..self.threads {
            let (hub, queue, runtime) = (Arc::downgrade(hub), self.shared.clone(), runtime.clone());
            std::thread::spawn(move || work(&hub, &queue, &runtime));
        }
    }
}

impl Hub {
    /// Queues all stored games in which an engine is to move: after a crash no event does it.
    pub(super) async fn wake_engines(&self) -> Result<(), StoreError> {
        if self.engines.threads == 0 {
            return Ok(());
        }
        let mut last = String::new();
        loop {
            let games = self.store.waiting_for_engine(&last, BATCH).await?;
            let Some((id, _)) = games.last() else { return Ok(()) };
            last.clone_from(id);
            for (id, host) in &games {
                self.engines.ask(host, id);
            }
        }
    }
}

fn work(hub: &Weak<Hub>, queue: &Queue, runtime: &tokio::runtime::Handle) {
    while let Some(game) = next(hub, queue) {
        let Some(hub) = hub.upgrade() else { return };
        let Some(task) = runtime.block_on(task(&hub, &game)) else { continue };
        let Some(actions) = turn(&task) else { continue };
        let command = GameCommand::Turn { number: task.number, actions };
        if let Err(error) = runtime.block_on(hub.engine_turn(&game, command)) {
            // The turn is obsolete after a takeback, a resignation, or a turn of another node.
            tracing::debug!("engine turn rejected: {error}");
        }
    }
}

/// Returns the next game, `None` when the hub is dropped.
fn next(hub: &Weak<Hub>, queue: &Queue) -> Option<String> {
    let mut waiting = queue.waiting.lock();
    loop {
        if hub.strong_count() == 0 {
            return None;
        }
        if let Some(game) = waiting.pop() {
            return Some(game);
        }
        queue.filled.wait_for(&mut waiting, Duration::from_secs(1));
    }
}

/// Returns the task of a game, if its engine is still to move.
async fn task(hub: &Hub, game: &str) -> Option<Task> {
    let read = |room: &hexarium_room::Room| {
        let side = room.to_move()?;
        let Participant::Engine(ai) = room.participants()?.of(side) else { return None };
        let number = room.turns().len() as u32;
        Some(Task {
            game: hub.catalog.open_stored(&room.header().game).ok()?,
            state: room.state().copy(),
            number,
            level: ai.level,
        })
    };
    hub.read(game, read).await.ok().flatten()
}

/// Searches for a whole turn of the engine.
fn turn(task: &Task) -> Option<Vec<String>> {
    let mut engine = hexarium_engines::engine(&*task.game);
    let opponent = Opponent::level(task.level);
    let mut state = task.state.copy();
    let mut actions = Vec::new();
    loop {
        let analysis = engine.think(&*state, &opponent, &mut |_| true);
        let action = analysis.best()?.to_string();
        let flow = state.play(&action).ok()?;
        actions.push(action);
        if flow != Flow::SameTurn {
            return Some(actions);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_take_turns() {
        let mut waiting = Waiting::default();
        for game in ["a1", "a2", "a3"] {
            assert!(waiting.push("ann", game));
        }
        assert!(waiting.push("bob", "b1"));
        assert!(!waiting.push("ann", "a2"), "a game is queued once");
        assert_eq!(waiting.pop().as_deref(), Some("a1"));
        assert!(waiting.push("cid", "c1"));
        let rest: Vec<_> = std::iter::from_fn(|| waiting.pop()).collect();
        assert_eq!(rest, ["b1", "a2", "c1", "a3"]);
        assert!(waiting.hosts.is_empty() && waiting.games.is_empty());
    }
}
