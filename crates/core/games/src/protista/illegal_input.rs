//! Explanations of illegal input on a Protista board.
//!
//! Two clicks can denote many moves. The most likely intention is explained first: a flight if the
//! piece could fly in that direction at all, then a pair, then a step or a contiguous move.

use hexarium_geometry::{Cell, Direction};
use hexarium_kernel::{Input, Look, Rules, Spot, Words};

use super::moves::Scene;
use super::state::MAX_HEIGHT;
use super::{Action, Flight, Generation, Protista, State, Zig};
use crate::input_errors::{self, sentence};

impl<const W: usize, const N: usize> Protista<W, N> {
    pub(super) fn explain_input(&self, state: &State<W, N>, inputs: &[Input]) -> String {
        if let Some(answer) = input_errors::ended(inputs) {
            return answer;
        }
        let Some((&last, before)) = inputs.split_last() else { return input_errors::NOTHING.to_string() };
        if input_errors::leads_on(self, state, inputs) {
            return input_errors::ALLOWED.to_string();
        }
        let chosen: Vec<Cell> = before.iter().filter_map(|&input| self.cell_of(input)).collect();
        if let Input::Button(word) = last {
            return self.explain_button(state, &chosen, word);
        }
        let Some(cell) = self.cell_of(last) else { return input_errors::NO_CELL.to_string() };
        match *chosen.as_slice() {
            [] => self.explain_choice(state, cell),
            [from, ..] if !state.pieces[state.to_move].has(from) => match self.scene(state).empty.has(from) {
                true => format!("{} is selected for a new piece: choose generate, or a piece.", self.name(from)),
                false => self.explain_choice(state, from),
            },
            [from] => self.explain_move(state, from, cell),
            [start, second] => self.explain_wave_end(state, start, second, cell),
            [start, second, end] => self.explain_wave(state, [start, second, end], cell),
            _ => input_errors::too_many(self.name(cell)),
        }
    }

    fn cell_of(&self, input: Input) -> Option<Cell> {
        match input {
            Input::Cell(Spot(number)) => self.board.cells().get(usize::from(number)).copied(),
            Input::Button(_) => None,
        }
    }

    /// Explains why no action starts with a cell.
    fn explain_choice(&self, state: &State<W, N>, cell: Cell) -> String {
        let (at, own) = (self.name(cell), self.player_name(state.to_move));
        let enemy = state.to_move.other();
        let what = if state.stacks.has(cell) { "stack" } else { "piece" };
        if state.pieces[enemy].has(cell) {
            return format!("The {what} on {at} is {}'s; it is {own}'s turn.", self.player_name(enemy));
        }
        if !state.pieces[state.to_move].has(cell) {
            return match self.generation {
                Generation::Cup => {
                    format!(
                        "{at} is empty, and no piece can be generated there: no three of {own}'s pieces side by side are next to it."
                    )
                }
                Generation::Four => {
                    format!(
                        "{at} is empty, and no piece can be generated there: fewer than four of {own}'s pieces are next to it."
                    )
                }
                _ => format!("{at} is empty: choose one of {own}'s pieces."),
            };
        }
        let towers = self.scene(state).towers & self.board.around(cell);
        match towers.first() {
            Some(tower) => {
                let hit = Action::Hit { from: cell, at: tower };
                let other = self.same_as(state, hit).unwrap_or_default();
                format!("The {what} on {at} can only hit stacks, and each hit is the same move as another: {other}.")
            }
            None => format!("The {what} on {at} has nowhere to go: a stack holds at most {MAX_HEIGHT} pieces."),
        }
    }

    /// Explains why a button has no effect after these cells.
    fn explain_button(&self, state: &State<W, N>, chosen: &[Cell], word: &'static str) -> String {
        match (word, chosen) {
            ("done", _) if state.extra == 0 => {
                let name = self.player_name(state.to_move);
                format!("{name} must make the first move of the turn: only extra moves may be declined.")
            }
            ("done", [chosen, ..]) => input_errors::alone("end the turn", self.name(*chosen)),
            ("generate", chosen) => self.explain_generation(state, chosen),
            ("unstack", [from, to, ..]) => self.explain_flight(state, Flight::Unstack, *from, *to),
            ("sharp V", [from, to, ..]) => self.explain_flight(state, Flight::SharpV, *from, *to),
            ("unstack", [from]) if state.height(*from) < 2 => {
                format!("{} is no stack: there is nothing to lay out.", self.name(*from))
            }
            ("unstack", _) => {
                "Choose the stack first, and then the cell up to which it lays out its pieces.".to_string()
            }
            ("sharp V", _) => "Choose the point of the V first, and then the cell it flies to.".to_string(),
            _ => input_errors::no_button(word),
        }
    }

