//! Games that cannot be read: of a newer version, or damaged. They are reported to the operator and
//! left alone; all other games go on.

use std::collections::HashMap;

use hexarium_wire::{ApiError, ErrorCode, Millis};
use parking_lot::Mutex;

use super::Hub;

/// The interval at which a game that could not be read is tried again, in milliseconds.
const RETRY: Millis = 5 * 60 * 1000;

/// The games that cannot be read, with the time of the last attempt.
#[derive(Default)]
pub(super) struct Quarantine(Mutex<HashMap<String, Millis>>);

impl Hub {
    /// Records that a game cannot be read, and returns the error for the client.
    pub(super) fn quarantine(&self, id: &str, problem: String) -> ApiError {
        let mut games = self.quarantine.0.lock();
        if games.insert(id.to_string(), self.now()).is_none() {
            tracing::error!("game {id} cannot be read: {problem}");
        }
        self.metrics.quarantined.set(games.len() as i64);
        let message = "This game cannot be read by this version of the server. Its events are safe.";
        ApiError::new(ErrorCode::Internal, message)
    }

    /// Records that a game can be read.
    pub(super) fn release(&self, id: &str) {
        let mut games = self.quarantine.0.lock();
        if games.remove(id).is_some() {
            tracing::warn!("game {id} can be read again");
            self.metrics.quarantined.set(games.len() as i64);
        }
    }

    /// Whether a game could not be read.
    pub(super) fn is_quarantined(&self, id: &str) -> bool {
        self.quarantine.0.lock().contains_key(id)
    }

    /// Whether a game can be read as far as known, or has not been tried for a while.
    pub(super) fn may_retry(&self, id: &str) -> bool {
        self.quarantine.0.lock().get(id).is_none_or(|last| self.now() - last >= RETRY)
    }

    /// Returns the number of games that could not be read.
    pub(super) fn quarantined(&self) -> usize {
        self.quarantine.0.lock().len()
    }
}
