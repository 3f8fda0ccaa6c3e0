//! Line layout of the moves section.

const WIDTH: usize = 80;
/// Maximum indentation depth: a thousand nested variations must not fill the file with spaces.
const DEEPEST: usize = 8;

/// A writer that lays out words in lines.
pub(super) struct Layout {
    text: String,
    /// Number of characters in the current line.
    column: usize,
    /// Number of open variations.
    depth: usize,
    /// Whether the next word follows without a space.
    tight: bool,
}

impl Layout {
    pub(super) fn new() -> Self {
        Self { text: String::new(), column: 0, depth: 0, tight: true }
    }

    /// Adds a word, on a new line if the current one is full.
    pub(super) fn word(&mut self, word: &str) {
        let first_line = word.split('\n').next().unwrap_or_default().chars().count();
        if !self.tight && self.column + 1 + first_line > WIDTH {
            self.new_line();
        }
        if !self.tight {
            self.text.push(' ');
            self.column += 1;
        }
        self.glue(word);
    }

    /// Appends to the last word.
    pub(super) fn glue(&mut self, word: &str) {
        self.text.push_str(word);
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + word.chars().count(),
        };
        self.tight = false;
    }

    /// Begins a variation on a new line.
    pub(super) fn open(&mut self) {
        self.depth += 1;
        self.new_line();
        self.glue("(");
        self.tight = true;
    }

    /// Ends the variation.
    pub(super) fn close(&mut self) {
        self.glue(")");
        self.depth = self.depth.saturating_sub(1);
    }

    /// Ends the line; the next one is indented by the number of open variations.
    pub(super) fn new_line(&mut self) {
        let indent = 2 * self.depth.min(DEEPEST);
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
        self.tight = true;
    }

    pub(super) fn finish(mut self) -> String {
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text
    }
}