    fn explain_generation(&self, state: &State<W, N>, chosen: &[Cell]) -> String {
        match (self.generation, chosen) {
            (Generation::None, _) => "This game is played without generation.".to_string(),
            (Generation::Triangle, [one, other, ..]) => self.explain_pair(state, *one, *other).unwrap_or_else(|| {
                let between = self.between();
                format!(
                    "{} and {} are no pair: it stands in one line with {between}.",
                    self.name(*one),
                    self.name(*other)
                )
            }),
            (Generation::Triangle, _) => {
                format!("Choose the two pieces that generate first: they stand in one line with {}.", self.between())
            }
            (_, [_, more, ..]) => input_errors::too_many(self.name(*more)),
            (_, [cell]) if !self.scene(state).empty.has(*cell) => {
                format!("A new piece is generated on an empty cell, and {} is not empty.", self.name(*cell))
            }
            (_, [cell]) => match self.allowed(state, Action::Grow(*cell)) {
                Err(reason) => sentence(&reason),
                Ok(()) => input_errors::ALLOWED.to_string(),
            },
            (_, []) => "Choose the empty cell for the new piece first.".to_string(),
        }
    }

    fn between(&self) -> String {
        format!("exactly {} {} between", self.gap, if self.gap == 1 { "cell" } else { "cells" })
    }

    /// Explains why two pieces at the distance of a pair generate nothing, or not in this order;
    /// `None` if they are not at that distance.
    fn explain_pair(&self, state: &State<W, N>, one: Cell, other: Cell) -> Option<String> {
        let own = state.pieces[state.to_move];
        let (first, second) = (one.min(other), one.max(other));
        let pair = self.tables.pairs[first.index()].iter().find(|pair| pair.second == second)?;
        if self.generation != Generation::Triangle || !own.has(first) || !own.has(second) {
            return None;
        }
        let (a, b) = (self.name(first), self.name(second));
        if pair.affected(own).is_empty() {
            let name = self.player_name(state.to_move);
            return Some(format!(
                "{a} and {b} generate nothing: their far corners are {name}'s already or off the board."
            ));
        }
        let action = Action::Triangle { first, towards: pair.towards };
        Some(match self.same_as(state, action) {
            Some(other) => {
                format!("What {a} and {b} generate comes about by another move too, which counts for both: {other}.")
            }
            None => format!("A pair is chosen in reading order: select {a}, then {b}, then generate."),
        })
    }

    /// Explains why an own piece cannot move to a cell.
    fn explain_move(&self, state: &State<W, N>, from: Cell, to: Cell) -> String {
        let scene = self.scene(state);
        let (a, b, own) = (self.name(from), self.name(to), self.player_name(state.to_move));
        if from == to {
            return format!("The piece stands on {a} already: choose where it is to go.");
        }
        if scene.towers.has(to) && self.board.around(from).has(to) {
            let other = self.same_as(state, Action::Hit { from, at: to }).unwrap_or_default();
            return format!("All hits on the stack on {b} are the same move: {other}.");
        }
        if let Some(words) = self.flights_towards(state, &scene, from, to) {
            return words;
        }
        let set = self.set_of(scene.own, from);
        let away = self.board.place(from).distance(self.board.place(to));
        if scene.own.has(to) {
            if set.cells.has(to) {
                return format!("A stack holds at most {MAX_HEIGHT} pieces, and {a} on {b} would be more.");
            }
            return self.explain_pair(state, from, to).unwrap_or_else(|| match self.generation {
                Generation::Triangle => format!(
                    "{b} is not connected with {a}, so {a} cannot be stacked on it; and they are no pair, which has {}.",
                    self.between()
                ),
                _ => format!("{b} is not connected with {a}, so {a} cannot be stacked on it."),
            });
        }
        let enemy = self.player_name(state.to_move.other());
        if scene.towers.has(to) {
            return format!(
                "{a} hits a stack beside it, and {enemy}'s on {b} is {away} cells away; no flight leads there."
            );
        }
        if scene.singles.has(to) {
            return format!(
                "{a} kills a piece beside it, and {enemy}'s on {b} is {away} cells away; no flight leads there."
            );
        }
        match set.cells.len() {
            1 if state.stacks.has(from) => format!(
                "The stack on {a} goes one step or lays out its pieces in a straight line, and {b} is neither beside it nor in line."
            ),
            1 => format!("{a} stands alone and goes one step, and {b} is {away} cells away."),
            _ => format!("{b} touches none of {own}'s pieces that are connected with {a}, and no flight leads there."),
        }
    }

