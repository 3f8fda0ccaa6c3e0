//! Option values as text, and how a model reads them.

use std::collections::BTreeMap;
use std::str::FromStr;

/// Option values by name, as text; every option of the game is present.
pub type Options = BTreeMap<String, String>;

/// The value of an option that is a number, or `true` or `false`.
///
/// # Panics
/// When it is not.
pub fn parsed<T: FromStr>(options: &Options, name: &str) -> T {
    options[name].parse().unwrap_or_else(|_| panic!("option {name} is {:?}", options[name]))
}

/// What the value of an option stands for, by a table of all values.
///
/// # Panics
/// When the value is not in the table.
pub fn one_of<T: Copy>(options: &Options, name: &str, values: &[(&str, T)]) -> T {
    let value = values.iter().find(|(text, _)| *text == options[name]);
    value.unwrap_or_else(|| panic!("option {name} is {:?}", options[name])).1
}
