//! The puzzles of the app: files that are loaded when they are needed, and the progress of the
//! player, a text in the local storage.
//!
//! With an account the progress is that of the server. Every attempt that changes it is stored
//! until the server has received it, so that puzzles solved without a connection or before signing
//! in count as well.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexarium_kernel::GameSpec;
use hexarium_puzzles::{
    Attempt, Attempts, Progress, Puzzle, PuzzleId, PuzzleList, PuzzleResult, Theme, daily_list, daily_puzzle,
};
use hexarium_wire::http::{PuzzleAttempt, PuzzleAttempts, PuzzleProgress};
use hexarium_worker::{Job, JobResult};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser;
use crate::engine::EngineWorker;
use crate::games;
use crate::language::tr;
use crate::messages::{fill, text};
use crate::online;

/// The key of the progress.
const KEY: &str = "puzzles";

/// The key of the attempts that the server has not received.
const ATTEMPTS: &str = "puzzle-attempts";

/// The path of the puzzle results on the server.
const PATH: &str = "me/puzzles";

/// The number of attempts that are sent at once.
const BATCH: usize = 20;

/// The milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// The puzzles and the progress of the player. Copies are the same.
#[derive(Clone, Copy)]
pub(crate) struct Puzzles {
    /// The files that are loaded, by the id of their game.
    lists: StoredValue<BTreeMap<&'static str, Arc<PuzzleList>>>,
    stored: RwSignal<StoredProgress>,
    worker: StoredValue<EngineWorker, LocalStorage>,
    /// The id of the account whose progress this is.
    account: RwSignal<Option<String>>,
    is_sending: StoredValue<bool>,
}

/// The progress, and how it is stored.
#[derive(Clone, Default)]
struct StoredProgress {
    progress: Progress,
    /// The text that was last seen in the storage.
    text: Option<String>,
    problem: Option<Problem>,
}

impl StoredProgress {
    /// Stores the progress, unless that would replace a text that cannot be read.
    fn save(&mut self) {
        if matches!(self.problem, Some(Problem::Unreadable(_))) {
            return;
        }
        let text = self.progress.write();
        let is_stored = browser::store(KEY, &text);
        self.problem = (!is_stored).then_some(Problem::Unsaved);
        if is_stored {
            self.text = Some(text);
        }
    }
}

/// The attempts that the server has not received; none if they cannot be read.
fn load_attempts() -> Option<Attempts> {
    browser::load(ATTEMPTS).map_or_else(|| Some(Attempts::default()), |text| Attempts::parse(&text).ok())
}

/// A problem with the stored progress.
#[derive(Clone)]
enum Problem {
    /// It cannot be read, for this reason; it is not changed.
    Unreadable(String),
    /// It cannot be written.
    Unsaved,
}

/// The address of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PuzzleAddress {
    /// The puzzle of the day.
    Daily,
    /// The puzzle with an id, and the theme of those that follow, if one is named.
    Id { id: String, theme: String },
    /// The next puzzle of a game, with a theme if one is named.
    Next { game: String, theme: String },
}

/// A puzzle that was found at an address.
#[derive(Clone)]
pub(crate) enum Found {
    /// The puzzle, and the theme of those that follow.
    Puzzle(Box<Puzzle>, Option<Theme>),
    /// All puzzles of the address have a result.
    NoneLeft,
}

/// The games that have puzzles.
pub(crate) fn puzzle_games() -> Vec<&'static GameSpec> {
    games().specs().iter().copied().filter(|spec| hexarium_puzzles::GAMES.contains(&spec.id)).collect()
}

/// The day in UTC, counted since 1 January 1970.
pub(crate) fn today() -> u64 {
    browser::time() / DAY
}

impl Puzzles {
    /// Reads the progress.
    pub(crate) fn open() -> Self {
        let puzzles = Self {
            lists: StoredValue::default(),
            stored: RwSignal::default(),
            worker: StoredValue::new_local(EngineWorker::default()),
            account: RwSignal::new(None),
            is_sending: StoredValue::new(false),
        };
        puzzles.refresh();
        puzzles
    }

