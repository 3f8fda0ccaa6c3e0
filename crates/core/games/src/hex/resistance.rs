//! Hex as an electrical circuit.
//!
//! For each colour, the board is a conductor between the two edges of that colour: own stones
//! conduct well, empty cells less, enemy stones not at all. With a voltage between the edges, cells
//! that matter to the colour carry a large current. A cell with a large current for both colours is
//! a good move.

use hexarium_geometry::Bits;
use hexarium_kernel::Player;

use super::playout::{PLACES, Rimmed};
use super::{Hex, State};

/// The resistance of an own stone, relative to 1 for an empty cell. Not 0, because the currents
/// through a chain would then be undefined.
const OWN: f32 = 0.08;

/// The number of iterations of successive over-relaxation, and its relaxation factor.
const ROUNDS: usize = 16;
const OVERSHOOT: f32 = 1.6;

impl<const W: usize> Hex<W> {
    /// Returns the current through every point of the rimmed board for a player, with the total
    /// current normalised to 1.
    pub(super) fn currents(&self, state: &State<W>, player: Player) -> [f32; PLACES] {
        let rimmed = &self.game.rimmed;
        let mut resists = [f32::INFINITY; PLACES];
        self.each(rimmed, self.empty(state), |place| resists[place] = 1.0);
        self.each(rimmed, state.stones[player], |place| resists[place] = OWN);
        let n = self.game.size;
        let stride = n + 2;
        let mut volts = [0.0; PLACES];
        // The voltage is fixed along the player's edges of the rim; the initial guess is linear
        // between them.
        let vertical = player == self.game.blue;
        for row in 0..stride {
            for column in 0..stride {
                let (along, across) = if vertical { (row, column) } else { (column, row) };
                let place = row * stride + column;
                volts[place] = 1.0 - along as f32 / (stride - 1) as f32;
                if (along == 0 || along == stride - 1) && across > 0 && across < stride - 1 {
                    resists[place] = OWN;
                }
            }
        }
        let live = self.empty(state) | state.stones[player];
        let mut links = [[0.0f32; 6]; PLACES];
        let mut sums = [0.0f32; PLACES];
        self.each(rimmed, live, |place| {
            for (i, step) in rimmed.ring.iter().enumerate() {
                let link = 1.0 / (resists[place] + resists[place.wrapping_add_signed(*step)]);
                links[place][i] = link;
                sums[place] += link;
            }
        });
        for _ in 0..ROUNDS {
            self.each(rimmed, live, |place| {
                if sums[place] > 0.0 {
                    let mut flow = 0.0;
                    for (link, step) in links[place].iter().zip(rimmed.ring) {
                        flow += link * volts[place.wrapping_add_signed(step)];
                    }
                    volts[place] += OVERSHOOT * (flow / sums[place] - volts[place]);
                }
            });
        }
        let mut currents = [0.0; PLACES];
        let mut total = 0.0;
        self.each(rimmed, live, |place| {
            let mut through = 0.0;
            for (link, step) in links[place].iter().zip(rimmed.ring) {
                through += link * (volts[place] - volts[place.wrapping_add_signed(step)]).abs();
            }
            currents[place] = through / 2.0;
            total += through / 2.0;
        });
        // Each row between the edges carries the total current once.
        let whole = total / n as f32;
        if whole > 0.0 {
            currents.iter_mut().for_each(|current| *current /= whole);
        }
        currents
    }

    fn each(&self, rimmed: &Rimmed, cells: Bits<W>, mut visit: impl FnMut(usize)) {
        for cell in cells {
            visit(usize::from(rimmed.places[cell.index()]));
        }
    }
}
