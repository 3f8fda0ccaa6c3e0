//! Live connections, by whose they are.

use std::collections::HashMap;
use std::sync::Mutex;

use hexarium_wire::{ApiError, ErrorCode};

use super::{Hub, Outbox};
use crate::bus::Note;

/// The live connections of everybody who has said who they are.
#[derive(Default)]
pub(crate) struct Connections(Mutex<HashMap<String, Vec<Outbox>>>);

impl Hub {
    /// A connection of somebody; refused if they have too many.
    pub(crate) fn connected(&self, person: &str, outbox: &Outbox) -> Result<(), ApiError> {
        let mut people = self.connections.0.lock().expect("no panic");
        let theirs = people.entry(person.to_string()).or_default();
        if theirs.len() >= self.limits.live {
            return Err(ApiError::new(
                ErrorCode::RateLimited,
                format!("you are connected {} times: close a window", theirs.len()),
            ));
        }
        theirs.push(outbox.clone());
        Ok(())
    }

    /// It is no more.
    pub(crate) fn disconnected(&self, person: &str, outbox: &Outbox) {
        let mut people = self.connections.0.lock().expect("no panic");
        if let Some(theirs) = people.get_mut(person) {
            theirs.retain(|other| !other.is(outbox));
            if theirs.is_empty() {
                people.remove(person);
            }
        }
    }

    /// Closes every live connection of somebody who is not here any more, at every node.
    pub(crate) fn sign_off(&self, person: &str) {
        self.close_connections(person);
        self.bus.publish(Note::SignedOff { person: person.to_string() });
    }

    pub(super) fn close_connections(&self, person: &str) {
        let theirs = self.connections.0.lock().expect("no panic").remove(person).unwrap_or_default();
        for outbox in theirs {
            outbox.close(ApiError::new(ErrorCode::Unauthenticated, "you have signed out"));
        }
    }
}
