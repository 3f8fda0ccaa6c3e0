//! The options of a game: one table for forms, command-line flags, protocol, documents and the
//! canonical id.

use std::fmt;

use crate::{GameSpec, shortened};

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The name, as in `harvest(base=3)`.
    pub name: &'static str,
    /// The effect in one sentence.
    pub doc: &'static str,
    /// The accepted values.
    pub values: Values,
    /// The default value.
    pub default: &'static str,
}

/// The values of an option.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// `true` or `false`.
    Flag,
    /// One of a list of words.
    Choice(&'static [&'static str]),
    /// A whole number from `min` to `max` in steps of `step`.
    Number {
        /// The minimum.
        min: u64,
        /// The maximum.
        max: u64,
        /// The distance of consecutive values.
        step: u64,
    },
}

impl Values {
    /// The whole numbers from `min` to `max`.
    pub const fn range(min: u64, max: u64) -> Self {
        Self::Number { min, max, step: 1 }
    }

    /// The text in its canonical form, if it is one of the values.
    fn canonical(self, text: &str) -> Option<String> {
        match self {
            Self::Flag => ["true", "false"].contains(&text).then(|| text.to_string()),
            Self::Choice(words) => words.contains(&text).then(|| text.to_string()),
            Self::Number { min, max, step } => {
                let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
                let n: u64 = text.parse().ok().filter(|_| digits)?;
                ((min..=max).contains(&n) && (n - min).is_multiple_of(step)).then(|| n.to_string())
            }
        }
    }

    /// Returns every value, or for long ranges both ends and two values between.
    ///
    /// ```
    /// use hexarium_kernel::Values;
    ///
    /// assert_eq!(Values::Flag.samples(), ["false", "true"]);
    /// assert_eq!(Values::range(0, 300).samples(), ["0", "100", "250", "300"]);
    /// ```
    pub fn samples(self) -> Vec<String> {
        match self {
            Self::Flag => vec!["false".into(), "true".into()],
            Self::Choice(words) => words.iter().map(|w| w.to_string()).collect(),
            Self::Number { min, max, step } if (max - min) / step < 20 => {
                (min..=max).step_by(step as usize).map(|n| n.to_string()).collect()
            }
            Self::Number { min, max, step } => {
                let third = (max - min) / step / 3 * step;
                [min, min + third, max - third / 2, max].iter().map(u64::to_string).collect()
            }
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => write!(f, "true, false"),
            Self::Choice(words) => write!(f, "{}", words.join(", ")),
            Self::Number { min, max: u64::MAX, .. } => write!(f, "a whole number from {min}"),
            Self::Number { min, max, step: 1 } => write!(f, "{min}…{max}"),
            Self::Number { min, max, step } => write!(f, "{min}…{max} in steps of {step}"),
        }
    }
}

/// A value for each option of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    table: Vec<(&'static str, &'static str, String)>,
}

impl Options {
    /// Returns the defaults.
    pub fn defaults(specs: &[OptionSpec]) -> Self {
        Self { table: specs.iter().map(|s| (s.name, s.default, s.default.to_string())).collect() }
    }

    /// Returns the defaults with some values changed.
    pub fn new<'a>(
        specs: &[OptionSpec],
        changes: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, OptionError> {
        let mut options = Self::defaults(specs);
        for (name, value) in changes {
            options.set(specs, name, value)?;
        }
        Ok(options)
    }

    /// Changes one value.
    pub fn set(&mut self, specs: &[OptionSpec], name: &str, value: &str) -> Result<(), OptionError> {
        let Some(i) = specs.iter().position(|s| s.name == name) else {
            return Err(OptionError::UnknownName {
                name: shortened(name),
                known: specs.iter().map(|s| s.name).collect(),
            });
        };
        self.table[i].2 = specs[i].values.canonical(value).ok_or_else(|| OptionError::BadValue {
            name: specs[i].name,
            value: shortened(value),
            accepted: specs[i].values.to_string(),
        })?;
        Ok(())
    }

    /// The value as text.
    ///
    /// # Panics
    /// If the game has no such option.
    pub fn text(&self, name: &str) -> &str {
        let row = self.table.iter().find(|row| row.0 == name);
        &row.unwrap_or_else(|| panic!("no option {name} in the table")).2
    }

    /// The value of a number.
    pub fn number(&self, name: &str) -> u64 {
        self.text(name).parse().expect("the table checks numbers")
    }

    /// The value of a flag.
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// Names and values in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.table.iter().map(|(name, _, value)| (*name, value.as_str()))
    }

    /// Returns the game text: the id with the options that differ from their defaults, as in
    /// `harvest(base=3)`.
    pub fn game_text(&self, id: &str) -> String {
        self.game_text_naming(id, &[])
    }

    /// Returns the game text with the options `always` named even at their defaults.
    pub fn game_text_naming(&self, id: &str, always: &[&str]) -> String {
        let changed: Vec<String> = self
            .table
            .iter()
            .filter(|(name, default, value)| value != default || always.contains(name))
            .map(|(name, _, value)| format!("{name}={value}"))
            .collect();
        if changed.is_empty() { id.to_string() } else { format!("{id}({})", changed.join(",")) }
    }
}

