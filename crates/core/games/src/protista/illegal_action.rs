//! Explanations of illegal actions.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{Rules, Words};

use super::moves::Scene;
use super::state::MAX_HEIGHT;
use super::{Action, Flight, Generation, Protista, State};

impl<const W: usize, const N: usize> Protista<W, N> {
    /// Explains why an action is not pseudo-legal.
    pub(super) fn explain(&self, state: &State<W, N>, action: Action) -> String {
        if let Err(reason) = self.allowed(state, action) {
            return reason;
        }
        let result = |action| {
            let mut after = *state;
            self.make(&mut after, action);
            after
        };
        let wanted = result(action);
        let mut pseudo_legal_actions = Vec::new();
        self.pseudo_legal_actions(state, &mut pseudo_legal_actions);
        let same =
            pseudo_legal_actions.into_iter().filter(|&c| c != Action::Done).find(|&c| result(c).same_board(&wanted));
        match same {
            Some(same) => format!("moves with the same effect are one move, and its name is {}", self.text(same)),
            None => "the rules do not allow it".to_string(),
        }
    }

    /// Checks whether the rules about single moves allow an action, under any of its names, and
    /// explains it if not.
    pub(super) fn allowed(&self, state: &State<W, N>, action: Action) -> Result<(), String> {
        let scene = self.scene(state);
        match action {
            Action::Move { from, to } => self.move_allowed(state, &scene, from, to),
            Action::Hit { from, at } => {
                self.is_own(state, from)?;
                if !scene.towers.has(at) {
                    return Err(format!("there is no enemy stack on {} to hit", self.name(at)));
                }
                let next_to = self.board.around(from).has(at);
                ensure(next_to, || {
                    format!("a step goes to a neighbour, and {} is none of {}", self.name(at), self.name(from))
                })
            }
            Action::Fly { flight, from, .. } => {
                self.is_own(state, from)?;
                self.flight_allowed(state, &scene, flight, from, action)
            }
            Action::Wave { .. } => self.wave_allowed(state, &scene, action),
            Action::Triangle { first, towards } => {
                let Some(pair) = self.tables.pair(first, towards) else {
                    return Err("there is no such pair".to_string());
                };
                self.is_own(state, first)?;
                self.is_own(state, pair.second)?;
                ensure(!pair.affected(scene.own).is_empty(), || {
                    "both third corners are own already or off the board, so nothing would change".to_string()
                })
            }
            Action::Grow(cell) => {
                if !scene.empty.has(cell) {
                    return Err(format!("{} is not empty", self.name(cell)));
                }
                match self.generation {
                    Generation::Cup => ensure(self.cups(&scene).has(cell), || {
                        format!("{} has no three own neighbours side by side", self.name(cell))
                    }),
                    Generation::Four => ensure(self.fours(&scene, Bits::single(cell)).next().is_some(), || {
                        format!("{} has fewer than four own neighbours", self.name(cell))
                    }),
                    _ => Err("this game is played without it".to_string()),
                }
            }
            Action::Done => {
                ensure(state.extra > 0, || "only extra moves may be declined, not the first move".to_string())
            }
        }
    }

    fn is_own(&self, state: &State<W, N>, cell: Cell) -> Result<(), String> {
        let enemy = state.to_move.other();
        if state.pieces[enemy].has(cell) {
            return Err(format!("what stands on {} is {}'s", self.name(cell), self.player_name(enemy)));
        }
        ensure(state.pieces[state.to_move].has(cell), || format!("there is no piece on {}", self.name(cell)))
    }

