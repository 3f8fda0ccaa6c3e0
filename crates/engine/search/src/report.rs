//! The limits and results of a search.

/// The limits of a search. A [`StopCondition`] can end it earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Simulations.
    pub nodes: u64,
    /// Memory limit of the tree, in bytes.
    pub memory: usize,
}

impl Limits {
    /// The default memory limit in bytes.
    pub const MEMORY: usize = 256 << 20;

    /// A node limit.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, memory: Self::MEMORY }
    }

    /// No limit other than the stop condition.
    pub const UNTIL_STOPPED: Self = Self::nodes(u64::MAX);
}

/// A callback that receives the number of nodes so far, every few dozen nodes, and returns whether
/// to continue. Clocks and stop buttons are implemented here.
///
/// ```
/// use std::sync::Arc;
///
/// use hexarium_games::hex::{Hex, SPEC};
/// use hexarium_kernel::{Game, Match, Options};
/// use hexarium_search::{Limits, Opponent, SEED, SearchState, Stop};
///
/// let options = Options::new(SPEC.options, [("size", "7")])?;
/// let game = Match::new(Arc::new(Hex::<1>::configure(&options)?));
/// let mut search = SearchState::new(SEED);
/// // A program would compare a clock here, or look whether a button was pressed.
/// let mut stop_condition = |nodes: u64| nodes < 500;
/// let report = search.think(&game, &Opponent::ENDLESS, Limits::MEMORY, &mut stop_condition);
/// assert_eq!(report.stop, Stop::Condition);
/// assert!(report.nodes >= 500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type StopCondition<'a> = &'a mut dyn FnMut(u64) -> bool;

/// A proven result of an action or a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proof {
    /// The side to move can force a win.
    Win,
    /// The opponent can force a win.
    Loss,
    /// Neither player can force a win.
    Draw,
}

impl Proof {
    /// Returns the word in stored games.
    pub fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        }
    }
}

/// The reason why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The node limit was reached.
    Nodes,
    /// The depth limit was reached.
    Depth,
    /// The stop condition ended it.
    Condition,
    /// The result is proven.
    Proven,
    /// The game is over: there is nothing to search.
    GameOver,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<A> {
    /// The searched legal actions, best first; empty only when the game is over.
    pub lines: Vec<Line<A>>,
    /// Nodes searched.
    pub nodes: u64,
    /// Bytes in use by the tree.
    pub memory: usize,
    /// The reason why the search ended.
    pub stop: Stop,
}

/// The evaluation of an action.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<A> {
    /// The action.
    pub action: A,
    /// Search effort spent on the action.
    pub visits: u64,
    /// Win probability of the player who makes it, from 0 to 1.
    pub win: f32,
    /// The principal variation, starting with this action.
    pub pv: Vec<A>,
    /// The proven result for the player who makes it.
    pub proof: Option<Proof>,
}

impl<A: Copy> Report<A> {
    /// Returns the report of a finished game.
    pub const fn game_over() -> Self {
        Self { lines: Vec::new(), nodes: 0, memory: 0, stop: Stop::GameOver }
    }

    /// Returns the best action.
    pub fn best(&self) -> Option<A> {
        self.lines.first().map(|line| line.action)
    }
}
