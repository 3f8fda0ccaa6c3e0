//! The tokenizer of the moves section of a record.

use super::quote::delimited;
use crate::Property;
use hexarium_kernel::shortened;

/// Characters that end a word, besides white space.
pub(super) const SPECIAL: [char; 7] = ['{', '}', '(', ')', '[', ']', ','];

/// A token of the moves section.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `,`
    Comma,
    /// `{…}`
    Comment(String),
    /// `[NAME value …]`
    Property(Property),
    /// `3.`, or `3...` where a turn continues.
    Number { digits: &'t str, goes_on: bool },
    /// `!player:what`
    Event { player: &'t str, what: String },
    /// `~`, a node without an event.
    Silent,
    /// Any other word: an action.
    Word(&'t str),
}

/// A byte offset and an error message.
pub(super) type Problem = (usize, String);

/// Reads tokens from a byte offset of a text on.
pub(super) struct Scanner<'t> {
    text: &'t str,
    pub(super) at: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str, at: usize) -> Self {
        Self { text, at }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Consumes a character if it is next.
    fn take(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || SPECIAL.contains(&c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Returns the text up to a closing delimiter; an unclosed one extends to the end.
    fn closed(&mut self, start: usize, end: char, what: &str) -> Result<String, Problem> {
        match delimited(self.rest(), end) {
            Some((text, length)) => {
                self.at += length;
                Ok(text)
            }
            None => {
                self.at = self.text.len();
                Err((start, format!("unclosed {what}: expected {end} at its end")))
            }
        }
    }

    /// Returns the next token and its offset, or `None` at the end. An error consumes at least one
    /// character, so that a lenient reader terminates.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token<'t>)>, Problem> {
        self.skip_space();
        let start = self.at;
        let Some(c) = self.rest().chars().next() else { return Ok(None) };
        let token = match c {
            '(' | ')' | ',' | '{' | '[' | ']' | '}' | '!' => {
                self.at += 1;
                match c {
                    '(' => Token::Open,
                    ')' => Token::Close,
                    ',' => Token::Comma,
                    '{' => Token::Comment(self.closed(start, '}', "comment")?),
                    '[' => Token::Property(self.property(start)?),
                    '!' => self.event(start)?,
                    _ => return Err((start, format!("unmatched {c}: expected an action"))),
                }
            }
            '0'..='9' => self.number(),
            _ => match self.word() {
                "~" => Token::Silent,
                word => Token::Word(word),
            },
        };
        Ok(Some((start, token)))
    }

    /// Reads a number: digits with a dot, whether or not a space follows.
    fn number(&mut self) -> Token<'t> {
        let rest = self.rest();
        let count = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, after) = rest.split_at(count);
        for (dots, goes_on) in [("...", true), ("…", true), (".", false)] {
            if after.starts_with(dots) {
                self.at += count + dots.len();
                return Token::Number { digits, goes_on };
            }
        }
        Token::Word(self.word())
    }

    /// Reads an event after `!`.
    fn event(&mut self, start: usize) -> Result<Token<'t>, Problem> {
        let rest = self.rest();
        let end = rest.find(|c: char| c == ':' || c.is_whitespace() || SPECIAL.contains(&c)).unwrap_or(rest.len());
        let player = &rest[..end];
        self.at += end;
        if !self.take(':') {
            let found = shortened(player);
            return Err((start, format!("invalid event '!{found}': expected !player:what, as in !first:resign")));
        }
        if self.take('"') {
            return Ok(Token::Event { player, what: self.closed(start, '"', "event")? });
        }
        let what = self.word().to_string();
        if what.is_empty() {
            return Err((start, "incomplete event: expected !player:what, as in !first:resign".into()));
        }
        Ok(Token::Event { player, what })
    }

    /// Reads a property after `[`: a name and values, each a word or in quotes.
    fn property(&mut self, start: usize) -> Result<Property, Problem> {
        let mut parts = Vec::new();
        loop {
            self.skip_space();
            if self.take(']') {
                break;
            }
            let here = self.at;
            if self.take('"') {
                parts.push(self.closed(here, '"', "text")?);
                continue;
            }
            let word = self.word();
            if word.is_empty() {
                return Err((
                    start,
                    "unclosed property: expected [NAME value …], with quotes around values that contain spaces".into(),
                ));
            }
            parts.push(word.to_string());
        }
        if parts.is_empty() {
            return Err((start, "missing name of a property: expected [NAME value …]".into()));
        }
        let values = parts.split_off(1);
        Ok(Property { name: parts.remove(0), values })
    }
}

/// Whether a text needs no quotes in a property or event.
pub(super) fn is_plain_word(text: &str) -> bool {
    let odd = |c: char| c.is_whitespace() || c.is_control() || SPECIAL.contains(&c);
    !text.is_empty() && !text.starts_with('"') && !text.contains(odd)
}
