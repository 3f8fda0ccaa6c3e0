//! Rust source as comments and string literals.

/// A comment or a string literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) kind: Kind,
    /// The number of its first line, from 1.
    pub(crate) line: usize,
    /// The text of a comment with its slashes, of a literal without its quotes.
    pub(crate) text: &'a str,
}

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Comment,
    Literal,
}

/// Returns the comments and string literals of a source file, in order.
pub(crate) fn pieces(source: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some((kind, start, text_start, text_end, end)) = next_piece(source, at) {
        let line = 1 + source[..start].matches('\n').count();
        pieces.push(Piece { kind, line, text: &source[text_start..text_end] });
        at = end;
    }
    pieces
}

/// Returns the kind, start, start of the text, end of the text, and end of the next piece.
fn next_piece(source: &str, from: usize) -> Option<(Kind, usize, usize, usize, usize)> {
    let bytes = source.as_bytes();
    let find = |needle: &str, from: usize| source[from..].find(needle).map_or(source.len(), |i| from + i);
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let end = find("\n", at);
                return Some((Kind::Comment, at, at, end, end));
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = (find("*/", at) + 2).min(source.len());
                return Some((Kind::Comment, at, at, end, end));
            }
            b'"' => {
                let end = string_end(bytes, at + 1);
                return Some((Kind::Literal, at, at + 1, end, (end + 1).min(source.len())));
            }
            b'r' if !at.checked_sub(1).is_some_and(|i| is_word(bytes[i]) && bytes[i] != b'b') => {
                let hashes = bytes[at + 1..].iter().take_while(|byte| **byte == b'#').count();
                let quote = at + 1 + hashes;
                if bytes.get(quote) == Some(&b'"') {
                    let close = format!("\"{}", "#".repeat(hashes));
                    let end = find(&close, quote + 1);
                    return Some((Kind::Literal, at, quote + 1, end, (end + close.len()).min(source.len())));
                }
                at += 1;
            }
            // A character such as '"' or '\''; a lifetime has no second quote.
            b'\'' if bytes.get(at + 1) == Some(&b'\\') => at = find("'", at + 3) + 1,
            b'\'' if bytes.get(at + 2) == Some(&b'\'') => at += 3,
            _ => at += 1,
        }
    }
    None
}

/// Returns the index of the quote that ends a string.
fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_found_with_their_lines() {
        let source =
            "let a = \"x // y\"; // c \"d\"\n/* e\n */ let b = br#\"f\"g\"#;\n/// h\nlet c = ('\"', '\\'', 'r');";
        let found: Vec<_> = pieces(source).iter().map(|piece| (piece.kind, piece.line, piece.text)).collect();
        assert_eq!(
            found,
            [
                (Kind::Literal, 1, "x // y"),
                (Kind::Comment, 1, "// c \"d\""),
                (Kind::Comment, 2, "/* e\n */"),
                (Kind::Literal, 3, "f\"g"),
                (Kind::Comment, 4, "/// h"),
            ]
        );
    }

    #[test]
    fn an_escaped_quote_does_not_end_a_literal() {
        assert_eq!(pieces(r#"f("a\"b\\", 'x: "c")"#)[0].text, r#"a\"b\\"#);
    }

    #[test]
    fn an_unfinished_literal_ends_with_the_file() {
        assert_eq!(pieces("let a = \"b\\").len(), 1);
        assert_eq!(pieces("let a = r#\"b\"").len(), 1);
        assert_eq!(pieces("/* a").len(), 1);
    }
}
