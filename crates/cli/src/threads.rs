//! Thread pool and deadline of searches.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use hexarium_search::{Effort, Task, Threads};

/// Maximum number of threads.
pub(crate) const MAX_THREADS: usize = 64;

/// The time limit of a search that begins now, on the calling thread.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    /// The end in elapsed time.
    until: Option<Instant>,
    /// The limit of each thread in processor time.
    processor: Option<Duration>,
    /// The processor time of the calling thread so far.
    used_before: Duration,
}

impl Deadline {
    /// Returns the time limit of an effort.
    pub(crate) fn of(effort: Effort) -> Self {
        let (elapsed, processor) = match effort {
            Effort::Time(time) => (Some(time), None),
            Effort::ProcessorTime(time) => (None, Some(time)),
            Effort::Level(_) | Effort::Nodes(_) | Effort::Endless => (None, None),
        };
        Self { until: None, processor, used_before: thread_time() }.within(elapsed)
    }

    /// Returns this deadline with a limit of elapsed time, if there is one.
    pub(crate) fn within(self, time: Option<Duration>) -> Self {
        let until = time.and_then(|time| Instant::now().checked_add(time));
        Self { until: until.or(self.until), ..self }
    }

    /// Whether the time is over, for the calling thread.
    pub(crate) fn has_passed(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
            || self.processor.is_some_and(|most| self.processor_time() >= most)
    }

    /// Returns the processor time of the calling thread since the search began.
    pub(crate) fn processor_time(&self) -> Duration {
        thread_time().saturating_sub(self.used_before)
    }

    /// Returns the same deadline for a thread that has just been started.
    fn for_new_thread(&self) -> Self {
        Self { used_before: thread_time(), ..*self }
    }
}

fn thread_time() -> Duration {
    ThreadTime::now().as_duration()
}

/// Runs searches on several threads, including the caller's, until a deadline or until `stop`,
/// which only the caller's thread polls.
pub(crate) struct ThreadPool<'a> {
    pub(crate) count: usize,
    pub(crate) deadline: Deadline,
    pub(crate) stop: &'a mut dyn FnMut() -> bool,
    /// The processor time of all threads but the caller's.
    pub(crate) used_by_others: Duration,
}

impl<'a> ThreadPool<'a> {
    pub(crate) fn new(count: usize, deadline: Deadline, stop: &'a mut dyn FnMut() -> bool) -> Self {
        Self { count, deadline, stop, used_by_others: Duration::ZERO }
    }

    /// Returns the processor time of all threads since the search began.
    pub(crate) fn processor_time(&self) -> Duration {
        self.deadline.processor_time() + self.used_by_others
    }
}

impl Threads for ThreadPool<'_> {
    fn count(&self) -> usize {
        self.count
    }

    fn run(&mut self, mut tasks: Vec<Task<'_>>) {
        let stopped = &AtomicBool::new(false);
        let used = &Mutex::new(Duration::ZERO);
        let deadline = self.deadline;
        let settle = move |settled| {
            if settled {
                stopped.store(true, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            let own = tasks.pop();
            for task in tasks {
                scope.spawn(move || {
                    let deadline = deadline.for_new_thread();
                    settle(task(&mut |_| !stopped.load(Ordering::Relaxed) && !deadline.has_passed()));
                    *used.lock().unwrap_or_else(|e| e.into_inner()) += deadline.processor_time();
                });
            }
            if let Some(task) = own {
                let stop = &mut *self.stop;
                settle(task(&mut |_| {
                    settle(stop());
                    !stopped.load(Ordering::Relaxed) && !deadline.has_passed()
                }));
            }
        });
        self.used_by_others += *used.lock().unwrap_or_else(|e| e.into_inner());
    }
}
