//! Translation of English texts by a catalogue: a plain text of English lines, each followed by its
//! translation.
//!
//! ```text
//! # A comment.
//! Undo
//! Zurück
//!
//! {1} captures {2}
//! {1} schlägt {2:acc}
//!
//! [acc]
//! a stone
//! einen Stein
//! ```
//!
//! A line with slots is a pattern: `{1}` stands for any text that the catalogue translates, or
//! that has no words, such as cells, numbers and moves. In a translation, `{1:acc}` looks its text
//! up in the section `[acc]` first, for grammatical cases, `{1:*}` accepts any text, such as the
//! name of a user, `{1:#}` only a text without words, and `{1:=}` only one with an entry of its
//! own, such as the name of a piece. The section `[app]` has the texts of the app, which fills
//! their slots itself.
//!
//! A text is also translated if it is a known one with a capital first letter or a full stop added,
//! or several known ones in a row.

use std::cell::RefCell;
use std::collections::BTreeMap;

/// The section of the texts whose slots the app fills.
const APP: &str = "app";

/// The mode of a slot that accepts any text.
const VERBATIM: &str = "*";

/// The mode of a slot that accepts only texts without words.
const WORDLESS: &str = "#";

/// The mode of a slot that accepts only texts with an entry of their own.
const ENTRY: &str = "=";

/// The most slots within slots.
const MAX_DEPTH: u8 = 40;

/// The number of remembered results.
const MEMORY: usize = 4_000;

/// The texts of a language.
#[derive(Default)]
pub struct Catalogue<'a> {
    /// The sections by name; the general one has no name.
    sections: BTreeMap<&'a str, Section<'a>>,
    /// Results by section and text.
    known: RefCell<BTreeMap<(&'a str, String), Option<String>>>,
}

#[derive(Default)]
struct Section<'a> {
    exact: BTreeMap<&'a str, &'a str>,
    /// The most specific first.
    patterns: Vec<Pattern<'a>>,
}

struct Pattern<'a> {
    /// The texts around the slots: one more than slots.
    around: Vec<&'a str>,
    /// The names of the slots.
    slots: Vec<&'a str>,
    /// The translation: texts, each with the slot that follows it and its mode.
    result: Vec<(&'a str, Option<(&'a str, &'a str)>)>,
}

