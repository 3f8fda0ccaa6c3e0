//! A line that is being written, with completion.

/// What a line is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// An action or a command.
    Say,
    /// The file to save to.
    Save,
    /// The file or link to open.
    Open,
    /// The game to open at a server.
    Host,
}

impl Purpose {
    /// What stands before the line.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Say => ":",
            Self::Save => "Save as: ",
            Self::Open => "Open a file, or paste a game or link: ",
            Self::Host => "Open a game, with a clock or none: ",
        }
    }
}

/// A line that is being written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) purpose: Purpose,
    pub(crate) text: String,
    /// What the text could become, after the last attempt to complete it.
    pub(crate) candidates: Vec<String>,
}

impl Entry {
    pub(crate) fn new(purpose: Purpose, text: &str) -> Self {
        Self { purpose, text: text.to_string(), candidates: Vec::new() }
    }

    pub(crate) fn push(&mut self, c: char) {
        if !c.is_control() {
            self.text.push(c);
            self.candidates.clear();
        }
    }

    pub(crate) fn erase(&mut self) {
        self.text.pop();
        self.candidates.clear();
    }

    /// Completes the text as far as all words agree that begin with it, and keeps them to be shown
    /// if they are several.
    pub(crate) fn complete(&mut self, words: impl IntoIterator<Item = String>) {
        let fitting: Vec<String> = words.into_iter().filter(|word| word.starts_with(&self.text)).collect();
        if let Some(common) = fitting.iter().cloned().reduce(|a, b| common_start(&a, &b)) {
            self.text = common;
        }
        self.candidates = if fitting.len() > 1 { fitting } else { Vec::new() };
    }
}

fn common_start(a: &str, b: &str) -> String {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(text: &str) -> (String, usize) {
        let mut entry = Entry::new(Purpose::Say, text);
        entry.complete(["d3-d4", "d3-d5", "e1", "pass"].map(String::from));
        (entry.text, entry.candidates.len())
    }

    #[test]
    fn a_line_is_completed_as_far_as_all_agree() {
        assert_eq!(completed("d"), ("d3-d".to_string(), 2));
        assert_eq!(completed("p"), ("pass".to_string(), 0));
        assert_eq!(completed("x"), ("x".to_string(), 0));
        assert_eq!(completed(""), (String::new(), 4));
    }
}
