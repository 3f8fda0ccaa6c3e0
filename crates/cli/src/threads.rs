//! Threads and clocks for searches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hexarium_search::{Crew, Task};

/// More threads than anybody has cores to spare.
pub(crate) const MOST_THREADS: usize = 64;

/// Searches on some threads, the caller's among them, until a moment comes or `stop` says so, which only the caller's thread asks.
pub(crate) struct Threads<'a> {
    pub(crate) hands: usize,
    pub(crate) until: Option<Instant>,
    pub(crate) stop: &'a mut dyn FnMut() -> bool,
}

impl Crew for Threads<'_> {
    fn hands(&self) -> usize {
        self.hands
    }

    fn work(&mut self, mut tasks: Vec<Task<'_>>) {
        let stopped = &AtomicBool::new(false);
        let until = self.until;
        let late = move || until.is_some_and(|until| Instant::now() >= until);
        let settle = move |settled| {
            if settled {
                stopped.store(true, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            let own = tasks.pop();
            for task in tasks {
                scope.spawn(move || settle(task(&mut |_| !stopped.load(Ordering::Relaxed) && !late())));
            }
            if let Some(task) = own {
                let stop = &mut *self.stop;
                settle(task(&mut |_| {
                    settle(stop());
                    !stopped.load(Ordering::Relaxed) && !late()
                }));
            }
        });
    }
}
