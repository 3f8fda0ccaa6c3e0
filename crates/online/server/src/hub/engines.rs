//! Engines on the server: few threads, each searching for one turn at a time.

use std::collections::VecDeque;
use std::sync::{Arc, Weak};
use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch, Flow};
use hexarium_search::{LEVELS, Opponent};
use hexarium_wire::{GameCommand, Participant};

use parking_lot::{Condvar, Mutex};

use super::Hub;

/// The engine threads and their queue.
pub(crate) struct Engines {
    threads: usize,
    shared: Arc<Queue>,
}

/// The games in which an engine is to move. A game is queued at most once, which bounds the queue
/// by the number of games.
#[derive(Default)]
struct Queue {
    games: Mutex<VecDeque<String>>,
    filled: Condvar,
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
    pub(crate) fn ask(&self, game: &str) {
        let mut games = self.shared.games.lock();
        if !games.iter().any(|other| other == game) {
            games.push_back(game.to_string());
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

fn work(hub: &Weak<Hub>, queue: &Queue, runtime: &tokio::runtime::Handle) {
    while let Some(game) = next(hub, queue) {
        let Some(hub) = hub.upgrade() else { return };
        let Some(task) = runtime.block_on(task(&hub, &game)) else { continue };
        let Some(actions) = turn(&task) else { continue };
        let command = GameCommand::Turn { number: task.number, actions };
        if let Err(error) = runtime.block_on(hub.engine_turn(&game, command)) {
            // The turn is obsolete after a takeback, a resignation, or a turn of another node.
            tracing::debug!("the engine's turn was not taken: {error}");
        }
    }
}

/// Returns the next game, `None` when the hub is dropped.
fn next(hub: &Weak<Hub>, queue: &Queue) -> Option<String> {
    let mut games = queue.games.lock();
    loop {
        if hub.strong_count() == 0 {
            return None;
        }
        if let Some(game) = games.pop_front() {
            return Some(game);
        }
        queue.filled.wait_for(&mut games, Duration::from_secs(1));
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
