//! The tags at the top of a record.

use super::quote::{delimited, quoted};
use super::scan::Problem;
use hexarium_kernel::shortened;

/// Tags of the format itself; other tags with these names are written in quotes.
const RESERVED: [&str; 5] = ["Hexarium", "Game", "Setup", "Start", "Result"];

/// A line `Name: value`.
pub(super) struct Tag {
    pub(super) name: String,
    /// The matching name in [`RESERVED`], if any.
    pub(super) reserved: Option<&'static str>,
    pub(super) value: String,
    /// Byte offset of the line.
    pub(super) name_at: usize,
    /// Byte offset of the value.
    pub(super) value_at: usize,
}

fn reserved(name: &str) -> Option<&'static str> {
    RESERVED.into_iter().find(|r| r.eq_ignore_ascii_case(name))
}

fn is_plain_name(name: &str) -> bool {
    name.starts_with(char::is_alphabetic)
        && !name.ends_with(' ')
        && name.chars().all(|c| c.is_alphanumeric() || " -_.".contains(c))
}

fn is_plain_value(value: &str) -> bool {
    value.trim() == value && !value.starts_with('"') && !value.contains(char::is_control)
}

/// Formats the line of a tag of the tree.
pub(super) fn tag_line(name: &str, value: &str) -> String {
    let plain = is_plain_name(name) && reserved(name).is_none();
    line(&if plain { name.to_string() } else { quoted(name) }, value)
}

/// Formats the line of a tag with an unquoted name.
pub(super) fn line(name: &str, value: &str) -> String {
    match value {
        "" => format!("{name}:\n"),
        value if is_plain_value(value) => format!("{name}: {value}\n"),
        value => format!("{name}: {}\n", quoted(value)),
    }
}

/// Reads the tags: passes each line up to the first blank one to `found`. Returns the byte offset
/// of the moves.
pub(super) fn read_tags<E>(
    text: &str,
    mut found: impl FnMut(Result<Tag, Problem>) -> Result<(), E>,
) -> Result<usize, E> {
    let mut at = 0;
    let mut begun = false;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        match (line.trim().is_empty(), begun) {
            (true, true) => break,
            (true, false) => {}
            (false, _) => {
                begun = true;
                found(read_line(line, start))?;
            }
        }
    }
    Ok(at)
}

/// Reads a line at the byte offset `start` of the text.
fn read_line(line: &str, start: usize) -> Result<Tag, Problem> {
    let name_at = start + line.len() - line.trim_start().len();
    let line = line.trim();
    let problem = || {
        let found = shortened(line);
        let hint = "expected a tag such as `Date: 2024-05-01`, or a blank line before the moves";
        (name_at, format!("invalid tag '{found}': {hint}"))
    };
    let (name, is_quoted, rest) = match line.strip_prefix('"') {
        Some(inside) => {
            let (name, length) = delimited(inside, '"').ok_or_else(problem)?;
            (name, true, inside[length..].trim_start().strip_prefix(':').ok_or_else(problem)?)
        }
        None => {
            let (name, rest) = line.split_once(':').ok_or_else(problem)?;
            let name = name.trim_end();
            if !is_plain_name(name) {
                return Err(problem());
            }
            (name.to_string(), false, rest)
        }
    };
    let raw = rest.trim_start();
    let value_at = name_at + line.len() - raw.len();
    let value = match raw.strip_prefix('"') {
        None => raw.to_string(),
        Some(inside) => match delimited(inside, '"') {
            Some((value, length)) if length == inside.len() => value,
            _ => {
                return Err((value_at, "unclosed value: expected \" at its end, and nothing after it".into()));
            }
        },
    };
    let reserved = if is_quoted { None } else { reserved(&name) };
    Ok(Tag { name, reserved, value, name_at, value_at })
}
