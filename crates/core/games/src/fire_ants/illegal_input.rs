//! Explanations of illegal input on the board of March of the Fire Ants.

use hexarium_geometry::{Cell, Direction};
use hexarium_kernel::{Input, Notation, Player, Spot, Words};

use super::{Action, FireAnts, State};
use crate::input_errors::{self, sentence};

impl FireAnts {
    pub(super) fn explain_input(&self, state: &State, inputs: &[Input]) -> String {
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
        match *inputs {
            [Input::Cell(chosen), .., Input::Button("pass")]
                if input_errors::leads_on(self, state, &[Input::Button("pass")]) =>
            {
                input_errors::alone("pass", cell(chosen).map_or("the piece", |cell| self.board.name(cell)))
            }
            [.., Input::Button("pass")] => sentence(&self.explain_illegal_action(state, Action::Pass)),
            [.., Input::Button(word)] => input_errors::no_button(word),
            [_, _, .., Input::Cell(more)] => {
                input_errors::too_many(cell(more).map_or("this", |cell| self.board.name(cell)))
            }
            [Input::Cell(from), Input::Cell(to)] => match (cell(from), cell(to)) {
                (Some(from), Some(to)) if state.pieces(state.to_move).has(from) => self.explain_move(state, from, to),
                (Some(_), Some(to)) => self.explain_choice(state, to),
                _ => input_errors::NO_CELL.to_string(),
            },
            [.., Input::Cell(chosen)] => {
                cell(chosen).map_or(input_errors::NO_CELL.to_string(), |c| self.explain_choice(state, c))
            }
            [] => input_errors::NOTHING.to_string(),
        }
    }

    /// Explains why no action starts with a space.
    fn explain_choice(&self, state: &State, cell: Cell) -> String {
        let (at, own) = (self.board.name(cell), self.player_name(state.to_move));
        let Some((owner, what)) = self.what_stands(state, cell) else {
            let reserve = state.reserve[state.to_move] > 0;
            return match (self.buffer.has(cell), reserve) {
                (true, _) => format!("{own}'s reserve is empty, so there is no stone to place on {at}."),
                (false, true) => {
                    format!(
                        "{at} is empty, and stones come in over the buffer: place one there, or choose a piece of {own}'s."
                    )
                }
                (false, false) => format!("{at} is empty: choose one of {own}'s pieces to move."),
            };
        };
        if owner != state.to_move {
            return format!("The {what} on {at} is {}'s; it is {own}'s turn.", self.player_name(owner));
        }
        if self.regular.has(cell) {
            let spaces = if self.board.around(cell).within(self.regular) { "space" } else { "regular space" };
            return format!("The {what} on {at} cannot move: every {spaces} beside it is taken.");
        }
        let doors: Vec<&str> = self.lines.exits(cell).iter().map(|cell| self.board.name(cell)).collect();
        let why = if self.buffer_shift { ", and no other buffer space is empty" } else { "" };
        format!("The stone on {at} cannot come in: {} before it are taken{why}.", doors.join(" and "))
    }

    /// Explains why an own piece cannot move to a space.
    fn explain_move(&self, state: &State, from: Cell, to: Cell) -> String {
        let name = |cell| self.board.name(cell);
        let (a, b) = (name(from), name(to));
        let is_queen = state.queens[state.to_move].has(from);
        if from == to {
            return format!("The {} stands on {a} already: choose where it is to go.", kind(is_queen));
        }
        if self.buffer.has(to) {
            return if is_queen {
                format!("Queens never enter the buffer, and {b} is a buffer space.")
            } else if self.regular.has(from) {
                format!("A stone on the regular spaces never goes back to the buffer, and {b} is a buffer space.")
            } else if let Some((owner, what)) = self.what_stands(state, to) {
                format!("{b} is taken by {}'s {what}.", self.player_name(owner))
            } else {
                format!(
                    "In this game stones do not change from one buffer space to another: from {a} it can only slide in."
                )
            };
        }
        let occupied = state.occupied();
        let Some(direction) = Direction::ALL.into_iter().find(|&d| self.board.ray(from, d).any(|cell| cell == to))
        else {
            return format!("Pieces slide in a straight line, and {b} is not in line with {a}.");
        };
        let mut between = self.board.ray(from, direction).take_while(|&cell| cell != to);
        if let Some((blocker, (owner, what))) = between.find_map(|cell| Some((cell, self.what_stands(state, cell)?))) {
            return format!("{}'s {what} on {} stands in the way to {b}.", self.player_name(owner), name(blocker));
        }
        if let Some((owner, what)) = self.what_stands(state, to) {
            let theirs = self.player_name(owner);
            return match (owner == state.to_move, what) {
                (true, _) => format!("{b} is taken by {theirs}'s own {what}."),
                (false, "queen") => {
                    format!(
                        "{b} is taken by {theirs}'s queen: she is caught between two enemy pieces or without a way out, never by landing on her."
                    )
                }
                _ => format!("{b} is taken by {theirs}'s stone, and stones are never captured."),
            };
        }
        match self.lines.stop(from, direction, occupied) {
            Some(stop) if !is_queen && stop != to => {
                format!("A stone slides as far as it can: it would stop on {}.", name(stop))
            }
            _ => sentence(&self.explain_illegal_action(state, Action::Move { from, to })),
        }
    }

    /// Returns the owner and the name of the piece on a space.
    fn what_stands(&self, state: &State, cell: Cell) -> Option<(Player, &'static str)> {
        let owner = Player::BOTH.into_iter().find(|&player| state.pieces(player).has(cell))?;
        Some((owner, kind(state.queens[owner].has(cell))))
    }
}

const fn kind(is_queen: bool) -> &'static str {
    if is_queen { "queen" } else { "stone" }
}
