//! A text field with completion.

/// The purpose of a text field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// An action or a command.
    Say,
    /// The file to save to.
    Save,
    /// The file or link to open.
    Open,
    /// The game to create on a server.
    Host,
}

impl Purpose {
    /// The label before the field.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Say => ":",
            Self::Save => "Save as: ",
            Self::Open => "Open a file, or paste a game or link: ",
            Self::Host => "New game, such as hex 5+3: ",
        }
    }
}

/// A text field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) purpose: Purpose,
    pub(crate) text: String,
    /// The candidates of the last completion.
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

    /// Completes the text to the longest common prefix of all words that begin with it. Several
    /// such words become the candidates.
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
    fn a_text_is_completed_to_the_longest_common_prefix() {
        assert_eq!(completed("d"), ("d3-d".to_string(), 2));
        assert_eq!(completed("p"), ("pass".to_string(), 0));
        assert_eq!(completed("x"), ("x".to_string(), 0));
        assert_eq!(completed(""), (String::new(), 4));
    }
}
