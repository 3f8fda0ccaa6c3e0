//! Reading the text of a lesson.

use std::fmt;

use super::{Accepted, Expected, Lesson, Step, Task};
use crate::shortened;

/// An error in the text of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub reason: String,
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for LessonError {}

/// The maximum number of sentences in a step.
const SENTENCES: usize = 3;

const KEYS: &str =
    "step, test, text, game, position, play, mark, show, winner, ask, accept, hint, wrong, reply, proof, done";

impl<'a> Lesson<'a> {
    /// Reads a lesson.
    pub fn parse(text: &'a str) -> Result<Self, LessonError> {
        let mut draft = Draft::default();
        for (line, content) in lines(text) {
            draft.read(line, content).map_err(|reason| LessonError { line, reason })?;
        }
        Ok(Self { steps: draft.finish(text.lines().count().max(1))? })
    }
}

/// Returns the lines of a text that say something, with their numbers from 1.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(n, line)| (n + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Splits a line into key and value.
pub(super) fn key_and_value(line: &str) -> Result<(&str, &str), String> {
    let (key, value) = line.split_once(':').ok_or_else(|| format!("'{}' is not 'key: value'", shortened(line)))?;
    let value = value.trim();
    if value.is_empty() {
        return Err(format!("'{}' says nothing", shortened(key)));
    }
    Ok((key, value))
}

/// A lesson half read.
#[derive(Default)]
pub(super) struct Draft<'a> {
    pub(super) game: &'a str,
    steps: Vec<Step<'a>>,
    /// The step being read, and the line it began in.
    step: Option<(usize, Step<'a>)>,
    /// The line in which its last task began.
    task_line: usize,
}

impl<'a> Draft<'a> {
    pub(super) fn read(&mut self, n: usize, line: &'a str) -> Result<(), String> {
        let (key, value) = key_and_value(line)?;
        if key == "step" || key == "test" {
            self.close().map_err(|e| format!("the step before it, of line {}: {}", e.line, e.reason))?;
            self.step = Some((n, Step::new(value, self.game, key == "test")));
            return Ok(());
        }
        let Some((_, step)) = &mut self.step else {
            return if key == "game" {
                once(&mut self.game, key, value)
            } else {
                Err(format!("'{}' stands before the first step", shortened(key)))
            };
        };
        if key == "ask" {
            check_task(step, self.task_line)?;
            self.task_line = n;
        }
        fill(step, self.game, key, value)
    }

    /// Whether no step was begun.
    pub(super) fn is_empty(&self) -> bool {
        self.step.is_none() && self.steps.is_empty()
    }

    /// Ends the lesson, before or in a line.
    pub(super) fn finish(mut self, line: usize) -> Result<Vec<Step<'a>>, LessonError> {
        self.close()?;
        if self.steps.is_empty() {
            return Err(LessonError { line, reason: "there is no step".to_string() });
        }
        Ok(self.steps)
    }

    /// Ends the step being read.
    fn close(&mut self) -> Result<(), LessonError> {
        let Some((line, step)) = self.step.take() else { return Ok(()) };
        let complaint = |reason: &str| Err(LessonError { line, reason: reason.to_string() });
        if step.text.is_empty() {
            return complaint("the step has no text");
        }
        if step.game.is_empty() {
            return complaint("no game is named for the step");
        }
        match (step.tasks.is_empty(), step.done.is_empty()) {
            (true, false) => return complaint("'done' in a step without a task"),
            (true, true) if step.is_test => return complaint("the test has no task"),
            (false, true) => return complaint("nothing is said when the step is done"),
            _ => {}
        }
        if let Err(reason) = check_task(&step, self.task_line) {
            return complaint(&reason);
        }
        self.steps.push(step);
        Ok(())
    }
}

impl<'a> Step<'a> {
    fn new(title: &'a str, game: &'a str, is_test: bool) -> Self {
        Self {
            title,
            is_test,
            text: Vec::new(),
            game,
            position: None,
            play: Vec::new(),
            marks: Vec::new(),
            shows: Vec::new(),
            winner: "",
            tasks: Vec::new(),
            done: "",
        }
    }
}

