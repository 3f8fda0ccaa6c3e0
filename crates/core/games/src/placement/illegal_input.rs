//! Explanations of illegal input in placement games.

use hexarium_kernel::{Input, Notation, Region, Spot, Words};

use super::{Action, Placement, PlacementGame, State};
use crate::input_errors::{self, sentence};

impl<G: Placement<W>, const W: usize> PlacementGame<G, W> {
    pub(super) fn explain_input(&self, state: &State<G::Links, W>, inputs: &[Input]) -> String {
        let Some(&last) = inputs.last() else { return input_errors::NOTHING.to_string() };
        if let Some(answer) = input_errors::ended(inputs) {
            return answer;
        }
        if input_errors::leads_on(self, state, &[last]) {
            // A single click completes an action, so there are no earlier clicks to explain.
            return input_errors::ALLOWED.to_string();
        }
        match last {
            Input::Button("swap") => sentence(&self.explain_illegal_action(state, Action::Swap)),
            Input::Button("pass") if !self.pass => "This game is played without passes.".to_string(),
            Input::Button("pass") => sentence(&self.explain_illegal_action(state, Action::Pass)),
            Input::Button(word) => input_errors::no_button(word),
            Input::Cell(spot) => self.explain_cell(state, spot),
        }
    }

    fn explain_cell(&self, state: &State<G::Links, W>, spot: Spot) -> String {
        let board = self.game.board();
        let Some(&cell) = board.cells().get(usize::from(spot.0)) else {
            return match self.game.board_view().cells.get(usize::from(spot.0)).map(|cell| cell.region) {
                Some(Region::EndZone(owner)) => {
                    let name = self.player_name(owner);
                    format!("No stone is placed on an end zone: this one is {name}'s from the start.")
                }
                _ => input_errors::NO_CELL.to_string(),
            };
        };
        let at = board.name(cell);
        let [theirs, own] = [state.to_move.other(), state.to_move].map(|player| self.player_name(player));
        if state.stones[state.to_move].has(cell) {
            format!("{at} is taken by {own}'s own stone, and stones never move.")
        } else if self.may_swap(state) {
            format!("{at} is taken: to take over {theirs}'s first stone, choose swap.")
        } else {
            format!("{at} is taken by {theirs}, and stones never move or change colour.")
        }
    }
}
