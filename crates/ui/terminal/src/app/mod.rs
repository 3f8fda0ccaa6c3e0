//! Somebody sits at a table: a game, who plays it, and what is going on right now.

mod elsewhere;
mod talking;

use hexarium_formats::Ending;
use hexarium_games::registry;
use hexarium_kernel::{Flow, Input, PerPlayer, Player};
use hexarium_search::Analysis;
use hexarium_session::{Choice, ClickOutcome, Form, GameSession, Played, files, import, words};

use crate::Seat;
use crate::command::sentence;
use crate::errand::{Answer, Errand};
use crate::keeping;

pub(crate) use talking::line_in_words;

use elsewhere::Elsewhere;

/// A game, its players and what is going on. Both faces show it; it draws nothing and waits for nothing.
pub(crate) struct Sitting {
    table: GameSession,
    seats: PerPlayer<Seat>,
    /// Counts what was begun, so that what comes too late is recognised.
    round: u64,
    thinking: bool,
    /// Whether the engine waits although it is its turn.
    paused: bool,
    studying: bool,
    /// What the engine thinks of the position, where it was asked.
    analysis: Option<Analysis>,
    /// An action that is shown on the board.
    hint: Option<String>,
    /// The actions that the last touch can mean.
    choices: Vec<Choice>,
    said: Vec<String>,
    errands: Vec<Errand>,
    /// The game at a server that the table shows.
    elsewhere: Option<Elsewhere>,
    at_server: bool,
    /// Whether lists are said, because nobody sees them.
    aloud: bool,
}

impl Sitting {
    /// Somebody sits down; the engine may begin at once.
    pub(crate) fn new(table: GameSession, seats: PerPlayer<Seat>) -> Self {
        let mut sitting = Self {
            table,
            seats,
            round: 0,
            thinking: false,
            paused: false,
            studying: false,
            analysis: None,
            hint: None,
            choices: Vec::new(),
            said: Vec::new(),
            errands: Vec::new(),
            elsewhere: None,
            at_server: false,
            aloud: false,
        };
        sitting.changed();
        sitting
    }

    pub(crate) fn table(&self) -> &GameSession {
        &self.table
    }

    pub(crate) fn seats(&self) -> PerPlayer<Seat> {
        self.seats
    }

