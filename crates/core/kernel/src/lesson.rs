//! Lessons: the rules of a game, and then its strategy, in short steps with interactive boards.
//!
//! A lesson is a plain text of lines `key: value`. Blank lines and lines that begin with `#` are
//! ignored. `game` before the first step is the game of every step that has none of its own.
//!
//! ```text
//! game: nim
//!
//! step: Taking stones
//! text: On your turn you take one stone or two, from the right.
//! position: ooooo..... 1
//! ask: Take two stones.
//! accept: 2
//! hint: Click the second stone from the right.
//! wrong: That is allowed, but it takes only one stone.
//! done: Three are left, and it is the other player's turn.
//! ```
//!
//! | key | value | how often |
//! |---|---|---|
//! | `step` | the title; begins a step | |
//! | `test` | the title; begins a step that tests what was learned: help is offered after the first wrong answer | |
//! | `text` | a sentence | one to three per step |
//! | `game` | game and options of this step | at most once |
//! | `position` | the initial position, if not the start of the game | at most once |
//! | `play` | actions played from there | at most once |
//! | `mark` | cells to highlight | at most once |
//! | `show` | actions whose animations are drawn on the board without being made | at most once |
//! | `winner` | the player who wins from here with best play; a test proves it | at most once |
//! | `ask` | the instruction to the learner; starts a task | any number per step |
//! | `accept` | the solutions: lines separated by spaces, the actions of a line joined by commas, `any` for any action; or `win` for any line that wins within the turn | once per task |
//! | `hint` | help on request | at most once per task |
//! | `wrong` | the feedback to a legal action that is not accepted | once per task, unless every action is accepted |
//! | `wrong ACTION…` | feedback to particular actions | any number |
//! | `reply` | the opponent's reply, actions joined by commas | at most once per task |
//! | `proof` | the theme of a puzzle (`winning-move`, `win-2`, `defence`, …) of which the accepted turns are all solutions; a test proves it | at most once per task |
//! | `done` | the closing message | once in a step with a task |
//!
//! # Units
//!
//! Strategy is taught in [units](Unit), several in one text. The line `unit: ID` begins a unit,
//! `title` and `about` follow, then its steps. `game` before the first unit is the usual game of
//! all units, and before the first step of a unit that of this unit.
//!
//! ```text
//! game: nim
//!
//! unit: threes
//! title: Multiples of three
//! about: The positions that your opponent should be left with.
//!
//! step: Three are lost
//! text: With three stones left, the player to move loses.
//! ```

mod parse;
mod unit;

use crate::{AnyGame, AnyMatch, Player};

pub use parse::LessonError;
pub use unit::Unit;

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson<'a> {
    /// Its steps; there is at least one.
    pub steps: Vec<Step<'a>>,
}

/// A board with text, and optionally tasks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<'a> {
    /// The heading.
    pub title: &'a str,
    /// Whether it tests what was learned: help is offered after the first wrong answer.
    pub is_test: bool,
    /// One to three sentences.
    pub text: Vec<&'a str>,
    /// The game text, options included.
    pub game: &'a str,
    /// The position it begins with; `None` for the start of the game.
    pub position: Option<&'a str>,
    /// Actions played from there before the learner sees the board.
    pub play: Vec<&'a str>,
    /// The labels of highlighted cells.
    pub marks: Vec<&'a str>,
    /// Actions whose animations are drawn on the board.
    pub shows: Vec<&'a str>,
    /// The name of the player who wins from here with best play, if the step claims it.
    pub winner: &'a str,
    /// The tasks in order; empty in a step without tasks.
    pub tasks: Vec<Task<'a>>,
    /// The closing message after the last task.
    pub done: &'a str,
}

/// A task on the board of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task<'a> {
    /// The instruction.
    pub ask: &'a str,
    /// The solutions.
    pub accepted: Accepted<'a>,
    /// Help on request; may be empty.
    pub hint: &'a str,
    /// The feedback to a legal action that is not part of a solution; empty if there is none.
    pub wrong: &'a str,
    /// Feedback to particular actions.
    pub wrongs: Vec<(Vec<&'a str>, &'a str)>,
    /// The opponent's reply.
    pub reply: Vec<&'a str>,
    /// The theme of the puzzle of which the accepted turns are all solutions; empty if the task
    /// claims nothing.
    pub proof: &'a str,
}

