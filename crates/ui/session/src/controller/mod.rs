//! The controller of a game: local, remote or analysis.
//!
//! Clicks, commands and results of effects go in through methods; state and [`Effect`]s come out.
//! The controller uses no clock, thread, file or connection.

mod analysis;
mod online;

use hexarium_formats::{Ending, NodeId};
use hexarium_kernel::{ActionId, Flow, Input, Player};
use hexarium_search::Analysis;

use crate::autosave::{self, SaveOp};
use crate::effect::{Effect, EngineRole, SearchRequest, SearchTask};
use crate::remote::RemoteGame;
use crate::{Choice, ClickOutcome, Contest, GameSession, Games, Notice, Played, PlayerKind, words};

pub use analysis::{AnalysisState, EngineLine};
use online::HostedTurn;

/// The activity of a controller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The player may act.
    Idle,
    /// An animation is shown.
    Animating,
    /// The engine searches for its move.
    Thinking,
    /// A turn of several actions waits for confirmation.
    Confirming,
}

/// The preferences of a player that matter to a controller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preferences {
    /// Whether actions are animated.
    pub animate: bool,
    /// Whether a turn of several actions waits for confirmation.
    pub confirm_turns: bool,
}

/// The controller of a game.
///
/// # Examples
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_kernel::PerPlayer;
/// use hexarium_session::{Contest, Effect, GameController, GameSession, PlayerKind, Preferences};
///
/// let session = GameSession::new(&Games, "hex(size=5)")?;
/// let contest = Contest::of_sides(PerPlayer([PlayerKind::Human, PlayerKind::Engine(1)]));
/// let preferences = Preferences { animate: false, confirm_turns: false };
/// let mut controller = GameController::new(session, contest, preferences);
/// controller.type_action("c3");
/// // The engine is asked for its move.
/// assert!(controller.take_effects().iter().any(|effect| matches!(effect, Effect::Search(_))));
/// # Ok::<(), String>(())
/// ```
pub struct GameController {
    session: GameSession,
    contest: Contest,
    preferences: Preferences,
    phase: Phase,
    /// Whether the engine waits although it is to move.
    paused: bool,
    choices: Vec<Choice>,
    hint: Option<ActionId>,
    notice: Option<Notice>,
    /// The action that is animated.
    animated: Option<Box<Played>>,
    analysis: AnalysisState,
    remote: Option<RemoteGame>,
    /// The turn of an engine that runs here for a remote game.
    hosted: Option<HostedTurn>,
    new_key: fn() -> String,
    /// The search of the opponent under way.
    search: Option<u64>,
    searches: u64,
    autosaves: bool,
    revision: u64,
    effects: Vec<Effect>,
}

impl GameController {
    /// A local game, which is saved. The engine waits for [`start`](GameController::start).
    pub fn new(session: GameSession, contest: Contest, preferences: Preferences) -> Self {
        let mut controller = Self::bare(session, contest, preferences);
        controller.autosaves = true;
        controller.rewrite();
        controller
    }

    /// Lets the engine move if it is to move at the end of the line.
    pub fn start(&mut self) {
        if self.phase == Phase::Idle && self.is_at_end() {
            self.paused = false;
            self.proceed();
        }
    }

    /// A game that is not saved, such as a step of a lesson.
    pub fn unsaved(session: GameSession, contest: Contest, preferences: Preferences) -> Self {
        Self::bare(session, contest, preferences)
    }

    fn bare(session: GameSession, contest: Contest, preferences: Preferences) -> Self {
        Self {
            session,
            contest,
            preferences,
            phase: Phase::Idle,
            paused: false,
            choices: Vec::new(),
            hint: None,
            notice: None,
            animated: None,
            analysis: AnalysisState::default(),
            remote: None,
            hosted: None,
            new_key: String::new,
            search: None,
            searches: 0,
            autosaves: false,
            revision: 0,
            effects: Vec::new(),
        }
    }

    /// The game.
    pub fn session(&self) -> &GameSession {
        &self.session
    }

    /// The games of the program.
    pub fn games(&self) -> Games {
        self.session.games()
    }

    /// The players and their score.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// The activity.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The actions that the inputs so far may mean.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The action of the last hint.
    pub fn hint(&self) -> Option<ActionId> {
        self.hint
    }

    /// The message to the player.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// The remote game, if this is one.
    pub fn remote(&self) -> Option<&RemoteGame> {
        self.remote.as_ref()
    }

    /// A number that changes with the position, the inputs and the players.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The effects since the last call.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Changes the preferences.
    pub fn set_preferences(&mut self, preferences: Preferences) {
        self.preferences = preferences;
    }

