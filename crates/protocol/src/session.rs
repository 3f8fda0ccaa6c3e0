//! Framing: lines, ids, answers.

use hexarium_kernel::{AnyGame, AnyMatch, OptionError};

use crate::commands;

/// How a session opens a game by its text.
pub type Opener = fn(&str) -> Result<Box<dyn AnyGame>, OptionError>;

/// One conversation with a controller.
pub struct Session {
    pub(crate) open: Opener,
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) state: Box<dyn AnyMatch>,
}

/// What a line brings about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What to write out, blank line included; empty for a line that asks nothing.
    pub text: String,
    /// Whether the conversation is over.
    pub quit: bool,
}

impl Session {
    /// A session that starts with this game.
    pub fn new(open: Opener, game: Box<dyn AnyGame>) -> Self {
        let state = game.start();
        Self { open, game, state }
    }

    /// Carries out one line.
    pub fn line(&mut self, line: &str) -> Answer {
        let text: String = line.split('#').next().unwrap_or_default().replace(|c: char| c.is_control(), " ");
        let mut words = text.split_whitespace().peekable();
        let is_id = |w: &&str| w.len() <= 10 && w.bytes().all(|b| b.is_ascii_digit());
        let id = words.next_if(is_id).unwrap_or_default();
        let Some(command) = words.next() else {
            return Answer { text: String::new(), quit: false };
        };
        let arguments: Vec<&str> = words.collect();
        let (sign, body) = match commands::find(command) {
            Some(command) => match (command.run)(self, &arguments) {
                Ok(body) => ('=', body),
                Err(problem) => ('?', problem),
            },
            None => ('?', "unknown command".to_string()),
        };
        let gap = if body.is_empty() || body.starts_with('\n') { "" } else { " " };
        Answer { text: format!("{sign}{id}{gap}{}\n\n", body.trim_end()), quit: command == "quit" }
    }
}
