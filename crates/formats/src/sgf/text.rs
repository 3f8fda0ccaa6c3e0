//! SGF values: text with escapes.

/// Decodes SGF Text: escapes resolved, soft line breaks removed, every kind of line break as `\n`.
pub(super) fn unescape(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let (escaped, c) = if c == '\\' {
            match chars.next() {
                Some(c) => (true, c),
                None => break,
            }
        } else {
            (false, c)
        };
        if c == '\n' || c == '\r' {
            // Two different line break characters in a row are one line break.
            chars.next_if(|&next| next != c && (next == '\n' || next == '\r'));
            if !escaped {
                out.push('\n');
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Decodes SGF SimpleText: one line.
pub(super) fn unescape_line(raw: &str) -> String {
    unescape(raw).replace('\n', " ")
}

/// Encodes text as a value.
pub(super) fn escape(text: &str) -> String {
    escape_with(text, false)
}

/// Encodes the value of an unknown property: only the first of several colons can separate two
/// values.
pub(super) fn escape_unknown(text: &str) -> String {
    escape_with(text, true)
}

fn escape_with(text: &str, colons: bool) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut seen = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' | ']' => out.extend(['\\', c]),
            ':' if colons && seen => out.push_str("\\:"),
            // SGF line breaks are normalised to this form.
            '\r' => {
                chars.next_if_eq(&'\n');
                out.push('\n');
            }
            _ => out.push(c),
        }
        seen |= c == ':';
    }
    out
}

/// Joins two values with a colon, as in `LB` and `AP`.
pub(super) fn compose(first: &str, second: &str) -> String {
    format!("{}:{}", escape(first).replace(':', "\\:"), escape(second))
}

/// Returns the two values before and after the first unescaped colon.
pub(super) fn split_composed(raw: &str) -> Option<(String, String)> {
    let mut escaped = false;
    let at = raw.bytes().position(|b| {
        let found = b == b':' && !escaped;
        escaped = b == b'\\' && !escaped;
        found
    })?;
    Some((unescape(&raw[..at]), unescape(&raw[at + 1..])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved_and_soft_line_breaks_removed() {
        assert_eq!(unescape(r"a\]b\\c\:d\e"), r"a]b\c:de");
        assert_eq!(unescape("one \\\ntwo\\\r\nthree\nfour\r\nfive\rsix"), "one twothree\nfour\nfive\nsix");
        assert_eq!(unescape_line("a\nb\\\nc"), "a bc");
        assert_eq!(unescape("\n\n\r\n\r"), "\n\n\n", "a feed and a return in a row are one break");
    }

    #[test]
    fn escaped_text_round_trips() {
        for text in ["", "]", "\\", "\\]", "a:b:c", "x\ny", "\\\n", "tab\there", "ünïcode ⬡", "ends in \\"] {
            assert_eq!(unescape(&escape(text)), text);
            assert_eq!(unescape(&escape_unknown(text)), text);
            assert_eq!(split_composed(&compose(text, text)), Some((text.to_string(), text.to_string())));
        }
        assert_eq!(escape_unknown("a1:x:y"), r"a1:x\:y");
    }
}
