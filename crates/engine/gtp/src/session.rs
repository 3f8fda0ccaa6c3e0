//! Protocol framing: lines, ids and responses.

use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch, GameCatalog, OptionError, Player};
use hexarium_search::{Analysis, Opponent};

use crate::clock::{Clock, TimeLeft, TimeSettings};
use crate::commands;
use crate::engine_state::EngineState;
use crate::host::{EngineHost, Limit};

/// A function that reads a file by its name and returns its text or an error.
pub type FileReader = fn(&str) -> Result<String, String>;

/// A GTP session with one client program.
pub struct Session {
    games: &'static dyn GameCatalog,
    files: Option<FileReader>,
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) state: Box<dyn AnyMatch>,
    clock: Clock,
    engine: EngineState,
    /// Whether the controller opened its game with `hexarium-game` rather than a command of the Hex
    /// protocols.
    pub(crate) uses_hexarium_commands: bool,
    /// The head of the current response, until its first part is written.
    head: Option<String>,
    /// Numbers of actions before each resignation, so that undo can revert it.
    resignations: Vec<usize>,
    /// Numbers of actions before each implied pass, so that undo reverts it together with the
    /// action that followed.
    implied_passes: Vec<usize>,
}

/// The action that passes the turn, in games that have one.
const PASS: &str = "pass";

/// The response to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The text to write, including the closing blank line; empty for a line without a command.
    pub text: String,
    /// Whether the session is over.
    pub quit: bool,
}

impl Session {
    /// Creates a session that starts with this game.
    pub fn new(games: &'static dyn GameCatalog, game: Box<dyn AnyGame>) -> Self {
        let state = game.start();
        Self {
            games,
            files: None,
            game,
            state,
            clock: Clock::default(),
            engine: EngineState::default(),
            uses_hexarium_commands: false,
            head: None,
            resignations: Vec::new(),
            implied_passes: Vec::new(),
        }
    }

    /// Adds a function for reading files. By itself a session has no access to files.
    pub fn with_files(self, files: FileReader) -> Self {
        Self { files: Some(files), ..self }
    }

    /// Adds an engine host. By itself a session has neither clock nor thread.
    pub fn with_host(mut self, host: Box<dyn EngineHost>) -> Self {
        self.engine.host = Some(host);
        self
    }

    /// Returns the text of a file, if the session can read files.
    pub(crate) fn file(&self, name: &str) -> Result<String, String> {
        match self.files {
            Some(read) => read(name),
            None => Err("this session has no access to files".to_string()),
        }
    }

