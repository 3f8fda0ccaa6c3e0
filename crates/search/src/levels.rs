//! The levels of play.

use hexarium_kernel::Knowledge;

/// How many levels there are.
pub const LEVELS: u8 = 8;

/// A level of play: how much is looked at, and how much worse than the best an action may be that is chosen all the same.
/// Nothing depends on time, so that a level plays the same everywhere.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Nodes for each action.
    pub nodes: u64,
    /// By how much the chance to win of the chosen action may fall short of the best one's.
    pub slack: f32,
    /// Whether the opponent's wins in the next turn are looked for and stopped.
    pub careful: bool,
}

impl Level {
    /// The level of a number from 1 to [`LEVELS`] in a game.
    pub fn new<G: Knowledge>(rules: &G, number: u8) -> Option<Self> {
        // From level 4 on, each level looks at four times as much as the one below. Further down twice is enough, because there a
        // level is also told apart by how loosely it chooses.
        let (halvings, slack) = match number {
            1 => (11, 0.12),
            2 => (10, 0.07),
            3 => (9, 0.03),
            4..=LEVELS => (2 * (LEVELS - number), 0.0),
            _ => return None,
        };
        let nodes = (rules.nodes_a_second() >> halvings).max(16);
        Some(Self { nodes, slack, careful: number >= 3 })
    }
}
