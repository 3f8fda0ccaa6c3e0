//! The controller of a remote game: the glue between board and [`RemoteGame`].

use hexarium_formats::Ending;
use hexarium_kernel::{AnyMatch, Flow, Player};
use hexarium_room::Room;
use hexarium_wire::{
    ClientMessage, EndCause, EngineLocation, EngineSeat, Event, GameCommand, Participant, ServerMessage, Side,
};

use super::{GameController, Phase, Preferences};
use crate::effect::{Effect, EngineRole, SearchRequest, SearchTask};
use crate::remote::{BoardChange, RemoteGame, SyncState};
use crate::{Contest, GameSession, Notice, PlayerKind, words};

/// A turn that an engine here finds for a remote game.
pub(super) struct HostedTurn {
    /// The number of turns before it.
    number: usize,
    key: String,
    level: u8,
    state: Box<dyn AnyMatch>,
    actions: Vec<String>,
    is_complete: bool,
}

impl HostedTurn {
    pub(super) fn state(&self) -> &dyn AnyMatch {
        &*self.state
    }
}

impl GameController {
    /// A remote game. `session` is shown until the first snapshot arrives; `new_key` makes a key
    /// that was never used before.
    pub fn remote_game(
        session: GameSession,
        game: RemoteGame,
        preferences: Preferences,
        new_key: fn() -> String,
    ) -> Self {
        let mut controller = Self::unsaved(session, Contest::remote(None), preferences);
        controller.effects.push(Effect::Send(game.subscription()));
        (controller.remote, controller.new_key) = (Some(game), new_key);
        controller
    }

    /// Takes a message of the server. `host` is the id of this client's user, if this client runs
    /// the engines of the games that the user hosts.
    pub fn receive(&mut self, message: ServerMessage, host: Option<&str>) {
        let Some(remote) = &mut self.remote else { return };
        self.revision += 1;
        let mut changes = remote.receive(message);
        while let Some(change) = changes.pop_front() {
            self.apply(change);
        }
        self.host_engine(host);
    }

    /// Requests all events since the last known one, and resends commands without a response.
    pub fn connected(&mut self) {
        let Some(remote) = &self.remote else { return };
        self.effects.push(Effect::Send(remote.subscription()));
        self.effects.extend(remote.resend().map(Effect::Send));
    }

    /// Leaves the remote game. A turn that is being animated is sent.
    pub fn leave(&mut self) {
        self.finish_animation();
        if let Some(remote) = &self.remote {
            self.effects.push(Effect::Send(ClientMessage::Unsubscribe { game: remote.id().to_string() }));
        }
        self.hosted = None;
        self.stop();
        self.remote = None;
    }

    /// Sends a command other than a turn.
    pub fn send_command(&mut self, command: GameCommand) {
        let Some(remote) = &mut self.remote else { return };
        self.notice = None;
        self.effects.push(Effect::Send(remote.send_command((self.new_key)(), command)));
    }

    fn apply(&mut self, change: BoardChange) {
        match change {
            BoardChange::Advance => self.advance(),
            BoardChange::Reset => self.reset_board(),
            BoardChange::End(ending) => {
                self.finish_animation();
                self.session.set_ending(ending);
            }
            BoardChange::Announce(event) => self.announce_event(&event),
            BoardChange::StorePending => self.store_pending(),
            BoardChange::Rejected(reason) => self.set_notice(Notice::TurnRejected(reason)),
            BoardChange::Notice(text) => self.set_notice(Notice::Text(words::sentence(&text))),
            BoardChange::Send(message) => self.effects.push(Effect::Send(message)),
            BoardChange::SetClock(now) => self.effects.push(Effect::SetClock(now)),
            BoardChange::OpenGame(id) => self.effects.push(Effect::OpenGame(id)),
        }
    }

    /// Shows the confirmed actions that the board lacks, one animation after the other.
    pub(super) fn advance(&mut self) {
        while self.phase != Phase::Animating {
            let Some(remote) = &mut self.remote else { return };
            let Some(action) = remote.next_action().map(str::to_string) else { return };
            let cursor = self.session.cursor();
            let is_at_end = !self.session.can_forward();
            self.session.to_end();
            let played = match self.session.play(&action) {
                Ok(played) => played,
                Err(_) => return self.reset_board(),
            };
            remote.advanced();
            let is_last = remote.next_action().is_none();
            self.revision += 1;
            let is_own = self.contest.kind(played.actor) == PlayerKind::Human;
            if !is_at_end {
                // The cursor is at another node, which still exists.
                let _ = self.session.go(cursor);
                self.announce(played.words);
            } else if is_own || !self.preferences.animate {
                // Made in another window: no need to show it again.
                self.announce(played.words.clone());
                if is_last && !is_own {
                    self.effects.push(Effect::Sound(played.sound()));
                }
                if played.flow == Flow::GameOver {
                    self.announce_ending();
                }
            } else {
                self.show(played);
            }
        }
    }

