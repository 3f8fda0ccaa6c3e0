//! The link within a text, and the positions of its characters.

use crate::Fault;

/// The fragment of a URL, unescaped.
pub(super) struct Fragment {
    /// The characters; `?` replaces those that are not ASCII.
    pub(super) text: String,
    /// Line and column of each character.
    places: Vec<(usize, usize)>,
    /// Line and column of the end.
    end: (usize, usize),
    /// The first invalid character and its index.
    invalid: Option<(char, usize)>,
}

impl Fragment {
    /// Finds the link in a URL, in `#…` or in the bare fragment. Punctuation and white space around
    /// it are skipped, because links are copied from sentences, brackets and quotes. Percent
    /// escapes are decoded, because some programs insert them.
    pub(super) fn find(text: &str) -> Self {
        let text = text.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let mut found = Self { text: String::new(), places: Vec::new(), end: (1, 1), invalid: None };
        let (mut line, mut column) = (1, 1);
        let mut chars = text.chars();
        while let Some(mut c) = chars.next() {
            let place = (line, column);
            if c == '\n' {
                (line, column) = (line + 1, 0);
            } else if c == '%'
                && let Some(escaped) = chars.as_str().get(..2).and_then(unescaped)
            {
                c = escaped;
                chars.nth(1);
                column += 2;
            }
            column += 1;
            if c == '#' {
                found.text.clear();
                found.places.clear();
                found.invalid = None;
            } else if !found.text.is_empty() || c.is_ascii_alphanumeric() {
                if !c.is_ascii_graphic() && found.invalid.is_none() {
                    found.invalid = Some((c, found.text.len()));
                }
                found.text.push(if c.is_ascii() { c } else { '?' });
                found.places.push(place);
            }
        }
        found.end = (line, column);
        found
    }

    /// Returns an error for characters that no link has: white space, control characters and
    /// anything that is not ASCII.
    pub(super) fn check_characters(&self) -> Result<(), Fault> {
        match self.invalid {
            Some((c, at)) => Err(self.fault(at, format!("invalid character '{}' in a link", c.escape_debug()))),
            None => Ok(()),
        }
    }

    /// Returns the parts, each with its start index.
    pub(super) fn parts(&self) -> Vec<(&str, usize)> {
        let mut at = 0;
        self.text
            .split('/')
            .map(|part| {
                let begin = at;
                at += part.len() + 1;
                (part, begin)
            })
            .collect()
    }

    /// Returns an error at the character with index `at`.
    pub(super) fn fault(&self, at: usize, problem: impl Into<String>) -> Fault {
        let (line, column) = self.places.get(at).copied().unwrap_or(self.end);
        Fault { line, column, problem: problem.into() }
    }
}

/// Returns the character of the two digits after a percent sign.
fn unescaped(digits: &str) -> Option<char> {
    let hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|byte| hex && byte.is_ascii()).map(char::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_is_found_within_other_text() {
        for text in [
            "1/hex/x",
            "#1/hex/x",
            "#/1/hex/x",
            "https://example.org/play?a=b#1/hex/x",
            "see #3: <https://example.org/#1/hex/x>).\n",
            " \"1/hex/x\"",
            "https://example.org/#1%2Fhex%2fx",
            "https%3A%2F%2Fexample.org%2F%231%2Fhex%2Fx",
        ] {
            assert_eq!(Fragment::find(text).text, "1/hex/x", "{text}");
        }
    }

    #[test]
    fn a_fault_is_at_the_position_of_its_character() {
        let fragment = Fragment::find("é\nab#1%2Fhex");
        let place = |at| {
            let fault = fragment.fault(at, "");
            (fault.line, fault.column)
        };
        assert_eq!([place(0), place(1), place(2), place(5)], [(2, 4), (2, 5), (2, 8), (2, 11)]);
        let fault = Fragment::find("#1/hex/ü/x").check_characters().unwrap_err();
        assert_eq!(fault.to_string(), "line 1, column 8: invalid character 'ü' in a link");
    }

    #[test]
    fn broken_escapes_are_ordinary_characters() {
        for (text, found) in
            [("1%2", "1%2"), ("1%zz1", "1%zz1"), ("1%+11", "1%+11"), ("1%é1", "1%?1"), ("1%%41", "1%A")]
        {
            assert_eq!(Fragment::find(text).text, found);
        }
    }
}
