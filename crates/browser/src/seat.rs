//! How many browsers may run at once.

use std::sync::{Condvar, Mutex, PoisonError};

/// A browser keeps a core busy; more of them than cores would only wait for each other, and run into time limits.
const MOST: usize = 2;

static TAKEN: Mutex<usize> = Mutex::new(0);
static FREED: Condvar = Condvar::new();

/// The right to run a browser, until it is dropped.
pub(crate) struct Seat(());

impl Seat {
    /// Waits until another browser may run.
    pub(crate) fn take() -> Self {
        let taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = FREED.wait_while(taken, |taken| *taken >= MOST).unwrap_or_else(PoisonError::into_inner);
        *taken += 1;
        Self(())
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        *TAKEN.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        FREED.notify_one();
    }
}
