//! Waiting in tests, with one deadline that holds on a busy machine.

use std::time::{Duration, Instant};

/// The time limit of waits. Long, so that tests pass on a busy machine.
pub const DEADLINE: Duration = Duration::from_secs(120);

/// Returns the pause before the next attempt, a fifth of the time waited so far within bounds:
/// attempts cost time that what is waited for may need.
fn pause(start: Instant) -> Duration {
    (start.elapsed() / 5).clamp(Duration::from_millis(10), Duration::from_millis(100))
}

/// Repeats an attempt until it succeeds, and returns its value. An error means "not yet".
///
/// # Errors
/// After [`DEADLINE`], a sentence with what was waited for and the last error.
pub fn try_eventually<T>(what: &str, mut attempt: impl FnMut() -> Result<T, String>) -> Result<T, String> {
    let start = Instant::now();
    loop {
        match attempt() {
            Ok(value) => return Ok(value),
            Err(last) if start.elapsed() >= DEADLINE => return Err(overdue(what, &last)),
            Err(_) => std::thread::sleep(pause(start)),
        }
    }
}

/// Repeats an attempt until it succeeds, and returns its value. An error means "not yet".
///
/// # Panics
/// After [`DEADLINE`], with what was waited for and the last error.
#[track_caller]
pub fn eventually<T>(what: &str, attempt: impl FnMut() -> Result<T, String>) -> T {
    match try_eventually(what, attempt) {
        Ok(value) => value,
        Err(problem) => panic!("{problem}"),
    }
}

/// The asynchronous form of [`eventually`].
///
/// # Panics
/// After [`DEADLINE`], with what was waited for and the last error.
pub async fn eventually_async<T>(what: &str, mut attempt: impl AsyncFnMut() -> Result<T, String>) -> T {
    let start = Instant::now();
    loop {
        match within(what, attempt()).await {
            Ok(value) => return value,
            Err(last) if start.elapsed() >= DEADLINE => panic!("{}", overdue(what, &last)),
            Err(_) => tokio::time::sleep(pause(start)).await,
        }
    }
}

/// Awaits a future that must complete within the deadline.
///
/// # Panics
/// After [`DEADLINE`], with what was waited for.
pub async fn within<F: Future>(what: &str, future: F) -> F::Output {
    match tokio::time::timeout(DEADLINE, future).await {
        Ok(output) => output,
        Err(_) => panic!("waited {DEADLINE:?} for {what}"),
    }
}

fn overdue(what: &str, last: &str) -> String {
    format!("waited {DEADLINE:?} for {what}; last: {last}")
}
