//! The moves part as lines of a readable width.

const WIDTH: usize = 80;
/// Deeper variations are indented no further: a thousand of them must not fill the file with spaces.
const DEEPEST: usize = 8;

/// Puts words one after the other.
pub(super) struct Layout {
    text: String,
    /// Characters in the line so far.
    column: usize,
    /// Variations that are open.
    depth: usize,
    /// Whether the next word follows without a space.
    tight: bool,
}

impl Layout {
    pub(super) fn new() -> Self {
        Self { text: String::new(), column: 0, depth: 0, tight: true }
    }

    /// Adds a word, on a new line if this one is full.
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

    /// Adds to the last word.
    pub(super) fn glue(&mut self, word: &str) {
        self.text.push_str(word);
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + word.chars().count(),
        };
        self.tight = false;
    }

    /// Begins a variation on a line of its own.
    pub(super) fn open(&mut self) {
        self.depth += 1;
        self.new_line();
        self.glue("(");
        self.tight = true;
    }

    /// Ends it.
    pub(super) fn close(&mut self) {
        self.glue(")");
        self.depth = self.depth.saturating_sub(1);
    }

    /// Ends the line; what comes next stands as deep as the variations that are open.
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
