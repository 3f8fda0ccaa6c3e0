//! The pulse of a node: the record that it serves, and the outages that a missing pulse reveals.
//!
//! A node that was suspended, or whose database did not respond, could not accept turns. As soon as
//! it notices, the time since its last pulse becomes an outage, in which no clock runs. Until then
//! no game is judged by its clock.
//!
//! Beside a node that fails, the others serve on, and its clients need some time to notice and to
//! connect to another one. So the others watch its pulses: while one is late, they end no game by
//! its clock, and they record an outage for a failed node themselves, up to [`RECONNECT`].

use std::collections::HashMap;
use std::sync::Weak;
use std::time::{Duration, Instant};

use hexarium_wire::Millis;
use parking_lot::Mutex;

use super::Hub;
use crate::store::{OUTAGE_AFTER, StoreError};

/// The interval of pulses.
const INTERVAL: Duration = Duration::from_secs(1);

/// The time without a new pulse of another node after which no game ends by its clock.
const LATE: Millis = 2000;

/// The longest outage for a failed node: the time for its clients to connect to another one.
const RECONNECT: Millis = 15_000;

/// The last pulse and the last write of a node, and the pulses of the others.
pub(super) struct Pulse {
    last: Mutex<Last>,
    /// Held while a pulse is being stored. Whether the node has stopped.
    storing: tokio::sync::Mutex<bool>,
    last_write: Mutex<Instant>,
    others: Mutex<HashMap<String, Other>>,
}

/// Another node.
struct Other {
    /// Its last pulse, by its own clock.
    pulse: Millis,
    /// The time at which this node read that pulse for the first time.
    read: Last,
    /// Whether it has stored a pulse since this node knows it. A node that never did may have
    /// failed long ago.
    serving: bool,
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
            others: Mutex::default(),
        }
    }
}

impl Pulse {
    /// Takes the pulses of all other nodes. Returns those that have failed, with the time of the
    /// last pulse that was read of each.
    fn failed_nodes(&self, nodes: impl Iterator<Item = (String, Millis)>, now: Last) -> Vec<(String, Last)> {
        let mut others = self.others.lock();
        let mut before = std::mem::take(&mut *others);
        let mut failed = Vec::new();
        for (id, pulse) in nodes {
            let mut other = before.remove(&id).unwrap_or(Other { pulse, read: now, serving: false });
            if other.pulse != pulse {
                other = Other { pulse, read: now, serving: true };
            }
            if other.serving && now.monotonic - other.read.monotonic > OUTAGE_AFTER {
                failed.push((id.clone(), other.read));
            }
            others.insert(id, other);
        }
        failed
    }
}

impl Hub {
    /// Stores a pulse. If this node has missed pulses, the time since the last one becomes an
    /// outage.
    pub(crate) async fn pulse(&self) -> Result<(), StoreError> {
        let stopped = self.pulse.storing.lock().await;
        if *stopped {
            return Ok(());
        }
        let last = *self.pulse.last.lock();
        let (at, monotonic) = (self.now(), self.time.monotonic());
        if monotonic - last.monotonic > OUTAGE_AFTER {
            self.store.add_outage(last.at, at).await?;
            self.load_outages().await?;
            tracing::warn!("no pulse for {} ms: clocks stand still in that time", at - last.at);
        }
        self.store.pulse(&self.node, at).await?;
        *self.pulse.last.lock() = Last { at, monotonic };
        self.written();
        self.watch_nodes().await
    }

    /// Stores the last pulse of a node that stops, so that the others do not miss it.
    pub(crate) async fn last_pulse(&self) -> Result<(), StoreError> {
        self.pulse().await?;
        *self.pulse.storing.lock().await = true;
        self.store.remove_node(&self.node).await
    }

    /// Reads the pulses of the other nodes, and records an outage for each that has failed.
    async fn watch_nodes(&self) -> Result<(), StoreError> {
        let nodes = self.store.nodes().await?;
        let now = Last { at: self.now(), monotonic: self.time.monotonic() };
        let failed = self.pulse.failed_nodes(nodes.into_iter().filter(|(id, _)| *id != self.node), now);
        for (id, read) in &failed {
            let silence = now.monotonic - read.monotonic;
            let began = now.at - silence - INTERVAL.as_millis() as Millis;
            self.store.add_outage(began, now.at.min(began + RECONNECT)).await?;
            if silence >= RECONNECT {
                tracing::warn!("node {id} failed; an outage of {RECONNECT} ms is recorded");
                self.store.remove_node(id).await?;
            }
        }
        if failed.is_empty() { Ok(()) } else { self.load_outages().await }
    }

    /// Whether the pulse of another node is late, so that its clients may not be able to act. No
    /// game ends by its clock then.
    pub(super) fn is_node_late(&self) -> bool {
        let now = self.time.monotonic();
        self.pulse.others.lock().values().any(|other| other.serving && now - other.read.monotonic > LATE)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_fails_when_its_pulses_end_and_not_before_it_had_any() {
        let pulse = Pulse::new(0, 0);
        let watch = |own: Millis, stored: Millis| {
            let now = Last { at: 1_000_000 + own, monotonic: own };
            let nodes = [("old".to_string(), 5), ("other".to_string(), stored)];
            let failed = pulse.failed_nodes(nodes.into_iter(), now);
            failed.into_iter().map(|(id, read)| (id, read.monotonic)).collect::<Vec<_>>()
        };
        // The clock of the other node differs.
        assert_eq!(watch(0, 70_000), []);
        assert_eq!(watch(1_000, 71_000), []);
        assert_eq!(watch(2_000, 72_000), []);
        assert_eq!(watch(2_000 + OUTAGE_AFTER, 72_000), []);
        assert_eq!(watch(2_001 + OUTAGE_AFTER, 72_000), [("other".to_string(), 2_000)]);
        assert_eq!(watch(9_000, 79_000), [], "it serves again");
        let failed = pulse.failed_nodes(std::iter::empty(), Last { at: 0, monotonic: 60_000 });
        assert!(failed.is_empty() && pulse.others.lock().is_empty(), "a node that stopped is forgotten");
    }
}
