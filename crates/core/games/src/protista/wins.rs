//! Detection of wins within one turn.

use hexarium_geometry::{Bits, Direction};

use super::reach::{Reach, corners};
use super::{Action, Flight, Generation, Protista, State, Win};

impl<const W: usize, const N: usize> Protista<W, N> {
    /// Whether the side to move wins with one move. Like [`Self::wins_now`], but mostly without
    /// computing the reach.
    pub(super) fn wins_at_once(&self, state: &State<W, N>) -> bool {
        let (own, enemy) = (state.pieces[state.to_move], state.pieces[state.to_move.other()]);
        if enemy.is_empty() {
            return true;
        }
        if self.win == Win::Targets && enemy.len() > 1 {
            let targets = state.targets[state.to_move.other()];
            let wanted = targets & !own & !(enemy & state.stacks);
            if !own.meets(targets) && !self.doubles(state, own, wanted) {
                return false;
            }
        }
        self.wins_now(state, &self.reach(state, state.to_move))
    }

    /// Whether the side to move, with this reach, wins with one move. Exact, except for moves that
    /// take two or more of the last enemy pieces at a time.
    pub(super) fn wins_now(&self, state: &State<W, N>, reach: &Reach<W>) -> bool {
        let enemy = state.pieces[state.to_move.other()];
        let doomed = match self.win {
            Win::King => enemy & state.kings,
            Win::Targets => Bits::EMPTY,
        };
        let last = if enemy.len() == 1 { enemy } else { Bits::EMPTY };
        let falls = |cell| state.height(cell) <= self.stack_loss.max(1);
        ((doomed | last) & reach.strikes).iter().any(falls) || self.covers_now(state, reach)
    }

    /// Whether the side to move, with this reach, can occupy two targets after one move.
    fn covers_now(&self, state: &State<W, N>, reach: &Reach<W>) -> bool {
        let enemy = state.to_move.other();
        let targets = state.targets[enemy];
        let held = targets & reach.own;
        let wanted = targets & reach.lands;
        if held.len() + wanted.len() < 2 || (held.is_empty() && !self.doubles(state, reach.own, wanted)) {
            return false;
        }
        if let Some(holder) = held.first() {
            for target in wanted {
                let mut others = self.board.around(target) & reach.own;
                others.remove(holder);
                let follows = !state.pieces[enemy].has(target)
                    && self.board.around(target).has(holder)
                    && self.board.around(holder).meets(reach.own);
                if !others.is_empty() || follows {
                    return true;
                }
            }
        }
        // The remaining cases are rare: a flight, a generation, or a wave or stack that covers two
        // at once.
        let mut actions = Vec::new();
        self.moves(state, &self.scene(state), &mut actions, |_, _| {});
        actions.into_iter().any(|action| (targets & self.own_after(state, action)).len() >= 2)
    }

    /// Whether one move might fill two of the cells: those filled by a wave have pieces behind
    /// them, generated ones are corners of triangles, and unstacking onto two requires a stack of
    /// three.
    fn doubles(&self, state: &State<W, N>, own: Bits<W>, wanted: Bits<W>) -> bool {
        let waves = || Direction::ALL.into_iter().any(|d| (self.board.shift(own, d) & wanted).len() >= 2);
        let births = || {
            let leapt = self.leapt(own);
            self.generation == Generation::Triangle && (corners(&leapt, &leapt) & wanted).len() >= 2
        };
        let stacks = || (own & state.stacks).iter().any(|cell| state.height(cell) > 2);
        wanted.len() >= 2 && (stacks() || waves() || births())
    }

    /// Returns the pieces of the side to move after a move.
    pub(super) fn own_after(&self, state: &State<W, N>, action: Action) -> Bits<W> {
        let mut own = state.pieces[state.to_move];
        let towers = state.pieces[state.to_move.other()] & state.stacks;
        match action {
            Action::Move { from, to } => {
                own.remove(from);
                own.insert(to);
            }
            Action::Fly { flight, from, towards, steps, hit } => {
                let mut at = from;
                for _ in 0..steps - u8::from(hit) {
                    at = self.flight_step(flight, at, towards);
                    if flight == Flight::Unstack {
                        own.insert(at);
                    }
                }
                if flight != Flight::Unstack {
                    own.remove(from);
                    own.insert(at);
                }
            }
            Action::Wave { towards, .. } => {
                let cells: Bits<W> = self.wave_cells(action).collect();
                let ends = self.board.shift(cells, towards);
                if !ends.meets(towers) {
                    own = own & !cells | ends;
                }
            }
            Action::Triangle { first, towards } => {
                let pair = self.tables.pair(first, towards).expect("a triangle has two pieces");
                own |= pair.affected(own) & !towers;
            }
            Action::Grow(cell) => own.insert(cell),
            Action::Hit { .. } | Action::Done => {}
        }
        own
    }

    /// Whether the side to move might win with more than one move, or by taking several last pieces
    /// at once.
    pub(super) fn may_win_later(&self, state: &State<W, N>) -> bool {
        let enemy = state.pieces[state.to_move.other()];
        state.extra > 1 || enemy.is_empty() || self.may_take_all(state, enemy) || self.may_close_loop(state)
    }

    /// Whether one move might take two or more last enemy pieces: they lie on one line, or each is
    /// next to an own piece on the same side, or they are corners of a triangle.
    fn may_take_all(&self, state: &State<W, N>, enemy: Bits<W>) -> bool {
        if enemy.len() == 1 || enemy.len() > 2 * self.rows {
            return false;
        }
        let own = state.pieces[state.to_move];
        let in_line = || {
            let Some(first) = enemy.first() else { return true };
            [&self.tables.straight, &self.tables.diagonal].into_iter().any(|line| {
                (0..6).any(|d| {
                    let path = std::iter::successors(Some(first), |c| line[c.index()][d]);
                    enemy.within(path.collect())
                })
            })
        };
        enemy.len() == 2 || in_line() || Direction::ALL.into_iter().any(|d| enemy.within(self.board.shift(own, d)))
    }

    /// Whether some move closes a loop that is not on the board, and so may earn another move.
    pub(super) fn may_close_loop(&self, state: &State<W, N>) -> bool {
        let own = state.pieces[state.to_move];
        // The smallest loop has six pieces, and a move without a stack adds at most two.
        if own.len() < 4 && !own.meets(state.stacks) {
            return false;
        }
        let before = self.loops(own);
        let closes = |after: Bits<W>| self.loops(after).iter().any(|new| !before.contains(new));
        let mut actions = Vec::new();
        let scene = self.scene(state);
        let mut found = false;
        self.moves(state, &scene, &mut actions, |_, set| {
            if found || own.len() < 6 {
                return;
            }
            for from in set.cells {
                let mut rest = own;
                rest.remove(from);
                found |= closes(rest);
                for to in set.around & scene.empty {
                    let mut after = rest;
                    after.insert(to);
                    found |= closes(after);
                }
            }
        });
        found || actions.into_iter().any(|action| closes(self.own_after(state, action)))
    }
}
