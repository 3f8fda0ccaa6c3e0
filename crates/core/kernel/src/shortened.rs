//! Quoting what was typed.

/// Returns at most 40 characters of any text, printable, for messages.
///
/// ```
/// assert_eq!(hexarium_kernel::shortened("short"), "short");
/// assert!(hexarium_kernel::shortened(&"x".repeat(1000)).chars().count() < 50);
/// ```
pub fn shortened(text: &str) -> String {
    let mut out: String = text.chars().take(40).flat_map(char::escape_debug).collect();
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
        assert_eq!(shortened(&"x".repeat(10_000_000)), "x".repeat(40) + "…");
    }
}
