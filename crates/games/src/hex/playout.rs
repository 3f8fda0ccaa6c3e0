//! Random games of Hex in which bridges are kept.
//!
//! A bridge joins two stones of a player, or a stone and an edge, through two empty cells: when the opponent takes one of them, the
//! player takes the other. The playout plays random stones, but answers every such intrusion at once.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{Player, Rng, Trace};

use super::{Hex, State};

/// What lies on a place of the rimmed board.
const EMPTY: u8 = 0;
const BLUE: u8 = 1;
const RED: u8 = 2;
/// The acute and obtuse corners of the rim, where two edges meet: nobody's.
const CORNER: u8 = 3;

/// The places of the largest rimmed board.
pub(super) const PLACES: usize = 21 * 21;

/// The board with a rim of edge stones around it, so that edges need no care.
#[derive(Clone, Debug)]
pub(super) struct Rimmed {
    /// Only the rim.
    bare: [u8; PLACES],
    /// The place of each cell, and the cell of each place.
    pub(super) places: Vec<u16>,
    cells: Vec<u16>,
    /// From a place to its six neighbours, once around.
    pub(super) ring: [isize; 6],
}

impl Rimmed {
    pub(super) fn new(size: usize) -> Self {
        let stride = size + 2;
        let mut bare = [EMPTY; PLACES];
        let mut places = vec![0; size * size];
        let mut cells = vec![0; stride * stride];
        for row in 0..stride {
            for column in 0..stride {
                let on_rim = |x| x == 0 || x == stride - 1;
                let place = row * stride + column;
                bare[place] = match (on_rim(row), on_rim(column)) {
                    (true, true) => CORNER,
                    (true, false) => BLUE,
                    (false, true) => RED,
                    (false, false) => {
                        let cell = (row - 1) * size + column - 1;
                        places[cell] = place as u16;
                        cells[place] = cell as u16;
                        EMPTY
                    }
                };
            }
        }
        let s = stride as isize;
        Self { bare, places, cells, ring: [1, 1 - s, -s, -1, s - 1, s] }
    }

    /// The six neighbours of a place, two bits each.
    #[inline]
    fn around(&self, board: &[u8; PLACES], place: usize) -> usize {
        let mut code = 0;
        for (i, step) in self.ring.iter().enumerate() {
            code |= usize::from(board[place.wrapping_add_signed(*step)]) << (2 * i);
        }
        code
    }
}

/// For each neighbourhood of a stone just put down, and for blue and red: which of the six neighbours saves a bridge of that
/// colour.
static SAVES: [[u8; 4096]; 2] = [saves(BLUE), saves(RED)];

const fn saves(colour: u8) -> [u8; 4096] {
    let mut table = [0; 4096];
    let mut code = 0;
    while code < 4096 {
        let mut i = 0;
        while i < 6 {
            let (a, b, c) = (i, (i + 1) % 6, (i + 2) % 6);
            let colour_at_a = (code >> (2 * a)) as u8 & 3;
            let colour_at_b = (code >> (2 * b)) as u8 & 3;
            let colour_at_c = (code >> (2 * c)) as u8 & 3;
            if colour_at_a == colour && colour_at_b == EMPTY && colour_at_c == colour {
                table[code] |= 1 << b;
            }
            i += 1;
        }
        code += 1;
    }
    table
}

impl<const W: usize> Hex<W> {
    /// The winner of a random game in which bridges are kept. The stones each player put down are noted in the trace.
    pub(super) fn bridged_winner(&self, state: &State<W>, rng: &mut Rng, trace: &mut Trace) -> Player {
        let rimmed = &self.rimmed;
        let mut board = rimmed.bare;
        let red = self.blue.other();
        for cell in state.stones[self.blue] {
            board[usize::from(rimmed.places[cell.index()])] = BLUE;
        }
        for cell in state.stones[red] {
            board[usize::from(rimmed.places[cell.index()])] = RED;
        }
        let mut order = [0u16; 361];
        let mut left = 0;
        for cell in self.empty(state) {
            order[left] = rimmed.places[cell.index()];
            left += 1;
        }
        let mut colour = if state.to_move == self.blue { BLUE } else { RED };
        let mut blue = state.stones[self.blue];
        let mut saves = 0u8;
        let mut last = 0usize;
        loop {
            let place = if saves != 0 {
                let i = if saves & (saves - 1) == 0 { saves.trailing_zeros() } else { pick(saves, rng) };
                last.wrapping_add_signed(rimmed.ring[i as usize])
            } else {
                // Cells that were filled to save a bridge are met here once more and passed over.
                loop {
                    if left == 0 {
                        break usize::MAX;
                    }
                    let i = rng.below(left);
                    let place = usize::from(order[i]);
                    left -= 1;
                    order[i] = order[left];
                    if board[place] == EMPTY {
                        break place;
                    }
                }
            };
            if place == usize::MAX {
                break;
            }
            board[place] = colour;
            if colour == BLUE {
                blue.insert(Cell(rimmed.cells[place]));
            }
            colour ^= BLUE ^ RED;
            saves = SAVES[usize::from(colour - 1)][rimmed.around(&board, place)];
            last = place;
        }
        let winner = if self.joins_top_and_bottom(blue) { self.blue } else { red };
        let all = self.board.all();
        note(trace, self.blue, blue);
        note(trace, red, all & !blue);
        winner
    }
}

/// A random one of the bits.
#[cold]
fn pick(mut bits: u8, rng: &mut Rng) -> u32 {
    for _ in 0..rng.below(bits.count_ones() as usize) {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

fn note<const W: usize>(trace: &mut Trace, player: Player, stones: Bits<W>) {
    trace.played[player].0[..W].copy_from_slice(&stones.0);
}
