//! What a search is asked and what it answers.

/// How far a search may go. A [`Watch`] can end it earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Simulations of a tree search, positions of alpha-beta.
    pub nodes: u64,
    /// Actions that alpha-beta looks ahead.
    pub depth: u32,
    /// Bytes for the tree or the table.
    pub memory: usize,
}

impl Limits {
    /// What a search takes unless told.
    pub const MEMORY: usize = 256 << 20;

    /// A number of nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, depth: u32::MAX, memory: Self::MEMORY }
    }

    /// As long as the watch lets it.
    pub const UNTIL_STOPPED: Self = Self::nodes(u64::MAX);
}

/// Is told the number of nodes so far, every few dozen of them, and answers whether to go on. This is where clocks and stop
/// buttons come in.
pub type Watch<'a> = &'a mut dyn FnMut(u64) -> bool;

/// What is certain about an action or a position, seen from the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proof {
    /// The player to move wins whatever the other does.
    Win,
    /// The player to move loses against best play.
    Loss,
    /// Neither can win against best play.
    Draw,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The nodes are used up.
    Nodes,
    /// The depth is reached.
    Depth,
    /// The watch said so.
    Told,
    /// Nothing is left to find out.
    Proven,
    /// There is only one legal action.
    OnlyAction,
    /// The game is over: there is nothing to search.
    GameOver,
}

/// What a search has found out.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<A> {
    /// The legal actions that were looked at, best first; empty only when the game is over.
    pub lines: Vec<Line<A>>,
    /// Nodes looked at.
    pub nodes: u64,
    /// Bytes in use for tree or table.
    pub memory: usize,
    /// Why it ended.
    pub stop: Stop,
}

/// What is known of an action.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<A> {
    /// The action.
    pub action: A,
    /// How much of the search went into it.
    pub visits: u64,
    /// The chance to win of the player who makes it, from 0 to 1.
    pub win: f32,
    /// The expected play, this action first.
    pub pv: Vec<A>,
    /// What is certain, seen from the player who makes it.
    pub proof: Option<Proof>,
}

impl<A: Copy> Report<A> {
    /// The report of a game that is over.
    pub const fn game_over() -> Self {
        Self { lines: Vec::new(), nodes: 0, memory: 0, stop: Stop::GameOver }
    }

    /// The best action.
    pub fn best(&self) -> Option<A> {
        self.lines.first().map(|line| line.action)
    }
}
