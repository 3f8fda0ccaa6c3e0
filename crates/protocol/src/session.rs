//! Framing: lines, ids, answers.

use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch, OptionError, Player};
use hexarium_search::{Opponent, Thought};

use crate::clock::{Clock, TimeLeft, TimeSettings};
use crate::commands;
use crate::mind::Mind;
use crate::world::{Limit, World};

/// How a session opens a game by its text.
pub type Opener = fn(&str) -> Result<Box<dyn AnyGame>, OptionError>;

/// How a session reads a file by its name: the text, or what is wrong.
pub type FileReader = fn(&str) -> Result<String, String>;

/// One conversation with a controller.
pub struct Session {
    opener: Opener,
    files: Option<FileReader>,
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) state: Box<dyn AnyMatch>,
    clock: Clock,
    mind: Mind,
    /// Whether the driver has opened its game in Hexarium's own way, and not in that of the Hex protocols.
    pub(crate) speaks_hexarium: bool,
    /// How the answer under way begins, until its first part has been said.
    head: Option<String>,
    /// After how many actions somebody resigned, so that undo can take it back.
    resignations: Vec<usize>,
}

/// What a line brings about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What to write out, blank line included; empty for a line that asks nothing.
    pub text: String,
    /// Whether the conversation is over.
    pub quit: bool,
}

impl Session {
    /// A session that starts with this game.
    pub fn new(opener: Opener, game: Box<dyn AnyGame>) -> Self {
        let state = game.start();
        Self {
            opener,
            files: None,
            game,
            state,
            clock: Clock::default(),
            mind: Mind::default(),
            speaks_hexarium: false,
            head: None,
            resignations: Vec::new(),
        }
    }

    /// The same session with a way to read files. A session itself touches none.
    pub fn with_files(self, files: FileReader) -> Self {
        Self { files: Some(files), ..self }
    }

    /// The same session with a world to think in. A session itself has neither clock nor thread.
    pub fn with_world(mut self, world: Box<dyn World>) -> Self {
        self.mind.world = Some(world);
        self
    }

    /// The text of a file, if there is a way to read files.
    pub(crate) fn file(&self, name: &str) -> Result<String, String> {
        match self.files {
            Some(read) => read(name),
            None => Err("this session reads no files".to_string()),
        }
    }

    /// The way to open a game.
    pub(crate) fn opener(&self) -> Opener {
        self.opener
    }

    /// What the driver has said about time.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Carries out one line.
    pub fn line(&mut self, line: &str) -> Answer {
        // The steps and their order are those of the GTP specification; CR is one of the control characters.
        let kept = line.chars().filter(|&c| c == '\t' || c == '\n' || !c.is_control());
        let text: String = kept.map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let mut words = without_comment(&text).peekable();
        let id = words.next_if(|word| is_id(word)).unwrap_or_default();
        let Some(command) = words.next() else {
            return Answer { text: String::new(), quit: false };
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
            // The answer was said in parts; all it lacks is its end.
            return Answer { text: "\n".to_string(), quit };
        }
        // The space stays even before an empty answer: HexGui takes anything but "= " and "? " for garbage.
        Answer { text: format!("{sign}{id} {}\n\n", body.trim_end()), quit }
    }

    /// Opens a game and starts it.
    pub(crate) fn open(&mut self, text: &str) -> Result<(), OptionError> {
        self.game = (self.opener)(text)?;
        self.mind.leave();
        self.restart();
        Ok(())
    }

    /// Starts the game anew.
    pub(crate) fn restart(&mut self) {
        self.go_on_from(self.game.start());
    }

    /// Takes a match in place of the one under way; what the driver said about the old one's clocks is over.
    pub(crate) fn go_on_from(&mut self, state: Box<dyn AnyMatch>) {
        self.state = state;
        self.resignations.clear();
        self.clock.restart();
    }

    /// Resigning is not part of the rules of any game: it is only noted, and nothing changes.
    pub(crate) fn note_resignation(&mut self) {
        self.resignations.push(self.state.line().len());
    }

    /// Takes back what was played last, a resignation included; false when there is nothing.
    pub(crate) fn undo(&mut self) -> bool {
        if self.resignations.last().is_some_and(|&n| n == self.state.line().len()) {
            self.resignations.pop();
            return true;
        }
        self.state.undo().is_some()
    }

    /// Thinks about the action to be made, within the time there is for it.
    pub(crate) fn choose(&mut self) -> Result<(Thought, Duration), String> {
        let clock = self.clock.allowance(self.state.to_move());
        self.mind.choose(&*self.game, &*self.state, clock)
    }

    /// Thinks about where the game stands.
    pub(crate) fn think(&mut self, opponent: &Opponent, limit: Limit) -> Result<Thought, String> {
        self.mind.think(&*self.game, &*self.state, opponent, limit).map(|(thought, _)| thought)
    }

    /// The player that `hexarium-level` has chosen, if it has.
    pub(crate) fn chosen(&self) -> Option<Opponent> {
        self.mind.chosen
    }

    pub(crate) fn choose_level(&mut self, opponent: Option<Opponent>) {
        self.mind.chosen = opponent;
    }

    /// Whether the next line has come; without a world no line ever comes in between.
    pub(crate) fn interrupted(&mut self) -> bool {
        self.mind.world.as_mut().is_none_or(|world| world.interrupted())
    }

    pub(crate) fn rest(&mut self, time: Duration) {
        if let Some(world) = &mut self.mind.world {
            world.rest(time);
        }
    }

    /// Says a part of the answer at once: whole lines.
    pub(crate) fn say(&mut self, text: &str) {
        if let Some(world) = &mut self.mind.world {
            world.say(&(self.head.take().unwrap_or_default() + text));
        }
    }

    /// Takes from a player's clock what an action took; what the driver says about it later goes before this.
    pub(crate) fn spend(&mut self, player: Player, time: Duration) {
        self.clock.spend(player, time);
    }

    pub(crate) fn set_time(&mut self, settings: TimeSettings) {
        self.clock.settings = Some(settings);
        self.clock.restart();
    }

    pub(crate) fn set_time_left(&mut self, player: Player, left: TimeLeft) {
        self.clock.tell(player, left);
    }
}

/// The words of a line up to its comment.
fn without_comment(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split('#').next().unwrap_or_default();
    // Positions of some games have the sign in their boards: there a comment is what follows it as a word of its own.
    let sets_a_position = code.split_whitespace().find(|word| !is_id(word)) == Some("hexarium-position");
    let code = if sets_a_position { text } else { code };
    code.split_whitespace().take_while(|word| *word != "#")
}

fn is_id(word: &str) -> bool {
    word.len() <= 10 && word.bytes().all(|b| b.is_ascii_digit())
}
