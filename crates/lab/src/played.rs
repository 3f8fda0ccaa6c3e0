//! A game that was played, with what the players thought of it.

use hexarium_kernel::Player;

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Its number in its series, from 0.
    pub number: u32,
    /// The actions.
    pub actions: Vec<String>,
    /// What was thought before each action.
    pub looks: Vec<Look>,
    /// Who won; nobody when it is drawn or was stopped.
    pub winner: Option<Player>,
    /// What ended it, in a few words; [`STOPPED`] if nothing did.
    pub cause: String,
    /// How many turns it took.
    pub turns: u32,
}

/// The cause of a game that was stopped because it took too long.
pub const STOPPED: &str = "stopped as too long";

/// What was thought before an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// How many actions were legal.
    pub legal: u32,
    /// How many of those that were looked at are nearly as good as the best; 0 when nobody thought.
    pub near: u32,
    /// The first player's chance to win in thousandths, if somebody thought about it.
    pub chance: Option<u16>,
    /// How many nodes were looked at.
    pub nodes: u64,
}