    /// Builds the board from the confirmed game.
    fn reset_board(&mut self) {
        self.stop();
        let Some(remote) = &mut self.remote else { return };
        self.contest = Contest::remote(remote.player());
        match remote.board() {
            Ok(session) => self.session = session,
            Err(problem) => self.set_notice(Notice::Text(words::sentence(&problem))),
        }
        self.revision += 1;
    }

    /// Sends the turn that is on the board.
    pub(super) fn send_turn(&mut self) {
        let Some(remote) = &mut self.remote else { return };
        // The end of the line, wherever the player looks.
        let count = self.session.actions_of_turn();
        let line = self.session.last_actions(count);
        let message = remote.send_turn((self.new_key)(), line);
        self.store_pending();
        self.effects.push(Effect::Send(message));
        self.revision += 1;
    }

    fn store_pending(&mut self) {
        let Some(remote) = &self.remote else { return };
        let (game, turn) = (remote.id().to_string(), remote.to_store().cloned());
        self.effects.push(Effect::StorePending { game, turn });
    }

    /// Takes back an action that was not sent. Returns whether there was one.
    pub fn undo_draft(&mut self) -> bool {
        if self.remote.as_ref().is_none_or(|remote| *remote.state() != SyncState::Ahead) {
            return false;
        }
        let end = self.session.cursor();
        self.stop();
        self.session.back();
        self.remove_after_cursor(end);
        if let Some(remote) = &mut self.remote
            && self.session.action_count() <= remote.settled_actions()
        {
            remote.draft_removed();
        }
        true
    }

    /// Whether the player may go to another node: not while a turn waits for confirmation.
    pub(super) fn may_navigate(&mut self) -> bool {
        if self.remote.is_none() {
            return true;
        }
        self.finish_animation();
        let waits = self.phase == Phase::Confirming;
        if waits {
            self.set_notice(Notice::ConfirmFirst);
        }
        !waits
    }

    /// The ending of a remote game that has no result on the board, such as an aborted one.
    pub(super) fn remote_ending(&self) -> Option<Ending> {
        let ending = self.remote.as_ref()?.room()?.ending()?;
        Some(Ending { winner: ending.winner.map(Player::from), reason: ending.reason })
            .filter(|_| ending.cause.is_some())
    }

    /// The result of a remote game in words, with the names of the users.
    pub fn result(&self) -> Option<String> {
        let remote = self.remote.as_ref()?;
        let room = remote.room()?;
        let ending = room.ending()?;
        Some(match ending.winner {
            Some(winner) => {
                let colour = room.game().player_name(winner.into());
                let name = remote.name(winner).map_or_else(|| colour.to_string(), |name| format!("{colour} ({name})"));
                format!("{name} wins: {}.", ending.reason)
            }
            None if ending.counts() => format!("The game is a draw: {}.", ending.reason),
            None => words::sentence(&ending.reason),
        })
    }

    /// The reason why the player may not act in a remote game now.
    pub(super) fn remote_blocked_reason(&self) -> Option<String> {
        let remote = self.remote.as_ref()?;
        let Some(room) = remote.room() else { return Some("Loading the game…".to_string()) };
        if let Some(ending) = room.ending() {
            return Some(format!("The game is over: {}.", ending.reason));
        }
        let Some(to_move) = room.to_move() else { return Some("Waiting for an opponent.".to_string()) };
        match remote.side() {
            None => Some("You are watching: only the players can move.".to_string()),
            Some(side) if side != to_move => Some(format!("It is {}'s turn.", self.side_name(to_move))),
            Some(_) if remote.pending().is_some() => Some("Your turn is being sent.".to_string()),
            Some(_) if self.session.can_forward() => {
                Some("This is an earlier position. Go to the end to play.".to_string())
            }
            Some(_) => None,
        }
    }

    /// The prompt of a remote game.
    pub(super) fn remote_prompt(&self) -> Option<String> {
        let remote = self.remote.as_ref()?;
        let own = &self.session.view().prompt;
        if self.session.can_forward() {
            return Some(format!("Earlier position. {own}"));
        }
        if let Some(result) = self.result() {
            return Some(result);
        }
        if self.phase == Phase::Confirming {
            return Some("Submit this turn?".to_string());
        }
        if remote.pending().is_some() {
            return Some("Sending your turn…".to_string());
        }
        if remote.is_my_turn() {
            return Some(format!("Your turn. {own}"));
        }
        let waiting = || "Waiting for an opponent.".to_string();
        Some(remote.to_move().map_or_else(waiting, |side| format!("{} to move.", self.side_name(side))))
    }