    /// The ending at the cursor, or of the remote game.
    pub fn ending(&self) -> Option<Ending> {
        self.session.ending().or_else(|| self.remote_ending())
    }

    /// Whether the game is over at the cursor, or the remote game is.
    pub fn is_over(&self) -> bool {
        self.session.is_over() || self.remote_ending().is_some()
    }

    /// Whether nothing has been played after the cursor.
    pub fn is_at_end(&self) -> bool {
        !self.session.can_forward()
    }

    /// Whether a human at this screen is to move.
    pub fn is_my_turn(&self) -> bool {
        let player = self.session.state().to_move();
        self.contest.kind(player) == PlayerKind::Human && self.remote_objection().is_none()
    }

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

    /// The line about the side to move, its possibilities or the result.
    pub fn prompt(&self) -> String {
        if let Some(prompt) = self.remote_prompt() {
            return prompt;
        }
        if let Some(ending) = self.ending() {
            return words::ending(self.session.game(), &ending);
        }
        match self.phase {
            Phase::Thinking => {
                let player = self.session.state().to_move();
                format!("{} is thinking…", self.session.game().player_name(player))
            }
            Phase::Confirming => "Submit this turn?".to_string(),
            Phase::Idle | Phase::Animating => self.session.view().prompt.clone(),
        }
    }

    /// Opens another game.
    pub fn open(&mut self, session: GameSession, contest: Contest) {
        self.stop();
        self.analysis = AnalysisState::default();
        self.paused = false;
        self.contest = contest;
        self.session = session;
        self.rewrite();
        self.proceed();
    }

    /// Starts the next game of the players, with sides changed. `game` is the game text where it
    /// differs, for another random setup.
    pub fn rematch(&mut self, game: Option<&str>) {
        let own = self.session.game().canonical_id();
        let (games, game) = (self.games(), game.unwrap_or(&own));
        let fresh = match self.session.start_position() {
            Some(position) => GameSession::at_position(games, &own, position),
            None => GameSession::new(games, game),
        };
        match fresh {
            Ok(session) => self.open(session, self.contest.rematch()),
            Err(problem) => self.set_notice(Notice::Text(words::sentence(&problem))),
        }
    }

    /// Changes the players.
    pub fn set_players(&mut self, contest: Contest) {
        self.stop();
        self.paused = !self.is_at_end();
        self.contest = contest;
        self.save_contest();
        self.proceed();
    }

    /// Makes the game an analysis board: a human plays both sides.
    pub fn analyse_by_hand(&mut self) {
        self.set_players(Contest { players: [PlayerKind::Human; 2], ..self.contest });
    }

    /// Clicks a cell or a button.
    pub fn click(&mut self, input: Input) {
        self.finish_animation();
        if let Some(objection) = self.objection() {
            return self.set_notice(objection);
        }
        (self.hint, self.notice) = (None, None);
        self.choices.clear();
        self.revision += 1;
        match self.session.click(input) {
            ClickOutcome::Act(action) => self.act(action),
            ClickOutcome::Choose(choices) => self.choices = choices,
            ClickOutcome::Rejected(reason) => self.set_notice(Notice::Text(reason)),
            ClickOutcome::Selected | ClickOutcome::Cleared => {}
        }
    }

    /// Makes an action that was chosen from a list.
    pub fn choose(&mut self, action: ActionId) {
        self.finish_animation();
        match self.objection() {
            Some(objection) => self.set_notice(objection),
            None => self.act(action),
        }
    }

    /// Makes a typed action. Returns whether it was made.
    pub fn type_action(&mut self, text: &str) -> bool {
        self.finish_animation();
        if let Some(objection) = self.objection() {
            self.set_notice(objection);
            return false;
        }
        match self.session.state().parse(text.trim()) {
            Ok(action) => {
                self.act(action);
                self.notice.is_none()
            }
            Err(problem) => {
                self.clear();
                self.set_notice(Notice::Text(words::sentence(&problem.to_string())));
                false
            }
        }
    }

    /// Clears inputs, choices and messages.
    pub fn clear(&mut self) {
        (self.notice, self.hint) = (None, None);
        self.choices.clear();
        if !self.session.inputs().is_empty() {
            self.session.clear();
        }
        self.revision += 1;
    }

    /// Drops the choices; the inputs stay.
    pub fn dismiss_choices(&mut self) {
        self.choices.clear();
    }

    /// Takes back the last action. It leaves no variation.
    pub fn take_action_back(&mut self) {
        self.stop();
        let end = self.session.cursor();
        if self.session.back() {
            self.remove_after_cursor(end);
            self.rewrite();
        }
    }

