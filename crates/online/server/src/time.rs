//! The server's clock, on which all game clocks are based.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use hexarium_wire::Millis;

/// A source of time.
pub trait Time: Send + Sync {
    /// Returns the milliseconds since 1970.
    fn now(&self) -> Millis;
}

/// The system clock.
pub struct SystemClock;

impl Time for SystemClock {
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}

/// A clock that advances only on request, so that tests do not have to wait.
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// Creates a clock that shows a time.
    pub fn at(now: Millis) -> Self {
        Self(AtomicI64::new(now))
    }

    /// Advances the clock.
    pub fn pass(&self, time: Millis) {
        self.0.fetch_add(time, Ordering::SeqCst);
    }
}

impl Time for ManualClock {
    fn now(&self) -> Millis {
        self.0.load(Ordering::SeqCst)
    }
}
