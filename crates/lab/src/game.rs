//! A finished game with the search results behind its actions.

use hexarium_kernel::Player;

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The number in its series, from 0.
    pub number: u32,
    /// The actions, in the game's notation.
    pub actions: Vec<String>,
    /// The decision before each action.
    pub decisions: Vec<Decision>,
    /// The winner; `None` for a drawn or stopped game.
    pub winner: Option<Player>,
    /// The cause of the end in a few words; [`STOPPED`] for a stopped game.
    pub cause: String,
    /// The number of turns.
    pub turns: u32,
}

/// The cause of a game that was stopped at the turn limit of the experiment. Stored in archives.
pub const STOPPED: &str = "stopped as too long";

/// The state of the search when an action was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The number of legal actions.
    pub legal_actions: u32,
    /// The number of searched actions nearly as good as the best; 0 without a search.
    pub good_actions: u32,
    /// The first player's chance to win in thousandths; `None` without a search.
    pub win_chance: Option<u16>,
    /// The number of searched nodes.
    pub nodes: u64,
}
