//! The number of browsers that run at once.

use std::sync::{Condvar, Mutex, PoisonError};

/// The number of browsers that may run at once. A browser waits for its driver about half of the
/// time, so that three keep two cores busy.
const LIMIT: usize = 3;

static RUNNING: Mutex<usize> = Mutex::new(0);
static RELEASED: Condvar = Condvar::new();

/// A permit to run some browsers, released when it is dropped.
pub(crate) struct Permit(usize);

impl Permit {
    /// Waits for a permit to run `count` more browsers. All of them are granted at once: two tests
    /// that each held half of what they need would wait for each other for ever. A count above the
    /// limit is granted when no browser is running.
    pub(crate) fn acquire(count: usize) -> Self {
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let busy = |running: &mut usize| *running > 0 && *running + count > LIMIT;
        let mut running = RELEASED.wait_while(running, busy).unwrap_or_else(PoisonError::into_inner);
        *running += count;
        Self(count)
    }

    /// A permit for a browser that another permit already counts.
    pub(crate) fn shared() -> Self {
        Self(0)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= self.0;
        RELEASED.notify_all();
    }
}
