//! Lessons: the rules of a game as short steps with boards one can touch.
//!
//! A lesson is a plain text of lines `key: value`. Blank lines and lines that begin with `#` are for its author. `game` before the first
//! step is the game of every step that names none of its own.
//!
//! ```text
//! game: nim
//!
//! step: Taking stones
//! text: On your turn you take one stone or two, from the right.
//! position: ooooo..... 1
//! ask: Take two stones.
//! accept: 2
//! hint: Input the second stone from the right.
//! wrong: That is allowed, but it takes only one stone.
//! done: Three are left, and it is the other player's turn.
//! ```
//!
//! | key | what it says | how often |
//! |---|---|---|
//! | `step` | the title; begins a step | |
//! | `text` | a sentence | one to three a step |
//! | `game` | game and options of this step | at most once |
//! | `position` | where the step begins, if not at the start of the game | at most once |
//! | `play` | actions that lead on from there | at most once |
//! | `mark` | cells to look at | at most once |
//! | `show` | actions whose stories are drawn on the board, though none of them is made | at most once |
//! | `ask` | what the learner is to do; begins a task | a step may have several, or none |
//! | `accept` | what fulfils the task: ways with a space between them, the actions of a way joined by commas; `any` stands for any action. Or just `win`: whatever wins within the turn | once a task |
//! | `hint` | help for those who ask for it | at most once a task |
//! | `wrong` | the answer to a legal action that is not accepted | once a task, unless every action is accepted |
//! | `wrong ACTION…` | a better answer to certain actions | any number |
//! | `reply` | the opponent's actions after it, joined by commas | at most once a task |
//! | `done` | what is said at the end | once in a step with a task |

mod parse;

use crate::{AnyGame, AnyMatch, Player};

pub use parse::LessonError;

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson<'a> {
    /// Its steps; there is at least one.
    pub steps: Vec<Step<'a>>,
}

/// A board with something to read, and perhaps something to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<'a> {
    /// The heading.
    pub title: &'a str,
    /// One to three sentences.
    pub text: Vec<&'a str>,
    /// The game text, options included.
    pub game: &'a str,
    /// The position it begins with; `None` for the start of the game.
    pub position: Option<&'a str>,
    /// Actions played from there before the learner sees the board.
    pub play: Vec<&'a str>,
    /// Labels of cells to look at.
    pub marks: Vec<&'a str>,
    /// Actions whose stories are drawn on the board.
    pub shows: Vec<&'a str>,
    /// What the learner is to do, one after the other; empty in a step that is only looked at.
    pub tasks: Vec<Task<'a>>,
    /// What is said when the last task is fulfilled.
    pub done: &'a str,
}

/// Something to do on the board of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task<'a> {
    /// What is asked.
    pub ask: &'a str,
    /// What fulfils it.
    pub accepted: Accepted<'a>,
    /// Help for those who ask for it; may be empty.
    pub hint: &'a str,
    /// The answer to a legal action that belongs to no way; empty where there is none.
    pub wrong: &'a str,
    /// Better answers to certain actions.
    pub wrongs: Vec<(Vec<&'a str>, &'a str)>,
    /// The opponent's actions that follow.
    pub reply: Vec<&'a str>,
}

/// What fulfils a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Accepted<'a> {
    /// One of these sequences of actions.
    Ways(Vec<Vec<Wish<'a>>>),
    /// To win the game within the turn.
    Win,
}

/// What is wished for at one place of a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish<'a> {
    /// Whatever is legal.
    Any,
    /// This action.
    Action(&'a str),
}

/// What a lesson says to the actions made so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer<'a> {
    /// The task is fulfilled.
    Done,
    /// So far, so good: the task goes on.
    Going,
    /// The last action was legal but not asked for, and this is said about it. It should be taken back.
    Wrong(&'a str),
}

impl Wish<'_> {
    fn grants(self, action: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Action(wished) => wished == action,
        }
    }
}

