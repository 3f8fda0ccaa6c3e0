//! Text notation of Protista's moves: `b3-b4`, `b3*b4`, `Cb3-b6`, `Vj5*d5`, `Wb3+b4+c5>ne`,
//! `Gg1+g5`, `Ug3-g6`, `done`.

use hexarium_geometry::{Bits, Cell, Direction};
use hexarium_kernel::{ActionError, Notation, PositionError};

use super::{Action, Flight, Generation, Protista, State, Zig};

impl<const W: usize, const N: usize> Notation for Protista<W, N> {
    fn action_text(&self, _: &State<W, N>, action: Action) -> String {
        self.text(action)
    }

    fn parse_action(&self, _: &State<W, N>, text: &str) -> Result<Action, ActionError> {
        if text == "done" {
            return Ok(Action::Done);
        }
        let flight = |flight| move |rest| self.parse_flight(text, flight, rest);
        match text.split_at_checked(1) {
            Some(("C", rest)) => flight(Flight::Cannon)(rest),
            Some(("V", rest)) => flight(Flight::SharpV)(rest),
            Some(("U", rest)) => flight(Flight::Unstack)(rest),
            Some(("W", rest)) => self.parse_wave(text, rest),
            Some(("G", rest)) => self.parse_generation(text, rest),
            _ => {
                let (from, to, hit) = self.parse_way(text, text)?;
                Ok(if hit { Action::Hit { from, at: to } } else { Action::Move { from, to } })
            }
        }
    }

    fn explain_illegal_action(&self, state: &State<W, N>, action: Action) -> String {
        self.explain(state, action)
    }

    fn position_text(&self, state: &State<W, N>) -> String {
        self.write_position(state)
    }

    fn parse_position(&self, text: &str) -> Result<State<W, N>, PositionError> {
        self.read_position(text)
    }
}

impl<const W: usize, const N: usize> Protista<W, N> {
    pub(super) fn name(&self, cell: Cell) -> &str {
        self.board.name(cell)
    }

    /// Returns the text of a move, which does not depend on the state.
    pub(super) fn text(&self, action: Action) -> String {
        let way = |from, sign, to| format!("{}{sign}{}", self.name(from), self.name(to));
        match action {
            Action::Move { from, to } => way(from, '-', to),
            Action::Hit { from, at } => way(from, '*', at),
            Action::Fly { flight, from, hit, .. } => {
                let letter = match flight {
                    Flight::Cannon => 'C',
                    Flight::SharpV => 'V',
                    Flight::Unstack => 'U',
                };
                let end = self.flight_cells(action).last().unwrap_or(from);
                format!("{letter}{}", way(from, if hit { '*' } else { '-' }, end))
            }
            Action::Wave { towards, .. } => {
                let cells: Bits<W> = self.wave_cells(action).collect();
                let names: Vec<&str> = cells.iter().map(|cell| self.name(cell)).collect();
                format!("W{}>{}", names.join("+"), towards.name())
            }
            Action::Triangle { first, towards } => {
                let second = self.tables.pair(first, towards).map_or(first, |pair| pair.second);
                format!("G{}", way(first, '+', second))
            }
            Action::Grow(cell) => format!("G{}", self.name(cell)),
            Action::Done => "done".to_string(),
        }
    }

    /// Returns the sort key that determines the canonical name of an effect: the number of the kind
    /// of move, then the text (protista ruling 5).
    pub(super) fn name_order(&self, action: Action) -> (u8, String) {
        (self.number(action), self.text(action))
    }

    /// Returns the number of the kind of move on the rules page, or 9 for declining. Stacking has
    /// no number of its own, since moves 1 and 2 do it.
    pub(super) fn number(&self, action: Action) -> u8 {
        match action {
            Action::Move { from, to } if self.board.around(from).has(to) => 1,
            Action::Hit { .. } => 1,
            Action::Move { .. } => 2,
            Action::Fly { flight: Flight::Cannon, .. } => 3,
            Action::Wave { .. } => 4,
            Action::Fly { flight: Flight::SharpV, .. } => 5,
            Action::Triangle { .. } | Action::Grow(_) => 6,
            Action::Fly { flight: Flight::Unstack, .. } => 8,
            Action::Done => 9,
        }
    }

