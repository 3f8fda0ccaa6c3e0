//! The turns of engines.

use hexarium_search::Analysis;

use super::online::HostedTurn;
use super::{GameController, Phase};
use crate::effect::{Effect, EngineRole, SearchRequest, SearchTask};
use crate::{GameSession, Notice, PlayerKind};

impl GameController {
    /// The level of the engine that is to move at the cursor.
    pub fn engine_to_move(&self) -> Option<u8> {
        match self.contest.kind(self.session.state().to_move()) {
            PlayerKind::Engine(level) if !self.is_over() => Some(level),
            _ => None,
        }
    }

    /// Whether the engine is to move and waits.
    pub fn engine_waits(&self) -> bool {
        self.phase == Phase::Idle && self.engine_to_move().is_some()
    }

    /// Lets the engine move at the cursor.
    pub fn resume_engine(&mut self) {
        self.paused = false;
        self.proceed();
    }

    /// Pauses the engine, or resumes it at the end of the line. Returns whether it is paused now;
    /// none if the engine is not to move.
    pub fn toggle_pause(&mut self) -> Option<bool> {
        self.engine_to_move()?;
        let from = self.session.cursor();
        self.session.to_end();
        self.paused = !self.paused;
        let paused = self.paused;
        self.stop();
        self.save_jump(from);
        self.proceed();
        Some(paused)
    }

    /// Lets the engine that is to move make one turn, and pauses it again.
    pub fn step(&mut self) {
        if self.engine_to_move().is_none() {
            return;
        }
        self.pauses_after_turn = true;
        if self.phase == Phase::Idle {
            self.paused = false;
            self.proceed();
        }
    }

    /// Whether the engine is to move and paused.
    pub fn is_paused(&self) -> bool {
        self.paused && self.engine_to_move().is_some()
    }

    /// Takes the result of a search. Results of stopped searches are ignored.
    pub fn finish_search(&mut self, id: u64, result: Result<Analysis, String>) {
        if self.search != Some(id) {
            return self.finish_analysis(id, result);
        }
        self.search = None;
        let best = result.and_then(|analysis| {
            let text = analysis.best().ok_or("the game is over")?;
            self.searched_state().parse(text).map_err(|e| e.to_string()).map(|action| (action, text.to_string()))
        });
        match best {
            Ok((_, text)) if self.hosted.is_some() => self.hosted_move(text),
            Ok((action, _)) => {
                self.phase = Phase::Idle;
                self.act(action);
            }
            Err(problem) => {
                (self.phase, self.paused, self.hosted) = (Phase::Idle, true, None);
                self.revision += 1;
                self.set_notice(Notice::EngineFailed(problem));
            }
        }
    }

    /// Starts the engine if it is to move and not paused.
    pub(super) fn proceed(&mut self) {
        match self.engine_to_move() {
            // In the middle of a line it waits until it is resumed.
            Some(level) if !self.paused && self.remote.is_none() => {
                self.phase = Phase::Thinking;
                self.search = Some(self.request(EngineRole::Opponent, SearchTask::Move(level), None));
            }
            _ => self.restart_analysis(),
        }
        self.revision += 1;
    }

    /// Asks for a search of the position at the cursor, or of another session.
    pub(super) fn request(&mut self, role: EngineRole, task: SearchTask, of: Option<&GameSession>) -> u64 {
        self.searches += 1;
        let session = of.unwrap_or(&self.session);
        self.effects.push(Effect::Search(SearchRequest {
            id: self.searches,
            role,
            task,
            game: session.game().canonical_id(),
            setup: session.start_position().map(str::to_string),
            state: session.state().copy(),
        }));
        self.searches
    }

    /// The state that the search of the opponent is about.
    pub(super) fn searched_state(&self) -> &dyn hexarium_kernel::AnyMatch {
        self.hosted.as_ref().map_or_else(|| self.session.state(), HostedTurn::state)
    }

    /// Stops searches and animations, and clears inputs and messages.
    pub(super) fn stop(&mut self) {
        self.animated = None;
        // An engine that plays for the host of a remote game continues.
        if self.hosted.is_none() && self.search.take().is_some() {
            self.effects.push(Effect::StopSearch(EngineRole::Opponent));
        }
        self.phase = Phase::Idle;
        self.analysis.reviewed = None;
        self.cancel_analysis();
        self.clear();
    }
}
