//! Actions and positions as text.

use std::borrow::Cow;
use std::fmt;

use crate::{Rules, shortened};

/// How a game writes its actions and positions. Text → value → text never changes anything.
pub trait Notation: Rules {
    /// The text of an action that is legal in this state. Two legal actions never share one.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String;

    /// The action of a text. Whether it is legal is asked elsewhere, except where the text means nothing in this state.
    fn parse_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, ActionError>;

    /// Why an action that parses is not legal here: one sentence citing the rule, without the final stop. The general
    /// reasons (the game is over, the turn could not be finished, a position would come back) are found elsewhere.
    fn explain_illegal_action(&self, state: &Self::State, action: Self::Action) -> String;

    /// The text of a state.
    fn position_text(&self, state: &Self::State) -> String;

    /// The state of a text, if the game can be in it.
    fn parse_position(&self, text: &str) -> Result<Self::State, PositionError>;
}

/// Why an action was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionError {
    /// The text is no action.
    Syntax {
        /// What was given.
        text: String,
        /// What would do.
        expected: String,
    },
    /// The action is not legal in this position.
    Illegal {
        /// What was given.
        text: String,
        /// Why.
        reason: String,
    },
}

impl ActionError {
    /// A text that is no action.
    pub fn syntax(text: &str, expected: impl Into<String>) -> Self {
        Self::Syntax { text: shortened(text), expected: expected.into() }
    }

    /// An action that is not legal.
    pub fn illegal(text: &str, reason: impl Into<String>) -> Self {
        Self::Illegal { text: shortened(text), reason: reason.into() }
    }
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { text, expected } => write!(f, "'{text}' is not an action; expected {expected}"),
            Self::Illegal { text, reason } => write!(f, "illegal action '{text}': {reason}"),
        }
    }
}

impl std::error::Error for ActionError {}

/// Why a position was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The number of fields is wrong.
    Fields {
        /// How many there are.
        found: usize,
        /// What there should be, in order.
        expected: Cow<'static, str>,
    },
    /// The number of rows is wrong.
    Rows {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A row has the wrong number of cells.
    RowLength {
        /// The row, from 1.
        row: usize,
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A character that means nothing there.
    Character {
        /// The row, from 1.
        row: usize,
        /// The character in the row, from 1.
        column: usize,
        /// What stands there.
        found: char,
        /// What could.
        expected: String,
    },
    /// A field after the board is wrong.
    Field {
        /// What the field is.
        name: &'static str,
        /// What stands there.
        found: String,
        /// What could.
        expected: String,
    },
    /// The parts are well formed, but no game gets there.
    Impossible(String),
}

impl PositionError {
    /// A wrong field.
    pub fn field(name: &'static str, found: &str, expected: impl Into<String>) -> Self {
        Self::Field { name, found: shortened(found), expected: expected.into() }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad position: ")?;
        match self {
            Self::Fields { found, expected } => {
                write!(f, "it has {found} fields; expected, separated by single spaces: {expected}")
            }
            Self::Rows { found, expected } => write!(f, "the board has {found} rows; expected {expected} joined by /"),
            Self::RowLength { row, found, expected } => {
                write!(f, "row {row} has {found} cells; expected {expected}")
            }
            Self::Character { row, column, found, expected } => {
                write!(f, "row {row}, character {column} is '{}'; expected {expected}", found.escape_debug())
            }
            Self::Field { name, found, expected } => write!(f, "{name} is '{found}'; expected {expected}"),
            Self::Impossible(text) => write!(f, "{text}"),
        }
    }
}

impl std::error::Error for PositionError {}

/// Splits a position into exactly `N` fields, the board first. `expected` names them for the error message.
pub fn split_position<'a, const N: usize>(
    text: &'a str,
    expected: impl Into<Cow<'static, str>>,
) -> Result<[&'a str; N], PositionError> {
    let mut fields = [""; N];
    let mut found = 0;
    for field in text.split(' ') {
        if found < N {
            fields[found] = field;
        }
        found += 1;
    }
    if found == N { Ok(fields) } else { Err(PositionError::Fields { found, expected: expected.into() }) }
}

/// Reads a board of one character a cell: rows of the given lengths joined by `/`, every character one of `allowed`.
/// `put` is called with the number of each cell in reading order and its character.
pub fn parse_board(
    text: &str,
    row_lengths: impl ExactSizeIterator<Item = usize> + Clone,
    allowed: &str,
    mut put: impl FnMut(usize, char),
) -> Result<(), PositionError> {
    let found = text.split('/').count();
    if found != row_lengths.len() {
        return Err(PositionError::Rows { found, expected: row_lengths.len() });
    }
    let mut cell = 0;
    for (r, (row, expected)) in text.split('/').zip(row_lengths).enumerate() {
        for (c, found) in row.chars().enumerate() {
            if !allowed.contains(found) {
                let expected = allowed.chars().map(|c| format!("'{c}'")).collect::<Vec<_>>().join(", ");
                return Err(PositionError::Character { row: r + 1, column: c + 1, found, expected });
            }
            if c < expected {
                put(cell, found);
                cell += 1;
            }
        }
        let found = row.chars().count();
        if found != expected {
            return Err(PositionError::RowLength { row: r + 1, found, expected });
        }
    }
    Ok(())
}

/// Writes a board of one character a cell; `at` is asked with the number of each cell in reading order.
pub fn board_text(row_lengths: impl Iterator<Item = usize>, mut at: impl FnMut(usize) -> char) -> String {
    let mut cell = 0;
    let rows: Vec<String> = row_lengths
        .map(|length| {
            let row = (cell..cell + length).map(&mut at).collect();
            cell += length;
            row
        })
        .collect();
    rows.join("/")
}

/// A whole number written in the one canonical way: digits without a leading zero, at most `max`.
pub fn parse_number(text: &str, max: u32) -> Option<u32> {
    let canonical = text == "0" || !text.starts_with('0');
    let digits = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    if canonical && digits { text.parse().ok().filter(|&n| n <= max) } else { None }
}