    /// Explains why a piece that could fly in this direction does not reach the cell.
    fn flights_towards(&self, state: &State<W, N>, scene: &Scene<W>, from: Cell, to: Cell) -> Option<String> {
        let flights = [Flight::Cannon, Flight::Unstack, Flight::SharpV].into_iter();
        flights
            .filter(|&flight| {
                let range = |towards| self.range(state, scene, flight, from, towards);
                self.way(flight, from, to).is_some_and(|(towards, _)| range(towards) > 0)
            })
            .map(|flight| self.explain_flight(state, flight, from, to))
            .next()
    }

    /// Returns the direction and the number of steps of a flight between two cells.
    fn way(&self, flight: Flight, from: Cell, to: Cell) -> Option<(u8, usize)> {
        (0..6).find_map(|towards| {
            let steps = self.flight_line(flight, Some(from), towards).position(|cell| cell == to)? + 1;
            Some((towards, steps))
        })
    }

    /// Returns the maximum number of steps of a flight in a direction; 0 if there is none.
    fn range(&self, state: &State<W, N>, scene: &Scene<W>, flight: Flight, from: Cell, towards: u8) -> usize {
        match flight {
            Flight::Cannon => self.cannon_range(scene, from, towards).unwrap_or(0),
            Flight::SharpV => {
                let back = usize::from(towards) + 3;
                self.leg(scene.own, from, back % 6).min(self.leg(scene.own, from, (back + 1) % 6))
            }
            Flight::Unstack => usize::from(state.height(from)).saturating_sub(1),
        }
    }

    /// Explains why a flight of an own piece does not reach the cell.
    fn explain_flight(&self, state: &State<W, N>, flight: Flight, from: Cell, to: Cell) -> String {
        let scene = self.scene(state);
        if !scene.own.has(from) {
            return self.explain_choice(state, from);
        }
        let (a, b, own) = (self.name(from), self.name(to), self.player_name(state.to_move));
        let Some((towards, steps)) = self.way(flight, from, to) else {
            return match flight {
                Flight::Unstack => {
                    format!("A stack lays out its pieces in a straight line, and {b} is not in line with {a}.")
                }
                _ => format!("The point of a V flies away from its legs, and {b} is not on such a line from {a}."),
            };
        };
        let range = self.range(state, &scene, flight, from, towards);
        if range == 0 {
            return match flight {
                Flight::Unstack => format!("{a} is no stack: there is nothing to lay out."),
                _ => format!("{a} is not the point of a V of {own}'s pieces that flies towards {b}."),
            };
        }
        let plural = if range == 1 { "step" } else { "steps" };
        let limit = match flight {
            Flight::Cannon => format!("A cannon of {range} pieces"),
            Flight::SharpV => format!("A V with {range} in its shorter leg"),
            Flight::Unstack => format!("A stack of {}", range + 1),
        };
        if steps > range {
            let does = if flight == Flight::Unstack { "lays out" } else { "flies" };
            return format!("{limit} {does} at most {range} {plural}, and from {a} to {b} it is {steps}.");
        }
        let line: Vec<Cell> = self.flight_line(flight, Some(from), towards).take(range).collect();
        let on_the_way = &line[..steps - 1];
        if let Some(&cell) = on_the_way.iter().find(|&&cell| scene.own.has(cell) || scene.towers.has(cell)) {
            let at = self.name(cell);
            return if scene.own.has(cell) {
                format!("{own}'s own piece on {at} stops the flight from {a} to {b}.")
            } else {
                format!("The flight from {a} ends with a hit on the stack on {at}: it does not get to {b}.")
            };
        }
        if scene.own.has(to) {
            return format!("No flight lands on an own piece, and {b} is {own}'s.");
        }
        let action = Action::Fly { flight, from, towards, steps: steps as u8, hit: scene.towers.has(to) };
        let allowed = self.allowed(state, action).is_ok();
        if let Some(other) = allowed.then(|| self.same_as(state, action)).flatten() {
            return format!("That flight does the same as another move, which counts for both: {other}.");
        }
        let free = line.iter().take_while(|&&cell| !scene.own.has(cell));
        match free.clone().find(|&&cell| scene.towers.has(cell)).or(free.last()) {
            Some(&end) if end != to => {
                let does = if scene.towers.has(end) { "hit the stack on" } else { "end on" };
                format!("In this game a flight goes as far as it can: from {a} it would {does} {}.", self.name(end))
            }
            _ => match flight {
                Flight::Unstack => format!("Choose unstack to lay out the pieces from {a} to {b}."),
                _ => sentence(&self.explain(state, action)),
            },
        }
    }

