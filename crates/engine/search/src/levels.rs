//! The levels of play.

use hexarium_kernel::Knowledge;

/// The number of levels.
pub const LEVELS: u8 = 8;

/// The lowest level that uses the engine's network, if there is one. Below it, playouts make more
/// plausible mistakes than a network with a handful of nodes.
const FIRST_GUIDED: u8 = 5;

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
    /// Whether the search uses the engine's network.
    pub guided: bool,
}

impl Level {
    /// Returns a game's level for a number from 1 to [`LEVELS`]. An engine with a network rates
    /// `guided` positions in about a second.
    pub fn new<G: Knowledge>(rules: &G, guided: Option<u64>, number: u8) -> Option<Self> {
        // From level 4 on, each level searches four times as many nodes as the one below. Below
        // that a factor of two is enough, because those levels also differ in slack.
        let (halvings, slack) = match number {
            1 => (11, 0.12),
            2 => (10, 0.07),
            3 => (9, 0.03),
            4..=LEVELS => (2 * (LEVELS - number), 0.0),
            _ => return None,
        };
        let guided = guided.filter(|_| number >= FIRST_GUIDED);
        let nodes = (guided.unwrap_or(rules.nodes_a_second()) >> halvings).max(16);
        Some(Self { nodes, slack, careful: number >= 3, guided: guided.is_some() })
    }
}
