//! Conversion between SGF game information and tags.

use crate::Property;
use crate::hex::Colour;

use super::parse::SgfProperty;
use super::text::{compose, escape, split_composed, unescape_line};

/// The property for tags without an SGF property, as `HXTAG[name:value]`.
pub(super) const OTHER_TAGS: &str = "HXTAG";

/// Root properties and the names of their tags.
const TAGS: [(&str, &str); 12] = [
    ("PB", "Blue"),
    ("PW", "Red"),
    ("BR", "BlueRank"),
    ("WR", "RedRank"),
    ("DT", "Date"),
    ("EV", "Event"),
    ("RO", "Round"),
    ("PC", "Place"),
    ("GN", "Title"),
    ("SO", "Source"),
    ("AN", "Annotator"),
    ("CP", "Copyright"),
];

/// Returns the tags of a property, if it is one that becomes tags.
pub(super) fn tags_of(property: &SgfProperty) -> Option<Vec<(String, String)>> {
    if property.name == OTHER_TAGS {
        return property.values.iter().map(|v| split_composed(v.raw)).collect();
    }
    let (_, tag) = TAGS.iter().find(|(name, _)| *name == property.name)?;
    match property.values.as_slice() {
        [value] => Some(vec![(tag.to_string(), unescape_line(value.raw))]),
        _ => None,
    }
}

/// Returns tags as properties with escaped values. Unknown names, repeated names and values of
/// several lines go to [`OTHER_TAGS`].
pub(super) fn properties_of(tags: &[(String, String)]) -> Vec<Property> {
    let mut known: Vec<Property> = Vec::new();
    let mut others = Vec::new();
    for (tag, value) in tags {
        match TAGS.iter().find(|(_, name)| name == tag) {
            Some((name, _)) if known.iter().all(|p| p.name != *name) && !value.contains(['\n', '\r']) => {
                known.push(Property { name: name.to_string(), values: vec![escape(value)] });
            }
            _ => others.push(compose(tag, value)),
        }
    }
    if !others.is_empty() {
        known.push(Property { name: OTHER_TAGS.to_string(), values: others });
    }
    known
}

/// The content of `RE`: the winner, none in a draw, and the reason, if any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SgfResult {
    pub(super) winner: Option<Colour>,
    pub(super) reason: Option<&'static str>,
}

impl SgfResult {
    /// Parses the value of `RE`; `None` where it is unknown, void or invalid.
    pub(super) fn parse(value: &str) -> Option<Self> {
        let value = value.trim().to_ascii_lowercase();
        if value == "0" || value == "draw" {
            return Some(Self { winner: None, reason: Some("agreement") });
        }
        let (winner, how) = match value.split_at_checked(1)? {
            ("b", how) => (Colour::Black, how),
            ("w", how) => (Colour::White, how),
            _ => return None,
        };
        // Little Golem gives the letter alone.
        let how = if how.is_empty() { how } else { how.strip_prefix('+')? };
        let reason = match how {
            "r" | "resign" => Some("resignation"),
            "t" | "time" => Some("time"),
            "f" | "forfeit" => Some("forfeit"),
            _ => None,
        };
        Some(Self { winner: Some(winner), reason })
    }

    /// Formats the value of a result.
    pub(super) fn text(winner: Option<Colour>, reason: &str) -> String {
        let letter = match winner {
            None => return "Draw".to_string(),
            Some(Colour::Black) => "B",
            Some(Colour::White) => "W",
        };
        let how = match reason {
            "resignation" => "Resign",
            "time" => "Time",
            "forfeit" => "Forfeit",
            _ => "",
        };
        format!("{letter}+{how}")
    }

    /// Whether it does not contradict a result.
    pub(super) fn agrees(self, winner: Option<Colour>, reason: &str) -> bool {
        self.winner == winner && self.reason.is_none_or(|r| r == reason)
    }
}
