//! The levels of play.

use hexarium_kernel::Knowledge;

/// The number of levels.
pub const LEVELS: u8 = 8;

/// A level of play: a node limit and a tolerance for weaker actions. It is independent of time, so
/// that a level plays the same everywhere.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Nodes per action.
    pub nodes: u64,
    /// Maximum loss of win probability of the chosen action compared with the best one.
    pub slack: f32,
    /// Whether the opponent's wins in the next turn are detected and prevented.
    pub careful: bool,
}

impl Level {
    /// Returns a game's level for a number from 1 to [`LEVELS`].
    pub fn new<G: Knowledge>(rules: &G, number: u8) -> Option<Self> {
        // From level 4 on, each level searches four times as many nodes as the one below. Below
        // that a factor of two is enough, because those levels also differ in slack.
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
