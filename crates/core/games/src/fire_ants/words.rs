//! The words of March of the Fire Ants.

use hexarium_kernel::{Input, Player, Words};

use super::rules::{ALL_QUEENS_LOST, QUEENS_LOST};
use super::{Action, FireAnts, State};

/// The kinds of actions. Leaving the buffer, which brings a stone into play, is a kind separate
/// from other moves.
const PLACE: &str = "place a stone";
const CHANGE: &str = "change buffer space";
const ENTER: &str = "move a stone from the buffer";
const STONE: &str = "move a stone";
const QUEEN: &str = "move a queen";
const PASS: &str = "pass";

impl Words for FireAnts {
    /// Returns the kinds, including the pass, which only a set-up position can force (ruling 2).
    fn kinds(&self) -> Vec<&'static str> {
        let all = [PLACE, CHANGE, ENTER, STONE, QUEEN, PASS].into_iter();
        all.filter(|&kind| kind != CHANGE || self.buffer_shift).collect()
    }

    fn kind(&self, state: &State, action: Action) -> &'static str {
        match action {
            Action::Place(_) => PLACE,
            Action::Change { .. } => CHANGE,
            Action::Move { from, .. } if self.buffer.has(from) => ENTER,
            Action::Move { from, .. } if state.queens[state.to_move].has(from) => QUEEN,
            Action::Move { .. } => STONE,
            Action::Pass => PASS,
        }
    }

    fn explain_illegal_input(&self, state: &State, inputs: &[Input]) -> String {
        self.explain_input(state, inputs)
    }

    fn endings(&self) -> Vec<&'static str> {
        vec![QUEENS_LOST, ALL_QUEENS_LOST]
    }

    fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => "White",
            Player::Second => "Black",
        }
    }

    fn player_aliases(&self, player: Player) -> &'static [&'static str] {
        match player {
            Player::First => &["w"],
            Player::Second => &["b"],
        }
    }

    fn rule_reason(&self, _: &State, winner: Option<Player>, _: &str) -> String {
        match winner {
            Some(winner) => format!("{} has lost both queens", self.player_name(winner.other())),
            None => "both players lost their last queens at once".to_string(),
        }
    }
}
