//! Generation of all moves of a state, each effect once.
//!
//! Moves with the same effect are one move (protista ruling 5). Their effect on the own pieces
//! limits which kinds can coincide, so most moves need no comparison:
//!
//! - A step, a contiguous move, a cannon and a sharp V empty one cell and fill or raise another. A
//!   contiguous move covers every step that does not kill. A cannon's row is isolated, so flights
//!   of two or more steps coincide with no other kind. A sharp V that kills nothing on its way is a
//!   contiguous move if it ends next to its own set.
//! - A wave empties several cells, because no zigzag is straight. The cells it empties and fills
//!   determine its direction and, line by line, its cells: two waves that move never have the same
//!   effect.
//! - An unstacking empties no cell and adds no piece; a generation empties none and adds one. Two
//!   pairs have the same effect only if each affects a single corner, the same one.
//! - The remaining moves hit without moving. They are compared by the stacks they hit.

use hexarium_geometry::{Bits, Cell, Direction};

use super::state::MAX_HEIGHT;
use super::tables::Pair;
use super::{Action, Flight, Generation, Protista, State, Zig};

/// The board from the perspective of the side to move.
pub(super) struct Scene<const W: usize> {
    pub(super) own: Bits<W>,
    pub(super) empty: Bits<W>,
    /// Enemy pieces of height 1.
    pub(super) singles: Bits<W>,
    /// Enemy stacks.
    pub(super) towers: Bits<W>,
    /// The own pieces with an own neighbour in each direction.
    beside: [Bits<W>; 6],
}

/// A connected set of own pieces.
#[derive(Clone, Copy)]
pub(super) struct Set<const W: usize> {
    pub(super) cells: Bits<W>,
    /// The cells adjacent to any of them, including the pieces themselves if there is more than
    /// one.
    pub(super) around: Bits<W>,
}

/// The stacks hit by a move that moves nothing, and the move.
type BareHit<const W: usize> = (Bits<W>, Action);

impl<const W: usize> Set<W> {
    /// Returns the number of contiguous moves.
    pub(super) fn count(&self, empty: Bits<W>) -> usize {
        let size = self.cells.len();
        size * ((self.around & empty).len() + size - 1)
    }

    /// Returns the contiguous move with `n` others before it.
    pub(super) fn nth(&self, empty: Bits<W>, n: usize) -> Action {
        let room = self.around & empty;
        let each = room.len() + self.cells.len() - 1;
        let from = self.cells.nth(n / each);
        let n = n % each;
        let to = if n < room.len() {
            room.nth(n)
        } else {
            let mut others = self.cells;
            others.remove(from);
            others.nth(n - room.len())
        };
        Action::Move { from, to }
    }
}

impl<const W: usize, const N: usize> Protista<W, N> {
    pub(super) fn scene(&self, state: &State<W, N>) -> Scene<W> {
        let own = state.pieces[state.to_move];
        let enemy = state.pieces[state.to_move.other()];
        let mut beside = [Bits::EMPTY; 6];
        for d in Direction::ALL {
            beside[d.index()] = own & self.board.shift(own, d.opposite());
        }
        Scene {
            own,
            empty: self.board.all() & !own & !enemy,
            singles: enemy & !state.stacks,
            towers: enemy & state.stacks,
            beside,
        }
    }

    /// Returns the connected set of own pieces that contains a piece.
    pub(super) fn set_of(&self, own: Bits<W>, cell: Cell) -> Set<W> {
        let mut cells = Bits::single(cell);
        let mut around = self.board.around(cell);
        loop {
            let fresh = around & own & !cells;
            if fresh.is_empty() {
                return Set { cells, around };
            }
            cells |= fresh;
            for cell in fresh {
                around |= self.board.around(cell);
            }
        }
    }

