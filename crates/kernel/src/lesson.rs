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
//! hint: Touch the second stone from the right.
//! wrong: That is allowed, but it takes only one stone.
//! done: Three are left, and it is the other player's turn.
//! ```
//!
//! | key | what it says | how often |
//! |---|---|---|
//! | `step` | the title; begins a step | |
//! | `text` | a sentence or two | one to three a step |
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

use std::fmt;

use crate::{AnyGame, AnyMatch, Player, shortened};

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
    /// One to three paragraphs, each a sentence or two.
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

/// What is wrong with the text of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for LessonError {}

/// The most paragraphs of a step: who is shown a board wants to touch it, not to read.
const PARAGRAPHS: usize = 3;

const KEYS: &str = "step, text, game, position, play, mark, show, ask, accept, hint, wrong, reply, done";

impl<'a> Lesson<'a> {
    /// Reads a lesson.
    pub fn parse(text: &'a str) -> Result<Self, LessonError> {
        let mut draft = Draft::default();
        for (n, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                draft.read(n + 1, line).map_err(|reason| LessonError { line: n + 1, reason })?;
            }
        }
        draft.close()?;
        if draft.steps.is_empty() {
            return Err(LessonError { line: text.lines().count().max(1), reason: "there is no step".to_string() });
        }
        Ok(Self { steps: draft.steps })
    }
}

/// A lesson half read.
#[derive(Default)]
struct Draft<'a> {
    game: &'a str,
    steps: Vec<Step<'a>>,
    /// The step under way, and the line it began in.
    step: Option<(usize, Step<'a>)>,
    /// The line in which its last task began.
    task_line: usize,
}

impl<'a> Draft<'a> {
    fn read(&mut self, n: usize, line: &'a str) -> Result<(), String> {
        let (key, value) = line.split_once(':').ok_or_else(|| format!("'{}' is not 'key: value'", shortened(line)))?;
        let value = value.trim();
        if value.is_empty() {
            return Err(format!("'{}' says nothing", shortened(key)));
        }
        if key == "step" {
            self.close().map_err(|e| format!("the step before it, of line {}: {}", e.line, e.reason))?;
            self.step = Some((n, Step::new(value, self.game)));
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

    /// Ends the step under way.
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
    fn new(title: &'a str, game: &'a str) -> Self {
        Self {
            title,
            text: Vec::new(),
            game,
            position: None,
            play: Vec::new(),
            marks: Vec::new(),
            shows: Vec::new(),
            tasks: Vec::new(),
            done: "",
        }
    }
}

/// Puts the value of one line into the step.
fn fill<'a>(step: &mut Step<'a>, usual_game: &str, key: &'a str, value: &'a str) -> Result<(), String> {
    match key {
        "text" if step.text.len() == PARAGRAPHS => return Err(format!("a step has at most {PARAGRAPHS} texts")),
        "text" => step.text.push(value),
        "game" if step.game != usual_game => return Err("a second 'game' in one step".to_string()),
        "game" => step.game = value,
        "position" if step.position.is_some() => return Err("a second 'position' in one step".to_string()),
        "position" => step.position = Some(value),
        "play" => list(&mut step.play, key, value)?,
        "mark" => list(&mut step.marks, key, value)?,
        "show" => list(&mut step.shows, key, value)?,
        "done" => once(&mut step.done, key, value)?,
        "ask" => step.tasks.push(Task {
            ask: value,
            accepted: Accepted::Ways(Vec::new()),
            hint: "",
            wrong: "",
            wrongs: Vec::new(),
            reply: Vec::new(),
        }),
        _ => {
            let (word, actions) = key.split_once(' ').unwrap_or((key, ""));
            let known = ["accept", "hint", "reply"].contains(&key) || word == "wrong";
            match step.tasks.last_mut() {
                _ if !known => return Err(format!("unknown key '{}'; there are {KEYS}", shortened(key))),
                None => return Err(format!("'{word}' before any 'ask'")),
                Some(task) => fill_task(task, word, actions, value)?,
            }
        }
    }
    Ok(())
}

fn fill_task<'a>(task: &mut Task<'a>, key: &str, actions: &'a str, value: &'a str) -> Result<(), String> {
    match key {
        "accept" if task.accepted != Accepted::Ways(Vec::new()) => {
            return Err("a second 'accept' in one task".to_string());
        }
        "accept" if value == "win" => task.accepted = Accepted::Win,
        "accept" => {
            let wish = |action| if action == "any" { Wish::Any } else { Wish::Action(action) };
            let way = |way| Ok::<_, String>(actions_of(way)?.into_iter().map(wish).collect());
            task.accepted = Accepted::Ways(value.split_whitespace().map(way).collect::<Result<_, _>>()?);
        }
        "hint" => once(&mut task.hint, key, value)?,
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
fn once<'a>(slot: &mut &'a str, key: &str, value: &'a str) -> Result<(), String> {
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

/// Whether the last task of a step, if there is one, is whole.
fn check_task(step: &Step, line: usize) -> Result<(), String> {
    let Some(task) = step.tasks.last() else { return Ok(()) };
    if task.accepted == Accepted::Ways(Vec::new()) {
        return Err(format!("the task of line {line} accepts nothing; write 'accept: ' and actions, 'any' or 'win'"));
    }
    if task.wrong.is_empty() && !task.takes_anything() {
        return Err(format!("the task of line {line} has no 'wrong', the answer to other legal actions"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "\
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
    fn a_lesson_is_read_step_by_step() {
        let lesson = Lesson::parse(WHOLE).unwrap();
        let [look, take] = &lesson.steps[..] else { panic!("two steps") };
        assert_eq!((look.title, look.game, look.text.len()), ("Look", "nim(stones=5)", 2));
        assert_eq!((&look.marks[..], &look.shows[..], look.tasks.len()), (&["a1", "a2"][..], &["2"][..], 0));
        assert_eq!((take.game, take.position, &take.play[..]), ("nim", Some("ooo 1"), &["1"][..]));
        let ways = vec![vec![Wish::Action("1"), Wish::Action("2")], vec![Wish::Action("2"), Wish::Any]];
        assert_eq!(take.tasks[0].accepted, Accepted::Ways(ways));
        assert_eq!(take.tasks[0].wrongs, [(vec!["3", "4"], "That is too many: take fewer.")]);
        assert_eq!((&take.tasks[0].reply[..], take.done), (&["1", "2"][..], "Good."));
    }

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
    fn a_win_may_be_all_that_is_asked() {
        let text = "game: a\nstep: A\ntext: b\nask: c\naccept: win\nwrong: d\ndone: e";
        assert_eq!(Lesson::parse(text).unwrap().steps[0].tasks[0].accepted, Accepted::Win);
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
            ("game: a\nstep: A\nhint: b", "line 3: 'hint' before any 'ask'"),
            ("game: a\nstep: A\nmark: b\nmark: c", "line 4: a second 'mark' in one step"),
            (
                "game: a\nstep: A\ntetx: b",
                "line 3: unknown key 'tetx'; there are step, text, game, position, play, mark, show, ask, accept, hint, \
                 wrong, reply, done",
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