    /// The name of the user of a side, or else of its colour.
    pub fn side_name(&self, side: Side) -> String {
        let colour = || self.session.game().player_name(side.into()).to_string();
        self.remote.as_ref().and_then(|remote| remote.name(side)).unwrap_or_else(colour)
    }

    fn announce_event(&mut self, event: &Event) {
        if let Event::Ended { winner, cause } = event
            && *cause != EndCause::Aborted
        {
            self.sound_ending(winner.map(Player::from));
        }
        let name = |side: &Side| self.side_name(*side);
        let (text, by) = match event {
            Event::Started(_) => ("The game starts.".to_string(), None),
            Event::DrawOffered(side) => (format!("{} offers a draw.", name(side)), None),
            Event::DrawDeclined(side) => (format!("{} declines the draw.", name(side)), Some(*side)),
            Event::TakebackRequested(side) => (format!("{} asks for a takeback.", name(side)), None),
            Event::TakebackDeclined(side) => (format!("{} declines the takeback.", name(side)), Some(*side)),
            Event::TakenBack(_) => ("A turn was taken back.".to_string(), None),
            Event::RematchOffered(side) => (format!("{} offers a rematch.", name(side)), None),
            Event::Ended { .. } => (self.result().unwrap_or_default(), None),
            Event::Turn { .. } | Event::RematchCreated(_) => return,
        };
        let own = self.remote.as_ref().and_then(RemoteGame::side);
        if by.is_some() && by != own {
            self.set_notice(Notice::Text(text));
        } else {
            self.announce(text);
        }
    }

    /// Searches the turn of an engine that runs in the browser of a host, and sends it.
    pub fn host_engine(&mut self, host: Option<&str>) {
        let Some(room) = self.remote.as_ref().and_then(RemoteGame::room) else { return };
        let Some(level) = hosted_level(room, host) else {
            if self.hosted.take().is_some() && self.search.take().is_some() {
                self.effects.push(Effect::StopSearch(EngineRole::Opponent));
            }
            return;
        };
        let number = room.turns().len();
        match &self.hosted {
            Some(turn) if turn.number == number => {
                if turn.is_complete {
                    self.send_hosted();
                }
            }
            _ => {
                let (state, key) = (room.state().copy(), (self.new_key)());
                self.hosted = Some(HostedTurn { number, key, level, state, actions: Vec::new(), is_complete: false });
                self.search_hosted();
            }
        }
    }

    fn search_hosted(&mut self) {
        let (Some(turn), Some(room)) = (&self.hosted, self.remote.as_ref().and_then(RemoteGame::room)) else { return };
        self.searches += 1;
        self.search = Some(self.searches);
        let header = room.header();
        let setup = (room.game().start().position() != header.start).then(|| header.start.clone());
        self.effects.push(Effect::Search(SearchRequest {
            id: self.searches,
            role: EngineRole::Opponent,
            task: SearchTask::Move(turn.level),
            game: header.game.clone(),
            setup,
            state: turn.state.copy(),
        }));
    }

    /// Takes the next action of the hosted engine's turn.
    pub(super) fn hosted_move(&mut self, action: String) {
        let Some(turn) = &mut self.hosted else { return };
        match turn.state.play(&action) {
            Ok(flow) => {
                turn.actions.push(action);
                turn.is_complete = flow != Flow::SameTurn;
                if turn.is_complete {
                    self.send_hosted();
                } else {
                    self.search_hosted();
                }
            }
            Err(problem) => self.set_notice(Notice::EngineFailed(problem.to_string())),
        }
    }

    fn send_hosted(&mut self) {
        let (Some(turn), Some(remote)) = (&self.hosted, &self.remote) else { return };
        let command = GameCommand::Turn { number: turn.number as u32, actions: turn.actions.clone() };
        let (game, key) = (remote.id().to_string(), turn.key.clone());
        self.effects.push(Effect::Send(ClientMessage::Command { game, key, command }));
    }
}

/// The level of the engine to move that runs in this user's browser.
fn hosted_level(room: &Room, user: Option<&str>) -> Option<u8> {
    let is_host = user == Some(&*room.header().host);
    match room.participants()?.of(room.to_move()?) {
        Participant::Engine(EngineSeat { level, location: EngineLocation::Browser }) if is_host => Some(*level),
        _ => None,
    }
}