    /// Reads the progress again, which another tab may have changed.
    pub(crate) fn refresh(self) {
        let text = browser::load(KEY);
        if self.stored.with_untracked(|stored| stored.text == text) {
            return;
        }
        let (progress, problem) = match text.as_deref().map(Progress::parse) {
            None => (Progress::default(), None),
            Some(Ok(progress)) => (progress, None),
            Some(Err(error)) => (Progress::default(), Some(Problem::Unreadable(error.to_string()))),
        };
        self.stored.set(StoredProgress { progress, text, problem });
    }

    /// Reads the progress and follows its changes.
    pub(crate) fn progress<T>(self, read: impl FnOnce(&Progress) -> T) -> T {
        self.stored.with(|stored| read(&stored.progress))
    }

    /// The problem with the stored progress in words, and whether it is there but unreadable.
    pub(crate) fn problem(self) -> Option<(String, bool)> {
        self.stored.with(|stored| match stored.problem.as_ref()? {
            Problem::Unreadable(reason) => Some((fill(text().progress_unreadable, &[("reason", &tr(reason))]), true)),
            Problem::Unsaved => Some((text().progress_unsaved.to_string(), false)),
        })
    }

    /// The text in the storage, whatever it is.
    pub(crate) fn stored_text(self) -> String {
        self.stored.with_untracked(|stored| stored.text.clone().unwrap_or_default())
    }

    /// Deletes the stored progress.
    pub(crate) fn start_over(self) {
        browser::remove(KEY);
        self.refresh();
        self.synchronise();
    }

    /// Records a try by its turn, or without one if the solution was shown, and the day if it
    /// solves the puzzle of that day.
    pub(crate) fn record(self, puzzle: &Puzzle, solved: bool, turn: Option<Vec<String>>, day: Option<u64>) {
        self.refresh();
        let day = day.filter(|_| solved);
        let is_new = self.stored.with_untracked(|StoredProgress { progress, .. }| {
            let is_news = match progress.result(puzzle.id) {
                None => true,
                Some(PuzzleResult::Failed) => solved,
                Some(_) => false,
            };
            is_news || day.is_some_and(|day| !progress.is_daily_solved(day))
        });
        if is_new {
            self.change_attempts(|attempts| attempts.push(Attempt { puzzle: puzzle.id, turn, day }));
        }
        self.stored.update(|stored| {
            stored.progress.record(puzzle, solved);
            if let Some(day) = day {
                stored.progress.record_daily(day);
            }
            stored.save();
        });
        self.synchronise();
    }

    /// Follows the account, which may be another one or none.
    pub(crate) fn set_account(self, account: Option<String>) {
        if self.account.with_untracked(|known| *known != account) {
            self.account.set(account);
        }
        self.synchronise();
    }

    /// Whether the progress is that of an account.
    pub(crate) fn is_in_account(self) -> bool {
        self.account.with(Option::is_some)
    }

    /// Sends the attempts that the account has not received, then takes over its progress. Without
    /// an answer they are sent again at the next opportunity; receiving them twice changes nothing.
    pub(crate) fn synchronise(self) {
        if self.account.with_untracked(Option::is_none) || self.is_sending.get_value() {
            return;
        }
        self.is_sending.set_value(true);
        spawn_local(async move {
            while self.send_batch().await {}
            self.is_sending.set_value(false);
        });
    }

    /// Sends some attempts. Returns whether there are more to send.
    async fn send_batch(self) -> bool {
        let account = self.account.get_untracked();
        let mut batch = load_attempts().unwrap_or_default().list().to_vec();
        batch.truncate(BATCH);
        let response: Result<PuzzleProgress, _> = if batch.is_empty() {
            online::get(PATH).await
        } else {
            let attempt = |attempt: &Attempt| PuzzleAttempt {
                puzzle: attempt.puzzle.to_string(),
                turn: attempt.turn.clone(),
                day: attempt.day,
            };
            online::post(PATH, &PuzzleAttempts { attempts: batch.iter().map(attempt).collect() }).await
        };
        let Ok(response) = response else { return false };
        response.rejected.iter().for_each(|rejected| browser::warn(&rejected.error.message));
        self.change_attempts(|attempts| attempts.remove(&batch));
        let is_complete = load_attempts().is_none_or(|attempts| attempts.list().is_empty());
        if self.account.with_untracked(|known| *known != account) {
            return self.account.with_untracked(Option::is_some);
        }
        if is_complete && let Ok(progress) = Progress::parse(&response.progress) {
            self.refresh();
            self.stored.update(|stored| {
                if !matches!(stored.problem, Some(Problem::Unreadable(_))) {
                    stored.progress = progress;
                    stored.save();
                }
            });
        }
        !is_complete
    }

