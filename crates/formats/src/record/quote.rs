//! Escaping of arbitrary text between a pair of delimiters.

/// Escapes a text for [`delimited`]: backslashes, control characters and `special` ones. Line ends
/// are not escaped where `lines` allows them.
pub(super) fn escaped(text: &str, special: &[char], lines: bool) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for c in text.chars() {
        match c {
            '\n' if lines => out.push(c),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => {
                if c == '\\' || special.contains(&c) {
                    out.push('\\');
                }
                out.push(c);
            }
        }
    }
    out
}

/// Returns a text in double quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text, &['"'], false))
}

/// Reads up to the closing delimiter. Returns the text and its length in bytes including the
/// delimiter, or `None` without a delimiter. An unknown escape stands for itself, so that a stray
/// backslash is not an error.
pub(super) fn delimited(text: &str, end: char) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut rest = text;
    loop {
        let special = rest.find([end, '\\', '\r'])?;
        out.push_str(&rest[..special]);
        rest = &rest[special..];
        let (taken, c) = if rest.starts_with('\\') {
            escape(rest)
        } else if rest.starts_with(end) {
            return Some((out, text.len() - rest.len() + end.len_utf8()));
        } else {
            // A line end is one character in any encoding.
            if rest.starts_with("\r\n") { (2, '\n') } else { (1, '\r') }
        };
        out.push(c);
        rest = &rest[taken..];
    }
}

/// Returns the character of an escape and its length in bytes.
fn escape(text: &str) -> (usize, char) {
    let hex = || {
        let digits = text.strip_prefix("\\u{")?;
        let count = digits.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let (digits, after) = digits.split_at(count);
        let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)?;
        after.starts_with('}').then_some((count + 4, c))
    };
    match text[1..].chars().next() {
        Some('n') => (2, '\n'),
        Some('r') => (2, '\r'),
        Some('t') => (2, '\t'),
        Some('u') => hex().unwrap_or((1, '\\')),
        Some(c) if c.is_ascii_punctuation() => (2, c),
        _ => (1, '\\'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_survives_its_delimiters() {
        for text in
            ["", "a", "\\", "\\n", "\n", "\r\n", "\t\0\u{85}", "}{\"", "\\}", "\\u{41}", "C:\\new\\table", "é→🐜"]
        {
            for lines in [false, true] {
                let written = escaped(text, &['}', '{', '"'], lines);
                assert_eq!(delimited(&format!("{written}}} rest"), '}'), Some((text.to_string(), written.len() + 1)));
            }
            let written = quoted(text);
            assert!(!written.contains(char::is_control));
            assert_eq!(delimited(&written[1..], '"'), Some((text.to_string(), written.len() - 1)));
        }
    }

    #[test]
    fn an_unknown_escape_stands_for_itself() {
        for (text, read) in [
            (r"\q}", r"\q"),
            (r"\u}", r"\u"),
            (r"\u{}}", r"\u{"),
            (r"\u{110000}}", r"\u{110000"),
            (r"\u{+41}}", r"\u{+41"),
            (r"\u{é}}", r"\u{é"),
            ("\\é}", "\\é"),
            ("a\r\nb\rc}", "a\nb\rc"),
        ] {
            assert_eq!(delimited(text, '}').unwrap().0, read, "{text}");
        }
        for open in ["", "abc", r"abc\}", "\\"] {
            assert_eq!(delimited(open, '}'), None);
        }
    }
}
