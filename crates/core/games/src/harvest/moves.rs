//! Removable pieces, destinations of moves, and the groups a move leaves.

use hexarium_geometry::{Bits, Cell, Direction};

use super::grid::Grid;
use super::{Action, Harvest};

/// The groups that a move leaves. There are at most three, because no more arcs of neighbours fit
/// around the vacated space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groups<const W: usize> {
    sets: [Bits<W>; 3],
    count: usize,
}

impl<const W: usize> Groups<W> {
    pub(super) fn none() -> Self {
        Self { sets: [Bits::EMPTY; 3], count: 0 }
    }

    fn one(set: Bits<W>) -> Self {
        Self { sets: [set, Bits::EMPTY, Bits::EMPTY], count: 1 }
    }

    fn push(&mut self, set: Bits<W>) {
        self.sets[self.count] = set;
        self.count += 1;
    }

    /// Whether there is more than one group.
    pub(super) fn are_split(&self) -> bool {
        self.count > 1
    }

    /// Returns the size of the largest group.
    #[inline]
    pub(super) fn biggest_size(&self) -> u32 {
        self.all().iter().map(|group| group.len() as u32).max().unwrap_or(0)
    }

    /// Returns all groups.
    pub(super) fn all(&self) -> &[Bits<W>] {
        &self.sets[..self.count]
    }

    /// Returns the groups of maximum size, which may stay.
    #[inline]
    pub(super) fn biggest(&self) -> Self {
        if self.count == 1 {
            return *self;
        }
        let size = self.all().iter().map(|g| g.len()).max().unwrap_or(0);
        let mut biggest = Self::none();
        for &group in self.all() {
            if group.len() == size {
                biggest.push(group);
            }
        }
        biggest
    }

    /// Returns the group that stays. A choice other than a largest group is illegal, so its result
    /// does not matter.
    #[inline]
    pub(super) fn kept(&self, keep: Option<Cell>) -> Bits<W> {
        let biggest = self.biggest();
        let chosen = biggest.all().iter().find(|g| keep.is_some() && g.first() == keep);
        *chosen.unwrap_or(&biggest.sets[0])
    }
}

impl<const W: usize, const N: usize> Harvest<W, N> {
    /// Returns the pieces that may be removed directly. The edge of the board is not an empty space
    /// (ruling 1).
    #[inline(always)]
    pub(super) fn surrounded(&self, pieces: Bits<W>) -> Bits<W> {
        pieces & self.removable & !Grid::<W, N>::spread(self.grid.all() & !pieces)
    }

    /// Returns the empty spaces next to a piece. The moved piece comes from at least two spaces
    /// away, so it is never the neighbour that its own destination needs.
    #[inline(always)]
    pub(super) fn landings(&self, pieces: Bits<W>) -> Bits<W> {
        self.grid.all() & !pieces & Grid::<W, N>::spread(pieces)
    }

    /// Returns the destinations of a piece: landings beyond the first other piece in each
    /// direction, regardless of what follows it (ruling 2).
    #[inline]
    pub(super) fn destinations(&self, pieces: Bits<W>, landings: Bits<W>, from: Cell) -> Bits<W> {
        let mut out = Bits::EMPTY;
        for direction in Direction::ALL {
            if let Some(hurdle) = self.grid.nearest(from, direction, pieces) {
                out |= self.grid.ray(hurdle, direction) & landings;
            }
        }
        out
    }

    /// Returns the parts into which the other pieces fall when a piece leaves its space. Every part
    /// is adjacent to that space.
    #[inline]
    pub(super) fn parts(&self, pieces: Bits<W>, from: Cell) -> Groups<W> {
        let mut parts = Groups::none();
        let mut rest = pieces;
        rest.remove(from);
        let mut left = self.grid.around(from) & pieces;
        while let Some(seed) = left.first() {
            let part = Grid::<W, N>::reach(seed, rest, left);
            if left.within(part) {
                parts.push(rest);
                break;
            }
            parts.push(part);
            rest &= !part;
            left &= !part;
        }
        parts
    }

    /// Returns the groups after a piece has moved.
    #[inline]
    pub(super) fn groups(&self, pieces: Bits<W>, from: Cell, to: Cell) -> Groups<W> {
        self.joined(&self.parts(pieces, from), to)
    }

    /// Returns the groups that the parts form with a piece on one more cell.
    #[inline]
    pub(super) fn joined(&self, parts: &Groups<W>, to: Cell) -> Groups<W> {
        let around = self.grid.around(to);
        let mut groups = Groups::one(Bits::single(to));
        for &part in parts.all() {
            if part.meets(around) {
                groups.sets[0] |= part;
            } else {
                groups.push(part);
            }
        }
        groups
    }

    /// Whether one step can remove a piece.
    #[inline]
    pub(super) fn can_remove(&self, pieces: Bits<W>) -> bool {
        !self.surrounded(pieces).is_empty() || self.can_split(pieces)
    }

    /// Whether some move splits the group.
    pub(super) fn can_split(&self, pieces: Bits<W>) -> bool {
        let landings = self.landings(pieces);
        Grid::<W, N>::forks(pieces).iter().any(|from| {
            let parts = self.parts(pieces, from);
            if !parts.are_split() {
                return false;
            }
            // The moved piece cannot connect parts that are not adjacent to its destination.
            let destinations = self.destinations(pieces, landings, from);
            parts.all().iter().any(|&part| !destinations.within(Grid::<W, N>::spread(part)))
        })
    }

    /// Whether two steps can remove a piece, given that one cannot: a move has to prepare it.
    pub(super) fn can_prepare(&self, pieces: Bits<W>) -> bool {
        let landings = self.landings(pieces);
        pieces.iter().any(|from| {
            self.destinations(pieces, landings, from).iter().any(|to| {
                let mut moved = pieces;
                moved.remove(from);
                moved.insert(to);
                self.can_remove(moved)
            })
        })
    }

    /// Adds the moves; `only_splits` leaves out those that remove nothing.
    pub(super) fn list_moves(&self, pieces: Bits<W>, only_splits: bool, out: &mut Vec<Action>) {
        let landings = self.landings(pieces);
        let forks = Grid::<W, N>::forks(pieces);
        for from in if only_splits { forks } else { pieces } {
            let parts = if forks.has(from) { self.parts(pieces, from) } else { Groups::none() };
            if !parts.are_split() {
                if !only_splits {
                    let destinations = self.destinations(pieces, landings, from);
                    out.extend(destinations.iter().map(|to| Action::Move { from, to, keep: None }));
                }
                continue;
            }
            for to in self.destinations(pieces, landings, from) {
                let groups = self.joined(&parts, to);
                if !groups.are_split() && only_splits {
                    continue;
                }
                let biggest = groups.biggest();
                for group in biggest.all() {
                    let keep = if biggest.are_split() { group.first() } else { None };
                    out.push(Action::Move { from, to, keep });
                }
            }
        }
    }
}
