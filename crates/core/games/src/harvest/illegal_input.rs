//! Explanations of illegal input on a Harvest board.

use hexarium_geometry::{Cell, Direction};
use hexarium_kernel::{Input, Notation, Spot, Words};

use super::{Action, Harvest, State};
use crate::input_errors::{self, sentence};

impl<const W: usize, const N: usize> Harvest<W, N> {
    pub(super) fn explain_input(&self, state: &State<W>, inputs: &[Input]) -> String {
        if let Some(answer) = input_errors::ended(inputs) {
            return answer;
        }
        if inputs.is_empty() {
            return input_errors::NOTHING.to_string();
        }
        if input_errors::leads_on(self, state, inputs) {
            return input_errors::ALLOWED.to_string();
        }
        let cell = |spot: Spot| self.board.cells().get(usize::from(spot.0)).copied();
        let mut cells = inputs.iter().filter_map(|input| match input {
            Input::Cell(spot) => cell(*spot),
            Input::Button(_) => None,
        });
        let (chosen, second) = (cells.next(), cells.next());
        match (inputs[inputs.len() - 1], chosen) {
            (Input::Button("pass"), Some(chosen)) => input_errors::alone("pass", self.board.name(chosen)),
            (Input::Button("pass"), None) => self.explain_pass(state),
            (Input::Button(word), _) => input_errors::no_button(word),
            (Input::Cell(last), Some(first)) => match cell(last) {
                None => input_errors::NO_CELL.to_string(),
                Some(_) if !state.pieces.has(first) || inputs.len() == 1 => self.explain_choice(state, first),
                Some(more) if inputs.len() > 3 => input_errors::too_many(self.board.name(more)),
                Some(keep) if inputs.len() > 2 => self.explain_kept_group(state, first, second.unwrap_or(keep), keep),
                Some(to) => self.explain_move(state, first, to),
            },
            (Input::Cell(_), None) => input_errors::NO_CELL.to_string(),
        }
    }

    fn explain_pass(&self, state: &State<W>) -> String {
        let name = self.player_name(state.to_move);
        if self.is_opening(state) {
            format!("Every turn must remove at least one piece, and the opening turn of {name} has only this step.")
        } else if state.must_remove() {
            format!("Every turn must remove at least one piece, and this is {name}'s last step to do it.")
        } else {
            "Every turn must remove at least one piece, and after a pass no second step could.".to_string()
        }
    }

    /// Explains why no action starts with a space.
    fn explain_choice(&self, state: &State<W>, cell: Cell) -> String {
        let at = self.board.name(cell);
        if !state.pieces.has(cell) {
            return format!("{at} is empty: choose a piece to remove or to move.");
        }
        let around = self.board.around(cell);
        let safe = match (around & !state.pieces).first() {
            Some(empty) => format!("{} beside it is empty", self.board.name(empty)),
            None => format!("at the edge it has only {} neighbours", around.len()),
        };
        let stays = if self.destinations(state.pieces, self.landings(state.pieces), cell).is_empty() {
            "no jump over another piece ends on an empty space beside a piece"
        } else if state.must_remove() {
            "no jump of it splits the group, and this last step must take something"
        } else {
            "after any jump of it, the second step could remove nothing"
        };
        format!("The piece on {at} cannot be removed, for {safe}, and it cannot move: {stays}.")
    }

    /// Explains why a piece cannot move to a space.
    fn explain_move(&self, state: &State<W>, from: Cell, to: Cell) -> String {
        let (a, b) = (self.board.name(from), self.board.name(to));
        if from == to {
            return sentence(&self.explain_illegal_removal(state, from));
        }
        let Some(direction) = Direction::ALL.into_iter().find(|&d| self.grid.ray(from, d).has(to)) else {
            return format!("A piece jumps in a straight line, and {b} is not in line with {a}.");
        };
        if state.pieces.has(to) {
            return format!("{b} is taken: a jump ends on an empty space.");
        }
        let way = self.grid.ray(from, direction) & !self.grid.ray(to, direction);
        if self.board.around(from).has(to) {
            return format!("A jump goes over at least one piece, and {b} is right beside {a}.");
        }
        if !way.meets(state.pieces) {
            return format!("A jump goes over at least one piece, and there is none between {a} and {b}.");
        }
        if !self.landings(state.pieces).has(to) {
            return format!("A jump ends beside another piece, and every space around {b} is empty.");
        }
        if !self.groups(state.pieces, from, to).are_split() {
            let when = if state.must_remove() { "in this last step" } else { "and no second step could after it" };
            return format!("Every turn must remove at least one piece, but {a} to {b} takes none {when}.");
        }
        sentence(&self.explain_illegal_action(state, Action::Move { from, to, keep: None }))
    }

    /// Explains why a space does not select the group that stays.
    fn explain_kept_group(&self, state: &State<W>, from: Cell, to: Cell, keep: Cell) -> String {
        let destinations = self.destinations(state.pieces, self.landings(state.pieces), from);
        let groups = if destinations.has(to) {
            self.groups(state.pieces, from, to)
        } else {
            return self.explain_move(state, from, to);
        };
        let biggest = groups.biggest();
        if !biggest.are_split() {
            return self.explain_move(state, from, to);
        }
        let at = self.board.name(keep);
        let size = biggest.biggest_size();
        match groups.all().iter().find(|group| group.has(keep)) {
            Some(group) if group.len() as u32 == size => {
                let first = group.first().map_or(at, |cell| self.board.name(cell));
                format!("To keep the group of {at}, select its first piece, {first}.")
            }
            Some(group) => {
                format!(
                    "Only a biggest group can stay: that of {at} has {} of the {size} pieces it needs.",
                    group.len()
                )
            }
            None => {
                let mut firsts: Vec<Cell> = biggest.all().iter().filter_map(|group| group.first()).collect();
                firsts.sort_unstable();
                let names: Vec<&str> = firsts.into_iter().map(|cell| self.board.name(cell)).collect();
                format!("{at} is in no group: choose the one that stays by its first piece, {}.", names.join(" or "))
            }
        }
    }
}
