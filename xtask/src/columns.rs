//! The width of comments and documents.

use std::fs;
use std::path::Path;

use crate::files::{files_below, relative};
use crate::source::{Kind, pieces};

/// The number of columns that a line of a comment or a document may have.
const LIMIT: usize = 100;

/// The beginnings of comment lines in files of other languages, by their endings.
const COMMENTS: [(&str, &[&str]); 7] = [
    ("toml", &["#"]),
    ("py", &["#"]),
    ("yaml", &["#"]),
    ("yml", &["#"]),
    ("sh", &["#"]),
    ("css", &["/*", "* "]),
    ("js", &["//", "* "]),
];

/// Checks every comment and Markdown line.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut problems = Vec::new();
    let endings = ["rs", "md"].into_iter().chain(COMMENTS.map(|(ending, _)| ending));
    let files: Vec<_> = endings.flat_map(|ending| files_below(root, ending)).collect();
    for path in &files {
        let name = relative(root, path);
        let text = fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
        let wide = match name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("rs") => wide_in_rust(&text),
            Some("md") => wide_in_markdown(&text),
            ending => {
                let starts = COMMENTS.iter().find(|(known, _)| Some(*known) == ending);
                wide_in_comment_lines(&text, starts.map_or(&[], |(_, starts)| starts))
            }
        };
        problems.extend(wide.iter().map(|(line, width)| format!("{name}:{line}: {width} columns")));
    }
    if !problems.is_empty() {
        return Err(format!("{}\ncomments and documents have at most {LIMIT} columns", problems.join("\n")));
    }
    println!("columns: {} files, no comment or document wider than {LIMIT}", files.len());
    Ok(())
}

/// Returns the number and width of a line that is too wide. An address cannot be wrapped.
fn wide(number: usize, line: &str) -> Option<(usize, usize)> {
    let width = line.chars().count();
    (width > LIMIT && !line.contains("://")).then_some((number, width))
}

/// Returns the lines of a source file whose comments reach too far.
fn wide_in_rust(source: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    for piece in pieces(source).iter().filter(|piece| piece.kind == Kind::Comment) {
        let last = piece.line + piece.text.matches('\n').count();
        let numbers = piece.line..=last;
        // A table in a comment is one line per row.
        let is_table = piece.text.trim_start_matches('/').trim_start_matches('!').trim().starts_with('|');
        found.extend(numbers.filter(|_| !is_table).filter_map(|number| wide(number, lines[number - 1])));
    }
    found.dedup();
    found
}

/// Returns the lines that begin as comments and are too wide.
fn wide_in_comment_lines(text: &str, starts: &[&str]) -> Vec<(usize, usize)> {
    let is_comment = |line: &str| starts.iter().any(|start| line.trim_start().starts_with(start));
    let lines = text.lines().enumerate().filter(|(_, line)| is_comment(line));
    lines.filter_map(|(i, line)| wide(i + 1, line)).collect()
}

/// Returns the lines of a document that are too wide, without tables, images and code blocks.
fn wide_in_markdown(text: &str) -> Vec<(usize, usize)> {
    let mut in_code = false;
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code && !line.trim_start().starts_with(['|', '!']) {
            found.extend(wide(i + 1, line));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_comments_are_found_and_wide_code_is_not() {
        let long = "x".repeat(LIMIT);
        let source =
            format!("let a = \"{long}\";\n/// {long}\nlet b = 1; // {long}\n//! | {long} |\n// https://{long}\n");
        assert_eq!(wide_in_rust(&source), [(2, LIMIT + 4), (3, LIMIT + 14)]);
    }

    #[test]
    fn wide_comment_lines_of_other_languages_are_found() {
        let long = "x".repeat(LIMIT);
        let text = format!("# {long}\nkey = \"{long}\"\n    # {long}\n# https://{long}\n");
        assert_eq!(wide_in_comment_lines(&text, &["#"]), [(1, LIMIT + 2), (3, LIMIT + 6)]);
    }

    #[test]
    fn wide_lines_of_documents_are_found_but_not_tables_and_code() {
        let long = "é".repeat(LIMIT + 1);
        let text = format!(
            "{long}\n| {long} |\n```\n{long}\n```\n[a](https://{long})\n![{long}](a.svg)\n{}\n",
            "é".repeat(LIMIT)
        );
        assert_eq!(wide_in_markdown(&text), [(1, LIMIT + 1)]);
    }
}