    /// Ends the animation, if there is one, and continues after its action.
    pub fn finish_animation(&mut self) {
        let Some(played) = self.animated.take() else { return };
        self.phase = Phase::Idle;
        self.revision += 1;
        self.after_action(&played);
    }

    /// Confirms a turn of several actions.
    pub fn confirm(&mut self) {
        if self.phase != Phase::Confirming {
            return;
        }
        (self.notice, self.phase) = (None, Phase::Idle);
        self.revision += 1;
        if self.remote.is_some() {
            self.send_turn();
        } else {
            self.proceed();
        }
    }

    /// Takes back the turn under way, or the one that waits for confirmation. It leaves no
    /// variation.
    pub fn take_turn_back(&mut self) {
        self.stop();
        let end = self.session.cursor();
        self.session.back_turn();
        self.remove_after_cursor(end);
        if let Some(remote) = &mut self.remote {
            remote.draft_removed();
        }
        self.forget_chances();
        self.rewrite();
        self.proceed();
    }

    /// Takes back as much as a human needs to decide again. A turn under way goes back by one
    /// action if `by_action`, else as a whole. Returns whether there was anything.
    pub fn undo(&mut self, by_action: bool) -> bool {
        if !self.session.can_back() {
            return false;
        }
        self.stop();
        let from = self.session.cursor();
        if by_action && self.session.turn_in_progress() {
            self.session.back();
        } else {
            self.session.back_turn();
        }
        while self.engine_to_move().is_some() && self.session.back_turn() {}
        self.paused = true;
        self.save_jump(from);
        self.proceed();
        true
    }

