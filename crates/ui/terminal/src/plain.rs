//! The plain face: a line in, lines out, and nothing else. No escape codes, so that a screen reader reads all of it and a pipe carries it.

use std::io::{BufRead, Write};
use std::sync::mpsc::{Sender, channel};

use hexarium_search::Opponent;

use crate::command::sentence;
use crate::engine::{HINT_LEVEL, think};
use crate::errand::{Answer, Errand};
use crate::keeping::Keeping;
use crate::online::Line;
use crate::sitting::Sitting;
use crate::{Server, desk};

/// What the face waits for.
enum Heard {
    Line(String),
    End,
    Answer(Answer),
}

/// Plays line by line until the player or the input has ended.
pub(crate) fn run(mut sitting: Sitting, keeping: &Keeping, server: Option<&Server>) -> Result<(), String> {
    let (sender, inbox) = channel();
    let line = match server {
        Some(server) => {
            let news = sender.clone();
            let line = Line::open(server, move |heard| _ = news.send(Heard::Answer(Answer::News(heard))))?;
            sitting.go_online(&line.name, &server.address, true);
            Some(line)
        }
        None => {
            let taken_up = sitting.take_said();
            sitting.say(sitting.introduction());
            taken_up.into_iter().for_each(|words| sitting.say(words));
            None
        }
    };
    sitting.say("Say help for what can be said.");
    let mut face = Plain { sitting, keeping, line, told: None };
    std::thread::spawn(move || read_lines(&sender));
    while face.speak() {
        match inbox.recv() {
            Ok(Heard::Line(text)) => face.sitting.obey(&text),
            Ok(Heard::Answer(answer)) => face.sitting.answer(answer),
            Ok(Heard::End) | Err(_) => break,
        }
    }
    Ok(())
}

fn read_lines(sender: &Sender<Heard>) {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    while matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
        if sender.send(Heard::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
        line.clear();
    }
    let _ = sender.send(Heard::End);
}

struct Plain<'a> {
    sitting: Sitting,
    keeping: &'a Keeping,
    line: Option<Line>,
    /// The prompt that was told last, and after how many actions.
    told: Option<(usize, String)>,
}

impl Plain<'_> {
    /// Runs the errands and says what is to be said. Whether there is anybody to go on with.
    fn speak(&mut self) -> bool {
        loop {
            if !self.sitting.take_said().into_iter().all(|words| print(&words)) {
                return false;
            }
            let errands = self.sitting.take_errands();
            if errands.is_empty() {
                return self.tell_prompt();
            }
            for errand in errands {
                if !self.run(errand) {
                    return false;
                }
            }
        }
    }

    /// Says whose turn it is, whenever that is another one.
    fn tell_prompt(&mut self) -> bool {
        if self.sitting.is_online() && self.sitting.seen().is_none() {
            return true;
        }
        let now = (self.sitting.table().actions().len(), self.sitting.prompt());
        if self.told.as_ref() == Some(&now) {
            return true;
        }
        let over = self.sitting.ending().is_some();
        let done = over || print(&sentence(now.1.clone()));
        self.told = Some(now);
        done
    }

    /// Runs an errand here and now, the engine's too: whoever listens hears one thing after the other.
    fn run(&mut self, errand: Errand) -> bool {
        match errand {
            Errand::Choose { round, game, state, level } => {
                let analysis = think(&game, &*state, &Opponent::level(level), || true);
                let answer = match analysis.map(|analysis| analysis.best().map(str::to_string)) {
                    Ok(Some(action)) => Answer::Chosen { round, action },
                    Ok(None) => Answer::Failed { round, problem: "it knows no action".to_string() },
                    Err(problem) => Answer::Failed { round, problem },
                };
                self.sitting.answer(answer);
            }
            Errand::Hint { round, game, state } => match think(&game, &*state, &Opponent::level(HINT_LEVEL), || true) {
                Ok(analysis) => {
                    let action = analysis.best().unwrap_or_default().to_string();
                    self.sitting.answer(Answer::Hint { round, action });
                }
                Err(problem) => self.sitting.answer(Answer::Failed { round, problem }),
            },
            Errand::Study { round, game, state } => {
                match think(&game, &*state, &Opponent::level(HINT_LEVEL), || true) {
                    Ok(analysis) => self.sitting.answer(Answer::Studied { round, analysis }),
                    Err(problem) => self.sitting.answer(Answer::Failed { round, problem }),
                }
                let lines = self.sitting.lines_in_words();
                // A list that changes by itself is nothing to listen to: it is told once.
                self.sitting.toggle_study();
                lines.into_iter().for_each(|line| self.sitting.say(line.trim_start().to_string()));
            }
            Errand::Ask(request) => {
                if let Some(line) = &self.line {
                    line.ask(request);
                }
            }
            Errand::Halt => {}
            Errand::Leave => return false,
            other => {
                if let Some(answer) = desk::file(self.keeping, other) {
                    self.sitting.answer(answer);
                }
            }
        }
        true
    }
}

/// Prints a line; what could control a screen is left out. Whether somebody listens.
fn print(words: &str) -> bool {
    let clean: String = words.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{clean}").and_then(|()| out.flush()).is_ok()
}
