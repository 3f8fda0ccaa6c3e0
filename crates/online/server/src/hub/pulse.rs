//! The pulse of a node: the record that it serves, and the outages that a missing pulse reveals.
//!
//! A node that was suspended, or whose database did not respond, could not accept turns. As soon as
//! it notices, the time since its last pulse becomes an outage, in which no clock runs. Until then
//! no game is judged by its clock.

use std::sync::Weak;
use std::time::{Duration, Instant};

use hexarium_wire::Millis;
use parking_lot::Mutex;

use super::Hub;
use crate::store::{OUTAGE_AFTER, StoreError};

/// The interval of pulses.
const INTERVAL: Duration = Duration::from_secs(1);

/// The last pulse and the last write of a node.
pub(super) struct Pulse {
    last: Mutex<Last>,
    /// Held while a pulse is being stored.
    storing: tokio::sync::Mutex<()>,
    last_write: Mutex<Instant>,
}

/// The time of a pulse by both clocks.
#[derive(Clone, Copy)]
struct Last {
    at: Millis,
    monotonic: Millis,
}

impl Pulse {
    pub(super) fn new(at: Millis, monotonic: Millis) -> Self {
        Self {
            last: Mutex::new(Last { at, monotonic }),
            storing: tokio::sync::Mutex::default(),
            last_write: Mutex::new(Instant::now()),
        }
    }
}

impl Hub {
    /// Stores a pulse. If this node has missed pulses, the time since the last one becomes an
    /// outage.
    pub(crate) async fn pulse(&self) -> Result<(), StoreError> {
        let _storing = self.pulse.storing.lock().await;
        let last = *self.pulse.last.lock();
        let (at, monotonic) = (self.now(), self.time.monotonic());
        if monotonic - last.monotonic > OUTAGE_AFTER {
            self.store.add_outage(last.at, at).await?;
            self.load_outages().await?;
            tracing::warn!("no pulse for {} ms: clocks stand still in that time", at - last.at);
        } else {
            self.store.pulse(at).await?;
        }
        *self.pulse.last.lock() = Last { at, monotonic };
        self.written();
        Ok(())
    }

    /// Whether pulses are missing, so that an outage must be recorded before any clock is read.
    pub(super) fn pulse_is_missing(&self) -> bool {
        self.time.monotonic() - self.pulse.last.lock().monotonic > OUTAGE_AFTER
    }

    /// Stores a pulse if one is missing.
    pub(super) async fn ensure_pulse(&self) -> Result<(), StoreError> {
        if self.pulse_is_missing() { self.pulse().await } else { Ok(()) }
    }

    /// Records that the database has stored something.
    pub(super) fn written(&self) {
        *self.pulse.last_write.lock() = Instant::now();
    }

    /// Returns the time since the database last stored something.
    pub(crate) fn last_write(&self) -> Duration {
        self.pulse.last_write.lock().elapsed()
    }

    /// Reads the outages; rooms take them over when they are locked.
    pub(super) async fn load_outages(&self) -> Result<(), StoreError> {
        let outages = self.store.outages(self.now()).await?;
        self.outages.write().replace(outages);
        Ok(())
    }
}

/// Stores a pulse every second until the hub is dropped.
pub(super) async fn beat(hub: Weak<Hub>) {
    let mut interval = tokio::time::interval(INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut failing = false;
    loop {
        interval.tick().await;
        let Some(hub) = hub.upgrade() else { return };
        match hub.pulse().await {
            Ok(()) if failing => {
                tracing::warn!("the database stores again");
                failing = false;
            }
            Ok(()) => {}
            Err(error) if !failing => {
                tracing::error!("cannot store a pulse: {error}");
                failing = true;
            }
            Err(_) => {}
        }
    }
}
