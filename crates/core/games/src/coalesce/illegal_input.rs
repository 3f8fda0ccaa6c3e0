//! Explanations of illegal input on a Coalesce board.

use hexarium_geometry::{Cell, Direction};
use hexarium_kernel::{Input, Spot, Words};

use super::{Coalesce, State};
use crate::input_errors;

impl Coalesce {
    pub(super) fn explain_input(&self, state: &State, inputs: &[Input]) -> String {
        if let Some(answer) = input_errors::ended(inputs) {
            return answer;
        }
        match *inputs {
            [] => input_errors::NOTHING.to_string(),
            [Input::Button("pass")] => self.brings_back(state, "A pass", "a pass"),
            [Input::Cell(chosen), .., Input::Button("pass")] => input_errors::alone("pass", self.name_of(chosen)),
            [.., Input::Button(word)] => input_errors::no_button(word),
            [_, _, .., Input::Cell(more)] => input_errors::too_many(self.name_of(more)),
            [Input::Cell(from), Input::Cell(to)] => match (self.cell_of(from), self.cell_of(to)) {
                (Some(from), Some(to)) if state.pieces[state.to_move].has(from) => self.explain_step(state, from, to),
                (Some(from), Some(_)) => self.explain_choice(state, from),
                _ => input_errors::NO_CELL.to_string(),
            },
            [.., Input::Cell(chosen)] => match self.cell_of(chosen) {
                Some(cell) => self.explain_choice(state, cell),
                None => input_errors::NO_CELL.to_string(),
            },
        }
    }

    fn explain_choice(&self, state: &State, cell: Cell) -> String {
        let (at, own) = (self.board.name(cell), self.player_name(state.to_move));
        match state.owner(cell) {
            None => format!("{at} is empty: choose one of {own}'s pieces to move."),
            Some(owner) if owner != state.to_move => {
                let theirs = self.player_name(owner);
                format!(
                    "The piece on {at} is {theirs}'s, and it is {own}'s turn: {own} can only push it with a piece of their own."
                )
            }
            // Every piece has a step, so only history can forbid all of them.
            Some(_) => {
                let step = format!("step of the piece on {at}");
                self.brings_back(state, &format!("Every {step}"), &format!("any {step}"))
            }
        }
    }

    /// Explains why an own piece cannot step to a space.
    fn explain_step(&self, state: &State, from: Cell, to: Cell) -> String {
        let (start, goal) = (self.board.name(from), self.board.name(to));
        if from == to {
            return format!("The piece stands on {start} already: a step goes to a neighbouring space.");
        }
        if self.push(from, to).is_some() {
            let step = format!("step from {start} to {goal}");
            return self.brings_back(state, &format!("The {step}"), &format!("the {step}"));
        }
        if self.direction(from, to).is_some() {
            return format!(
                "Only pushed pieces go over the edge: the piece on {start} steps to a neighbouring space, and {goal} is at the other end \
                 of its line."
            );
        }
        let away = self.board.place(from).distance(self.board.place(to));
        let towards = Direction::ALL.into_iter().find(|&d| self.board.ray(from, d).any(|cell| cell == to));
        match towards.and_then(|d| self.board.next(from, d)) {
            Some(next) => format!(
                "A step goes to a neighbouring space, and {goal} is {away} spaces from {start}: that way it leads to {}.",
                self.board.name(next)
            ),
            None => format!("A step goes to a neighbouring space, and {goal} is {away} spaces from {start}."),
        }
    }

    /// Explains why history forbids something that the state allows.
    fn brings_back(&self, state: &State, this: &str, after: &str) -> String {
        let name = self.player_name(state.to_move);
        if state.steps == 1 {
            format!("{this} would repeat a position that {name} has made before, which is not allowed.")
        } else {
            format!("After {after}, the turn could only end in a position that {name} has made before.")
        }
    }

    fn cell_of(&self, spot: Spot) -> Option<Cell> {
        self.board.cells().get(usize::from(spot.0)).copied()
    }

    fn name_of(&self, spot: Spot) -> &str {
        self.cell_of(spot).map_or("the piece", |cell| self.board.name(cell))
    }
}
