//! Explanations of illegal input on a Hex board.

use hexarium_kernel::{Input, Notation, Present, Region, Spot};

use super::{Action, Hex, State};
use crate::touch::{self, sentence};

impl<const W: usize> Hex<W> {
    pub(super) fn object(&self, state: &State<W>, touched: &[Input]) -> String {
        let Some(&last) = touched.last() else { return touch::NOTHING.to_string() };
        if let Some(answer) = touch::ended(touched) {
            return answer;
        }
        if touch::leads_on(self, state, &[last]) {
            // A single click completes an action, so there are no earlier clicks to explain.
            return touch::ALLOWED.to_string();
        }
        match last {
            Input::Button("swap") => sentence(&self.explain_illegal_action(state, Action::Swap)),
            Input::Button("pass") if !self.pass => "This game is played without passes.".to_string(),
            Input::Button("pass") => sentence(&self.explain_illegal_action(state, Action::Pass)),
            Input::Button(word) => touch::no_button(word),
            Input::Cell(spot) => self.object_to_cell(state, spot),
        }
    }

    fn object_to_cell(&self, state: &State<W>, spot: Spot) -> String {
        let Some(&cell) = self.board.cells().get(usize::from(spot.0)) else {
            return match self.board().cells.get(usize::from(spot.0)).map(|cell| cell.region) {
                Some(Region::EndZone(owner)) => {
                    let name = self.player_name(owner);
                    format!("Nobody plays on an end zone: this one is {name}'s from the start.")
                }
                _ => touch::NO_CELL.to_string(),
            };
        };
        let at = self.board.name(cell);
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
