//! Option values as text, and functions to parse them.

use std::collections::BTreeMap;
use std::str::FromStr;

/// Option values by name, as text; all options of the game are present.
pub type Options = BTreeMap<String, String>;

/// Parses a number or a boolean.
///
/// # Panics
/// If the value cannot be parsed.
pub fn parsed<T: FromStr>(options: &Options, name: &str) -> T {
    options[name].parse().unwrap_or_else(|_| panic!("option {name} is {:?}", options[name]))
}

/// Looks up the value of an option in a table of all values.
///
/// # Panics
/// If the value is not in the table.
pub fn one_of<T: Copy>(options: &Options, name: &str, values: &[(&str, T)]) -> T {
    let value = values.iter().find(|(text, _)| *text == options[name]);
    value.unwrap_or_else(|| panic!("option {name} is {:?}", options[name])).1
}