    /// Goes forward by a turn, and on while the engine is to move. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        if !self.session.can_forward() {
            return false;
        }
        self.stop();
        let from = self.session.cursor();
        self.session.forward_turn();
        while self.session.can_forward() && self.engine_to_move().is_some() && self.session.forward_turn() {}
        self.paused = self.session.can_forward();
        self.save_jump(from);
        self.announce(self.session.last_words().unwrap_or_default());
        self.proceed();
        true
    }

    /// Moves the cursor; the engine waits.
    pub fn navigate(&mut self, how: impl FnOnce(&mut GameSession)) {
        if !self.may_navigate() {
            return;
        }
        self.stop();
        let from = self.session.cursor();
        how(&mut self.session);
        self.paused = true;
        self.save_jump(from);
        self.announce(self.session.last_words().unwrap_or_else(|| "Start of the game.".to_string()));
        self.proceed();
    }

    /// Edits the tree: removes or promotes variations.
    pub fn edit(&mut self, how: impl FnOnce(&mut GameSession)) {
        self.stop();
        how(&mut self.session);
        self.paused = true;
        self.forget_chances();
        self.rewrite();
        self.proceed();
    }

    /// Sets the comment of the cursor's node.
    pub fn set_comment(&mut self, comment: &str) {
        let cursor = self.session.cursor();
        if self.session.set_comment(cursor, comment).is_ok() {
            self.append(autosave::comment_line(comment));
        }
        self.revision += 1;
    }

    /// Resigns for the human to move, or else for the opponent of the engine to move.
    pub fn resign(&mut self) {
        self.stop();
        let player = self.session.state().to_move();
        let loser = if self.contest.kind(player) == PlayerKind::Human { player } else { player.other() };
        match self.session.resign(loser) {
            Ok(()) => {
                self.append(autosave::event_line(loser, "resign"));
                self.count_result();
                self.announce_ending();
            }
            Err(problem) => self.set_notice(Notice::Text(words::sentence(&problem))),
        }
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

    /// Notes that the game could not be saved.
    pub fn save_failed(&mut self, reason: &str) {
        self.set_notice(Notice::SaveFailed(reason.to_string()));
    }

    /// Shows a message.
    pub fn set_notice(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    /// Removes the message.
    pub fn clear_notice(&mut self) {
        self.notice = None;
    }

    /// The reason why the player may not act now.
    fn objection(&self) -> Option<Notice> {
        match self.phase {
            Phase::Confirming => return Some(Notice::ConfirmFirst),
            Phase::Thinking => return Some(Notice::EngineThinking),
            Phase::Animating | Phase::Idle => {}
        }
        if self.remote.is_some() {
            return self.remote_objection().map(Notice::Text);
        }
        self.engine_to_move().map(Notice::EngineSide)
    }

    /// Makes a legal action.
    fn act(&mut self, action: ActionId) {
        (self.notice, self.hint) = (None, None);
        self.choices.clear();
        self.analysis.review = None;
        self.revision += 1;
        match self.session.play_action(action) {
            Ok(played) => {
                self.paused = false;
                self.append(autosave::play_line(&played.action));
                if let Some(remote) = &mut self.remote {
                    remote.action_made();
                }
                self.show(played);
            }
            Err(problem) => {
                self.phase = Phase::Idle;
                self.session.clear();
                self.set_notice(Notice::Text(words::sentence(&problem)));
            }
        }
    }

    /// Shows an action that was made, and continues after its animation.
    fn show(&mut self, played: Played) {
        self.announce(played.words.clone());
        self.cancel_analysis();
        if self.preferences.animate {
            self.phase = Phase::Animating;
            self.effects.push(Effect::Animate(Box::new(played.clone())));
            self.animated = Some(Box::new(played));
        } else {
            self.phase = Phase::Idle;
            self.after_action(&played);
        }
    }

    fn after_action(&mut self, played: &Played) {
        if played.flow == Flow::GameOver {
            self.announce_ending();
        }
        let is_human = self.contest.kind(played.actor) == PlayerKind::Human;
        let is_complete = played.flow != Flow::SameTurn;
        let asks = is_human
            && self.preferences.confirm_turns
            && (played.flow == Flow::TurnOver || (is_complete && self.remote.is_some()))
            && self.session.actions_of_turn() > 1;
        if self.remote.is_some() {
            if is_human && is_complete {
                if asks {
                    self.phase = Phase::Confirming;
                } else {
                    self.send_turn();
                }
            }
            return self.advance();
        }
        self.count_result();
        if asks {
            self.phase = Phase::Confirming;
        } else {
            self.proceed();
        }
    }

    /// Starts the engine if it is to move and not paused.
    fn proceed(&mut self) {
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
    fn request(&mut self, role: EngineRole, task: SearchTask, of: Option<&GameSession>) -> u64 {
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
    fn searched_state(&self) -> &dyn hexarium_kernel::AnyMatch {
        self.hosted.as_ref().map_or_else(|| self.session.state(), HostedTurn::state)
    }

    /// Stops searches and animations, and clears inputs and messages.
    fn stop(&mut self) {
        self.animated = None;
        // An engine that plays for the host of a remote game continues.
        if self.hosted.is_none() && self.search.take().is_some() {
            self.effects.push(Effect::StopSearch(EngineRole::Opponent));
        }
        self.phase = Phase::Idle;
        self.analysis.review = None;
        self.cancel_analysis();
        self.clear();
    }

    fn announce(&mut self, words: String) {
        if !words.is_empty() {
            self.effects.push(Effect::Announce(words));
        }
    }

    fn announce_ending(&mut self) {
        if let Some(ending) = self.ending() {
            self.announce(words::ending(self.session.game(), &ending));
        }
    }

    fn count_result(&mut self) {
        let Some(ending) = self.session.ending().filter(|_| !self.contest.counted) else { return };
        self.contest.count(ending.winner);
        self.save_contest();
    }

    /// Removes the branch of the cursor that leads to a node.
    fn remove_after_cursor(&mut self, end: NodeId) {
        let way = self.session.way(self.session.cursor(), end);
        if let Some(first) = way.down.first() {
            // It was on the board a moment ago.
            let _ = self.session.remove(*first);
        }
        self.revision += 1;
    }

    fn append(&mut self, line: String) {
        if self.autosaves {
            self.effects.push(Effect::Save(SaveOp::Append(line)));
        }
    }

    fn save_jump(&mut self, from: NodeId) {
        self.revision += 1;
        let cursor = self.session.cursor();
        if cursor != from {
            let way = self.session.way(from, cursor);
            self.append(autosave::go_line(&self.session, &way));
        }
    }

    fn save_contest(&mut self) {
        self.revision += 1;
        self.append(autosave::contest_line(&self.contest));
    }

    /// Saves a snapshot.
    fn rewrite(&mut self) {
        self.revision += 1;
        if !self.autosaves {
            return;
        }
        match autosave::snapshot(&self.session, &self.contest) {
            Ok(text) => self.effects.push(Effect::Save(SaveOp::Rewrite(text))),
            Err(problem) => self.save_failed(&format!("The game cannot be saved: {problem}.")),
        }
    }

    /// The player who made the last action, while their turn waits for confirmation, else the side
    /// to move.
    pub fn active_player(&self) -> Player {
        let actor = self.session.last_actor().filter(|_| self.phase == Phase::Confirming);
        actor.unwrap_or_else(|| self.session.state().to_move())
    }
}
