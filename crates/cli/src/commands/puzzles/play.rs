//! `hexarium puzzles play`: puzzles line by line.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use directories::ProjectDirs;
use hexarium_engines::puzzles::{refute, solution_line};
use hexarium_games::registry::{Games, spec};
use hexarium_kernel::{GameCatalog, art, shortened};
use hexarium_puzzles::{
    Attempt, Judgement, OpenPuzzle, Progress, Puzzle, PuzzleId, PuzzleList, PuzzleResult, Theme, daily_list,
    daily_puzzle, shipped,
};

use super::account::Account;
use super::write_file;
use crate::args::PuzzlesPlay;
use crate::output::Outcome;

const HELP: &str = "\
Enter a turn in notation, its actions separated by spaces or commas. Commands:
  board     show the board again
  solution  show the solution; a puzzle that is not solved counts as failed
  next      go to the next puzzle
  help      show this list
  quit      leave";

/// The file of the progress in the data folder.
const FILE: &str = "puzzles.txt";

/// The number of seconds of a day.
const DAY: u64 = 24 * 60 * 60;

pub(crate) fn run(arguments: &PuzzlesPlay) -> Outcome {
    let folder = ProjectDirs::from("", "", "hexarium").map(|folders| folders.data_dir().to_path_buf());
    let file = folder.as_ref().map(|folder| folder.join(FILE));
    let (account, progress) = match (&arguments.server, &arguments.token) {
        (Some(server), Some(token)) => {
            let (account, progress) = Account::open(server, token, folder.as_deref())?;
            (Some(account), progress)
        }
        _ => (None, read_progress(file.as_deref())?),
    };
    let day = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()) / DAY;
    let theme = arguments.theme.as_deref().map(parse_theme).transpose()?;
    let (list, daily) = choose_list(arguments, day)?;
    let first = match &arguments.id {
        Some(text) => {
            let id = PuzzleId::parse(text).and_then(|id| list.find(id));
            Some(id.ok_or_else(|| format!("unknown puzzle '{}'", shortened(text)))?.clone())
        }
        None => daily.then(|| daily_puzzle(day, &list).cloned()).flatten(),
    };
    let daily = first.as_ref().filter(|_| daily).map(|puzzle| puzzle.id);
    let mut session = Session { progress, file, account, day, daily };
    if let Some(id) = session.daily {
        let streak = session.progress.daily_streak(day);
        say(&format!("Puzzle of the day {id}. Days in a row: {}, best {}.", streak.current, streak.best))?;
    }
    let mut current = first;
    loop {
        let puzzle = match current.take() {
            Some(puzzle) => puzzle,
            None => match list.next(&session.progress, session.rating(&list), theme) {
                Some(puzzle) => puzzle.clone(),
                None => {
                    say("No more puzzles here.")?;
                    return Ok(String::new());
                }
            },
        };
        if !session.solve(&puzzle, arguments.plain)? || arguments.id.is_some() {
            return Ok(String::new());
        }
    }
}

/// Returns the puzzles to play, and whether they begin with the puzzle of the day.
fn choose_list(arguments: &PuzzlesPlay, day: u64) -> Result<(PuzzleList, bool), String> {
    let with_id = |id: &str| PuzzleId::parse(id);
    if let Some(game) = &arguments.game {
        let id = Games.open(game).map_err(|e| e.to_string())?.spec().id;
        let list = shipped(id);
        return match list.puzzles().is_empty() {
            true => Err(format!("no puzzles of {}", spec(id).map_or(id, |spec| spec.title))),
            false => Ok((list, false)),
        };
    }
    let lists: Vec<PuzzleList> = Games.specs().iter().map(|spec| shipped(spec.id)).collect();
    let lists: Vec<PuzzleList> = lists.into_iter().filter(|list| !list.puzzles().is_empty()).collect();
    if lists.is_empty() {
        return Err("this version has no puzzles".to_string());
    }
    if let Some(id) = &arguments.id {
        let found = with_id(id).and_then(|id| lists.into_iter().find(|list| list.find(id).is_some()));
        return Ok((found.ok_or_else(|| format!("unknown puzzle '{}'", shortened(id)))?, false));
    }
    let index = daily_list(day, lists.len());
    Ok((lists.into_iter().nth(index).unwrap_or_default(), arguments.theme.is_none()))
}

fn parse_theme(text: &str) -> Result<Theme, String> {
    let expected = "win-1 to win-9, defence, winning-move, biggest-take or connected";
    Theme::parse(text).ok_or_else(|| format!("unknown theme '{}': expected {expected}", shortened(text)))
}

/// A player at the terminal.
struct Session {
    progress: Progress,
    file: Option<PathBuf>,
    /// The account with the progress, if it is not in the file.
    account: Option<Account>,
    day: u64,
    daily: Option<PuzzleId>,
}

