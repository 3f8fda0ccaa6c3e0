//! Quoting what was typed.

/// Returns at most 40 characters of any text, printable, for messages.
///
/// ```
/// assert_eq!(hexarium_kernel::shortened("short"), "short");
/// assert!(hexarium_kernel::shortened(&"x".repeat(1000)).chars().count() < 50);
/// ```
pub fn shortened(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().take(40) {
        match c {
            '"' | '\'' | '\\' => out.push(c),
            _ => out.extend(c.escape_debug()),
        }
    }
    if text.chars().nth(40).is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_or_odd_text_is_quoted_short_and_printable() {
        assert_eq!(shortened("a1"), "a1");
        assert_eq!(shortened("a\n1"), "a\\n1");
        assert_eq!(shortened(r#"{"game":'x\y'}"#), r#"{"game":'x\y'}"#);
        assert_eq!(shortened(&"x".repeat(10_000_000)), "x".repeat(40) + "…");
    }
}
