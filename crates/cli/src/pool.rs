//! Parallel jobs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Maximum number of parallel jobs.
const MAX_JOBS: usize = 256;

/// Returns the number of parallel jobs: that of `--jobs` (default: number of cores).
pub(crate) fn usual_jobs(requested: Option<usize>) -> Result<usize, String> {
    let jobs = requested.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()));
    if (1..=MAX_JOBS).contains(&jobs) {
        Ok(jobs)
    } else {
        Err(format!("invalid --jobs {jobs}: expected 1 to {MAX_JOBS}"))
    }
}

/// Runs `work` for every index below `count`, several in parallel. `report` receives the results in
/// the order of the indices and returns whether to continue, so the outcome does not depend on
/// timing. An error stops everything.
pub(crate) fn do_all<T: Send>(
    count: usize,
    jobs: usize,
    work: impl Fn(usize) -> Result<T, String> + Sync,
    mut report: impl FnMut(T) -> bool,
) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(count) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, work(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<T>> = (0..count).map(|_| None).collect();
        let mut told = 0;
        for (number, result) in results {
            waiting[number] = Some(result.inspect_err(|_| next.store(count, Ordering::Relaxed))?);
            while let Some(result) = waiting.get_mut(told).and_then(Option::take) {
                told += 1;
                if !report(result) {
                    // Running jobs are completed; no new ones begin.
                    next.store(count, Ordering::Relaxed);
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}