/// Puts the value of one line into the step.
fn fill<'a>(step: &mut Step<'a>, usual_game: &str, key: &'a str, value: &'a str) -> Result<(), String> {
    match key {
        "text" if step.text.len() == SENTENCES => return Err(format!("a step has at most {SENTENCES} texts")),
        "text" => step.text.push(value),
        "game" if step.game != usual_game => return Err("a second 'game' in one step".to_string()),
        "game" => step.game = value,
        "position" if step.position.is_some() => return Err("a second 'position' in one step".to_string()),
        "position" => step.position = Some(value),
        "play" => list(&mut step.play, key, value)?,
        "mark" => list(&mut step.marks, key, value)?,
        "show" => list(&mut step.shows, key, value)?,
        "winner" => once(&mut step.winner, key, value)?,
        "done" => once(&mut step.done, key, value)?,
        "ask" => step.tasks.push(Task {
            ask: value,
            accepted: Accepted::Solutions(Vec::new()),
            hint: "",
            wrong: "",
            wrongs: Vec::new(),
            reply: Vec::new(),
            proof: "",
        }),
        _ => {
            let (word, actions) = key.split_once(' ').unwrap_or((key, ""));
            let known = ["accept", "hint", "reply", "proof"].contains(&key) || word == "wrong";
            match step.tasks.last_mut() {
                _ if !known => return Err(format!("unknown key '{}': expected {KEYS}", shortened(key))),
                None => return Err(format!("'{word}' before any 'ask'")),
                Some(task) => fill_task(task, word, actions, value)?,
            }
        }
    }
    Ok(())
}

fn fill_task<'a>(task: &mut Task<'a>, key: &str, actions: &'a str, value: &'a str) -> Result<(), String> {
    match key {
        "accept" if task.accepted != Accepted::Solutions(Vec::new()) => {
            return Err("a second 'accept' in one task".to_string());
        }
        "accept" if value == "win" => task.accepted = Accepted::Win,
        "accept" => {
            let expected = |action| if action == "any" { Expected::Any } else { Expected::Action(action) };
            let solution = |solution| Ok::<_, String>(actions_of(solution)?.into_iter().map(expected).collect());
            task.accepted = Accepted::Solutions(value.split_whitespace().map(solution).collect::<Result<_, _>>()?);
        }
        "hint" => once(&mut task.hint, key, value)?,
        "proof" => once(&mut task.proof, key, value)?,
        "wrong" if actions.is_empty() => once(&mut task.wrong, key, value)?,
        "wrong" => task.wrongs.push((actions.split_whitespace().collect(), value)),
        _ if !task.reply.is_empty() => return Err("a second 'reply' in one task".to_string()),
        _ => task.reply = actions_of(value)?,
    }
    Ok(())
}

/// The actions of a turn, joined by commas.
fn actions_of(turn: &str) -> Result<Vec<&str>, String> {
    let actions: Vec<&str> = turn.split(',').map(str::trim).collect();
    if actions.contains(&"") {
        return Err(format!("'{}' lacks an action beside a comma", shortened(turn)));
    }
    Ok(actions)
}

/// Sets what may be said once.
pub(super) fn once<'a>(slot: &mut &'a str, key: &str, value: &'a str) -> Result<(), String> {
    if !slot.is_empty() {
        return Err(format!("a second '{key}' for the same thing"));
    }
    *slot = value;
    Ok(())
}

fn list<'a>(slot: &mut Vec<&'a str>, key: &str, value: &'a str) -> Result<(), String> {
    if !slot.is_empty() {
        return Err(format!("a second '{key}' in one step"));
    }
    slot.extend(value.split_whitespace());
    Ok(())
}