impl<'a> Task<'a> {
    /// What to say when the learner has made these legal actions since the task was set; all but the last were found right.
    /// `table` is the match after them.
    pub fn judge<S: AsRef<str>>(&self, made: &[S], table: &dyn AnyMatch, learner: Player) -> Answer<'a> {
        match &self.accepted {
            Accepted::Ways(ways) => self.judge_ways(ways, made),
            Accepted::Win => match table.verdict() {
                Some(verdict) if verdict.outcome.winner == Some(learner) => Answer::Done,
                None if can_win(&mut *table.copy(), learner, FURTHER_ACTIONS) => Answer::Going,
                _ => self.wrong_answer(made),
            },
        }
    }

    /// The actions that are wished for next by name, after these have been made.
    pub fn next<S: AsRef<str>>(&self, made: &[S]) -> Vec<&'a str> {
        let Accepted::Ways(ways) = &self.accepted else { return Vec::new() };
        let follows = |way: &&Vec<Wish>| made.iter().zip(way.iter()).all(|(action, wish)| wish.grants(action.as_ref()));
        let next = |way: &Vec<Wish<'a>>| match way.get(made.len()) {
            Some(Wish::Action(action)) => Some(*action),
            _ => None,
        };
        ways.iter().filter(follows).filter_map(next).collect()
    }

    fn judge_ways<S: AsRef<str>>(&self, ways: &[Vec<Wish>], made: &[S]) -> Answer<'a> {
        let follows = |way: &&Vec<Wish>| {
            made.len() <= way.len() && made.iter().zip(way.iter()).all(|(action, wish)| wish.grants(action.as_ref()))
        };
        let mut ways = ways.iter().filter(follows).peekable();
        if ways.peek().is_none() {
            return self.wrong_answer(made);
        }
        if ways.any(|way| way.len() == made.len()) { Answer::Done } else { Answer::Going }
    }

    fn wrong_answer<S: AsRef<str>>(&self, made: &[S]) -> Answer<'a> {
        let last = made.last().map_or("", AsRef::as_ref);
        let certain = self.wrongs.iter().find(|(actions, _)| actions.contains(&last));
        Answer::Wrong(certain.map_or(self.wrong, |(_, text)| text))
    }

    /// Whether no action can be wrong.
    fn takes_anything(&self) -> bool {
        let Accepted::Ways(ways) = &self.accepted else { return false };
        ways.iter().any(|way| way.iter().all(|wish| *wish == Wish::Any))
    }
}

/// How many more actions of a turn are looked at for a win: enough for small positions, and quick in all.
const FURTHER_ACTIONS: u8 = 2;

/// Whether the player can win before somebody else is to move.
fn can_win(table: &mut dyn AnyMatch, player: Player, actions: u8) -> bool {
    if actions == 0 || table.to_move() != player {
        return false;
    }
    table.legal().iter().any(|action| {
        if table.play(action).is_err() {
            return false;
        }
        let wins = match table.verdict() {
            Some(verdict) => verdict.outcome.winner == Some(player),
            None => can_win(table, player, actions - 1),
        };
        table.undo();
        wins
    })
}

impl<'a> Step<'a> {
    /// The match that the learner finds on the board, in the game of this step.
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

    /// Everything in it that is read by the learner.
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
text: Nobody owns them.
mark: a1 a2
show: 2

step: Take
text: Take some.
game: nim
position: ooo 1
play: 1
ask: Take one, then two.
accept: 1,2 2,any
wrong: Legal, but no.
wrong 3 4: That is too many: take fewer.
reply: 1,2
ask: Anything.
accept: any
done: Good.
";

    #[test]
    fn a_task_goes_on_along_any_of_its_ways() {
        let lesson = Lesson::parse(WHOLE).unwrap();
        let judge = |task: usize, made: &[&str]| {
            let task = &lesson.steps[1].tasks[task];
            let Accepted::Ways(ways) = &task.accepted else { panic!("ways") };
            task.judge_ways(ways, made)
        };
        assert_eq!(judge(0, &["1"]), Answer::Going);
        assert_eq!(judge(0, &["1", "2"]), Answer::Done);
        assert_eq!(judge(0, &["2", "7"]), Answer::Done);
        assert_eq!(judge(0, &["1", "1"]), Answer::Wrong("Legal, but no."));
        assert_eq!(judge(0, &["4"]), Answer::Wrong("That is too many: take fewer."));
        assert_eq!(judge(0, &[]), Answer::Going);
        assert_eq!(judge(1, &["9"]), Answer::Done);
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
