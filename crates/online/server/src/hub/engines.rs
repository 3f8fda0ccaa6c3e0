//! Engines that think on the server: few threads, one turn at a time each.

use std::collections::VecDeque;
use std::sync::{Arc, Weak};
use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch, Flow};
use hexarium_search::{LEVELS, Opponent};
use hexarium_wire::{GameCommand, Participant};

use parking_lot::{Condvar, Mutex};

use super::Hub;

/// The threads and what waits for them.
pub(crate) struct Engines {
    threads: usize,
    shared: Arc<Queue>,
}

/// Games in which an engine is to move. A game is in it once, so that it is never longer than there are games.
#[derive(Default)]
struct Queue {
    games: Mutex<VecDeque<String>>,
    filled: Condvar,
}

/// A turn to be thought about.
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

    /// The highest level there is; 0 where nothing thinks.
    pub(crate) fn levels(&self) -> u8 {
        if self.threads > 0 { LEVELS } else { 0 }
    }

    /// An engine is to move in a game.
    pub(crate) fn ask(&self, game: &str) {
        let mut games = self.shared.games.lock();
        if !games.iter().any(|other| other == game) {
            games.push_back(game.to_string());
            self.shared.filled.notify_one();
        }
    }

    /// Starts the threads. They end with the hub.
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
            // Somebody took a turn back, resigned, or another node was quicker: then its turn is not wanted.
            tracing::debug!("the engine's turn was not taken: {error}");
        }
    }
}

/// The next game to think about; nothing when the hub is gone.
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

/// What there is to think about in a game, if its engine is still to move.
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

/// A whole turn of the engine.
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
