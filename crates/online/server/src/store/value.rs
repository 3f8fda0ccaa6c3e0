//! Database values: the texts and numbers that both databases support.

use super::StoreError;
use super::format::{Stored, Word, from_json, from_word};

/// A value. NULL is typed too, because PostgreSQL requires it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// A text or NULL.
    Text(Option<String>),
    /// A number or NULL.
    Number(Option<i64>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_string()))
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(Some(text.clone()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Self::Text(text)
    }
}

impl From<Option<&str>> for Value {
    fn from(text: Option<&str>) -> Self {
        Self::Text(text.map(str::to_string))
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(Some(i64::from(number)))
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Number(Some(i64::from(value)))
    }
}

/// Creates the values of a statement.
macro_rules! values {
    ($($value:expr),* $(,)?) => { vec![$($crate::store::value::Value::from($value)),*] };
}
pub(super) use values;

/// A row, read from left to right.
pub(super) struct Row(std::vec::IntoIter<Value>);

impl Row {
    pub(super) fn new(values: Vec<Value>) -> Self {
        Self(values.into_iter())
    }

    pub(super) fn optional_text(&mut self) -> Result<Option<String>, StoreError> {
        match self.0.next() {
            Some(Value::Text(text)) => Ok(text),
            other => Err(unexpected("a text", other)),
        }
    }

    pub(super) fn text(&mut self) -> Result<String, StoreError> {
        self.optional_text()?.ok_or_else(|| unexpected("a text", None))
    }

    pub(super) fn optional_number(&mut self) -> Result<Option<i64>, StoreError> {
        match self.0.next() {
            Some(Value::Number(number)) => Ok(number),
            // The type of NULL is unknown in a row.
            Some(Value::Text(None)) => Ok(None),
            other => Err(unexpected("a number", other)),
        }
    }

    pub(super) fn number(&mut self) -> Result<i64, StoreError> {
        self.optional_number()?.ok_or_else(|| unexpected("a number", None))
    }

    pub(super) fn count(&mut self) -> Result<u32, StoreError> {
        let number = self.number()?;
        let invalid = |_| StoreError::Corrupt(format!("invalid count {number}: expected 0 to {}", u32::MAX));
        u32::try_from(number).map_err(invalid)
    }

    pub(super) fn boolean(&mut self) -> Result<bool, StoreError> {
        Ok(self.number()? != 0)
    }

    /// Reads a fractional number, which is stored as text.
    pub(super) fn fraction(&mut self) -> Result<f64, StoreError> {
        let text = self.text()?;
        text.parse().map_err(|_| StoreError::Corrupt(format!("invalid number '{text}': expected a fraction")))
    }

    /// Reads a value that is stored as JSON.
    pub(super) fn json<T: Stored>(&mut self) -> Result<T, StoreError> {
        from_json(&self.text()?)
    }

    /// Reads an optional value that is stored as JSON.
    pub(super) fn optional_json<T: Stored>(&mut self) -> Result<Option<T>, StoreError> {
        self.optional_text()?.as_deref().map(from_json).transpose()
    }

    /// Reads a value that is stored as a word.
    pub(super) fn word<T: Word>(&mut self) -> Result<T, StoreError> {
        from_word(&self.text()?)
    }

    /// Reads an optional value that is stored as a word.
    pub(super) fn optional_word<T: Word>(&mut self) -> Result<Option<T>, StoreError> {
        self.optional_text()?.as_deref().map(from_word).transpose()
    }
}

fn unexpected(expected: &str, found: Option<Value>) -> StoreError {
    StoreError::Corrupt(match found {
        Some(found) => format!("expected {expected}, found {found:?}"),
        None => format!("expected {expected}, found nothing"),
    })
}

/// Returns placeholders: `($1, $2), ($3, $4)` for two rows of two columns.
pub(super) fn tuples(rows: usize, columns: usize) -> String {
    let tuple = |row: usize| {
        let places: Vec<_> = (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(tuple).collect::<Vec<_>>().join(", ")
}

/// Returns the largest power of two that is at most a number of rows. Rows are written in such
/// groups, so that the number of different prepared statements stays small.
pub(super) fn group(rows: usize) -> usize {
    1 << rows.max(1).ilog2()
}