    /// Changes the stored attempts; those of a newer version stay as they are.
    fn change_attempts(self, change: impl FnOnce(&mut Attempts)) {
        if let Some(mut attempts) = load_attempts() {
            change(&mut attempts);
            if attempts.list().is_empty() {
                browser::remove(ATTEMPTS);
            } else {
                browser::store(ATTEMPTS, &attempts.write());
            }
        }
    }

    /// The puzzles of a game, loaded on first use; none if they cannot be loaded.
    pub(crate) async fn list(self, game: &'static str) -> Option<Arc<PuzzleList>> {
        if let Some(list) = self.lists.with_value(|lists| lists.get(game).cloned()) {
            return Some(list);
        }
        let text = browser::fetch_text(&format!("./puzzles/{game}.txt")).await?;
        match PuzzleList::parse(&text) {
            Ok(list) => {
                let list = Arc::new(list);
                self.lists.update_value(|lists| _ = lists.insert(game, list.clone()));
                Some(list)
            }
            Err(error) => {
                browser::warn(&error.to_string());
                None
            }
        }
    }

    /// The puzzle of a day; none if it cannot be loaded.
    pub(crate) async fn daily(self, day: u64) -> Option<Puzzle> {
        let games = puzzle_games();
        let spec = games.get(daily_list(day, games.len().max(1)))?;
        daily_puzzle(day, &*self.list(spec.id).await?).cloned()
    }

    /// Finds the puzzle of an address, or the reason why there is none.
    pub(crate) async fn find(self, address: PuzzleAddress) -> Result<Found, String> {
        let missing = || text().puzzles_missing.to_string();
        match address {
            PuzzleAddress::Daily => {
                let puzzle = self.daily(today()).await.ok_or_else(missing)?;
                Ok(Found::Puzzle(Box::new(puzzle), None))
            }
            PuzzleAddress::Id { id, theme } => {
                let unknown = fill(text().no_puzzle, &[("id", &id)]);
                let Some(id) = PuzzleId::parse(&id) else { return Err(unknown) };
                let mut is_complete = true;
                for spec in puzzle_games() {
                    let list = self.list(spec.id).await;
                    if let Some(puzzle) = list.as_ref().and_then(|list| list.find(id)) {
                        return Ok(Found::Puzzle(Box::new(puzzle.clone()), Theme::parse(&theme)));
                    }
                    is_complete &= list.is_some();
                }
                Err(if is_complete { unknown } else { missing() })
            }
            PuzzleAddress::Next { game, theme } => {
                let spec = games().spec(&game).map_err(|e| tr(&e.to_string()))?;
                if !puzzle_games().iter().any(|known| known.id == spec.id) {
                    return Err(fill(text().no_puzzles, &[("game", spec.title)]));
                }
                let list = self.list(spec.id).await.ok_or_else(missing)?;
                let wanted = Theme::parse(&theme);
                if !theme.is_empty() && !list.puzzles().iter().any(|puzzle| Some(puzzle.theme) == wanted) {
                    return Err(fill(text().no_theme, &[("game", spec.title), ("theme", &theme)]));
                }
                let rating = self.stored.with_untracked(|stored| stored.progress.rating(spec.id).rating);
                let next = self.stored.with_untracked(|stored| list.next(&stored.progress, rating, wanted).cloned());
                Ok(next.map_or(Found::NoneLeft, |puzzle| Found::Puzzle(Box::new(puzzle), wanted)))
            }
        }
    }

    /// Starts a job of the engine worker; a job under way is stopped.
    pub(crate) fn start(self, job: Job, then: impl FnOnce(Result<JobResult, String>) + 'static) {
        self.worker.with_value(|worker| worker.start(job, Box::new(then)));
    }

    /// Stops the job under way.
    pub(crate) fn stop(self) {
        self.worker.with_value(EngineWorker::stop);
    }
}