/// Checks that the last task of a step, if there is one, is complete.
fn check_task(step: &Step, line: usize) -> Result<(), String> {
    let Some(task) = step.tasks.last() else { return Ok(()) };
    if task.accepted == Accepted::Solutions(Vec::new()) {
        return Err(format!("the task of line {line} accepts nothing; write 'accept: ' and actions, 'any' or 'win'"));
    }
    if task.wrong.is_empty() && !task.takes_anything() {
        return Err(format!("the task of line {line} has no 'wrong', the answer to other legal actions"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::WHOLE;
    use super::*;

    #[test]
    fn a_lesson_is_read_step_by_step() {
        let lesson = Lesson::parse(WHOLE).unwrap();
        let [look, take] = &lesson.steps[..] else { panic!("two steps") };
        assert_eq!((look.title, look.game, look.text.len()), ("Look", "nim(stones=5)", 2));
        assert_eq!((&look.marks[..], &look.shows[..], look.tasks.len()), (&["a1", "a2"][..], &["2"][..], 0));
        assert_eq!((look.is_test, look.winner, take.is_test, take.winner), (false, "first", true, ""));
        assert_eq!((take.game, take.position, &take.play[..]), ("nim", Some("ooo 1"), &["1"][..]));
        let solutions =
            vec![vec![Expected::Action("1"), Expected::Action("2")], vec![Expected::Action("2"), Expected::Any]];
        assert_eq!(take.tasks[0].accepted, Accepted::Solutions(solutions));
        assert_eq!(take.tasks[0].wrongs, [(vec!["3", "4"], "That is too many: take fewer.")]);
        assert_eq!((&take.tasks[0].reply[..], take.done), (&["1", "2"][..], "Good."));
        assert_eq!((take.tasks[0].proof, take.tasks[1].proof), ("win-2", ""));
    }

    #[test]
    fn a_win_may_be_all_that_is_asked() {
        let text = "game: a\nstep: A\ntext: b\nask: c\naccept: win\nwrong: d\ndone: e";
        assert_eq!(Lesson::parse(text).unwrap().steps[0].tasks[0].accepted, Accepted::Win);
    }

    #[test]
    fn an_error_names_the_line_and_the_reason() {
        for (text, message) in [
            ("", "line 1: there is no step"),
            ("game: nim\n\n", "line 2: there is no step"),
            ("hello", "line 1: 'hello' is not 'key: value'"),
            ("text: a", "line 1: 'text' stands before the first step"),
            ("game: a\ngame: b", "line 2: a second 'game' for the same thing"),
            ("game: a\nstep:", "line 2: 'step' says nothing"),
            ("step: A\ntext: b", "line 1: no game is named for the step"),
            ("game: a\nstep: A", "line 2: the step has no text"),
            ("game: a\nstep: A\nstep: B", "line 3: the step before it, of line 2: the step has no text"),
            ("game: a\nstep: A\ntext: 1\ntext: 2\ntext: 3\ntext: 4", "line 6: a step has at most 3 texts"),
            ("game: a\nstep: A\ntext: b\ndone: c", "line 2: 'done' in a step without a task"),
            ("game: a\ntest: A\ntext: b", "line 2: the test has no task"),
            ("game: a\nstep: A\nhint: b", "line 3: 'hint' before any 'ask'"),
            ("game: a\nstep: A\nproof: b", "line 3: 'proof' before any 'ask'"),
            ("game: a\nstep: A\nwinner: b\nwinner: c", "line 4: a second 'winner' for the same thing"),
            ("game: a\nstep: A\nmark: b\nmark: c", "line 4: a second 'mark' in one step"),
            (
                "game: a\nstep: A\ntetx: b",
                "line 3: unknown key 'tetx': expected step, test, text, game, position, play, mark, show, winner, ask, \
                 accept, hint, wrong, reply, proof, done",
            ),
            ("game: a\nstep: A\ntext: b\nask: c\naccept: any", "line 2: nothing is said when the step is done"),
            (
                "game: a\nstep: A\ntext: b\nask: c\ndone: d",
                "line 2: the task of line 4 accepts nothing; write 'accept: ' and actions, 'any' or 'win'",
            ),
            (
                "game: a\nstep: A\ntext: b\nask: c\naccept: 1\nask: d",
                "line 6: the task of line 4 has no 'wrong', the answer to other legal actions",
            ),
            ("game: a\nstep: A\nask: c\naccept: 1,,2", "line 4: '1,,2' lacks an action beside a comma"),
            ("game: a\nstep: A\nask: c\naccept: 1\naccept: 2", "line 5: a second 'accept' in one task"),
        ] {
            assert_eq!(Lesson::parse(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