/// The solutions of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Accepted<'a> {
    /// One of these sequences of actions.
    Solutions(Vec<Vec<Expected<'a>>>),
    /// Any actions that win within the turn.
    Win,
}

/// An element of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected<'a> {
    /// Any legal action.
    Any,
    /// This action.
    Action(&'a str),
}

/// The response of a lesson to the actions made so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feedback<'a> {
    /// The task is solved.
    Done,
    /// The actions are the start of a solution.
    Partial,
    /// The last action is not part of a solution; with the feedback. It should be undone.
    Wrong(&'a str),
}

impl Expected<'_> {
    fn accepts(self, action: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Action(expected) => expected == action,
        }
    }
}

impl<'a> Task<'a> {
    /// Returns the response to the legal actions that the learner has made in this task; all but
    /// the last were part of a solution. `table` is the match after them.
    pub fn check<S: AsRef<str>>(&self, made: &[S], table: &dyn AnyMatch, learner: Player) -> Feedback<'a> {
        match &self.accepted {
            Accepted::Solutions(solutions) => self.check_solutions(solutions, made),
            Accepted::Win => match table.verdict() {
                Some(verdict) if verdict.outcome.winner == Some(learner) => Feedback::Done,
                None if can_win(&mut *table.copy(), learner, FURTHER_ACTIONS) => Feedback::Partial,
                _ => self.wrong_feedback(made),
            },
        }
    }

    /// Returns actions that complete the task after those made, to be shown to the learner. `table`
    /// is the match after them. Empty if there are none.
    pub fn completion<S: AsRef<str>>(&self, made: &[S], table: &dyn AnyMatch, learner: Player) -> Vec<String> {
        let mut table = table.copy();
        match &self.accepted {
            Accepted::Win => {
                let mut line = Vec::new();
                find_win(&mut *table, learner, FURTHER_ACTIONS + 1, &mut line);
                line
            }
            Accepted::Solutions(solutions) => {
                let Some(solution) = solutions.iter().find(|solution| follows(solution, made)) else {
                    return Vec::new();
                };
                let rest = solution.iter().skip(made.len()).map_while(|expected| {
                    let action = match expected {
                        Expected::Action(action) => (*action).to_string(),
                        Expected::Any => table.legal().into_iter().next()?,
                    };
                    table.play(&action).ok()?;
                    Some(action)
                });
                rest.collect()
            }
        }
    }

    /// Returns the particular actions that may follow these in a solution.
    pub fn next<S: AsRef<str>>(&self, made: &[S]) -> Vec<&'a str> {
        let Accepted::Solutions(solutions) = &self.accepted else { return Vec::new() };
        let next = |solution: &Vec<Expected<'a>>| match solution.get(made.len()) {
            Some(Expected::Action(action)) => Some(*action),
            _ => None,
        };
        solutions.iter().filter(|solution| follows(solution, made)).filter_map(next).collect()
    }

    fn check_solutions<S: AsRef<str>>(&self, solutions: &[Vec<Expected>], made: &[S]) -> Feedback<'a> {
        let mut solutions = solutions.iter().filter(|solution| follows(solution, made)).peekable();
        if solutions.peek().is_none() {
            return self.wrong_feedback(made);
        }
        if solutions.any(|solution| solution.len() == made.len()) { Feedback::Done } else { Feedback::Partial }
    }

    fn wrong_feedback<S: AsRef<str>>(&self, made: &[S]) -> Feedback<'a> {
        let last = made.last().map_or("", AsRef::as_ref);
        let certain = self.wrongs.iter().find(|(actions, _)| actions.contains(&last));
        Feedback::Wrong(certain.map_or(self.wrong, |(_, text)| text))
    }

    /// Whether every action is accepted.
    fn takes_anything(&self) -> bool {
        let Accepted::Solutions(solutions) = &self.accepted else { return false };
        solutions.iter().any(|solution| solution.iter().all(|expected| *expected == Expected::Any))
    }
}

