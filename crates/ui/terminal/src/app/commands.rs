//! What is answered in words to what is said in words.

use hexarium_kernel::{Input, PerPlayer, Player, Spot, art};
use hexarium_search::{AnalysisLine, Proof};
use hexarium_session::{Form, words};

use super::Sitting;
use crate::command::{Command, help, sentence};

/// How many lines of the engine are told.
const LINES: usize = 3;

impl Sitting {
    /// Does what somebody says.
    pub(crate) fn obey(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        match Command::parse(line) {
            Ok(command) => self.carry_out(command),
            Err(problem) => self.say(problem),
        }
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::Help => help(self.at_server).into_iter().for_each(|line| self.say(line)),
            Command::Board => self.board_in_words().into_iter().for_each(|line| self.say(line)),
            Command::Show => self.say(art::draw(self.table.game(), self.table.state()).trim_end().to_string()),
            Command::Where(cell) => self.say(self.cell_in_words(&cell)),
            Command::Moves(cell) => self.moves_in_words(cell.as_deref()).into_iter().for_each(|line| self.say(line)),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Hint => self.ask_hint(),
            Command::Lines => self.toggle_study(),
            Command::Level(level) => self.set_level(level),
            Command::Players(first, second) => self.seat(PerPlayer([first, second])),
            Command::New(game) => self.new_game(game),
            Command::Save(file) => self.save(&file),
            Command::Open(file) => self.open(&file),
            Command::Link => match self.table.export(Form::Link) {
                Ok(link) => self.say(link),
                Err(problem) => self.say(sentence(problem)),
            },
            Command::Go => self.toggle_pause(),
            Command::Resign => self.resign(),
            Command::Quit => self.leave(),
            Command::Act(action) => {
                self.play(&action);
            }
            command => self.carry_out_elsewhere(command),
        }
    }

    fn new_game(&mut self, game: Option<String>) {
        if self.at_server {
            return self.say("At the server a game is opened with host, as in: host hex 5+3.");
        }
        let game = game.unwrap_or_else(|| self.table.game().canonical_id());
        self.begin(&game, self.seats);
    }

    /// What is to be known before anything is played.
    pub(crate) fn introduction(&self) -> String {
        let turn = match self.table.actions().len() {
            0 => String::new(),
            _ => format!(" Turn {}.", self.table.state().turn()),
        };
        format!("{}.{turn} {}", self.title(), self.who_plays())
    }

    /// "Blue is you, Red is level 3."
    pub(crate) fn who_plays(&self) -> String {
        let who = |player: Player| format!("{} is {}", self.table.game().player_name(player), self.who(player));
        format!("{}, {}.", who(Player::First), who(Player::Second))
    }

    /// The pieces, the numbers and whose turn it is.
    fn board_in_words(&self) -> Vec<String> {
        let (game, view) = (self.table.game(), self.table.state().view());
        let mut lines = words::inventory(game, self.table.board(), &view);
        for player in Player::BOTH {
            let is_target = |mark: &hexarium_kernel::Mark| *mark == hexarium_kernel::Mark::Target(player);
            let cells: Vec<String> =
                view.marks.iter().filter(|(_, mark)| is_target(mark)).map(|(spot, _)| self.label(*spot)).collect();
            if !cells.is_empty() {
                lines.push(format!("{}'s targets: {}.", game.player_name(player), cells.join(", ")));
            }
        }
        if !view.counters.is_empty() {
            lines.push(format!("{}.", view.counters_text(|player| game.player_name(player))));
        }
        lines.push(sentence(self.prompt()));
        lines
    }

    pub(crate) fn label(&self, spot: Spot) -> String {
        self.table.board().cells.get(usize::from(spot.0)).map(|cell| cell.label.clone()).unwrap_or_default()
    }

    fn spot(&self, name: &str) -> Option<Spot> {
        let name = name.trim().to_lowercase();
        let cells = &self.table.board().cells;
        let at = cells.iter().position(|cell| !cell.label.is_empty() && cell.label.to_lowercase() == name)?;
        Some(Spot(at as u16))
    }

    fn no_such_cell(&self, name: &str) -> String {
        let labels: Vec<&str> =
            self.table.board().cells.iter().map(|cell| cell.label.as_str()).filter(|l| !l.is_empty()).collect();
        let (first, last) = (labels.first().unwrap_or(&""), labels.last().unwrap_or(&""));
        format!("There is no cell {}; the cells go from {first} to {last}.", hexarium_kernel::shortened(name))
    }

    fn cell_in_words(&self, name: &str) -> String {
        match self.spot(name) {
            Some(spot) => words::surroundings(self.table.game(), self.table.board(), &self.table.state().view(), spot),
            None => self.no_such_cell(name),
        }
    }

    /// The legal actions: all of them by name, or those that begin with a cell, each with what it does.
    fn moves_in_words(&self, cell: Option<&str>) -> Vec<String> {
        if self.ending().is_some() {
            return vec!["The game is over.".to_string()];
        }
        let offers = self.table.state().legal_inputs();
        let Some(name) = cell else {
            let names: Vec<&str> = offers.iter().map(|(action, _)| action.as_str()).collect();
            return vec![format!("{} moves: {}", names.len(), names.join(" "))];
        };
        let Some(spot) = self.spot(name) else { return vec![self.no_such_cell(name)] };
        let starts = |inputs: &[Input]| inputs.first() == Some(&Input::Cell(spot));
        let touches = |inputs: &[Input]| inputs.contains(&Input::Cell(spot));
        let any_starts = offers.iter().any(|(_, inputs)| starts(inputs));
        let fitting = offers.iter().filter(|(_, g)| if any_starts { starts(g) } else { touches(g) });
        let line = |(action, _): &(String, Vec<Input>)| {
            let words = self.table.preview_action(action).map(|preview| preview.words).unwrap_or_default();
            format!("{action}: {words}")
        };
        let lines: Vec<String> = fitting.map(line).collect();
        if lines.is_empty() { vec![format!("Nothing can be done with {}.", self.label(spot))] } else { lines }
    }

    /// What the engine expects, best first, as it was last heard.
    pub(crate) fn lines_in_words(&self) -> Vec<String> {
        let Some(analysis) = &self.analysis else { return Vec::new() };
        analysis.lines.iter().take(LINES).map(line_in_words).collect()
    }
}

/// A line of the engine: `62 %  d4 e5 c3`, or `wins  d4 e5`.
pub(crate) fn line_in_words(line: &AnalysisLine) -> String {
    let worth = match line.proof {
        Some(Proof::Win) => "wins".to_string(),
        Some(Proof::Loss) => "loses".to_string(),
        Some(Proof::Draw) => "draw".to_string(),
        None => format!("{:.0} %", line.win * 100.0),
    };
    format!("{worth:>5}  {}", line.pv.join(" "))
}
