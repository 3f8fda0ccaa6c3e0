//! The controller of a game: local, remote or analysis.
//!
//! Clicks, commands and results of effects go in through methods; state and [`Effect`]s come out.
//! The controller uses no clock, thread, file or connection.

mod analysis;
mod engines;
mod navigation;
mod online;
mod turns;

use hexarium_formats::Ending;
use hexarium_kernel::{ActionId, Player};

use crate::autosave;
use crate::effect::Effect;
use crate::remote::RemoteGame;
use crate::{Choice, Contest, GameSession, Games, Notice, Played, PlayerKind, Sound, words};

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
    /// A turn waits for confirmation.
    Confirming,
}

/// The preferences of a player that matter to a controller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preferences {
    /// Whether actions are animated.
    pub animate: bool,
    /// The turns that wait for confirmation.
    pub confirm: Confirm,
}

/// The turns of a player that wait for confirmation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirm {
    /// None.
    Never,
    /// Those of several actions.
    SeveralActions,
    /// All.
    Always,
}

/// The controller of a game.
///
/// # Examples
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_kernel::PerPlayer;
/// use hexarium_session::{
///     Confirm, Contest, Effect, GameController, GameSession, PlayerKind, Preferences,
/// };
///
/// let session = GameSession::new(&Games, "hex(size=5)")?;
/// let contest = Contest::of_sides(PerPlayer([PlayerKind::Human, PlayerKind::Engine(1)]));
/// let preferences = Preferences { animate: false, confirm: Confirm::Never };
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
    /// Whether the engine is paused after the turn under way.
    pauses_after_turn: bool,
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

    /// A game that is not saved, such as a step of a lesson or the position before a mistake.
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
            pauses_after_turn: false,
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

    /// The player who sits at the near side of the board: the one on this device, or the host.
    pub fn near_player(&self) -> Player {
        self.remote.as_ref().and_then(RemoteGame::side).map_or(self.contest.host, Player::from)
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

    /// The ending at the cursor, or of the remote game. The ending of a turn that waits for
    /// confirmation does not count yet.
    pub fn ending(&self) -> Option<Ending> {
        let shown = self.session.ending().filter(|_| self.phase != Phase::Confirming);
        shown.or_else(|| self.remote_ending())
    }

    /// Whether the game is over at the cursor, or the remote game is.
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// Whether nothing has been played after the cursor.
    pub fn is_at_end(&self) -> bool {
        !self.session.can_forward()
    }

    /// Whether a human at this screen is to move.
    pub fn is_my_turn(&self) -> bool {
        let player = self.session.state().to_move();
        self.contest.kind(player) == PlayerKind::Human && self.remote_blocked_reason().is_none()
    }

    /// The line about the side to move, its possibilities or the result.
    pub fn prompt(&self) -> String {
        if let Some(played) = &self.animated {
            // The position is already that of the next player.
            return played.words.clone();
        }
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
            Phase::Idle | Phase::Animating => {
                let inputs = self.session.inputs();
                let next = if inputs.is_empty() { None } else { self.session.state().input_prompt(inputs) };
                next.map_or_else(|| self.session.view().prompt.clone(), str::to_string)
            }
        }
    }

    /// The result in one or two words: "You won" where one human plays here, else "Blue won". A
    /// remote game has one when the server has it, unless it was aborted.
    pub fn headline(&self) -> Option<String> {
        let ending = self.ending()?;
        if let Some(remote) = &self.remote
            && !remote.room()?.ending()?.counts()
        {
            return None;
        }
        let Some(winner) = ending.winner else { return Some("Draw".to_string()) };
        Some(match self.humans_of(winner) {
            (true, false) => "You won".to_string(),
            (false, true) => "You lost".to_string(),
            _ => format!("{} won", self.session.game().player_name(winner)),
        })
    }

    /// Whether winner and loser are humans at this screen.
    fn humans_of(&self, winner: Player) -> (bool, bool) {
        let is_here = |player| self.contest.kind(player) == PlayerKind::Human;
        (is_here(winner), is_here(winner.other()))
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

    fn announce(&mut self, words: String) {
        if !words.is_empty() {
            self.effects.push(Effect::Announce(words));
        }
    }

    fn announce_ending(&mut self) {
        if let Some(ending) = self.ending() {
            self.sound_ending(ending.winner);
            self.announce(words::ending(self.session.game(), &ending));
        }
    }

    fn sound_ending(&mut self, winner: Option<Player>) {
        self.effects.push(Effect::Sound(match winner.map(|winner| self.humans_of(winner)) {
            None => Sound::Draw,
            Some((false, true)) => Sound::Lose,
            Some(_) => Sound::Win,
        }));
    }

    fn count_result(&mut self) {
        let Some(ending) = self.session.ending().filter(|_| !self.contest.counted) else { return };
        self.contest.count(ending.winner);
        self.save_contest();
    }

    /// The player of the action that is animated, the player who made the last action, while their
    /// turn waits for confirmation, else the side to move.
    pub fn active_player(&self) -> Player {
        if let Some(played) = &self.animated {
            return played.actor;
        }
        let actor = self.session.last_actor().filter(|_| self.phase == Phase::Confirming);
        actor.unwrap_or_else(|| self.session.state().to_move())
    }
}
