//! How many browsers may run at once.

use std::sync::{Condvar, Mutex, PoisonError};

/// A browser keeps a core busy; more of them than cores would only wait for each other, and run into time limits.
const MOST: usize = 2;

static TAKEN: Mutex<usize> = Mutex::new(0);
static FREED: Condvar = Condvar::new();

/// The right to run some browsers, until it is dropped.
pub(crate) struct Seat(usize);

impl Seat {
    /// Waits until so many browsers more may run. Those who need several get them all at once: two tests that each had half of what
    /// they need would wait for each other for ever. Whoever needs more than there may be gets them when nobody else has any.
    pub(crate) fn take(count: usize) -> Self {
        let taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let busy = |taken: &mut usize| *taken > 0 && *taken + count > MOST;
        let mut taken = FREED.wait_while(taken, busy).unwrap_or_else(PoisonError::into_inner);
        *taken += count;
        Self(count)
    }

    /// No right of its own: somebody else's covers it.
    pub(crate) fn covered() -> Self {
        Self(0)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        *TAKEN.lock().unwrap_or_else(PoisonError::into_inner) -= self.0;
        FREED.notify_all();
    }
}