    /// Explains why a third cell does not end a wave that starts with these two.
    fn explain_wave_end(&self, state: &State<W, N>, start: Cell, second: Cell, end: Cell) -> String {
        let (a, b, c) = (self.name(start), self.name(second), self.name(end));
        let own = self.player_name(state.to_move);
        if !state.pieces[state.to_move].has(second) || !self.board.around(start).has(second) {
            return format!("{a} and {b} are selected: choose a button, because {c} does not continue the selection.");
        }
        if self.zigzag(state, [start, second, end]).is_some() {
            return format!(
                "The wave from {a} over {b} to {c} cannot move: every direction is blocked or not allowed."
            );
        }
        let backwards = self.board.around(end).iter().find(|&next| {
            let path = self.zigzag(state, [end, next, start]);
            path.is_some_and(|wave| self.wave_cells(wave).any(|cell| cell == second))
        });
        match backwards {
            Some(next) => format!(
                "A wave is chosen from its other end: select {c}, then {}, then {a}, then where {c} is to go.",
                self.name(next)
            ),
            None => format!(
                "A wave is a zigzag of three or more of {own}'s pieces, and none leads from {a} over {b} to {c}."
            ),
        }
    }

    /// Explains why the wave cannot move to a cell.
    fn explain_wave(&self, state: &State<W, N>, cells: [Cell; 3], goal: Cell) -> String {
        let Some(Action::Wave { start, zig, length, .. }) = self.zigzag(state, cells) else {
            return self.explain_wave_end(state, cells[0], cells[1], cells[2]);
        };
        let (a, b) = (self.name(start), self.name(goal));
        let Some(towards) = Direction::ALL.into_iter().find(|&d| self.board.next(start, d) == Some(goal)) else {
            return format!("A wave moves one step: choose a cell beside {a}, where it begins, and not {b}.");
        };
        let wave = Action::Wave { start, zig, length, towards };
        if let Err(reason) = self.allowed(state, wave) {
            return format!("The wave cannot go from {a} to {b}: {reason}.");
        }
        match self.same_as(state, wave) {
            Some(other) => format!("That wave does the same as another move, which counts for both: {other}."),
            None => input_errors::ALLOWED.to_string(),
        }
    }

    /// Returns the wave of own pieces that starts with two cells and ends on the third, with an
    /// arbitrary direction.
    fn zigzag(&self, state: &State<W, N>, [start, second, end]: [Cell; 3]) -> Option<Action> {
        let own = state.pieces[state.to_move];
        Zig::ALL.into_iter().find_map(|zig| {
            let longest = Action::Wave { start, zig, length: u8::MAX, towards: Direction::E };
            let path: Vec<Cell> = self.wave_cells(longest).take_while(|&cell| own.has(cell)).collect();
            let last = path.iter().position(|&cell| cell == end).filter(|&last| last >= 2 && path[1] == second)?;
            Some(Action::Wave { start, zig, length: last as u8 + 1, towards: Direction::E })
        })
    }

    /// Returns the inputs of the canonical move with the same effect, if it is a different one. The
    /// rules about single moves must allow the action.
    fn same_as(&self, state: &State<W, N>, action: Action) -> Option<String> {
        let result = |action| {
            let mut after = *state;
            self.make(&mut after, action);
            after
        };
        let wanted = result(action);
        let mut pseudo_legal_actions = Vec::new();
        self.pseudo_legal_actions(state, &mut pseudo_legal_actions);
        let found = pseudo_legal_actions.into_iter().find(|&c| c != Action::Done && result(c).same_board(&wanted))?;
        let words = self.inputs(state, found).into_iter().map(|input| match input {
            Input::Button(word) => word,
            Input::Cell(_) => self.cell_of(input).map_or("", |cell| self.name(cell)),
        });
        (found != action).then(|| format!("select {}", words.collect::<Vec<_>>().join(", then ")))
    }
}
