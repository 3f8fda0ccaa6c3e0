//! Where errands are run.

use std::sync::mpsc::Sender;

use crate::engine::{Engine, Task};
use crate::errand::{Answer, Errand};
use crate::keeping::Keeping;
use crate::online::Line;

/// Files longer than this are no games.
const LONGEST: u64 = 8 << 20;

/// Runs errands beside everything else, for the face that fills the screen.
pub(crate) struct Desk<'a, T> {
    keeping: &'a Keeping,
    opponent: Engine,
    analyst: Engine,
    line: Option<Line>,
    answers: Sender<T>,
}

impl<'a, T: From<Answer> + Send + 'static> Desk<'a, T> {
    pub(crate) fn new(keeping: &'a Keeping, line: Option<Line>, answers: Sender<T>) -> Self {
        let (opponent, analyst) = (Engine::start(answers.clone()), Engine::start(answers.clone()));
        Self { keeping, opponent, analyst, line, answers }
    }

    /// Runs an errand. Whether the player stays.
    pub(crate) fn run(&self, errand: Errand) -> bool {
        match errand {
            Errand::Choose { round, game, state, level } => self.opponent.ask(round, game, state, Task::Choose(level)),
            Errand::Hint { round, game, state } => self.analyst.ask(round, game, state, Task::Hint),
            Errand::Study { round, game, state } => self.analyst.ask(round, game, state, Task::Study),
            Errand::Halt => {
                self.opponent.halt();
                self.analyst.halt();
            }
            Errand::Ask(request) => {
                if let Some(line) = &self.line {
                    line.ask(request);
                }
            }
            Errand::Leave => return false,
            other => {
                if let Some(answer) = file(self.keeping, other) {
                    // Nobody listens any more only when everything ends.
                    let _ = self.answers.send(answer.into());
                }
            }
        }
        true
    }
}

/// Runs an errand that is about files.
pub(crate) fn file(keeping: &Keeping, errand: Errand) -> Option<Answer> {
    match errand {
        Errand::Keep { game, text } => keeping.keep(&game, &text).err().map(Answer::NotKept),
        Errand::Write { file, text } => {
            let done = std::fs::write(&file, text).map_err(|e| format!("{file} cannot be written: {e}."));
            Some(Answer::Written(done.map(|()| file)))
        }
        Errand::Read { file } => Some(Answer::Text(text_of(&file))),
        _ => None,
    }
}

/// The text of a file. Old ones are often in Latin-1: what is not UTF-8 is taken for that.
fn text_of(file: &str) -> Result<String, String> {
    let problem = |e: std::io::Error| format!("{file} cannot be read: {e}.");
    let size = std::fs::metadata(file).map_err(problem)?.len();
    if size > LONGEST {
        return Err(format!("{file} is too long for a game."));
    }
    let bytes = std::fs::read(file).map_err(problem)?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| b as char).collect()))
}
