//! The app: a controller, messages, effects, and the games on a server.

mod commands;
mod online;

use hexarium_formats::Ending;
use hexarium_kernel::{ActionId, Input, PerPlayer, Player};
use hexarium_session::autosave::SaveOp;
use hexarium_session::words::sentence;
use hexarium_session::{
    AnalysisState, Choice, Confirm, Contest, Form, GameController, GameSession, Games, Notice, Phase, PlayerKind,
    Preferences, RemoteGame, files, import,
};

use crate::effect::{Effect, Event};
use crate::online::Request;

pub(crate) use commands::line_text;

use online::Online;

/// Everything that the front ends show.
pub(crate) struct App {
    controller: GameController,
    messages: Vec<String>,
    effects: Vec<Effect>,
    /// The state of online play, if games are played on a server.
    online: Option<Online>,
}

/// The terminal shows no animations and does not ask for confirmation.
const PREFERENCES: Preferences = Preferences { animate: false, confirm: Confirm::Never };

impl App {
    /// A local game; the engine may be to move.
    pub(crate) fn new(session: GameSession, contest: Contest) -> Self {
        let mut controller = GameController::new(session, contest, PREFERENCES);
        controller.start();
        let mut app = Self { controller, messages: Vec::new(), effects: Vec::new(), online: None };
        app.collect();
        app
    }

    pub(crate) fn session(&self) -> &GameSession {
        self.controller.session()
    }

    pub(crate) fn games(&self) -> Games {
        self.controller.games()
    }

    pub(crate) fn players(&self) -> PerPlayer<PlayerKind> {
        self.controller.contest().sides()
    }

    pub(crate) fn choices(&self) -> &[Choice] {
        self.controller.choices()
    }

    pub(crate) fn hint(&self) -> Option<ActionId> {
        self.controller.hint()
    }

    pub(crate) fn analysis(&self) -> &AnalysisState {
        self.controller.analysis()
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.controller.phase() == Phase::Thinking
    }

    pub(crate) fn is_my_turn(&self) -> bool {
        !self.controller.is_over() && self.controller.is_my_turn()
    }

    /// Whether the engine is paused.
    pub(crate) fn is_paused(&self) -> bool {
        self.controller.is_paused()
    }

    pub(crate) fn ending(&self) -> Option<Ending> {
        self.controller.ending()
    }

    pub(crate) fn prompt(&self) -> String {
        self.controller.prompt()
    }

    /// The remote game, once it is entered.
    pub(crate) fn remote(&self) -> Option<&RemoteGame> {
        self.controller.remote()
    }

