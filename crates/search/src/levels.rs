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
        let slack = match number {
            1 => 0.12,
            2 => 0.07,
            3 => 0.03,
            4..=LEVELS => 0.0,
            _ => return None,
        };
        // Each level looks at a third of what the next one does.
        let nodes = (rules.nodes_a_second() / 3u64.pow(u32::from(LEVELS - number))).max(16);
        Some(Self { nodes, slack, careful: number >= 3 })
    }
}
