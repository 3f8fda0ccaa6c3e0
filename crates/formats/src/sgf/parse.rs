//! The SGF parser, for any game: text to nodes and properties. It is not recursive, so nesting is
//! limited only by memory.

use hexarium_kernel::shortened;
use std::collections::HashMap;

use crate::{Fault, GameTree};

use super::text::{unescape, unescape_line};

/// One game of a collection, with its variations.
#[derive(Debug)]
pub(super) struct Game<'a> {
    /// The nodes in file order: parents before children, a line before its variations.
    pub(super) nodes: Vec<SgfNode<'a>>,
    /// Byte offset of the end.
    pub(super) end: usize,
}

/// A node of a game.
#[derive(Debug)]
pub(super) struct SgfNode<'a> {
    /// Byte offset of the start.
    pub(super) at: usize,
    /// Index of the parent.
    pub(super) parent: Option<usize>,
    /// The properties.
    pub(super) properties: Vec<SgfProperty<'a>>,
}

impl<'a> SgfNode<'a> {
    /// Returns the property with a name.
    pub(super) fn property(&self, name: &str) -> Option<&SgfProperty<'a>> {
        self.properties.iter().find(|p| p.name == name)
    }

    /// Returns the first value of a property.
    pub(super) fn value(&self, name: &str) -> Option<&SgfValue<'a>> {
        self.property(name)?.values.first()
    }
}

/// A property: its name in capitals, and its values.
#[derive(Debug)]
pub(super) struct SgfProperty<'a> {
    pub(super) name: String,
    pub(super) values: Vec<SgfValue<'a>>,
}

/// A raw value between its brackets, including escapes.
#[derive(Debug, Clone, Copy)]
pub(super) struct SgfValue<'a> {
    /// Byte offset after the opening bracket.
    pub(super) at: usize,
    pub(super) raw: &'a str,
}

impl SgfValue<'_> {
    /// Returns the value as SGF Text.
    pub(super) fn text(&self) -> String {
        unescape(self.raw)
    }

    /// Returns the value as SGF SimpleText, trimmed.
    pub(super) fn word(&self) -> String {
        unescape_line(self.raw).trim().to_string()
    }
}

/// Returns the byte offset of the next game; text before `(;` is not SGF and skipped.
pub(super) fn next_game(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut candidate = None;
    for (i, &byte) in bytes.iter().enumerate().skip(from) {
        match byte {
            b'(' => candidate = Some(i),
            b';' if candidate.is_some() => return candidate,
            _ if byte.is_ascii_whitespace() => {}
            _ => candidate = None,
        }
    }
    None
}

/// Parses the game at a byte offset, which is a `(`.
pub(super) fn parse_game(text: &str, start: usize) -> Result<Game<'_>, Fault> {
    let bytes = text.as_bytes();
    let mut nodes: Vec<SgfNode> = Vec::new();
    // For every open bracket the node that its variations follow.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut current = None;
    let mut expects = Expects::Node;
    // Indices of the properties of the current node: a repeated name is one property.
    let mut named: HashMap<String, usize> = HashMap::new();
    let mut i = start;
    loop {
        let Some(&byte) = bytes.get(i) else {
            return Err(Fault::at(text, i, format!("unclosed game: expected {} more )", open.len())));
        };
        match byte {
            _ if byte.is_ascii_whitespace() => i += 1,
            b'(' if expects != Expects::Node || open.is_empty() => {
                open.push(current);
                expects = Expects::Node;
                i += 1;
            }
            b';' if nodes.len() == GameTree::MAX_NODES => {
                let problem = format!("too many nodes: expected at most {}", GameTree::MAX_NODES);
                return Err(Fault::at(text, i, problem));
            }
            b';' => {
                nodes.push(SgfNode { at: i, parent: current, properties: Vec::new() });
                current = Some(nodes.len() - 1);
                named.clear();
                expects = Expects::Anything;
                i += 1;
            }
            b')' if expects != Expects::Node => {
                current = open.pop().flatten();
                expects = Expects::NodeOrEnd;
                i += 1;
                if open.is_empty() {
                    return Ok(Game { nodes, end: i });
                }
            }
            _ if byte.is_ascii_alphabetic() && expects == Expects::Anything => {
                let (property, end) = parse_property(text, i)?;
                i = end;
                let Some(node) = nodes.last_mut() else { continue };
                match named.get(&property.name) {
                    Some(&same) => node.properties[same].values.extend(property.values),
                    None => {
                        named.insert(property.name.clone(), node.properties.len());
                        node.properties.push(property);
                    }
                }
            }
            _ => {
                let found = text[i..].chars().next().unwrap_or(' ').escape_debug();
                return Err(Fault::at(text, i, format!("unexpected '{found}': expected {}", expects.words())));
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expects {
    Node,
    NodeOrEnd,
    Anything,
}

impl Expects {
    fn words(self) -> &'static str {
        match self {
            Self::Node => "a node, which begins with ;",
            Self::NodeOrEnd => "a variation, which begins with (, or the end of one, )",
            Self::Anything => "a property such as B[f6], a node ;, a variation ( or its end )",
        }
    }
}

/// Parses a property at a byte offset. Returns the property and its end.
fn parse_property(text: &str, start: usize) -> Result<(SgfProperty<'_>, usize), Fault> {
    let bytes = text.as_bytes();
    let length = bytes[start..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    let written = &text[start..start + length];
    // Before FF[4] names could contain lower-case letters, which are ignored.
    let name: String = written.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        let shown = shortened(written);
        return Err(Fault::at(
            text,
            start,
            format!("invalid property name '{shown}': expected capital letters, as in B[f6]"),
        ));
    }
    let mut values = Vec::new();
    let mut i = start + length;
    loop {
        let space = bytes[i..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        if bytes.get(i + space) != Some(&b'[') {
            break;
        }
        let at = i + space + 1;
        let end = end_of_value(bytes, at).ok_or_else(|| {
            let shown = shortened(&name);
            Fault::at(text, at - 1, format!("unclosed value of {shown}: expected ]"))
        })?;
        values.push(SgfValue { at, raw: &text[at..end] });
        i = end + 1;
    }
    if values.is_empty() {
        let shown = shortened(&name);
        return Err(Fault::at(text, i, format!("missing value of property {shown}: expected {shown}[…]")));
    }
    Ok((SgfProperty { name, values }, i))
}

/// Returns the bracket that ends the value at a byte offset. Little Golem does not escape brackets,
/// so the first of two in a row, which valid SGF never has, belongs to the value.
fn end_of_value(bytes: &[u8], start: usize) -> Option<usize> {
    let mut i = start;
    loop {
        match *bytes.get(i)? {
            b'\\' => i += 2,
            b']' if bytes.get(i + 1) != Some(&b']') => return Some(i),
            _ => i += 1,
        }
    }
}