    /// Adds a message to the player.
    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.messages.push(message.into());
    }

    /// The messages since the last call.
    pub(crate) fn take_messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.messages)
    }

    /// The effects since the last call.
    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Calls the controller, then collects its effects and message.
    fn control<T>(&mut self, call: impl FnOnce(&mut GameController) -> T) -> T {
        let result = call(&mut self.controller);
        self.collect();
        result
    }

    fn collect(&mut self) {
        use hexarium_session::Effect as Game;
        for effect in self.controller.take_effects() {
            match effect {
                Game::Announce(words) => self.messages.push(words),
                Game::Animate(_) => self.controller.finish_animation(),
                Game::Sound(_) => {}
                Game::Search(request) => self.effects.push(Effect::Search(request)),
                Game::StopSearch(role) => {
                    self.effects.retain(|effect| !matches!(effect, Effect::Search(r) if r.role == role));
                    self.effects.push(Effect::StopSearch(role));
                }
                Game::Save(op) => self.save_op(op),
                Game::Send(message) => self.effects.push(Effect::Request(Request::Send(message))),
                // A turn is sent again while the program runs; it is not stored.
                Game::StorePending { .. } => {}
                Game::SetClock(now) => self.set_clock(now),
                Game::OpenGame(id) => {
                    self.say("The next game starts.");
                    self.effects.push(Effect::Request(Request::Enter(id)));
                }
            }
        }
        match self.controller.notice().cloned() {
            None | Some(Notice::Searching | Notice::Analysing(_)) => {}
            Some(notice) => {
                self.say(notice_text(&notice));
                self.controller.clear_notice();
            }
        }
    }

    fn save_op(&mut self, op: SaveOp) {
        if self.online.is_none() {
            self.effects.push(Effect::Save { game: self.session().game().canonical_id(), op });
        }
    }

    /// Clicks a cell or a button.
    pub(crate) fn click(&mut self, input: Input) {
        self.control(|controller| controller.click(input));
    }

    /// Clears inputs, choices and hint.
    pub(crate) fn clear(&mut self) {
        self.control(GameController::clear);
    }

    /// Makes one of the choices.
    pub(crate) fn choose(&mut self, action: ActionId) {
        self.control(|controller| controller.choose(action));
    }

    /// Makes a typed action.
    pub(crate) fn play(&mut self, action: &str) {
        self.control(|controller| controller.type_action(action));
    }

    /// Pauses or resumes the engine.
    pub(crate) fn toggle_pause(&mut self) {
        let Some(level) = self.controller.engine_to_move() else {
            return self.say("It is your turn.");
        };
        let paused = self.control(GameController::toggle_pause);
        self.say(if paused == Some(true) {
            format!("Level {level} is paused.")
        } else {
            format!("Level {level} continues.")
        });
    }

    /// Takes back the last turn; on a server an action that was not sent, else asks for a takeback.
    pub(crate) fn undo(&mut self) {
        if self.online.is_some() {
            return self.undo_online();
        }
        if self.control(|controller| controller.undo(true)) {
            self.say("Taken back.");
        } else {
            self.say("There is nothing to take back.");
        }
    }

    /// Replays the turn that was taken back.
    pub(crate) fn redo(&mut self) {
        if !self.control(GameController::redo) {
            self.say("There is nothing to redo.");
        }
    }

    /// Moves the cursor in the game; the engine waits.
    pub(crate) fn navigate(&mut self, how: impl FnOnce(&mut GameSession)) {
        self.control(|controller| controller.navigate(how));
    }

    /// Starts a new game. Returns whether the game text is valid.
    pub(crate) fn start(&mut self, game: &str, players: PerPlayer<PlayerKind>) -> bool {
        match GameSession::new(self.games(), game) {
            Ok(session) => {
                self.control(|controller| controller.open(session, Contest::of_sides(players)));
                self.say(self.introduction());
                true
            }
            Err(problem) => {
                self.say(sentence(&problem));
                false
            }
        }
    }

    /// Opens a game from text; the player plays both sides.
    pub(crate) fn load(&mut self, text: &str) {
        if self.remote().is_some() {
            return self.say("Leave the game on the server first.");
        }
        let games = self.games();
        let loaded = import(games, text).and_then(|game| {
            let warning = game.warning.clone();
            Ok((game.into_session(games)?, warning))
        });
        match loaded {
            Ok((session, warning)) => {
                self.control(|controller| controller.open(session, Contest::two_humans()));
                self.say(self.introduction());
                if let Some(warning) = warning {
                    self.say(sentence(&warning));
                }
            }
            Err(problem) => self.say(format!("Cannot open the game: {}", sentence(&problem))),
        }
    }

    /// Whether a text is a game itself and not the name of a file.
    pub(crate) fn is_game(text: &str) -> bool {
        text.contains('\n') || text.contains('#') || text.starts_with(['(', '{']) || files::is_bare_link(text)
    }

    /// Opens a file, or a text that is a game itself.
    pub(crate) fn open(&mut self, text: &str) {
        let text = text.trim();
        if Self::is_game(text) && !std::path::Path::new(text).exists() {
            self.load(text);
        } else {
            self.effects.push(Effect::ReadFile { file: text.to_string() });
        }
    }

    /// Writes the game to a file, in the form of its extension.
    pub(crate) fn save(&mut self, file: &str) {
        let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
        let form = match extension.as_str() {
            "sgf" => Form::Sgf,
            "json" => Form::Json,
            _ => Form::Record,
        };
        match self.session().export(form) {
            Ok(text) => self.effects.push(Effect::WriteFile { file: file.to_string(), text }),
            Err(problem) => self.say(sentence(&problem)),
        }
    }

    /// Changes the players.
    pub(crate) fn set_players(&mut self, players: PerPlayer<PlayerKind>) {
        if self.online.is_some() {
            return self.say("The players of a game on a server cannot be changed.");
        }
        self.control(|controller| controller.set_players(Contest::of_sides(players)));
        self.say(self.players_text());
    }

    /// Changes the level of the engine; without an engine, it takes the side that is not to move.
    pub(crate) fn set_level(&mut self, level: u8) {
        let mut players = self.players();
        if !players.0.iter().any(|player| matches!(player, PlayerKind::Engine(_))) {
            players[self.session().state().to_move().other()] = PlayerKind::Engine(level);
        }
        for player in &mut players.0 {
            if let PlayerKind::Engine(old) = player {
                *old = level;
            }
        }
        self.set_players(players);
    }

    pub(crate) fn request_hint(&mut self) {
        self.control(GameController::request_hint);
    }

    pub(crate) fn toggle_analysis(&mut self) {
        self.control(GameController::toggle_analysis);
    }

    /// Resigns; on a server a game of less than two turns is aborted.
    pub(crate) fn resign(&mut self) {
        if self.online.is_some() {
            return self.resign_online();
        }
        self.control(GameController::resign);
    }

    pub(crate) fn quit(&mut self) {
        self.effects.push(Effect::Quit);
    }

    /// Handles an event from outside.
    pub(crate) fn handle(&mut self, event: Event) {
        match event {
            Event::SearchFinished { id, result } => self.control(|controller| controller.finish_search(id, result)),
            Event::FileWritten(Ok(file)) => self.say(format!("Saved as {file}.")),
            Event::FileRead(Ok(text)) => self.load(&text),
            Event::SaveFailed(problem) | Event::FileWritten(Err(problem)) | Event::FileRead(Err(problem)) => {
                self.say(problem);
            }
            Event::Server(event) => self.handle_server(event),
        }
    }

    /// The title of the game, with its options where they are not the defaults.
    pub(crate) fn title(&self) -> String {
        let game = self.session().game();
        let id = game.canonical_id();
        match id.strip_prefix(game.spec().id).map(|rest| rest.trim_matches(['(', ')'])) {
            Some("") | None => game.spec().title.to_string(),
            Some(options) => format!("{} ({})", game.spec().title, options.replace(',', ", ")),
        }
    }

    /// The colour of a side and its player: "Blue (you)".
    pub(crate) fn side_text(&self, side: Player) -> String {
        format!("{} ({})", self.session().game().player_name(side), self.player_text(side))
    }

    /// The player of a side: "you", "level 3", a name on a server, or "human" if both are.
    fn player_text(&self, side: Player) -> String {
        if let Some(name) = self.remote_player_text(side) {
            return name;
        }
        match self.players()[side] {
            PlayerKind::Human if self.players().0 == [PlayerKind::Human; 2] => "human".to_string(),
            PlayerKind::Human => "you".to_string(),
            PlayerKind::Engine(level) => format!("level {level}"),
            PlayerKind::Remote => "remote".to_string(),
        }
    }
}

fn notice_text(notice: &Notice) -> String {
    match notice {
        Notice::EngineSide(level) => format!("Level {level} is to move. Enter go to continue, or undo."),
        Notice::Hint { action, words } => format!("Hint, {action}: {words}"),
        other => other.to_string(),
    }
}