    /// Adds every move to `out`, except contiguous moves: `each_set` is called with every connected
    /// set (and with `out`, to add its moves if desired).
    pub(super) fn moves(
        &self,
        state: &State<W, N>,
        scene: &Scene<W>,
        out: &mut Vec<Action>,
        mut each_set: impl FnMut(&mut Vec<Action>, Set<W>),
    ) {
        let mut bare = Vec::new();
        let mut rest = scene.own;
        let mut near = Bits::EMPTY;
        while let Some(cell) = rest.first() {
            let set = self.set_of(scene.own, cell);
            rest &= !set.cells;
            near |= set.around;
            each_set(out, set);
            if set.cells.len() > 1 {
                self.cannons(scene, &set, out);
                self.sharp_vs(scene, &set, out, &mut bare);
            }
        }
        self.step_attacks(scene, near, out);
        self.waves(scene, out, &mut bare);
        match self.generation {
            Generation::Triangle => self.triangles(scene, out, &mut bare),
            Generation::Cup => out.extend(self.cups(scene).iter().map(Action::Grow)),
            Generation::Four => out.extend(self.fours(scene, near).map(Action::Grow)),
            Generation::None => {}
        }
        self.unstackings(state, scene, out);
        if !bare.is_empty() {
            // A single stack next to an own piece is hit by a step.
            bare.retain(|(hit, _)| hit.len() > 1 || !hit.within(near));
            self.add_bare_hits(bare, out);
        }
        if state.extra > 0 {
            out.push(Action::Done);
        }
    }

    /// Whether stacking one piece onto the other would exceed the maximum height.
    pub(super) fn too_high(&self, state: &State<W, N>, from: Cell, to: Cell) -> bool {
        state.height(from) + state.height(to) > MAX_HEIGHT
    }

    /// Adds steps onto enemy pieces; those that hit are named by the first piece that can.
    fn step_attacks(&self, scene: &Scene<W>, near: Bits<W>, out: &mut Vec<Action>) {
        for to in scene.singles & near {
            out.extend((self.board.around(to) & scene.own).iter().map(|from| Action::Move { from, to }));
        }
        for at in scene.towers & near {
            let from = (self.board.around(at) & scene.own).iter().min_by_key(|c| self.tables.rank[c.index()]);
            out.extend(from.map(|from| Action::Hit { from, at }));
        }
    }

    /// Returns the direction of a straight row of two or more pieces, from its first in reading
    /// order.
    pub(super) fn row_direction(&self, cells: Bits<W>) -> Option<Direction> {
        let first = cells.first()?;
        let next = |c: Cell, d: Direction| self.tables.straight[c.index()][d.index()].filter(|&c| cells.has(c));
        let towards = [Direction::E, Direction::Sw, Direction::Se].into_iter().find(|&d| next(first, d).is_some())?;
        let (mut at, mut length) = (first, 1);
        while let Some(c) = next(at, towards) {
            (at, length) = (c, length + 1);
        }
        (length == cells.len()).then_some(towards)
    }

    fn cannons(&self, scene: &Scene<W>, set: &Set<W>, out: &mut Vec<Action>) {
        let Some(towards) = self.row_direction(set.cells) else { return };
        let (Some(first), Some(last)) = (set.cells.first(), set.cells.last()) else { return };
        for (from, towards) in [(last, towards), (first, towards.opposite())] {
            self.fly(scene, Flight::Cannon, from, towards.index(), set.cells.len(), |action, steps, _, _| {
                // Equivalent to a step if it moves one cell or hits immediately.
                if steps > 1 {
                    out.push(action);
                }
            });
        }
    }

    fn sharp_vs(&self, scene: &Scene<W>, set: &Set<W>, out: &mut Vec<Action>, bare: &mut Vec<BareHit<W>>) {
        for d in 0..6 {
            let next = (d + 1) % 6;
            for vertex in set.cells & scene.beside[d] & scene.beside[next] {
                let range = self.leg(scene.own, vertex, d).min(self.leg(scene.own, vertex, next));
                let towards = (d + 3) % 6;
                self.fly(scene, Flight::SharpV, vertex, towards, range, |action, steps, end, kills| match action {
                    Action::Fly { hit: true, .. } if steps == 1 => bare.push((Bits::single(end), action)),
                    Action::Fly { hit: true, .. } => out.push(action),
                    // Equivalent to a contiguous move.
                    _ if !kills && set.around.has(end) => {}
                    _ => out.push(action),
                });
            }
        }
    }

