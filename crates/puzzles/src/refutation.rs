//! The answer to a wrong turn.

/// The reason why a turn does not solve a puzzle, and the line that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The reason.
    pub reason: Reason,
    /// The actions that show it: the opponent's reply to the turn, or a better turn. Empty if there
    /// is nothing to show.
    pub line: Vec<String>,
    /// Whether the line is a better turn, from the position of the puzzle.
    pub is_better: bool,
}

/// The reason why a turn does not solve a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The turn does not win.
    NoWin,
    /// After the opponent's reply there is no win in time.
    TooSlow,
    /// The opponent wins.
    Loses,
    /// Another turn takes more.
    TakesLess {
        /// The points of the turn.
        taken: u32,
        /// The points of the solution.
        most: u32,
    },
    /// A pass wins too.
    PassWins,
}

impl Reason {
    /// Returns the reason as a sentence.
    pub fn sentence(self) -> String {
        match self {
            Self::NoWin => "This does not win in this turn.".to_string(),
            Self::TooSlow => "The opponent has a defence.".to_string(),
            Self::Loses => "The opponent wins.".to_string(),
            Self::TakesLess { taken, most } => format!("This takes {taken}; another turn takes {most}."),
            Self::PassWins => "Not needed: a pass wins too.".to_string(),
        }
    }
}
