//! Many players at once: to measure a server, and to see whether it keeps its word.
//!
//! Players make random legal turns over live connections of their own. Each remembers what the server confirmed ([`Memory`]); afterwards every
//! one of these turns must be in the game that the server shows, and the game must be one that the rules allow ([`Memory::check`]).

#![forbid(unsafe_code)]

mod memory;
mod player;
mod table;

pub use memory::Memory;
pub use player::{Player, Watcher};
pub use table::{Table, seat};

use hexarium_kernel::{AnyMatch, Flow, Rng};

/// A whole turn, drawn at random.
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
