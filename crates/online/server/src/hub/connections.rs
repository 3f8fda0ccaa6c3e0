//! Live connections by user and session.
//!
//! A connection ends with its session. The node that ends a session notifies the others; each reads
//! from the store which sessions are left. As notifications can be late, a command over a
//! connection also reads the session first ([`Hub::session_user`]).

use std::collections::HashMap;

use hexarium_wire::{ApiError, ErrorCode, User};

use parking_lot::Mutex;

use super::{Hub, Outbox};
use crate::bus::Notification;

/// The live connections of all authenticated users.
#[derive(Default)]
pub(crate) struct Connections(Mutex<HashMap<String, Vec<Connection>>>);

/// A live connection of a user.
struct Connection {
    /// The id of the session.
    session: String,
    outbox: Outbox,
}

impl Hub {
    /// Registers a connection of a user; an error if the user has too many.
    pub(crate) fn connected(&self, user: &str, session: &str, outbox: &Outbox) -> Result<(), ApiError> {
        let mut users = self.connections.0.lock();
        let theirs = users.entry(user.to_string()).or_default();
        if theirs.len() >= self.limits.live {
            return Err(ApiError::new(
                ErrorCode::RateLimited,
                format!("Too many connections ({}): close another window.", theirs.len()),
            ));
        }
        theirs.push(Connection { session: session.to_string(), outbox: outbox.clone() });
        Ok(())
    }

    /// Removes a connection of a user.
    pub(crate) fn disconnected(&self, user: &str, outbox: &Outbox) {
        let mut users = self.connections.0.lock();
        if let Some(theirs) = users.get_mut(user) {
            theirs.retain(|other| !other.outbox.is(outbox));
            if theirs.is_empty() {
                users.remove(user);
            }
        }
    }

    /// Returns the user of a session; an error if the session has ended.
    pub(crate) async fn session_user(&self, session: &str) -> Result<User, ApiError> {
        self.store.session_user(session).await?.ok_or_else(session_ended)
    }

    /// Closes the live connections of a user's ended sessions, at every node.
    pub(crate) async fn sessions_ended(&self, user: &str) {
        self.close_ended(user).await;
        self.bus.publish(Notification::SignedOff { user: user.to_string() });
    }

    /// Closes the live connections to this node of a user's ended sessions.
    pub(super) async fn close_ended(&self, user: &str) {
        if !self.connections.0.lock().contains_key(user) {
            return;
        }
        let left = match self.store.session_ids(user).await {
            Ok(left) => left,
            // Without a session the connection sends no command.
            Err(error) => return tracing::warn!("cannot read the sessions of a user: {error}"),
        };
        for connection in self.connections.0.lock().get(user).into_iter().flatten() {
            if !left.contains(&connection.session) {
                connection.outbox.close(session_ended());
            }
        }
    }

    /// Closes the live connections to this node of all ended sessions.
    pub(super) async fn close_all_ended(&self) {
        let users: Vec<String> = self.connections.0.lock().keys().cloned().collect();
        for user in users {
            self.close_ended(&user).await;
        }
    }
}

fn session_ended() -> ApiError {
    ApiError::new(ErrorCode::Unauthenticated, "Your session has ended: sign in again.")
}