    pub(crate) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    pub(crate) fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    pub(crate) fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }

    pub(crate) fn is_studying(&self) -> bool {
        self.studying
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.thinking
    }

    /// Whether the engine waits to be told to go on.
    pub(crate) fn is_paused(&self) -> bool {
        self.paused && self.engine_to_move().is_some()
    }

    /// What is to be told to the player.
    pub(crate) fn say(&mut self, words: impl Into<String>) {
        self.said.push(words.into());
    }

    /// What was said since this was last asked.
    pub(crate) fn take_said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }

    /// What is to be done since this was last asked.
    pub(crate) fn take_errands(&mut self) -> Vec<Errand> {
        std::mem::take(&mut self.errands)
    }

    /// How the game ended, by its rules, its players or the clock.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.table.ending().or_else(|| self.called_off())
    }

    /// The line that always says who is to move, what they may do, and how much of the turn is left.
    pub(crate) fn prompt(&self) -> String {
        if let Some(ending) = self.ending() {
            return words::ending(self.table.game(), &ending);
        }
        if self.waits_for_somebody() {
            return "Nobody has joined yet.".to_string();
        }
        let player = self.table.state().to_move();
        match self.seats[player] {
            Seat::Level(level) if self.thinking => {
                format!("{}, level {level}, is thinking", self.table.game().player_name(player))
            }
            _ => self.table.state().view().prompt,
        }
    }

    /// Touches a cell or a button.
    pub(crate) fn touch(&mut self, touch: Input) {
        self.choices.clear();
        if let Some(why) = self.barred() {
            return self.say(why);
        }
        match self.table.touch(touch) {
            ClickOutcome::Selected | ClickOutcome::Cleared => {}
            ClickOutcome::Act(action) => {
                self.paused = false;
                self.make(&action);
            }
            ClickOutcome::Choose(choices) => self.choices = choices,
            ClickOutcome::Refused(why) => self.say(why),
        }
    }

    /// Forgets what was touched.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.choices.clear();
        self.hint = None;
    }

    /// Makes an action that the player has written or chosen. Whether it was made.
    pub(crate) fn play(&mut self, action: &str) -> bool {
        if let Some(why) = self.barred() {
            self.say(why);
            return false;
        }
        // Whoever has looked around and plays wants an answer.
        self.paused = false;
        self.make(action)
    }

    fn make(&mut self, action: &str) -> bool {
        match self.table.play(action) {
            Ok(played) => {
                self.tell(&played);
                self.hand_over(&played);
                self.changed();
                true
            }
            Err(problem) => {
                self.table.clear();
                self.say(sentence(problem));
                false
            }
        }
    }

    fn tell(&mut self, played: &Played) {
        self.say(played.words.clone());
        if played.flow == Flow::GameOver
            && let Some(ending) = self.table.ending()
        {
            self.say(words::ending(self.table.game(), &ending));
        }
    }

    /// Why the player may not act now.
    fn barred(&self) -> Option<String> {
        if let Some(why) = self.barred_elsewhere() {
            return Some(why);
        }
        match (self.engine_to_move(), self.paused) {
            (Some(level), true) => Some(format!("It is for level {level} to play: say go, or take your turn back.")),
            (Some(level), false) if !self.table.can_forward() => Some(format!("Level {level} is thinking.")),
            _ => None,
        }
    }

    /// The level of the engine that is to act.
    fn engine_to_move(&self) -> Option<u8> {
        match self.seats[self.table.state().to_move()] {
            Seat::Level(level) if self.ending().is_none() => Some(level),
            _ => None,
        }
    }

    /// What follows a change of the game: it is kept, and the engine goes on.
    fn changed(&mut self) {
        self.halt();
        if !self.at_server {
            match keeping::written(&self.table, self.seats) {
                Ok(text) => self.errands.push(Errand::Keep { game: self.table.game().canonical_id(), text }),
                Err(problem) => self.say(format!("The game cannot be kept: {problem}.")),
            }
        }
        self.go_on();
    }

    /// Stops whatever is under way and forgets what is in hand.
    fn halt(&mut self) {
        self.round += 1;
        self.thinking = false;
        self.analysis = None;
        self.hint = None;
        self.choices.clear();
        self.table.clear();
        self.errands.push(Errand::Halt);
    }

    /// Lets the engine act if it is its turn and nothing has been played after this; else it may study.
    fn go_on(&mut self) {
        let (round, game) = (self.round, self.table.game().canonical_id());
        match self.engine_to_move() {
            Some(level) if !self.paused && !self.table.can_forward() => {
                self.thinking = true;
                let state = self.table.state().copy();
                self.errands.push(Errand::Choose { round, game, state, level });
            }
            _ if self.studying && self.ending().is_none() && self.help_is_fair() => {
                self.errands.push(Errand::Study { round, game, state: self.table.state().copy() });
            }
            _ => {}
        }
    }

    /// The engine may go on, or waits from now on.
    pub(crate) fn toggle_pause(&mut self) {
        let Some(level) = self.engine_to_move() else {
            return self.say("It is your turn.");
        };
        self.table.to_end();
        self.paused = !self.paused;
        self.halt();
        self.go_on();
        self.say(if self.paused { format!("Level {level} waits.") } else { format!("Level {level} plays on.") });
    }

    /// Takes back as much as it takes for a person to decide anew. At a server only what has not been handed over.
    pub(crate) fn undo(&mut self) {
        if self.elsewhere.is_some() {
            return self.undo_elsewhere();
        }
        if !self.table.can_back() {
            return self.say("There is nothing to take back.");
        }
        // A turn under way goes back by one action; a finished one as a whole.
        if self.table.turn_in_progress() {
            self.table.back();
        } else {
            self.table.back_turn();
        }
        while self.engine_to_move().is_some() && self.table.back_turn() {}
        self.paused = self.engine_to_move().is_some();
        self.changed();
        self.say("Taken back.");
    }

    /// Plays again what was taken back.
    pub(crate) fn redo(&mut self) {
        if !self.table.can_forward() {
            return self.say("There is nothing to play again.");
        }
        self.table.forward_turn();
        while self.table.can_forward() && self.engine_to_move().is_some() && self.table.forward_turn() {}
        self.paused = self.table.can_forward();
        self.changed();
        let words = self.table.last_words();
        self.say(words.unwrap_or_default());
    }

    /// Goes through the game by single actions; nothing is lost, and the engine waits.
    pub(crate) fn travel(&mut self, how: impl FnOnce(&mut GameSession)) {
        how(&mut self.table);
        self.paused = true;
        self.changed();
        let words = self.table.last_words().unwrap_or_else(|| "The start of the game.".to_string());
        self.say(words);
    }

    /// Begins another game.
    pub(crate) fn begin(&mut self, game: &str, seats: PerPlayer<Seat>) -> bool {
        match GameSession::new(game) {
            Ok(table) => {
                self.lay_out(table, seats);
                self.say(self.introduction());
                true
            }
            Err(problem) => {
                self.say(sentence(problem));
                false
            }
        }
    }

    fn lay_out(&mut self, table: GameSession, seats: PerPlayer<Seat>) {
        self.table = table;
        self.seats = seats;
        self.paused = false;
        self.changed();
    }

    /// Opens a game that somebody has written or copied; both sides are the player's then, who wants to look at it.
    pub(crate) fn load(&mut self, text: &str) {
        if self.elsewhere.is_some() {
            return self.say("This table shows a game at the server: leave it first.");
        }
        let loaded = import(text).and_then(|game| {
            let caution = game.caution.clone();
            Ok((game.into_session()?, caution))
        });
        match loaded {
            Ok((table, caution)) => {
                self.lay_out(table, PerPlayer([Seat::Person; 2]));
                self.say(self.introduction());
                if let Some(caution) = caution {
                    self.say(sentence(caution));
                }
            }
            Err(problem) => self.say(format!("That cannot be read: {}", sentence(problem))),
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
            self.errands.push(Errand::Read { file: text.to_string() });
        }
    }

    /// Writes the game to a file, in the form that its name asks for.
    pub(crate) fn save(&mut self, file: &str) {
        let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        let form = match ending.as_str() {
            "sgf" => Form::Sgf,
            "json" => Form::Json,
            _ => Form::Record,
        };
        match self.table.export(form) {
            Ok(text) => self.errands.push(Errand::Write { file: file.to_string(), text }),
            Err(problem) => self.say(sentence(problem)),
        }
    }

    /// Other players from now on.
    pub(crate) fn seat(&mut self, seats: PerPlayer<Seat>) {
        if self.at_server {
            return self.say("At the server people play people.");
        }
        self.seats = seats;
        self.paused = false;
        self.changed();
        self.say(self.who_plays());
    }

    /// Another level for the engine; where no engine plays, it takes the side that is not to move.
    pub(crate) fn set_level(&mut self, level: u8) {
        let mut seats = self.seats;
        if !seats.0.iter().any(|seat| matches!(seat, Seat::Level(_))) {
            seats[self.table.state().to_move().other()] = Seat::Level(level);
        }
        for seat in &mut seats.0 {
            if let Seat::Level(old) = seat {
                *old = level;
            }
        }
        self.seat(seats);
    }

    /// Asks what a strong player would do.
    pub(crate) fn ask_hint(&mut self) {
        if self.ending().is_some() {
            return self.say("The game is over.");
        }
        if !self.help_is_fair() {
            return self.say("No hints while you play somebody.");
        }
        if self.thinking {
            return self.say("It is not your turn.");
        }
        self.halt();
        let (round, game) = (self.round, self.table.game().canonical_id());
        self.errands.push(Errand::Hint { round, game, state: self.table.state().copy() });
    }

    /// Begins or ends a study of the position.
    pub(crate) fn toggle_study(&mut self) {
        if !self.help_is_fair() {
            return self.say("No analysis while you play somebody.");
        }
        self.studying = !self.studying;
        if !self.thinking {
            self.halt();
            self.go_on();
        }
    }

    /// A player gives up.
    pub(crate) fn resign(&mut self) {
        if self.elsewhere.is_some() {
            return self.resign_elsewhere();
        }
        let player = self.table.state().to_move();
        let loser = if self.seats[player] == Seat::Person { player } else { player.other() };
        match self.table.resign(loser) {
            Ok(()) => {
                self.changed();
                if let Some(ending) = self.ending() {
                    self.say(words::ending(self.table.game(), &ending));
                }
            }
            Err(problem) => self.say(problem),
        }
    }

    /// The player has enough.
    pub(crate) fn leave(&mut self) {
        self.errands.push(Errand::Leave);
    }

    /// Takes what came of an errand.
    pub(crate) fn answer(&mut self, answer: Answer) {
        match answer {
            Answer::Chosen { round, action } if round == self.round && self.thinking => {
                self.make(&action);
            }
            Answer::Hint { round, action } if round == self.round => {
                let words = self.table.preview_action(&action).map_or_else(|| action.clone(), |p| p.words);
                self.say(format!("Hint, {action}: {words}"));
                self.hint = Some(action);
                self.go_on();
            }
            Answer::Studied { round, analysis } if round == self.round => self.analysis = Some(analysis),
            Answer::Failed { round, problem } if round == self.round => {
                (self.thinking, self.paused) = (false, true);
                self.say(format!("The engine has failed: {problem}."));
            }
            Answer::Written(Ok(file)) => self.say(format!("Saved as {file}.")),
            Answer::Text(Ok(text)) => self.load(&text),
            Answer::NotKept(problem) | Answer::Written(Err(problem)) | Answer::Text(Err(problem)) => self.say(problem),
            Answer::News(news) => self.hear(news),
            // What comes too late.
            Answer::Chosen { .. } | Answer::Hint { .. } | Answer::Studied { .. } | Answer::Failed { .. } => {}
        }
    }

    /// The game by its name, with its options where they are not the usual ones.
    pub(crate) fn title(&self) -> String {
        let game = self.table.game();
        let id = game.canonical_id();
        match id.strip_prefix(game.spec().id).map(|rest| rest.trim_matches(['(', ')'])) {
            Some("") | None => game.spec().title.to_string(),
            Some(options) => format!("{} ({})", game.spec().title, options.replace(',', ", ")),
        }
    }

    /// The name of a player and who it is.
    pub(crate) fn called(&self, player: Player) -> String {
        format!("{} ({})", self.table.game().player_name(player), self.who(player))
    }

    /// Who plays a side: "you", "level 3", a name at a server; "a person" where both are.
    fn who(&self, player: Player) -> String {
        match self.name_elsewhere(player) {
            Some(name) => name,
            None if self.seats.0 == [Seat::Person; 2] => "a person".to_string(),
            None => self.seats[player].words(),
        }
    }
}

/// The first game of the list, for those who have not chosen.
pub(crate) fn first_game() -> &'static str {
    registry::GAMES[0].id
}
