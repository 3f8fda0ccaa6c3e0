//! The history that can draw March of the Fire Ants and Protista: the third occurrence of a position, and a limit of turns.

use std::collections::BTreeMap;

use super::PlainResult;

/// The turns played, and the positions in which turns began.
#[derive(Clone, Debug)]
pub struct History {
    /// Number of the turn under way, from 1.
    pub turn: u32,
    /// The turn after which the game is drawn.
    max_turns: u32,
    /// How often each position stood at the start of a turn.
    pub occurrences: BTreeMap<String, u32>,
}

impl History {
    /// No position has occurred yet.
    pub fn new(max_turns: u32) -> History {
        History { turn: 1, max_turns, occurrences: BTreeMap::new() }
    }

    /// Counts a position at the start of a turn, and says how often it has stood there by now.
    pub fn occurs(&mut self, position: String) -> u32 {
        let times = self.occurrences.entry(position).or_insert(0);
        *times += 1;
        *times
    }

    /// A turn has ended: the result, where the one on the board comes before the draws. If there is none, the next turn
    /// begins in this position.
    pub fn end_turn(&mut self, position: String, on_board: Option<PlainResult>) -> Option<PlainResult> {
        let third = self.occurs(position) >= 3;
        let mut result = on_board;
        if result.is_none() && third {
            result = Some(PlainResult::new("draw", "the same position for the third time"));
        }
        if result.is_none() && self.turn >= self.max_turns {
            result = Some(PlainResult::new("draw", format!("the limit of {} turns is reached", self.max_turns)));
        }
        if result.is_none() {
            self.turn += 1;
        }
        result
    }
}