impl Session {
    fn rating(&self, list: &PuzzleList) -> f64 {
        let game = list.puzzles().first().map_or("", Puzzle::game_id);
        self.progress.rating(game).rating
    }

    /// Asks for turns until the puzzle is solved or left. Returns whether to go on.
    fn solve(&mut self, puzzle: &Puzzle, plain: bool) -> Result<bool, String> {
        let open = OpenPuzzle::open(puzzle, &Games).map_err(|e| e.to_string())?;
        let board = art::draw(open.game(), &*open.start());
        say(&format!("\n{} {}, rating {}\n", puzzle.game, puzzle.id, puzzle.rating()))?;
        say(&board)?;
        say(&open.task())?;
        loop {
            if !plain {
                print!("> ");
                std::io::stdout().flush().map_err(|e| e.to_string())?;
            }
            let mut line = String::new();
            if !matches!(std::io::stdin().lock().read_line(&mut line), Ok(1..)) {
                return Ok(false);
            }
            match line.trim() {
                "" => {}
                "quit" | "q" => return Ok(false),
                "next" => return Ok(true),
                "help" => say(HELP)?,
                "board" => {
                    say(&board)?;
                    say(&open.task())?;
                }
                "solution" => {
                    self.record(puzzle, false, None)?;
                    let line = solution_line(puzzle).unwrap_or_else(|_| puzzle.solutions.concat());
                    say(&format!("Solution: {}", line.join(" ")))?;
                }
                typed => {
                    let turn: Vec<String> =
                        typed.split([' ', ',']).filter(|action| !action.is_empty()).map(str::to_string).collect();
                    match open.play(&turn) {
                        Err(problem) => say(&format!("Not a legal turn: {problem}."))?,
                        Ok(state) if open.judge(&*state) == Judgement::Solved => {
                            self.record(puzzle, true, Some(turn))?;
                            self.say_solved(puzzle)?;
                            return Ok(true);
                        }
                        Ok(_) => {
                            self.record(puzzle, false, Some(turn.clone()))?;
                            say(&answer(puzzle, &turn))?;
                        }
                    }
                }
            }
        }
    }

    fn say_solved(&self, puzzle: &Puzzle) -> Result<(), String> {
        let (rating, streak) = (self.progress.rating(puzzle.game_id()), self.progress.streak());
        let first = self.progress.result(puzzle.id) == Some(PuzzleResult::Solved);
        let praise = if first { "Solved." } else { "Solved, after a wrong try." };
        let (current, best) = (streak.current, streak.best);
        say(&format!("{praise} Rating {:.0}, {current} in a row, best {best}.", rating.rating))
    }

    /// Records a try, or that the solution was shown, and stores the progress.
    fn record(&mut self, puzzle: &Puzzle, solved: bool, turn: Option<Vec<String>>) -> Result<(), String> {
        self.progress.record(puzzle, solved);
        let day = (solved && self.daily == Some(puzzle.id)).then_some(self.day);
        if let Some(day) = day {
            self.progress.record_daily(day);
        }
        let Some(account) = &mut self.account else {
            return self.file.as_ref().map_or(Ok(()), |file| write_file(file, &self.progress.write()));
        };
        match account.record(Attempt { puzzle: puzzle.id, turn, day }) {
            Ok(progress) => self.progress = progress,
            Err(problem) => eprintln!("hexarium: note: {problem}; the attempt is kept and sent later"),
        }
        Ok(())
    }
}

/// Returns the answer to a wrong turn.
fn answer(puzzle: &Puzzle, turn: &[String]) -> String {
    match refute(puzzle, turn) {
        Ok(refutation) if refutation.line.is_empty() => format!("Wrong. {}", refutation.reason.sentence()),
        Ok(refutation) => {
            let shown = if refutation.is_better { "Better" } else { "Reply" };
            format!("Wrong. {} {shown}: {}", refutation.reason.sentence(), refutation.line.join(" "))
        }
        Err(_) => "Wrong.".to_string(),
    }
}

/// Reads the stored progress; none is an empty one.
fn read_progress(file: Option<&Path>) -> Result<Progress, String> {
    let Some(file) = file.filter(|file| file.exists()) else { return Ok(Progress::default()) };
    let problem = |e: &dyn std::fmt::Display| format!("{}: {e}", file.display());
    let text = std::fs::read_to_string(file).map_err(|e| problem(&e))?;
    Progress::parse(&text).map_err(|e| problem(&e))
}

/// Prints a line at once, so that a program at the other end of a pipe sees it.
fn say(text: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", text.trim_end()).and_then(|()| out.flush()).map_err(|e| format!("cannot write: {e}"))
}
