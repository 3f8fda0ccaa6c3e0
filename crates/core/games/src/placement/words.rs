//! The words of placement games.

use hexarium_kernel::{Input, Player, Words};

use super::{Action, BOARD_FULL, Placement, PlacementGame};

/// The kinds of actions.
const PLACE: &str = "place a stone";
const SWAP: &str = "swap";
const PASS: &str = "pass";

impl<G: Placement<W>, const W: usize> Words for PlacementGame<G, W> {
    fn player_name(&self, player: Player) -> &'static str {
        self.colours[player].name
    }

    fn player_aliases(&self, player: Player) -> &'static [&'static str] {
        self.colours[player].aliases
    }

    fn kinds(&self) -> Vec<&'static str> {
        let kinds = [(PLACE, true), (SWAP, self.swap), (PASS, self.pass)];
        kinds.into_iter().filter_map(|(kind, on)| on.then_some(kind)).collect()
    }

    fn kind(&self, _: &Self::State, action: Action) -> &'static str {
        match action {
            Action::Place(_) => PLACE,
            Action::Swap => SWAP,
            Action::Pass => PASS,
        }
    }

    fn endings(&self) -> Vec<&'static str> {
        let draw = self.game.draws_when_full().then_some(BOARD_FULL);
        self.game.win_tags().into_iter().chain(draw).collect()
    }

    fn rule_reason(&self, _: &Self::State, winner: Option<Player>, tag: &str) -> String {
        match winner {
            Some(winner) => self.game.reason(tag, winner, self.player_name(winner)),
            None => "the board is full".to_string(),
        }
    }

    fn explain_illegal_input(&self, state: &Self::State, inputs: &[Input]) -> String {
        self.explain_input(state, inputs)
    }
}