/// Whether actions are the beginning of a solution, or all of it.
fn follows<S: AsRef<str>>(solution: &[Expected], made: &[S]) -> bool {
    made.len() <= solution.len()
        && made.iter().zip(solution).all(|(action, expected)| expected.accepts(action.as_ref()))
}

/// The number of further actions of a turn that are searched for a win: enough for small positions,
/// and fast in all.
const FURTHER_ACTIONS: u8 = 2;

/// Whether the player can win before the opponent is to move.
fn can_win(table: &mut dyn AnyMatch, player: Player, actions: u8) -> bool {
    find_win(table, player, actions, &mut Vec::new())
}

/// Whether the player can win before the opponent is to move, with at most this many actions, which
/// are added to the line.
fn find_win(table: &mut dyn AnyMatch, player: Player, actions: u8, line: &mut Vec<String>) -> bool {
    if actions == 0 || table.to_move() != player {
        return false;
    }
    table.legal().into_iter().any(|action| {
        if table.play(&action).is_err() {
            return false;
        }
        line.push(action);
        let wins = match table.verdict() {
            Some(verdict) => verdict.outcome.winner == Some(player),
            None => find_win(table, player, actions - 1, line),
        };
        table.undo();
        if !wins {
            line.pop();
        }
        wins
    })
}

impl<'a> Step<'a> {
    /// Returns the match at the start of the step, in the game of this step.
    pub fn start(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyMatch>, String> {
        let mut table = match self.position {
            None => game.start(),
            Some(position) => game.at_position(position).map_err(|e| e.to_string())?,
        };
        for action in &self.play {
            table.play(action).map_err(|e| e.to_string())?;
        }
        Ok(table)
    }

    /// Returns all texts that the learner reads.
    pub fn words(&self) -> impl Iterator<Item = &'a str> {
        let of_task = |task: &Task<'a>| {
            let wrongs = task.wrongs.iter().map(|(_, text)| *text);
            [task.ask, task.hint, task.wrong].into_iter().chain(wrongs).collect::<Vec<_>>()
        };
        let tasks: Vec<&str> = self.tasks.iter().flat_map(of_task).collect();
        let all = [self.title].into_iter().chain(self.text.clone()).chain(tasks).chain([self.done]);
        all.filter(|words| !words.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) const WHOLE: &str = "\
# Two steps of a game that has steps.
game: nim(stones=5)

step: Look
text: Five stones lie there.
text: They are neutral.
mark: a1 a2
show: 2
winner: first

test: Take
text: Take some.
game: nim
position: ooo 1
play: 1
ask: Take one, then two.
accept: 1,2 2,any
wrong: Legal, but no.
wrong 3 4: That is too many: take fewer.
reply: 1,2
proof: win-2
ask: Anything.
accept: any
done: Good.
";

    #[test]
    fn a_task_accepts_any_of_its_solutions() {
        let lesson = Lesson::parse(WHOLE).unwrap();
        let check = |task: usize, made: &[&str]| {
            let task = &lesson.steps[1].tasks[task];
            let Accepted::Solutions(solutions) = &task.accepted else { panic!("solutions") };
            task.check_solutions(solutions, made)
        };
        assert_eq!(check(0, &["1"]), Feedback::Partial);
        assert_eq!(check(0, &["1", "2"]), Feedback::Done);
        assert_eq!(check(0, &["2", "7"]), Feedback::Done);
        assert_eq!(check(0, &["1", "1"]), Feedback::Wrong("Legal, but no."));
        assert_eq!(check(0, &["4"]), Feedback::Wrong("That is too many: take fewer."));
        assert_eq!(check(0, &[]), Feedback::Partial);
        assert_eq!(check(1, &["9"]), Feedback::Done);
    }

    #[test]
    fn everything_that_is_read_is_among_the_words() {
        let lesson = Lesson::parse(WHOLE).unwrap();
        let words: Vec<&str> = lesson.steps[1].words().collect();
        let expected = [
            "Take",
            "Take some.",
            "Take one, then two.",
            "Legal, but no.",
            "That is too many: take fewer.",
            "Anything.",
            "Good.",
        ];
        assert_eq!(words, expected);
    }
}
