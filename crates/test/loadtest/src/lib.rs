//! Simulated players for load tests and consistency tests of a server.
//!
//! Players make random legal turns, each over its own live connection. Each turn that the server
//! confirmed is recorded ([`EventLog`]); afterwards every one of them must be in the game that the
//! server returns, and the game must be legal ([`EventLog::check`]). [`consistency`] does more, on
//! processes and networks that fail.

#![forbid(unsafe_code)]

pub mod consistency;
mod data;
mod event_log;
mod player;
mod test_game;

pub use data::DataSet;
pub use event_log::EventLog;
pub use player::{Player, Spectator};
pub use test_game::{TestGame, create_test_game};

use hexarium_kernel::{AnyMatch, Flow, Rng};

/// Returns a random whole turn.
pub fn random_turn(state: &dyn AnyMatch, rng: &mut Rng) -> Vec<String> {
    let mut state = state.copy();
    let mut actions = Vec::new();
    loop {
        let mut legal = state.legal();
        if legal.is_empty() {
            return actions;
        }
        let action = legal.swap_remove(rng.below(legal.len()));
        let flow = state.play(&action).expect("legal actions can be played");
        actions.push(action);
        if flow != Flow::SameTurn {
            return actions;
        }
    }
}

/// Returns the memory of a process in kilobytes by a field of its status such as `VmRSS`, if the
/// system reports it.
pub fn kilobytes(pid: u32, field: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.strip_prefix(field).is_some_and(|rest| rest.starts_with(':')))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