    /// Returns the number of consecutive own pieces in a direction, starting with the next cell.
    pub(super) fn leg(&self, own: Bits<W>, from: Cell, towards: usize) -> usize {
        let next = |c: &Cell| self.tables.straight[c.index()][towards].filter(|&c| own.has(c));
        std::iter::successors(next(&from), next).count()
    }

    fn unstackings(&self, state: &State<W, N>, scene: &Scene<W>, out: &mut Vec<Action>) {
        for from in scene.own & state.stacks {
            for towards in 0..6 {
                let range = usize::from(state.height(from)) - 1;
                self.fly(scene, Flight::Unstack, from, towards, range, |action, steps, _, _| {
                    // Equivalent to a step if it hits immediately.
                    if steps > 1 || !matches!(action, Action::Fly { hit: true, .. }) {
                        out.push(action);
                    }
                });
            }
        }
    }

    /// Calls `found` with every possible flight, its number of steps, the cell where it ends or
    /// hits, and whether it kills. With the option `stop=forced` there is at most one, the longest.
    #[inline]
    pub(super) fn fly(
        &self,
        scene: &Scene<W>,
        flight: Flight,
        from: Cell,
        towards: usize,
        range: usize,
        mut found: impl FnMut(Action, usize, Cell, bool),
    ) {
        let line = if flight == Flight::SharpV { &self.tables.diagonal } else { &self.tables.straight };
        let action = |steps: usize, hit| Action::Fly { flight, from, towards: towards as u8, steps: steps as u8, hit };
        let mut at = from;
        let mut kills = false;
        for steps in 1..=range {
            let next = line[at.index()][towards].filter(|&c| !scene.own.has(c));
            let Some(cell) = next else {
                if self.forced && steps > 1 {
                    found(action(steps - 1, false), steps - 1, at, kills);
                }
                return;
            };
            if scene.towers.has(cell) {
                found(action(steps, true), steps, cell, kills);
                return;
            }
            kills |= scene.singles.has(cell);
            at = cell;
            if !self.forced || steps == range {
                found(action(steps, false), steps, at, kills);
            }
        }
    }

    fn waves(&self, scene: &Scene<W>, out: &mut Vec<Action>, bare: &mut Vec<BareHit<W>>) {
        let towers = scene.towers;
        let facing = Direction::ALL
            .map(|d| if towers.is_empty() { Bits::EMPTY } else { self.board.shift(towers, d.opposite()) });
        for zig in Zig::ALL {
            let [one, two] = zig.steps();
            let pairs = scene.beside[two.index()];
            // The first cells of maximal zigzags of three or more.
            let starts = scene.beside[one.index()]
                & self.board.shift(pairs, one.opposite())
                & !scene.beside[two.opposite().index()];
            for start in starts {
                self.waves_of(scene, &facing, zig, start, out, bare);
            }
        }
    }