impl<'a> Catalogue<'a> {
    /// Reads a catalogue.
    ///
    /// # Errors
    /// Names the first line that is not part of a pair, or whose slots do not agree with those of
    /// its translation.
    pub fn parse(text: &'a str) -> Result<Self, String> {
        let mut catalogue = Self::default();
        let mut section = "";
        let mut english = None;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            match (english.take(), line.strip_prefix('[').and_then(|line| line.strip_suffix(']'))) {
                (None, Some(name)) => section = name,
                (None, None) if line.is_empty() => {}
                (None, None) => english = Some(line),
                (Some(english), None) if !line.is_empty() => catalogue.add(section, english, line)?,
                (Some(english), _) => return Err(format!("no translation of: {english}")),
            }
        }
        for section in catalogue.sections.values_mut() {
            section
                .patterns
                .sort_by_key(|pattern| usize::MAX - pattern.around.iter().map(|text| text.len()).sum::<usize>());
        }
        english.map_or(Ok(catalogue), |english| Err(format!("no translation of: {english}")))
    }

    fn add(&mut self, section: &'a str, english: &'a str, translation: &'a str) -> Result<(), String> {
        let (source, result) = (split(english), split(translation));
        let names = |parts: &[(&'a str, Option<(&'a str, &'a str)>)]| {
            let mut names: Vec<&str> = parts.iter().filter_map(|(_, slot)| Some(slot.as_ref()?.0)).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        if names(&source) != names(&result) {
            return Err(format!("the slots of the translation differ: {english}"));
        }
        let entries = self.sections.entry(section).or_default();
        if section == APP || source.len() == 1 {
            if entries.exact.insert(english, translation).is_some_and(|other| other != translation) {
                return Err(format!("two translations of: {english}"));
            }
        } else {
            let around = source.iter().map(|(text, _)| *text).collect();
            let slots = source.iter().filter_map(|(_, slot)| Some(slot.as_ref()?.0)).collect();
            entries.patterns.push(Pattern { around, slots, result });
        }
        Ok(())
    }

    /// The translation of a text of the app, with the same slots.
    pub fn message(&self, text: &str) -> Option<&'a str> {
        [APP, ""].iter().find_map(|name| self.sections.get(name)?.exact.get(text).copied())
    }

    /// The translation of a text, or the text itself.
    pub fn translate(&self, text: &str) -> String {
        self.find(text).unwrap_or_else(|| text.to_string())
    }

    /// The translation of a text, if there is one.
    pub fn find(&self, text: &str) -> Option<String> {
        if self.known.borrow().len() > MEMORY {
            self.known.borrow_mut().clear();
        }
        self.find_in("", text, 0)
    }

    fn find_in(&self, section: &'a str, text: &str, depth: u8) -> Option<String> {
        if depth > MAX_DEPTH || text.is_empty() {
            return None;
        }
        let key = (section, text.to_string());
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let found = self.compute(section, text, depth + 1);
        self.known.borrow_mut().insert(key, found.clone());
        found
    }

    fn compute(&self, name: &'a str, text: &str, depth: u8) -> Option<String> {
        let own = [Some(name).filter(|name| !name.is_empty()), Some("")];
        let sections = || own.into_iter().flatten().filter_map(|name| self.sections.get(name));
        if let Some(exact) = sections().find_map(|section| section.exact.get(text)) {
            return Some((*exact).to_string());
        }
        if !has_words(text) {
            return Some(text.to_string());
        }
        // The full stop is not part of a slot.
        if let Some(found) = text.strip_suffix('.').and_then(|text| self.find_in(name, text, depth)) {
            return Some(if found.ends_with('.') { found } else { found + "." });
        }
        for pattern in sections().flat_map(|section| &section.patterns) {
            if let Some(found) = self.fit(pattern, text, depth) {
                return Some(found);
            }
        }
        let first = text.chars().next()?;
        if first.is_uppercase() {
            let small: String = first.to_lowercase().chain(text.chars().skip(1)).collect();
            if let Some(found) = self.find_in(name, &small, depth) {
                return Some(crate::words::capital(&found));
            }
        }
        text.match_indices(". ").find_map(|(at, _)| {
            let (one, other) = (&text[..=at], &text[at + 2..]);
            Some(format!("{} {}", self.find_in(name, one, depth)?, self.find_in(name, other, depth)?))
        })
    }

    /// The translation of a text by a pattern.
    fn fit(&self, pattern: &Pattern<'a>, text: &str, depth: u8) -> Option<String> {
        let [start, .., end] = pattern.around[..] else { return None };
        let middle = text.strip_prefix(start)?.strip_suffix(end)?;
        self.fill(pattern, middle, &mut Vec::new(), depth)
    }

    /// Finds texts of the slots after the first ones, and translates the whole.
    fn fill<'t>(&self, pattern: &Pattern<'a>, rest: &'t str, found: &mut Vec<&'t str>, depth: u8) -> Option<String> {
        let n = found.len();
        let mut with = |slot: &'t str, rest: &'t str| {
            found.push(slot);
            let is_known =
                !slot.is_empty() && self.modes(pattern, n).all(|mode| self.slot(mode, slot, depth).is_some());
            let made = match n + 1 == pattern.slots.len() {
                _ if !is_known => None,
                true => self.render(pattern, found, depth),
                false => self.fill(pattern, rest, found, depth),
            };
            found.pop();
            made
        };
        if n + 1 == pattern.slots.len() {
            return with(rest, "");
        }
        let separator = pattern.around[n + 1];
        rest.match_indices(separator).find_map(|(at, _)| with(&rest[..at], &rest[at + separator.len()..]))
    }

    /// The modes of a slot in the translation.
    fn modes(&self, pattern: &Pattern<'a>, slot: usize) -> impl Iterator<Item = &'a str> {
        let name = pattern.slots[slot];
        pattern.result.iter().filter_map(|(_, slot)| *slot).filter(move |slot| slot.0 == name).map(|(_, mode)| mode)
    }

    fn slot(&self, mode: &'a str, text: &str, depth: u8) -> Option<String> {
        match mode {
            VERBATIM => Some(self.find_in("", text, depth).unwrap_or_else(|| text.to_string())),
            ENTRY => Some((*self.sections.get("")?.exact.get(text)?).to_string()),
            WORDLESS => (!has_words(text)).then(|| text.to_string()),
            section => self.find_in(section, text, depth),
        }
    }

    fn render(&self, pattern: &Pattern<'a>, found: &[&str], depth: u8) -> Option<String> {
        let mut out = String::new();
        for (text, slot) in &pattern.result {
            out += text;
            if let Some((name, mode)) = slot {
                let n = pattern.slots.iter().position(|slot| slot == name)?;
                out += &self.slot(mode, found[n], depth)?;
            }
        }
        Some(out)
    }
}

