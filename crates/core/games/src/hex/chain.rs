//! The winning chain.

use hexarium_geometry::Bits;
use hexarium_kernel::Player;

use super::{Hex, State};

impl<const W: usize> Hex<W> {
    /// Returns a shortest chain of the player's stones from edge to edge, or the empty set if there
    /// is none.
    pub(super) fn chain(&self, state: &State<W>, player: Player) -> Bits<W> {
        let [start, goal] = self.edges[player];
        let stones = state.stones[player];
        // Breadth-first search from one edge, until a wave reaches the other.
        let mut reached = stones & start;
        let mut waves = vec![reached];
        while let Some(&wave) = waves.last().filter(|wave| !wave.is_empty() && !wave.meets(goal)) {
            let next = self.board.neighbours_of(wave) & stones & !reached;
            reached |= next;
            waves.push(next);
        }
        // Walk back to the first edge, taking one stone of each wave.
        let mut chain = Bits::EMPTY;
        let mut wanted = goal;
        for wave in waves.into_iter().rev() {
            let Some(cell) = (wave & wanted).first() else { return Bits::EMPTY };
            chain.insert(cell);
            wanted = self.board.around(cell);
        }
        chain
    }
}
