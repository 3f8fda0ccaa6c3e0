//! The kinds of moves, used in statistics.

use super::{Action, Generation, Protista, State};

/// The kinds by their numbers on the rules page, from 1, followed by declining.
const KINDS: [&str; 9] = [
    "step",
    "contiguous move",
    "cannon",
    "wave",
    "sharp V",
    "generation",
    "stacking",
    "unstack",
    "decline extra moves",
];

const GENERATION: u8 = 6;
const STACKING: u8 = 7;

impl<const W: usize, const N: usize> Protista<W, N> {
    pub(super) fn possible_kinds(&self) -> Vec<&'static str> {
        let possible = |number: &u8| *number != GENERATION || self.can_generate();
        (1..=KINDS.len() as u8).filter(possible).map(word).collect()
    }

    pub(super) fn kind_of(&self, state: &State<W, N>, action: Action) -> &'static str {
        let own = state.pieces[state.to_move];
        word(match action {
            Action::Move { to, .. } if own.has(to) => STACKING,
            _ => self.number(action),
        })
    }

    /// Whether anything can be generated on this board: a small board has no room for the triangles
    /// of a wide gap.
    fn can_generate(&self) -> bool {
        match self.generation {
            Generation::Triangle => self.tables.pairs_by_corner.iter().any(|pairs| !pairs.is_empty()),
            Generation::Cup | Generation::Four => true,
            Generation::None => false,
        }
    }
}

fn word(number: u8) -> &'static str {
    KINDS[usize::from(number) - 1]
}
