//! Live connections by user.

use std::collections::HashMap;

use hexarium_wire::{ApiError, ErrorCode};

use parking_lot::Mutex;

use super::{Hub, Outbox};
use crate::bus::Notification;

/// The live connections of all authenticated users.
#[derive(Default)]
pub(crate) struct Connections(Mutex<HashMap<String, Vec<Outbox>>>);

impl Hub {
    /// Registers a connection of a user; an error if the user has too many.
    pub(crate) fn connected(&self, user: &str, outbox: &Outbox) -> Result<(), ApiError> {
        let mut users = self.connections.0.lock();
        let theirs = users.entry(user.to_string()).or_default();
        if theirs.len() >= self.limits.live {
            return Err(ApiError::new(
                ErrorCode::RateLimited,
                format!("You have {} connections: close a window.", theirs.len()),
            ));
        }
        theirs.push(outbox.clone());
        Ok(())
    }

    /// Removes a connection of a user.
    pub(crate) fn disconnected(&self, user: &str, outbox: &Outbox) {
        let mut users = self.connections.0.lock();
        if let Some(theirs) = users.get_mut(user) {
            theirs.retain(|other| !other.is(outbox));
            if theirs.is_empty() {
                users.remove(user);
            }
        }
    }

    /// Closes every live connection of a user who has signed out, at every node.
    pub(crate) fn disconnect_user(&self, user: &str) {
        self.close_connections(user);
        self.bus.publish(Notification::SignedOff { user: user.to_string() });
    }

    pub(super) fn close_connections(&self, user: &str) {
        let theirs = self.connections.0.lock().remove(user).unwrap_or_default();
        for outbox in theirs {
            outbox.close(ApiError::new(ErrorCode::Unauthenticated, "You have signed out."));
        }
    }
}
