//! The words of Coalesce.

use hexarium_kernel::{Input, Player, Words};

use super::rules::ONE_GROUP;
use super::{Action, Coalesce, State};

/// The kinds of actions. Pushing over the edge and stepping over it are separate kinds (coalesce
/// ruling 1).
const STEP: &str = "step";
const PUSH: &str = "push";
const PUSH_OVER: &str = "push over the edge";
const STEP_OVER: &str = "step over the edge";
const PASS: &str = "pass";

impl Words for Coalesce {
    fn kinds(&self) -> Vec<&'static str> {
        let mut kinds = vec![STEP, PUSH, PUSH_OVER, PASS];
        if self.edge_moves {
            kinds.insert(3, STEP_OVER);
        }
        kinds
    }

    fn kind(&self, state: &State, action: Action) -> &'static str {
        let Action::Step { from, to } = action else { return PASS };
        let occupied = state.occupied();
        if !self.board.around(from).has(to) {
            return STEP_OVER;
        }
        if !occupied.has(to) {
            return STEP;
        }
        let leaves = self.push(from, to).is_some_and(|push| push.leaves(push.moved(occupied.0[0])));
        if leaves { PUSH_OVER } else { PUSH }
    }

    fn explain_illegal_input(&self, state: &State, inputs: &[Input]) -> String {
        self.explain_input(state, inputs)
    }

    fn endings(&self) -> Vec<&'static str> {
        vec![ONE_GROUP]
    }

    fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => "Blue",
            Player::Second => "Red",
        }
    }

    fn player_aliases(&self, player: Player) -> &'static [&'static str] {
        // GTP-like protocols call the first player black.
        match player {
            Player::First => &["b", "black"],
            Player::Second => &["r", "w", "white"],
        }
    }

    fn rule_reason(&self, state: &State, winner: Option<Player>, _: &str) -> String {
        let winner = winner.unwrap_or(state.to_move.other());
        format!("{}'s pieces form one group", self.player_name(winner))
    }

    fn no_legal_action_reason(&self, loser: Player) -> String {
        format!("{} has no new position to make", self.player_name(loser))
    }
}
