//! Searches and the threads that run them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use hexarium_search::{Analysis, Engine, Opponent};
use hexarium_session::{Games, SearchRequest, SearchTask};

use crate::effect::Event;

/// The level of hints: limited by nodes, so that the same position gives the same hint.
pub(crate) const HINT_LEVEL: u8 = 7;

/// The time of a report.
const REPORT: Duration = Duration::from_millis(200);

/// The minimum time between an action and the engine's reply, so that both are seen.
const PACE: Duration = Duration::from_millis(250);

/// An engine with the game that it was made for. It keeps its tree between reports.
#[derive(Default)]
pub(crate) struct EngineCache(Option<(String, Box<dyn Engine>)>);

impl EngineCache {
    /// Runs a search while the condition holds.
    pub(crate) fn search(
        &mut self,
        games: Games,
        request: &SearchRequest,
        is_wanted: impl Fn() -> bool,
    ) -> Result<Analysis, String> {
        if self.0.as_ref().is_none_or(|(game, _)| *game != request.game) {
            let game = games.open_stored(&request.game).map_err(|e| e.to_string())?;
            self.0 = Some((request.game.clone(), hexarium_engines::engine(&*game)));
        }
        let Some((_, engine)) = &mut self.0 else { return Err("the engine is missing".to_string()) };
        let (opponent, time) = match request.task {
            SearchTask::Move(level) => (Opponent::level(level), None),
            SearchTask::Hint => (Opponent::level(HINT_LEVEL), None),
            SearchTask::Report | SearchTask::Evaluate => (Opponent::ENDLESS, Some(REPORT)),
        };
        let start = Instant::now();
        let mut condition = |_| is_wanted() && time.is_none_or(|time| start.elapsed() < time);
        Ok(engine.think(&*request.state, &opponent, &mut condition))
    }
}

/// An engine on its own thread. A new search, or a stop, ends the search under way.
pub(crate) struct EngineThread {
    requests: Sender<SearchRequest>,
    /// The id of the wanted search; 0 is none.
    wanted: Arc<AtomicU64>,
}

impl EngineThread {
    /// Starts a thread that sends results to the channel.
    pub(crate) fn start<T: From<Event> + Send + 'static>(games: Games, events: Sender<T>) -> Self {
        let (requests, inbox) = channel();
        let wanted = Arc::new(AtomicU64::new(0));
        let shared = wanted.clone();
        std::thread::spawn(move || work(games, &inbox, &shared, &|event| _ = events.send(event.into())));
        Self { requests, wanted }
    }

    /// Starts a search; its id comes back with the result.
    pub(crate) fn search(&self, request: SearchRequest) {
        self.wanted.store(request.id, Ordering::SeqCst);
        // The thread ends only with the program.
        let _ = self.requests.send(request);
    }

    /// Stops the search under way.
    pub(crate) fn stop(&self) {
        self.wanted.store(0, Ordering::SeqCst);
    }
}

fn work(games: Games, inbox: &Receiver<SearchRequest>, wanted: &AtomicU64, send: &dyn Fn(Event)) {
    let mut engine = EngineCache::default();
    while let Ok(request) = inbox.recv() {
        let id = request.id;
        let is_wanted = || wanted.load(Ordering::SeqCst) == id;
        if !is_wanted() {
            continue;
        }
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| engine.search(games, &request, is_wanted)));
        let result = result.unwrap_or_else(|_| {
            engine = EngineCache::default();
            Err("internal error in this position".to_string())
        });
        if matches!(request.task, SearchTask::Move(_)) {
            std::thread::sleep(PACE.saturating_sub(start.elapsed()));
        }
        if is_wanted() {
            send(Event::SearchFinished { id, result });
        }
    }
}

#[cfg(test)]
mod tests {
    use hexarium_games::registry::Games as AllGames;
    use hexarium_kernel::GameCatalog;
    use hexarium_session::EngineRole;

    use super::*;

    fn request(id: u64, game: &str, task: SearchTask) -> SearchRequest {
        let state = AllGames.open("hex(size=4)").unwrap().start();
        SearchRequest { id, role: EngineRole::Opponent, task, game: game.to_string(), setup: None, state }
    }

    fn start() -> (EngineThread, Receiver<Event>) {
        let (sender, receiver) = channel();
        (EngineThread::start(&AllGames, sender), receiver)
    }

    #[test]
    fn only_the_last_search_has_a_result() {
        let (engine, receiver) = start();
        engine.search(request(1, "hex(size=4)", SearchTask::Move(8)));
        engine.search(request(2, "hex(size=4)", SearchTask::Move(1)));
        let Event::SearchFinished { id: 2, result: Ok(analysis) } =
            receiver.recv_timeout(Duration::from_secs(60)).unwrap()
        else {
            panic!("the first search was replaced")
        };
        let legal = AllGames.open("hex(size=4)").unwrap().start().legal();
        assert!(legal.iter().any(|action| Some(&**action) == analysis.best()));
    }

    #[test]
    fn a_stopped_search_has_no_result() {
        let (engine, receiver) = start();
        engine.search(request(7, "hex(size=4)", SearchTask::Report));
        engine.stop();
        assert!(receiver.recv_timeout(Duration::from_secs(2)).is_err());
    }

    #[test]
    fn an_unknown_game_is_an_error_and_the_engine_continues() {
        let (engine, receiver) = start();
        engine.search(request(1, "nonsense", SearchTask::Hint));
        assert!(matches!(receiver.recv().unwrap(), Event::SearchFinished { id: 1, result: Err(_) }));
        engine.search(request(2, "hex(size=4)", SearchTask::Hint));
        assert!(matches!(receiver.recv().unwrap(), Event::SearchFinished { id: 2, result: Ok(_) }));
    }
}
