//! Thread pool and deadline of searches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hexarium_search::{Task, Threads};

/// Maximum number of threads.
pub(crate) const MAX_THREADS: usize = 64;

/// Runs searches on several threads, including the caller's, until a deadline or until `stop`,
/// which only the caller's thread polls.
pub(crate) struct ThreadPool<'a> {
    pub(crate) count: usize,
    pub(crate) until: Option<Instant>,
    pub(crate) stop: &'a mut dyn FnMut() -> bool,
}

impl Threads for ThreadPool<'_> {
    fn count(&self) -> usize {
        self.count
    }

    fn run(&mut self, mut tasks: Vec<Task<'_>>) {
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