/// An error in a game text or its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// There is no such game.
    UnknownGame {
        /// The text found.
        id: String,
        /// The known ids.
        known: Vec<&'static str>,
    },
    /// The text is not of the form `id(name=value,…)`.
    Syntax {
        /// The text found.
        text: String,
    },
    /// The game has no such option.
    UnknownName {
        /// The text found.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The option cannot have that value.
    BadValue {
        /// The option.
        name: &'static str,
        /// The text found.
        value: String,
        /// The accepted values.
        accepted: String,
    },
    /// Incompatible values.
    Conflict(String),
}

impl OptionError {
    /// The error for an id that none of these games has.
    pub fn unknown_game(id: &str, specs: &[&GameSpec]) -> Self {
        Self::UnknownGame { id: shortened(id), known: specs.iter().map(|spec| spec.id).collect() }
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame { id, known } => write!(f, "unknown game '{id}': expected {}", known.join(", ")),
            Self::Syntax { text } => {
                write!(f, "'{text}' is not a game; write an id, or an id with options as in GAME(OPTION=VALUE)")
            }
            Self::UnknownName { name, known } => {
                write!(f, "unknown option '{name}': expected {}", known.join(", "))
            }
            Self::BadValue { name, value, accepted } => {
                write!(f, "invalid {name} '{value}': expected {accepted}")
            }
            Self::Conflict(text) => write!(f, "{text}"),
        }
    }
}

impl std::error::Error for OptionError {}

/// An id and the option changes written behind it.
pub type GameText<'a> = (&'a str, Vec<(&'a str, &'a str)>);

/// Splits `id` or `id(name=value,…)` into the id and its option changes.
///
/// ```
/// use hexarium_kernel::parse_game_text;
///
/// let (id, changes) = parse_game_text("hex(size=5,swap=true)").unwrap();
/// assert_eq!((id, changes), ("hex", vec![("size", "5"), ("swap", "true")]));
/// assert!(parse_game_text("hex(size").is_err());
/// ```
pub fn parse_game_text(text: &str) -> Result<GameText<'_>, OptionError> {
    let syntax = || OptionError::Syntax { text: shortened(text) };
    let (id, inside) = match text.split_once('(') {
        None => (text, ""),
        Some((id, rest)) => (id, rest.strip_suffix(')').ok_or_else(syntax)?),
    };
    if id.is_empty() || !id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') {
        return Err(syntax());
    }
    let mut changes = Vec::new();
    for part in inside.split(',').filter(|_| !inside.is_empty()) {
        let (name, value) = part.split_once('=').ok_or_else(syntax)?;
        changes.push((name.trim(), value.trim()));
    }
    Ok((id, changes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: [OptionSpec; 3] = [
        OptionSpec { name: "base", doc: "", values: Values::range(3, 6), default: "4" },
        OptionSpec { name: "rows", doc: "", values: Values::Number { min: 7, max: 19, step: 2 }, default: "13" },
        OptionSpec { name: "swap", doc: "", values: Values::Flag, default: "false" },
    ];

    #[test]
    fn a_game_text_splits_into_id_and_options() {
        assert_eq!(parse_game_text("hex"), Ok(("hex", vec![])));
        assert_eq!(parse_game_text("a(b=1,c=x)"), Ok(("a", vec![("b", "1"), ("c", "x")])));
        for bad in ["", "(", "hex(", "hex(size)", "hex(size=3", "hex)", "a b", "hex(,)"] {
            assert!(parse_game_text(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_game_text_names_only_what_differs_in_table_order() {
        let options = Options::new(&TABLE, [("swap", "true"), ("base", "03")]).unwrap();
        assert_eq!(options.game_text("g"), "g(base=3,swap=true)");
        assert_eq!(Options::new(&TABLE, [("base", "4")]).unwrap().game_text("g"), "g");
    }

    #[test]
    fn a_wrong_value_is_named_with_what_would_do() {
        for (name, value, message) in [
            ("base", "7", "invalid base '7': expected 3…6"),
            ("rows", "8", "invalid rows '8': expected 7…19 in steps of 2"),
            ("swap", "yes", "invalid swap 'yes': expected true, false"),
            ("base", "+4", "invalid base '+4': expected 3…6"),
            ("bass", "4", "unknown option 'bass': expected base, rows, swap"),
        ] {
            assert_eq!(Options::new(&TABLE, [(name, value)]).unwrap_err().to_string(), message);
        }
    }
}