    /// Returns the function that opens games.
    pub(crate) fn games(&self) -> &'static dyn GameCatalog {
        self.games
    }

    /// Returns the clocks of the game.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Executes one line.
    pub fn line(&mut self, line: &str) -> Response {
        // The steps and their order are those of the GTP specification; CR is one of the control
        // characters.
        let kept = line.chars().filter(|&c| c == '\t' || c == '\n' || !c.is_control());
        let text: String = kept.map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let mut words = without_comment(&text).peekable();
        let id = words.next_if(|word| is_id(word)).unwrap_or_default();
        let Some(command) = words.next() else {
            return Response { text: String::new(), quit: false };
        };
        let arguments: Vec<&str> = words.collect();
        self.head = Some(format!("={id} \n"));
        let (sign, body) = match commands::find(command) {
            Some(command) => match (command.run)(self, &arguments) {
                Ok(body) => ('=', body),
                Err(problem) => ('?', problem),
            },
            None => ('?', "unknown command".to_string()),
        };
        let quit = command == "quit";
        if self.head.take().is_none() {
            // The response was written in parts; only its end is missing.
            return Response { text: "\n".to_string(), quit };
        }
        // The space stays even before an empty response: HexGui rejects anything but "= " and "? ".
        Response { text: format!("{sign}{id} {}\n\n", body.trim_end()), quit }
    }

    /// Opens a game and starts it.
    pub(crate) fn open(&mut self, text: &str) -> Result<(), OptionError> {
        self.game = self.games.open(text)?;
        self.engine.reset();
        self.restart();
        Ok(())
    }

    /// Restarts the game.
    pub(crate) fn restart(&mut self) {
        self.continue_from(self.game.start());
    }

    /// Replaces the current match; its clocks are reset.
    pub(crate) fn continue_from(&mut self, state: Box<dyn AnyMatch>) {
        self.state = state;
        self.resignations.clear();
        self.implied_passes.clear();
        self.clock.restart();
    }

    /// Records a resignation. Resigning is not part of the rules of any game, so the match does not
    /// change.
    pub(crate) fn note_resignation(&mut self) {
        self.resignations.push(self.state.line().len());
    }

    /// Makes a player the side to move, in Hex by a pass of the opponent if necessary: Hex
    /// controllers set up stones of any colour in any order and have no passes. After the end of
    /// the game nothing changes.
    pub(crate) fn give_turn_to(&mut self, player: Player) -> Result<(), String> {
        let to_move = self.state.to_move();
        if to_move == player || self.state.verdict().is_some() {
            return Ok(());
        }
        if commands::hex::is_hex(self) && self.state.play(PASS).is_ok() {
            self.implied_passes.push(self.state.line().len());
            return Ok(());
        }
        Err(format!("{} is to move", self.game.player_name(to_move)))
    }

    /// Takes back a pass by [`Session::give_turn_to`], if it was the last action.
    pub(crate) fn take_turn_back(&mut self) {
        if self.implied_passes.last().is_some_and(|&n| n == self.state.line().len()) {
            self.implied_passes.pop();
            self.state.undo();
        }
    }

    /// Takes back the last action or resignation. Returns false when there is none.
    pub(crate) fn undo(&mut self) -> bool {
        if self.resignations.last().is_some_and(|&n| n == self.state.line().len()) {
            self.resignations.pop();
            return true;
        }
        let undone = self.state.undo().is_some();
        self.take_turn_back();
        undone
    }

    /// Searches the next action, within the allotted time.
    pub(crate) fn choose(&mut self) -> Result<(Analysis, Duration), String> {
        let clock = self.clock.allowance(self.state.to_move());
        self.engine.choose(&*self.game, &*self.state, clock)
    }

    /// Searches the current position.
    pub(crate) fn think(&mut self, opponent: &Opponent, limit: Limit) -> Result<Analysis, String> {
        self.engine.think(&*self.game, &*self.state, opponent, limit).map(|(analysis, _)| analysis)
    }

    /// Returns the opponent set by `hexarium-level`, if any.
    pub(crate) fn chosen(&self) -> Option<Opponent> {
        self.engine.chosen
    }

    pub(crate) fn choose_level(&mut self, opponent: Option<Opponent>) {
        self.engine.chosen = opponent;
    }

    /// Whether the next line has arrived; always false without an engine host.
    pub(crate) fn interrupted(&mut self) -> bool {
        self.engine.host.as_mut().is_none_or(|host| host.interrupted())
    }

    pub(crate) fn wait(&mut self, time: Duration) {
        if let Some(host) = &mut self.engine.host {
            host.wait(time);
        }
    }

    /// Writes a part of the response immediately; the text consists of whole lines.
    pub(crate) fn write(&mut self, text: &str) {
        if let Some(host) = &mut self.engine.host {
            host.write(&(self.head.take().unwrap_or_default() + text));
        }
    }

    /// Deducts the time of an action from a player's clock; a later report of the controller
    /// overrides it.
    pub(crate) fn spend(&mut self, player: Player, time: Duration) {
        self.clock.spend(player, time);
    }

    pub(crate) fn set_time(&mut self, settings: TimeSettings) {
        self.clock.settings = Some(settings);
        self.clock.restart();
    }

    pub(crate) fn set_time_left(&mut self, player: Player, left: TimeLeft) {
        self.clock.set_left(player, left);
    }
}

/// Returns the words of a line up to its comment.
fn without_comment(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split('#').next().unwrap_or_default();
    // Positions of some games contain the comment sign in their boards, so there a comment starts
    // only at a separate word.
    let sets_a_position = code.split_whitespace().find(|word| !is_id(word)) == Some("hexarium-position");
    let code = if sets_a_position { text } else { code };
    code.split_whitespace().take_while(|word| *word != "#")
}

fn is_id(word: &str) -> bool {
    word.len() <= 10 && word.bytes().all(|b| b.is_ascii_digit())
}
