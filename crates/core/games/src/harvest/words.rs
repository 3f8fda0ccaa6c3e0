//! The words of Harvest.

use hexarium_kernel::{Input, Player, Words};

use super::rules::TWO_LEFT;
use super::{Action, Harvest, State};

/// The kinds of actions.
const REMOVE: &str = "remove";
const MOVE: &str = "move";
const SPLIT: &str = "move that splits";
const PASS: &str = "pass";

impl<const W: usize, const N: usize> Words for Harvest<W, N> {
    fn kinds(&self) -> Vec<&'static str> {
        vec![REMOVE, MOVE, SPLIT, PASS]
    }

    fn kind(&self, state: &State<W>, action: Action) -> &'static str {
        match action {
            Action::Remove(_) => REMOVE,
            Action::Move { from, to, .. } if self.groups(state.pieces, from, to).are_split() => SPLIT,
            Action::Move { .. } => MOVE,
            Action::Pass => PASS,
        }
    }

    fn input_prompt(&self, _: &State<W>, inputs: &[Input]) -> Option<&'static str> {
        match inputs {
            [Input::Cell(_)] => Some("Choose the destination, or the same piece again to remove it."),
            [Input::Cell(_), Input::Cell(_)] => Some("Choose the group that stays."),
            _ => None,
        }
    }

    fn explain_illegal_input(&self, state: &State<W>, inputs: &[Input]) -> String {
        self.explain_input(state, inputs)
    }

    fn endings(&self) -> Vec<&'static str> {
        vec![TWO_LEFT]
    }

    fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => "First",
            Player::Second => "Second",
        }
    }

    fn player_aliases(&self, player: Player) -> &'static [&'static str] {
        match player {
            Player::First => &["1"],
            Player::Second => &["2"],
        }
    }

    fn rule_reason(&self, state: &State<W>, _: Option<Player>, _: &str) -> String {
        let [first, second] = state.scores.0;
        format!("First removed {first} pieces, Second {second}")
    }

    fn no_legal_action_reason(&self, loser: Player) -> String {
        format!("{} cannot remove a piece", self.player_name(loser))
    }
}
