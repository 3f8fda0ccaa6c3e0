//! `hexarium engine`: the engine protocol on standard input and output.

use std::cell::RefCell;
use std::io::{BufRead, Write};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use hexarium_games::registry::Games;
use hexarium_gtp::{EngineHost, Limit, Session};
use hexarium_kernel::{AnyGame, AnyMatch, GameCatalog, Interop};
use hexarium_search::{Analysis, Engine, Opponent};

use super::{open, read_text, within};
use crate::args::Set;
use crate::output::Outcome;
use crate::threads::{Deadline, MAX_THREADS, ThreadPool};

/// Maximum number of lines read ahead.
const READ_AHEAD: usize = 64;

pub(crate) fn run(game: Option<&str>, set: &Set, threads: usize) -> Outcome {
    within("--threads", threads, MAX_THREADS)?;
    let default = || Games.spec_for(Interop::Hex).map_or(Games.specs()[0].id, |spec| spec.id);
    let game = open(game.unwrap_or_else(default), set)?;
    let (sender, lines) = sync_channel(READ_AHEAD);
    // Lines are read in a separate thread, so that the next one can end an analysis.
    std::thread::spawn(move || read_lines(&sender));
    let inbox = Rc::new(RefCell::new(Inbox { lines, next: None }));
    let host = EngineThread { inbox: inbox.clone(), threads };
    let session = Session::new(&Games, game);
    let mut session = session.with_files(read_text).with_host(Box::new(host));
    let mut output = std::io::stdout();
    loop {
        let line = inbox.borrow_mut().take();
        let Some(line) = line else { break };
        let line = line.map_err(|error| format!("cannot read standard input: {error}"))?;
        let answer = session.line(&String::from_utf8_lossy(&line));
        // The controller has closed its end.
        if output.write_all(answer.text.as_bytes()).and_then(|()| output.flush()).is_err() || answer.quit {
            break;
        }
    }
    Ok(String::new())
}

type Line = std::io::Result<Vec<u8>>;

fn read_lines(sender: &SyncSender<Line>) {
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = input.read_until(b'\n', &mut line);
        let last = !matches!(read, Ok(1..));
        if matches!(read, Ok(0)) || sender.send(read.map(|_| line)).is_err() || last {
            break;
        }
    }
}

/// The queue of received lines.
struct Inbox {
    lines: Receiver<Line>,
    /// The next line, if already received.
    next: Option<Line>,
}

impl Inbox {
    /// Waits for the next line; `None` at the end of input.
    fn take(&mut self) -> Option<Line> {
        self.next.take().or_else(|| self.lines.recv().ok())
    }

    /// Whether a line or the end of input has arrived.
    fn has_news(&mut self) -> bool {
        if self.next.is_none() {
            match self.lines.try_recv() {
                Ok(line) => self.next = Some(line),
                Err(TryRecvError::Disconnected) => return true,
                Err(TryRecvError::Empty) => {}
            }
        }
        self.next.is_some()
    }

    fn wait(&mut self, time: Duration) {
        if self.next.is_none() {
            match self.lines.recv_timeout(time) {
                Ok(line) => self.next = Some(line),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
    }
}

/// The engine host of the session.
struct EngineThread {
    inbox: Rc<RefCell<Inbox>>,
    threads: usize,
}

impl EngineHost for EngineThread {
    fn engine(&self, game: &dyn AnyGame) -> Box<dyn Engine> {
        hexarium_engines::engine(game)
    }

    fn think(
        &mut self,
        engine: &mut dyn Engine,
        game: &dyn AnyMatch,
        opponent: &Opponent,
        limit: Limit,
    ) -> (Analysis, Duration) {
        let start = Instant::now();
        let inbox = &self.inbox;
        let mut stop =
            || limit.interruptible_after.is_some_and(|t| start.elapsed() >= t && inbox.borrow_mut().has_news());
        let deadline = Deadline::of(opponent.effort).within(limit.time);
        let mut threads = ThreadPool::new(self.threads, deadline, &mut stop);
        let analysis = engine.think_parallel(game, opponent, &mut threads);
        (analysis, start.elapsed())
    }

    fn interrupted(&mut self) -> bool {
        self.inbox.borrow_mut().has_news()
    }

    fn wait(&mut self, time: Duration) {
        self.inbox.borrow_mut().wait(time);
    }

    fn write(&mut self, text: &str) {
        let mut output = std::io::stdout();
        // A write error is handled with the next response.
        let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    }
}
