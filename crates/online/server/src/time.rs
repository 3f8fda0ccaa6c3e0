//! The server's time, which decides every clock.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use hexarium_wire::Millis;

/// Where the time comes from.
pub trait Time: Send + Sync {
    /// Milliseconds since 1970.
    fn now(&self) -> Millis;
}

/// The time of this machine.
pub struct SystemClock;

impl Time for SystemClock {
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}

/// A time that only passes when it is told to, so that nothing need be waited for.
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock that stands at a time.
    pub fn at(now: Millis) -> Self {
        Self(AtomicI64::new(now))
    }

    /// Lets time pass.
    pub fn pass(&self, time: Millis) {
        self.0.fetch_add(time, Ordering::SeqCst);
    }
}

impl Time for ManualClock {
    fn now(&self) -> Millis {
        self.0.load(Ordering::SeqCst)
    }
}
