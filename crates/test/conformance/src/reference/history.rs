//! Draws by history in March of the Fire Ants and Protista: threefold repetition and the turn
//! limit.

use std::collections::BTreeMap;

use super::ReferenceResult;

/// The number of turns played, and the positions at the start of each.
#[derive(Clone, Debug)]
pub struct History {
    /// The number of the current turn, from 1.
    pub turn: u32,
    /// The turn after which the game is drawn.
    max_turns: u32,
    /// The number of times each position occurred at the start of a turn.
    pub occurrences: BTreeMap<String, u32>,
}

impl History {
    /// Creates an empty history.
    pub fn new(max_turns: u32) -> History {
        History { turn: 1, max_turns, occurrences: BTreeMap::new() }
    }

    /// Records a position at the start of a turn and returns its number of occurrences.
    pub fn record_position(&mut self, position: String) -> u32 {
        let times = self.occurrences.entry(position).or_insert(0);
        *times += 1;
        *times
    }

    /// Ends a turn and returns the result, if any; a result on the board takes precedence over
    /// draws. Otherwise the next turn starts in this position.
    pub fn end_turn(&mut self, position: String, on_board: Option<ReferenceResult>) -> Option<ReferenceResult> {
        let third = self.record_position(position) >= 3;
        let mut result = on_board;
        if result.is_none() && third {
            result = Some(ReferenceResult::new("draw", "the same position for the third time"));
        }
        if result.is_none() && self.turn >= self.max_turns {
            result = Some(ReferenceResult::new("draw", format!("the limit of {} turns is reached", self.max_turns)));
        }
        if result.is_none() {
            self.turn += 1;
        }
        result
    }
}
