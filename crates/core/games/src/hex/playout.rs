//! Random games of Hex in which bridges are defended.
//!
//! A bridge connects two stones of a player, or a stone and an edge, through two empty cells: when
//! the opponent takes one of them, the player takes the other. The playout places random stones but
//! answers every such intrusion immediately.

use hexarium_geometry::{Bits, Cell};
use hexarium_kernel::{Player, Rng, Trace};

use super::{Hex, State};

/// Contents of a point of the rimmed board.
const EMPTY: u8 = 0;
const BLUE: u8 = 1;
const RED: u8 = 2;
/// The corners of the rim, where two edges meet; owned by neither player.
const CORNER: u8 = 3;

/// The number of points of the largest rimmed board.
pub(super) const PLACES: usize = 21 * 21;

/// The board surrounded by a rim of edge stones, so that edges need no special case.
#[derive(Clone, Debug)]
pub(super) struct Rimmed {
    /// The rim around an empty board.
    bare: [u8; PLACES],
    /// The point of each cell, and the cell of each point.
    pub(super) places: Vec<u16>,
    cells: Vec<u16>,
    /// The offsets of the six neighbours of a point, in circular order.
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

    /// Returns the contents of the six neighbours of a point, two bits each.
    #[inline]
    fn around(&self, board: &[u8; PLACES], place: usize) -> usize {
        let mut code = 0;
        for (i, step) in self.ring.iter().enumerate() {
            code |= usize::from(board[place.wrapping_add_signed(*step)]) << (2 * i);
        }
        code
    }
}

/// The neighbours that save a bridge of each colour (blue, red), for each neighbourhood of the last
/// stone placed.
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
    /// Plays a random game in which bridges are defended, records the stones of each player in the
    /// trace, and returns the winner.
    pub(super) fn bridged_winner(&self, state: &State<W>, rng: &mut Rng, trace: &mut Trace) -> Player {
        let rimmed = &self.game.rimmed;
        let mut board = rimmed.bare;
        let red = self.game.blue.other();
        for cell in state.stones[self.game.blue] {
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
        let mut colour = if state.to_move == self.game.blue { BLUE } else { RED };
        let mut blue = state.stones[self.game.blue];
        let mut saves = 0u8;
        let mut last = 0usize;
        loop {
            let place = if saves != 0 {
                let i = if saves & (saves - 1) == 0 { saves.trailing_zeros() } else { pick(saves, rng) };
                last.wrapping_add_signed(rimmed.ring[i as usize])
            } else {
                // Skip cells that were filled earlier to save a bridge.
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
        let winner = if self.joins_top_and_bottom(blue) { self.game.blue } else { red };
        let all = self.game.board.all();
        note(trace, self.game.blue, blue);
        note(trace, red, all & !blue);
        winner
    }
}

/// Returns a random set bit.
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