    /// Returns the cells that a flight enters, including the one it hits.
    pub(super) fn flight_cells(&self, action: Action) -> impl Iterator<Item = Cell> + '_ {
        let (flight, from, towards, steps) = match action {
            Action::Fly { flight, from, towards, steps, .. } => (flight, Some(from), towards, steps),
            _ => (Flight::Cannon, None, 0, 0),
        };
        self.flight_line(flight, from, towards).take(usize::from(steps))
    }

    /// Returns the cells of a line of flight, starting with the next one.
    pub(super) fn flight_line(&self, flight: Flight, from: Option<Cell>, towards: u8) -> impl Iterator<Item = Cell> {
        let line = if flight == Flight::SharpV { &self.tables.diagonal } else { &self.tables.straight };
        let next = move |cell: &Cell| line[cell.index()][usize::from(towards)];
        std::iter::successors(from.as_ref().and_then(next), next)
    }

    fn parse_cell(&self, text: &str, name: &str) -> Result<Cell, ActionError> {
        self.board.named(name).ok_or_else(|| {
            let last = self.board.cells()[self.board.cells().len() - 1];
            let cells = format!("cells are named a1 to {}", self.name(last));
            let moves = match self.generation {
                Generation::Triangle => {
                    format!("b3-b4, b3*b4, Cb3-b6, Vj5-d5, Wb3+b4+c5>ne, Gb1+b{}, Ug3-g6", self.gap + 2)
                }
                Generation::Cup | Generation::Four => {
                    "b3-b4, b3*b4, Cb3-b6, Vj5-d5, Wb3+b4+c5>ne, Gb4, Ug3-g6".to_string()
                }
                Generation::None => "b3-b4, b3*b4, Cb3-b6, Vj5-d5, Wb3+b4+c5>ne, Ug3-g6".to_string(),
            };
            ActionError::syntax(text, format!("a move as in {moves}, or done; {cells}"))
        })
    }

    /// Parses two cells with a separator and returns whether it denotes a hit.
    fn parse_way(&self, text: &str, way: &str) -> Result<(Cell, Cell, bool), ActionError> {
        let at = way.find(['-', '*']).unwrap_or(way.len());
        let (from, rest) = way.split_at(at);
        let to = rest.get(1..).unwrap_or_default();
        Ok((self.parse_cell(text, from)?, self.parse_cell(text, to)?, rest.starts_with('*')))
    }

    fn parse_flight(&self, text: &str, flight: Flight, way: &str) -> Result<Action, ActionError> {
        let (from, to, hit) = self.parse_way(text, way)?;
        for towards in 0..6 {
            if let Some(i) = self.flight_line(flight, Some(from), towards).position(|cell| cell == to) {
                return Ok(Action::Fly { flight, from, towards, steps: i as u8 + 1, hit });
            }
        }
        let line = match flight {
            Flight::SharpV => {
                "a line on which a sharp V flies: it lies between two directions, straight up for legs sw and se"
            }
            _ => "one straight row",
        };
        Err(ActionError::illegal(text, format!("{} and {} are not on {line}", self.name(from), self.name(to))))
    }

    fn parse_wave(&self, text: &str, wave: &str) -> Result<Action, ActionError> {
        let (cells, towards) = wave.split_once('>').unwrap_or((wave, ""));
        let mut list = Vec::new();
        for name in cells.split('+') {
            list.push(self.parse_cell(text, name)?);
            if list.len() > self.board.cells().len() {
                break;
            }
        }
        let towards = Direction::from_name(towards)
            .ok_or_else(|| ActionError::syntax(text, "a wave's direction: e, ne, nw, w, sw or se after a >"))?;
        if list.len() < 3 {
            return Err(ActionError::illegal(text, "a wave has at least three pieces"));
        }
        if !list.is_sorted_by(|a, b| a < b) {
            return Err(ActionError::illegal(text, "a wave's cells are written in reading order, each once"));
        }
        let all: Bits<W> = list.iter().copied().collect();
        // If a zigzag starts with a step to the west, its second cell comes first in reading order.
        for start in [list[0], list[1]] {
            for zig in Zig::ALL {
                let action = Action::Wave { start, zig, length: list.len().min(255) as u8, towards };
                if self.wave_cells(action).collect::<Bits<W>>() == all {
                    return Ok(action);
                }
            }
        }
        Err(ActionError::illegal(
            text,
            "these cells are no zigzag: its steps alternate between two directions 60° apart",
        ))
    }

    fn parse_generation(&self, text: &str, rest: &str) -> Result<Action, ActionError> {
        match self.generation {
            Generation::None => Err(ActionError::illegal(text, "this game is played without generation")),
            Generation::Cup | Generation::Four => self.parse_cell(text, rest).map(Action::Grow),
            Generation::Triangle => {
                let (first, second) = rest.split_once('+').unwrap_or((rest, ""));
                let (first, second) = (self.parse_cell(text, first)?, self.parse_cell(text, second)?);
                let pair = self.tables.pairs[first.index()].iter().find(|pair| pair.second == second);
                pair.map(|pair| Action::Triangle { first, towards: pair.towards }).ok_or_else(|| {
                    let backwards = self.tables.pairs[second.index()].iter().any(|pair| pair.second == first);
                    let (first, second) = (self.name(first), self.name(second));
                    ActionError::illegal(
                        text,
                        if backwards {
                            format!("the pair is written in reading order: G{second}+{first}")
                        } else {
                            let cells = if self.gap == 1 { "cell" } else { "cells" };
                            format!(
                                "{first} and {second} are not in one straight row with exactly {} {cells} between",
                                self.gap
                            )
                        },
                    )
                })
            }
        }
    }
}