    fn move_allowed(&self, state: &State<W, N>, scene: &Scene<W>, from: Cell, to: Cell) -> Result<(), String> {
        self.is_own(state, from)?;
        let (name, end) = (self.name(from), self.name(to));
        let set = self.set_of(scene.own, from);
        if from == to {
            Err("a piece must go to another cell".to_string())
        } else if scene.own.has(to) {
            ensure(set.cells.has(to), || {
                format!("a piece stacks only within its connected set, and {end} is not in that of {name}")
            })?;
            ensure(!self.too_high(state, from, to), || format!("a stack holds at most {MAX_HEIGHT} pieces"))
        } else if scene.empty.has(to) {
            ensure(set.around.has(to), || format!("{end} is next to no piece of the connected set of {name}"))
        } else if scene.towers.has(to) {
            Err(format!("no step enters an enemy stack; a hit is written {name}*{end}"))
        } else {
            ensure(self.board.around(from).has(to), || {
                format!("a step kills on a neighbouring cell, and {end} is not next to {name}")
            })
        }
    }

    fn flight_allowed(
        &self,
        state: &State<W, N>,
        scene: &Scene<W>,
        flight: Flight,
        from: Cell,
        action: Action,
    ) -> Result<(), String> {
        let Action::Fly { towards, steps, hit, .. } = action else { return Ok(()) };
        let name = self.name(from);
        let range = match flight {
            Flight::Cannon => self.cannon_range(scene, from, towards)?,
            Flight::SharpV => {
                let back = usize::from(towards) + 3;
                let range = self.leg(scene.own, from, back % 6).min(self.leg(scene.own, from, (back + 1) % 6));
                ensure(range > 0, || format!("{name} is not the vertex of a sharp V that points there"))?;
                range
            }
            Flight::Unstack => {
                let height = usize::from(state.height(from));
                ensure(height > 1, || format!("{name} is no stack"))?;
                height - 1
            }
        };
        let mut longest = None;
        let mut found = false;
        self.fly(scene, flight, from, usize::from(towards), range, |way, _, _, _| {
            found |= way == action;
            longest = Some(way);
        });
        if found {
            return Ok(());
        }
        if usize::from(steps) > range {
            let steps = if range == 1 { "step" } else { "steps" };
            return Err(format!("it flies at most {range} {steps}"));
        }
        let Some(longest) = longest else {
            return Err("its first step would leave the board or enter an own cell".to_string());
        };
        let end = self.flight_cells(action).last().unwrap_or(from);
        if hit && !scene.towers.has(end) {
            return Err(format!("there is no enemy stack on {} to hit", self.name(end)));
        }
        Err(if self.forced {
            format!("a flight goes as far as it can: that is {}", self.text(longest))
        } else {
            format!(
                "a flight ends before an own piece, at the edge or with a hit: it gets as far as {}",
                self.text(longest)
            )
        })
    }

    /// Returns the number of pieces in the cannon that has a piece at its end.
    pub(super) fn cannon_range(&self, scene: &Scene<W>, from: Cell, towards: u8) -> Result<usize, String> {
        let set = self.set_of(scene.own, from).cells;
        let behind = self.leg(scene.own, from, (usize::from(towards) + 3) % 6);
        ensure(behind > 0, || format!("no row of own pieces ends at {} and points there", self.name(from)))?;
        ensure(set.len() == behind + 1, || {
            "a cannon is a straight row that no other own piece touches, and only its ends fly, outward".to_string()
        })?;
        Ok(behind + 1)
    }

    fn wave_allowed(&self, state: &State<W, N>, scene: &Scene<W>, action: Action) -> Result<(), String> {
        let Action::Wave { zig, towards, .. } = action else { return Ok(()) };
        if self.sideways && zig.uses(towards) {
            return Err("a wave moves only in the two directions that its zigzag does not use".to_string());
        }
        let cells: Bits<W> = self.wave_cells(action).collect();
        for cell in cells {
            self.is_own(state, cell)?;
        }
        for cell in cells {
            let Some(end) = self.board.next(cell, towards) else {
                return Err(format!("the piece on {} would leave the board", self.name(cell)));
            };
            let free = !scene.own.has(end) || cells.has(end);
            ensure(free, || {
                format!(
                    "{} is own and not part of the wave, so it blocks the piece on {}",
                    self.name(end),
                    self.name(cell)
                )
            })?;
        }
        Ok(())
    }
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}
