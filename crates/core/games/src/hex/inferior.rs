//! Inferior cell analysis: dead and captured cells.
//!
//! A cell is **dead** if its colour cannot affect the result, however the rest of the board is
//! filled. Two empty cells are **captured** by a player who can answer a stone on either cell with
//! a stone on the other that makes the first one dead. Both kinds can be filled in, captured cells
//! with their owner's stones, without changing the winner. Filling in may reveal more such cells,
//! so the process is repeated until nothing changes.
//!
//! Both are detected from the ring of a cell, its six neighbours. A stone is useful to a player
//! only between two cells of the ring that the player owns or may still own and that are not
//! connected already, by being adjacent or by being adjacent to the same run of the player's
//! stones. If the ring has no such two cells for *one* of the players, the cell is dead, because a
//! cell that matters to one player matters to both.

use hexarium_geometry::{Bits, Board, Cell, Direction, Place, Shape};
use hexarium_kernel::{PerPlayer, Player};

use super::Hex;

/// The sides of a cell adjacent to each player's edge, as bits in the order of the directions. In
/// the two obtuse corners one side lies between two edges; it is conservatively assigned to
/// neither, like an empty cell.
pub(super) type Rim = PerPlayer<u8>;

/// Returns the rims of all cells.
pub(super) fn rims<const W: usize>(board: &Board<W>, blue: Player) -> Vec<Rim> {
    let Shape::Rhombus { size } = board.shape() else { return Vec::new() };
    let inside = |x: i16| (0..size as i16).contains(&x);
    let mut rims = vec![Rim::default(); 64 * W];
    for &cell in board.cells() {
        for d in Direction::ALL {
            let Place { q, r } = board.place(cell) + d.step();
            match (inside(q), inside(r)) {
                (true, false) => rims[cell.index()][blue] |= 1 << d.index(),
                (false, true) => rims[cell.index()][blue.other()] |= 1 << d.index(),
                _ => {}
            }
        }
    }
    rims
}

/// For each ring (six bits of one player's stones, then six bits of the opponent's): the sides on
/// which a stone of that player makes the cell dead. [`DEAD`] is set if it is dead already.
static KILLERS: [u8; 1 << 12] = killers();

const DEAD: u8 = 1 << 6;

const fn killers() -> [u8; 1 << 12] {
    let mut table = [0; 1 << 12];
    let mut ring = 0;
    while ring < 1 << 12 {
        let (own, other) = (ring & 63, ring >> 6);
        if own & other == 0 {
            if is_dead(own as u8, other as u8) {
                table[ring] = DEAD;
            }
            let mut side = 0;
            while side < 6 {
                let bit = 1 << side;
                if (own | other) & bit == 0 && is_dead((own | bit) as u8, other as u8) {
                    table[ring] |= bit as u8;
                }
                side += 1;
            }
        }
        ring += 1;
    }
    table
}

const fn is_dead(own: u8, other: u8) -> bool {
    !is_of_use(own, other) || !is_of_use(other, own)
}

/// Whether a stone in the middle could be needed to connect two cells of the ring.
const fn is_of_use(own: u8, other: u8) -> bool {
    let mut a = 0;
    while a < 6 {
        let mut b = a + 1;
        while b < 6 {
            let both = 1 << a | 1 << b;
            let touching = spread(1 << a) & 1 << b != 0;
            if other & both == 0 && !touching && runs(a, own) & runs(b, own) == 0 {
                return true;
            }
            b += 1;
        }
        a += 1;
    }
    false
}

/// Returns the runs of own stones that contain or are adjacent to a side of the ring.
const fn runs(side: u8, own: u8) -> u8 {
    let mut stones = spread(1 << side) & own;
    let mut round = 0;
    while round < 5 {
        stones = spread(stones) & own;
        round += 1;
    }
    stones
}

/// Returns the sides and their neighbours in the ring.
const fn spread(sides: u8) -> u8 {
    (sides | sides << 1 | sides >> 1 | sides << 5 | sides >> 5) & 63
}

impl<const W: usize> Hex<W> {
    /// Fills in all dead and captured cells that can be detected from rings; the winner stays the
    /// same. `look_at` holds the cells to start with: all empty cells, or the neighbours of the
    /// latest stone if everything else has been filled in before. `dead` is the player whose stones
    /// fill dead cells.
    pub(super) fn fill_in(
        &self,
        mut stones: PerPlayer<Bits<W>>,
        mut look_at: Bits<W>,
        dead: Player,
    ) -> PerPlayer<Bits<W>> {
        let mut empty = self.game.board.all() & !(stones.0[0] | stones.0[1]);
        look_at &= empty;
        while let Some(cell) = look_at.pop() {
            if let Some((owner, cells)) = self.inferior_at(&stones, empty, cell, dead) {
                stones[owner] |= cells;
                empty &= !cells;
                look_at = (look_at | self.game.board.neighbours_of(cells)) & empty;
            }
        }
        stones
    }

    /// Returns the cell if it is dead, or the cell and a neighbour if the two are captured,
    /// together with the player whose stones fill them.
    fn inferior_at(
        &self,
        stones: &PerPlayer<Bits<W>>,
        empty: Bits<W>,
        cell: Cell,
        dead: Player,
    ) -> Option<(Player, Bits<W>)> {
        let ring = self.ring(stones, cell);
        for player in Player::BOTH {
            let killers = ring.killers(player);
            if killers & DEAD != 0 {
                return Some((dead, Bits::single(cell)));
            }
            if killers == 0 {
                continue;
            }
            for d in Direction::ALL.into_iter().filter(|d| killers & 1 << d.index() != 0) {
                let Some(next) = self.game.board.next(cell, d).filter(|&next| empty.has(next)) else { continue };
                if self.ring(stones, next).killers(player) & 1 << d.opposite().index() != 0 {
                    return Some((player, Bits::single(cell) | Bits::single(next)));
                }
            }
        }
        None
    }

    fn ring(&self, stones: &PerPlayer<Bits<W>>, cell: Cell) -> Ring {
        let mut ring = self.game.rims[cell.index()];
        for d in Direction::ALL {
            if let Some(next) = self.game.board.next(cell, d) {
                ring[Player::First] |= u8::from(stones[Player::First].has(next)) << d.index();
                ring[Player::Second] |= u8::from(stones[Player::Second].has(next)) << d.index();
            }
        }
        Ring(ring)
    }
}

/// The stones and edges around a cell.
#[derive(Clone, Copy)]
struct Ring(PerPlayer<u8>);

impl Ring {
    fn killers(self, player: Player) -> u8 {
        KILLERS[usize::from(self.0[player]) | usize::from(self.0[player.other()]) << 6]
    }
}
