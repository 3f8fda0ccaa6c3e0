//! The winning chain.

use hexarium_geometry::Bits;
use hexarium_kernel::Player;

use super::HexRules;

impl<const W: usize> HexRules<W> {
    /// Returns a shortest chain of the player's stones from edge to edge, or the empty set if there
    /// is none.
    pub(super) fn chain(&self, stones: Bits<W>, player: Player) -> Bits<W> {
        let [start, goal] = self.edges[player];
        // Breadth-first search from one edge, until it reaches the other.
        let mut reached = stones & start;
        let mut layers = vec![reached];
        while let Some(&layer) = layers.last().filter(|layer| !layer.is_empty() && !layer.meets(goal)) {
            let next = self.board.neighbours_of(layer) & stones & !reached;
            reached |= next;
            layers.push(next);
        }
        // Walk back to the first edge, taking one stone of each layer.
        let mut chain = Bits::EMPTY;
        let mut wanted = goal;
        for layer in layers.into_iter().rev() {
            let Some(cell) = (layer & wanted).first() else { return Bits::EMPTY };
            chain.insert(cell);
            wanted = self.board.around(cell);
        }
        chain
    }
}
