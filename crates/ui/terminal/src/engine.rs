//! The engine: what it is asked, and a thread of its own for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use hexarium_kernel::AnyMatch;
use hexarium_search::{Analysis, Opponent};

use crate::errand::Answer;
use crate::open;

/// The level that gives hints: strong, by nodes and not by time, so that the same question has the same answer.
pub(crate) const HINT_LEVEL: u8 = 7;

/// Between two reports of a study, and how many there are before the engine rests: half a minute.
const REPORT: Duration = Duration::from_millis(200);
const REPORTS: u32 = 150;

/// The least time between an action and the engine's answer, so that both are seen.
const PACE: Duration = Duration::from_millis(250);

/// What an opponent thinks of a position, while the watch lets it.
pub(crate) fn think(
    game: &str,
    state: &dyn AnyMatch,
    opponent: &Opponent,
    mut go_on: impl FnMut() -> bool,
) -> Result<Analysis, String> {
    Ok(hexarium_engines::engine(&*open(game)?).think(state, opponent, &mut |_| go_on()))
}

/// What the engine is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// Choose an action at a level.
    Choose(u8),
    /// Say what it would do.
    Hint,
    /// Say again and again what it thinks.
    Study,
}

struct Job {
    round: u64,
    game: String,
    state: Box<dyn AnyMatch>,
    task: Task,
}

/// An engine that thinks beside everything else. It does one thing at a time; another question, or none, ends what it does.
pub(crate) struct Engine {
    jobs: Sender<Job>,
    /// The round that somebody waits for; 0 is none.
    wanted: Arc<AtomicU64>,
}

impl Engine {
    /// An engine that hands its answers to somebody.
    pub(crate) fn start<T: From<Answer> + Send + 'static>(answers: Sender<T>) -> Self {
        let (jobs, inbox) = channel();
        let wanted = Arc::new(AtomicU64::new(0));
        let shared = wanted.clone();
        std::thread::spawn(move || work(&inbox, &shared, &|answer| answers.send(answer.into()).is_ok()));
        Self { jobs, wanted }
    }

    /// Asks for something; the round comes back with the answer.
    pub(crate) fn ask(&self, round: u64, game: String, state: Box<dyn AnyMatch>, task: Task) {
        self.wanted.store(round, Ordering::SeqCst);
        // A thread that has ended answers nothing, and that is said elsewhere.
        let _ = self.jobs.send(Job { round, game, state, task });
    }

    /// Nobody waits any more.
    pub(crate) fn halt(&self) {
        self.wanted.store(0, Ordering::SeqCst);
    }
}

fn work(inbox: &Receiver<Job>, wanted: &AtomicU64, tell: &dyn Fn(Answer) -> bool) {
    while let Ok(job) = inbox.recv() {
        if wanted.load(Ordering::SeqCst) != job.round {
            continue;
        }
        let done = catch_unwind(AssertUnwindSafe(|| carry_out(&job, wanted, tell)));
        let problem = match done {
            Ok(Ok(())) => continue,
            Ok(Err(problem)) => problem,
            Err(_) => "it stumbled over this position".to_string(),
        };
        tell(Answer::Failed { round: job.round, problem });
    }
}

fn carry_out(job: &Job, wanted: &AtomicU64, tell: &dyn Fn(Answer) -> bool) -> Result<(), String> {
    let (round, start) = (job.round, Instant::now());
    let is_wanted = || wanted.load(Ordering::SeqCst) == round;
    let best = |level: u8| {
        let analysis = think(&job.game, &*job.state, &Opponent::level(level), is_wanted)?;
        analysis.best().map(str::to_string).ok_or_else(|| "the game is over".to_string())
    };
    match job.task {
        Task::Choose(level) => {
            let action = best(level)?;
            std::thread::sleep(PACE.saturating_sub(start.elapsed()));
            tell(Answer::Chosen { round, action });
        }
        Task::Hint => {
            tell(Answer::Hint { round, action: best(HINT_LEVEL)? });
        }
        Task::Study => {
            let mut thinker = hexarium_engines::engine(&*open(&job.game)?);
            for _ in 0..REPORTS {
                let until = Instant::now() + REPORT;
                let mut watch = |_| is_wanted() && Instant::now() < until;
                let analysis = thinker.think(&*job.state, &Opponent::ENDLESS, &mut watch);
                let settled = analysis.lines.first().is_none_or(|line| line.proof.is_some());
                if !is_wanted() || !tell(Answer::Studied { round, analysis }) || settled {
                    break;
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(tasks: &[(u64, Task)]) -> (Engine, Receiver<Answer>) {
        let (sender, receiver) = channel();
        let engine = Engine::start(sender);
        let game = open("hex(size=4)").unwrap();
        for (round, task) in tasks {
            engine.ask(*round, game.canonical_id(), game.start(), *task);
        }
        (engine, receiver)
    }

    #[test]
    fn only_the_last_question_is_answered() {
        let (_engine, receiver) = answers(&[(1, Task::Study), (2, Task::Choose(1))]);
        loop {
            match receiver.recv_timeout(Duration::from_secs(60)).unwrap() {
                Answer::Chosen { round, action } => {
                    assert_eq!(round, 2);
                    assert!(open("hex(size=4)").unwrap().start().legal().contains(&action));
                    break;
                }
                Answer::Studied { round: 1, .. } => {}
                _ => panic!("nothing else was asked"),
            }
        }
    }

    #[test]
    fn a_study_reports_until_nobody_waits() {
        let (engine, receiver) = answers(&[(7, Task::Study)]);
        let Answer::Studied { round: 7, analysis } = receiver.recv_timeout(Duration::from_secs(60)).unwrap() else {
            panic!("a study reports what it thinks");
        };
        assert!(!analysis.lines.is_empty());
        engine.halt();
        while receiver.recv_timeout(Duration::from_secs(2)).is_ok() {}
    }

    #[test]
    fn a_game_that_does_not_exist_is_no_end_of_the_engine() {
        let (engine, receiver) = answers(&[]);
        let state = open("hex(size=4)").unwrap().start();
        engine.ask(1, "nonsense".to_string(), state.copy(), Task::Hint);
        assert!(matches!(receiver.recv().unwrap(), Answer::Failed { round: 1, .. }));
        engine.ask(2, "hex(size=4)".to_string(), state, Task::Hint);
        assert!(matches!(receiver.recv().unwrap(), Answer::Hint { round: 2, .. }));
    }
}
