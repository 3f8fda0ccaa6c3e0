//! Simulated players for load tests and consistency tests of a server.
//!
//! Players make random legal turns, each over its own live connection. Each turn that the server
//! confirmed is recorded ([`Memory`]); afterwards every one of them must be in the game that the
//! server returns, and the game must be legal ([`Memory::check`]).

#![forbid(unsafe_code)]

mod memory;
mod player;
mod table;

pub use memory::Memory;
pub use player::{Player, Watcher};
pub use table::{Table, seat};

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