    /// Adds the waves of all runs of three or more cells of the maximal zigzag from `start`.
    fn waves_of(
        &self,
        scene: &Scene<W>,
        facing: &[Bits<W>; 6],
        zig: Zig,
        start: Cell,
        out: &mut Vec<Action>,
        bare: &mut Vec<BareHit<W>>,
    ) {
        let mut path = [start; MAX_ZIGZAG];
        let mut length = 1;
        while let Some(next) = self.tables.straight[path[length - 1].index()][zig.step(length - 1).index()]
            && scene.own.has(next)
        {
            path[length] = next;
            length += 1;
        }
        let path = &path[..length];
        for towards in Direction::ALL {
            if self.sideways && zig.uses(towards) {
                continue;
            }
            let d = towards.index();
            let (off_board, beside, facing) = (self.tables.off_board[d], scene.beside[d], facing[d]);
            // Along the zigzag, a cell of the path vacates its place for the one behind it, if that
            // is in the run too.
            let runs_into_next = |i: usize| zig.step(i) == towards;
            let runs_into_last = |i: usize| zig.step(i + 1) == towards.opposite();
            for a in 0..length - 2 {
                let mut hits = 0;
                for b in a..length {
                    let cell = path[b];
                    let in_path = b > a && runs_into_last(b) || b + 1 < length && runs_into_next(b);
                    if off_board.has(cell) || beside.has(cell) && !in_path {
                        break;
                    }
                    hits += usize::from(facing.has(cell));
                    if b < a + 2 || b + 1 < length && runs_into_next(b) {
                        continue;
                    }
                    let (start, zig) = (path[a], if a % 2 == 0 { zig } else { zig.from_second() });
                    let action = Action::Wave { start, zig, length: (b - a + 1) as u8, towards };
                    match hits {
                        0 => out.push(action),
                        // Equivalent to a step.
                        1 => {}
                        _ => {
                            let run: Bits<W> = path[a..=b].iter().copied().collect();
                            bare.push((self.board.shift(run & facing, towards), action));
                        }
                    }
                }
            }
        }
    }

    fn triangles(&self, scene: &Scene<W>, out: &mut Vec<Action>, bare: &mut Vec<BareHit<W>>) {
        for first in scene.own {
            if !self.tables.partners[first.index()].meets(scene.own) {
                continue;
            }
            for pair in self.tables.pairs[first.index()].iter().filter(|pair| scene.own.has(pair.second)) {
                let action = Action::Triangle { first, towards: pair.towards };
                let corners = pair.affected(scene.own);
                let hit = corners & scene.towers;
                if hit == corners {
                    if !corners.is_empty() {
                        bare.push((hit, action));
                    }
                } else if corners.len() > 1 || self.names_corner(scene, pair, corners) {
                    out.push(action);
                }
            }
        }
    }

    /// Whether no pair with an earlier text affects only the same corner.
    fn names_corner(&self, scene: &Scene<W>, pair: &Pair, corner: Bits<W>) -> bool {
        let Some(cell) = corner.first() else { return false };
        let same = |other: &&Pair| {
            scene.own.has(other.first) && scene.own.has(other.second) && other.affected(scene.own) == corner
        };
        self.tables.pairs_by_corner[cell.index()].iter().find(same) == Some(pair)
    }

    /// Returns the empty cells with three consecutive own neighbours.
    pub(super) fn cups(&self, scene: &Scene<W>) -> Bits<W> {
        let touching = Direction::ALL.map(|d| self.board.shift(scene.own, d));
        let mut cups = Bits::EMPTY;
        for d in 0..6 {
            cups |= touching[d] & touching[(d + 1) % 6] & touching[(d + 2) % 6];
        }
        cups & scene.empty
    }

    /// Returns those of the cells that are empty and have at least four own neighbours.
    pub(super) fn fours(&self, scene: &Scene<W>, cells: Bits<W>) -> impl Iterator<Item = Cell> {
        (cells & scene.empty).iter().filter(|&cell| (self.board.around(cell) & scene.own).len() >= 4)
    }

    /// Adds the canonical name of each set of stacks that is hit.
    fn add_bare_hits(&self, mut bare: Vec<BareHit<W>>, out: &mut Vec<Action>) {
        bare.sort_by(|(hit, action), (other_hit, other)| {
            hit.0.cmp(&other_hit.0).then_with(|| self.name_order(*action).cmp(&self.name_order(*other)))
        });
        bare.dedup_by_key(|(hit, _)| *hit);
        out.extend(bare.iter().map(|(_, action)| *action));
    }
}

/// The maximum length of a zigzag: on 19 rows and 15 columns it has two cells in each row.
const MAX_ZIGZAG: usize = 40;

impl Pair {
    /// Returns the corners on the board that are not own already.
    pub(super) fn affected<const W: usize>(&self, own: Bits<W>) -> Bits<W> {
        self.corners.into_iter().flatten().filter(|&corner| !own.has(corner)).collect()
    }
}
