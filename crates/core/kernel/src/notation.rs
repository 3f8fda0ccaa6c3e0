//! Actions and positions as text.

use std::borrow::Cow;
use std::fmt;

use crate::{Rules, shortened};

/// The text of actions and positions. A text that is accepted is written back unchanged.
pub trait Notation: Rules {
    /// Returns the text of a legal action. No two legal actions have the same text.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String;

    /// Parses an action. It need not be legal, but the text must have a meaning in this state.
    fn parse_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, ActionError>;

    /// Returns one sentence, without its full stop, that names the rule by which an action is not
    /// pseudo-legal. The reasons that all games share (the game is over, the turn could not be
    /// completed, a position would be repeated) are not its concern.
    fn explain_illegal_action(&self, state: &Self::State, action: Self::Action) -> String;

    /// Returns the text of a state.
    fn position_text(&self, state: &Self::State) -> String;

    /// Parses a state that the game can be in.
    fn parse_position(&self, text: &str) -> Result<Self::State, PositionError>;
}

/// The reason an action was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionError {
    /// The text is not an action.
    Syntax {
        /// The text.
        text: String,
        /// The accepted texts.
        expected: String,
    },
    /// The action is not legal in this position.
    Illegal {
        /// The text.
        text: String,
        /// The rule.
        reason: String,
    },
}

impl ActionError {
    /// Creates the error for a text that is not an action.
    pub fn syntax(text: &str, expected: impl Into<String>) -> Self {
        Self::Syntax { text: shortened(text), expected: expected.into() }
    }

    /// Creates the error for an illegal action.
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

/// The reason a position was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The number of fields is wrong.
    Fields {
        /// The number found.
        found: usize,
        /// The expected fields, in order.
        expected: Cow<'static, str>,
    },
    /// The number of rows is wrong.
    Rows {
        /// The number found.
        found: usize,
        /// The expected number.
        expected: usize,
    },
    /// A row has the wrong number of cells.
    RowLength {
        /// The row, from 1.
        row: usize,
        /// The number of cells found.
        found: usize,
        /// The expected number of cells.
        expected: usize,
    },
    /// A character that is not allowed.
    Character {
        /// The row, from 1.
        row: usize,
        /// The character in the row, from 1.
        column: usize,
        /// The text found.
        found: char,
        /// The accepted texts.
        expected: String,
    },
    /// A field after the board is wrong.
    Field {
        /// The name of the field.
        name: &'static str,
        /// The text found.
        found: String,
        /// The accepted texts.
        expected: String,
    },
    /// The text is well formed, but no game reaches the position.
    Impossible(String),
}

impl PositionError {
    /// Creates the error for an invalid field.
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

/// Splits a position into exactly `N` fields, the board first. `expected` names them in the error.
///
/// ```
/// use hexarium_kernel::split_position;
///
/// assert_eq!(split_position(".B/R. b", "board, side"), Ok([".B/R.", "b"]));
/// let error = split_position::<2>(".B/R.", "board, side").unwrap_err();
/// assert!(error.to_string().ends_with("separated by single spaces: board, side"));
/// ```
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

/// Parses a board with one character per cell: rows of the given lengths joined by `/`, every
/// character one of `allowed`. Calls `put` with the number of each cell in reading order and its
/// character.
///
/// ```
/// let mut pieces = Vec::new();
/// let put = |cell, piece| pieces.push((cell, piece));
/// hexarium_kernel::parse_board("x./.o", [2, 2].into_iter(), ".xo", put).unwrap();
/// assert_eq!(pieces, [(0, 'x'), (1, '.'), (2, '.'), (3, 'o')]);
/// ```
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

/// Formats a board with one character per cell; `at` returns the character of the cell with a
/// number in reading order.
///
/// ```
/// let at = |cell| if cell == 2 { 'x' } else { '.' };
/// let text = hexarium_kernel::board_text([2, 3].into_iter(), at);
/// assert_eq!(text, "../x..");
/// ```
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

/// Parses a number in its canonical form: digits without a leading zero, at most `max`.
///
/// ```
/// use hexarium_kernel::parse_number;
///
/// assert_eq!(parse_number("7", 9), Some(7));
/// assert!(["07", "10", ""].iter().all(|text| parse_number(text, 9).is_none()));
/// ```
pub fn parse_number(text: &str, max: u32) -> Option<u32> {
    let canonical = text == "0" || !text.starts_with('0');
    let digits = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    if canonical && digits { text.parse().ok().filter(|&n| n <= max) } else { None }
}
