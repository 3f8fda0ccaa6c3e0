//! The shared history with the clock of the test.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use hexarium_wire::{Entry, Millis};

use super::history::{ActId, History};

/// A history that all clients share.
pub(super) struct Recorder {
    history: Mutex<History>,
    start: Instant,
    observers: AtomicUsize,
}

impl Recorder {
    pub(super) fn new() -> Self {
        Self { history: Mutex::default(), start: Instant::now(), observers: AtomicUsize::new(0) }
    }

    /// The time since the start.
    pub(super) fn now(&self) -> Millis {
        self.start.elapsed().as_millis() as Millis
    }

    /// Returns the number of a new observer.
    pub(super) fn observer(&self) -> usize {
        self.observers.fetch_add(1, Ordering::Relaxed)
    }

    /// Reads or changes the history.
    pub(super) fn history<T>(&self, with: impl FnOnce(&mut History) -> T) -> T {
        with(&mut self.history.lock().expect("no panic"))
    }

    pub(super) fn sent(&self, id: &ActId, actions: Option<&[String]>) {
        self.history(|history| history.sent(id, actions, self.now()));
    }

    pub(super) fn confirmed(&self, id: &ActId, seq: u32) {
        self.history(|history| history.confirmed(id, seq, self.now()));
    }

    pub(super) fn rejected(&self, id: &ActId) {
        self.history(|history| history.rejected(id));
    }

    pub(super) fn unanswered(&self, id: &ActId) {
        self.history(|history| history.unanswered(id));
    }

    pub(super) fn saw(&self, observer: usize, game: &str, entry: &Entry) {
        self.history(|history| history.saw(observer, game, entry, self.now()));
    }

    /// Records a violation and prints it at once.
    pub(super) fn problem(&self, problem: String) {
        eprintln!("{:.1} s: {problem}", self.now() as f64 / 1000.0);
        self.history(|history| history.problem(problem));
    }
}
