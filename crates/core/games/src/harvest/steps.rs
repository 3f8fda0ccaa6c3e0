//! The effects of steps as sets of pieces, independent of notation.

use hexarium_geometry::Bits;

use super::Harvest;
use super::grid::Grid;
use super::moves::Groups;

/// The pieces after a step, and the number it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step<const W: usize> {
    pub(super) pieces: Bits<W>,
    pub(super) taken: u8,
}

impl<const W: usize, const N: usize> Harvest<W, N> {
    /// Calls `see` with all steps except the pass; `only_taking` leaves out those that take
    /// nothing. The same set may occur more than once.
    #[inline]
    pub(super) fn each_step(&self, pieces: Bits<W>, only_taking: bool, mut see: impl FnMut(Step<W>)) {
        for cell in self.surrounded(pieces) {
            let mut after = pieces;
            after.remove(cell);
            see(Step { pieces: after, taken: 1 });
        }
        let size = pieces.len();
        let landings = self.landings(pieces);
        let forks = Grid::<W, N>::forks(pieces);
        for from in if only_taking { forks } else { pieces } {
            let parts = if forks.has(from) { self.parts(pieces, from) } else { Groups::none() };
            if parts.are_split() {
                for to in self.destinations(pieces, landings, from) {
                    let groups = self.joined(&parts, to);
                    if groups.are_split() || !only_taking {
                        for &group in groups.biggest().all() {
                            see(Step { pieces: group, taken: (size - group.len()) as u8 });
                        }
                    }
                }
            } else if !only_taking {
                let mut rest = pieces;
                rest.remove(from);
                for to in self.destinations(pieces, landings, from) {
                    let mut after = rest;
                    after.insert(to);
                    see(Step { pieces: after, taken: 0 });
                }
            }
        }
    }

    /// Returns the maximum number of pieces that one step can take.
    #[inline]
    pub(super) fn best_take(&self, pieces: Bits<W>) -> u32 {
        let mut best = u32::from(!self.surrounded(pieces).is_empty());
        let size = pieces.len() as u32;
        let landings = self.landings(pieces);
        for from in Grid::<W, N>::forks(pieces) {
            let parts = self.parts(pieces, from);
            // The largest part stays, wherever the piece lands.
            if !parts.are_split() || size - parts.biggest_size() <= best {
                continue;
            }
            for to in self.destinations(pieces, landings, from) {
                best = best.max(size - self.joined(&parts, to).biggest_size());
            }
        }
        best
    }

    /// Returns the maximum number of pieces that a turn of two steps can take; 0 only if it can
    /// take none.
    pub(super) fn best_turn(&self, pieces: Bits<W>) -> u32 {
        let mut best = 0;
        self.each_step(pieces, false, |step| {
            best = best.max(u32::from(step.taken) + self.best_take(step.pieces));
        });
        best
    }
}