/// A line as texts, each with the slot that follows it and its mode.
fn split(line: &str) -> Vec<(&str, Option<(&str, &str)>)> {
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some((text, (slot, after))) =
        rest.split_once('{').and_then(|(text, after)| Some((text, after.split_once('}')?)))
    {
        parts.push((text, Some(slot.split_once(':').unwrap_or((slot, "")))));
        rest = after;
    }
    parts.push((rest, None));
    parts
}

/// Whether a text has words, that is letters without a digit beside them.
fn has_words(text: &str) -> bool {
    let is_word = |word: &str| word.chars().any(char::is_alphabetic) && !word.chars().any(|c| c.is_ascii_digit());
    text.split_whitespace().any(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# Players
Red
Rot

{1} captures {2}
{1} schlägt {2:acc}

{1} and {2}
{1} und {2}

the {1} stone on {2}
der Stein von {1} auf {2}

it is {1}'s turn
{1:*} ist am Zug

[acc]
the {1} stone on {2}
den Stein von {1} auf {2}

[app]
{n} games with {name}
{n} Partien mit {name}
";

    #[test]
    fn texts_are_found_exactly_or_by_patterns() {
        let catalogue = Catalogue::parse(TEXT).unwrap();
        for (english, german) in [
            ("Red", "Rot"),
            ("Red captures the Red stone on d4.", "Rot schlägt den Stein von Rot auf d4."),
            ("the Red stone on d4 and the Red stone on e5", "der Stein von Rot auf d4 und der Stein von Rot auf e5"),
            ("The Red stone on d4. It is Ann's turn.", "Der Stein von Rot auf d4. Ann ist am Zug."),
            ("a1, b2 and c3", "a1, b2 und c3"),
            ("12 %", "12 %"),
        ] {
            assert_eq!(catalogue.find(english).as_deref(), Some(german));
        }
        assert_eq!(catalogue.message("{n} games with {name}"), Some("{n} Partien mit {name}"));
        assert_eq!((catalogue.message("Red"), catalogue.message("Red.")), (Some("Rot"), None));
        for unknown in ["Blue", "Red captures Blue", "3 games with Ann", "", "Red and "] {
            assert_eq!(catalogue.find(unknown), None);
            assert_eq!(catalogue.translate(unknown), unknown);
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, fault) in [
            ("Red\n", "no translation of: Red"),
            ("Red\n\nBlue\nBlau\n", "no translation of: Red"),
            ("a {1}\nein {2}\n", "the slots of the translation differ: a {1}"),
            ("Red\nRot\nRed\nRouge\n", "two translations of: Red"),
        ] {
            assert_eq!(Catalogue::parse(text).err().as_deref(), Some(fault));
        }
    }
}
