//! The server's clock, on which all game clocks are based.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use hexarium_wire::Millis;

/// A source of time.
pub trait Time: Send + Sync {
    /// Returns the milliseconds since 1970.
    fn now(&self) -> Millis;

    /// Returns a time in milliseconds that runs evenly from an arbitrary start, also while the
    /// process or the machine is suspended.
    fn monotonic(&self) -> Millis {
        since_boot()
    }

    /// Sets the clock to the time of the database, if it can be set. Returns the time from then on.
    fn synchronise(&self, _reference: Millis) -> Millis {
        self.now()
    }
}

/// The clock of a server: the time of its start, plus the time since then. When the clock of the
/// system is set while the server runs, no game notices.
pub struct SystemClock {
    /// The time at [`since_boot`] 0.
    boot: AtomicI64,
}

impl SystemClock {
    /// Returns a clock that shows the time of the system.
    pub fn new() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX);
        Self { boot: AtomicI64::new(now - since_boot()) }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Time for SystemClock {
    fn now(&self) -> Millis {
        self.boot.load(Ordering::SeqCst) + since_boot()
    }

    fn synchronise(&self, reference: Millis) -> Millis {
        self.boot.store(reference - since_boot(), Ordering::SeqCst);
        reference
    }
}

/// Returns the time since the machine was started, including the time in which it was suspended.
#[cfg(target_os = "linux")]
fn since_boot() -> Millis {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

/// Returns the time since the first call.
#[cfg(not(target_os = "linux"))]
fn since_boot() -> Millis {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    Millis::try_from(START.elapsed().as_millis()).unwrap_or(Millis::MAX)
}

/// A clock that advances only on request, so that tests do not have to wait.
pub struct ManualClock {
    now: AtomicI64,
    suspended: AtomicI64,
}

impl ManualClock {
    /// Creates a clock set to `now`.
    pub fn at(now: Millis) -> Self {
        Self { now: AtomicI64::new(now), suspended: AtomicI64::new(0) }
    }

    /// Advances the clock as if the server had been running all the time.
    pub fn advance(&self, time: Millis) {
        self.now.fetch_add(time, Ordering::SeqCst);
    }

    /// Advances the clock as if the server had been suspended.
    pub fn suspend(&self, time: Millis) {
        self.suspended.fetch_add(time, Ordering::SeqCst);
        self.advance(time);
    }
}

impl Time for ManualClock {
    fn now(&self) -> Millis {
        self.now.load(Ordering::SeqCst)
    }

    /// Stands still but for suspensions, so that a busy machine is no outage.
    fn monotonic(&self) -> Millis {
        self.suspended.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_synchronised_clock_runs_on_from_its_reference() {
        let clock = SystemClock::new();
        assert!(clock.now() > 1_700_000_000_000);
        assert_eq!(clock.synchronise(5_000), 5_000);
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!((5_020..65_000).contains(&clock.now()), "{}", clock.now());
    }
}
