//! Typed commands and their output.

use hexarium_kernel::{Input, PerPlayer, Player, Spot, art};
use hexarium_session::words::sentence;
use hexarium_session::{EngineLine, Form, words};

use super::App;
use crate::command::{Command, help};

/// The number of engine lines that are printed.
const LINES: usize = 3;

impl App {
    /// Executes a typed line.
    pub(crate) fn execute_line(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        match Command::parse(line) {
            Ok(command) => self.execute(command),
            Err(problem) => self.say(problem),
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Help => help(self.is_online()).into_iter().for_each(|line| self.say(line)),
            Command::Board => self.board_lines().into_iter().for_each(|line| self.say(line)),
            Command::Show => self.say(art::draw(self.session().game(), self.session().state()).trim_end().to_string()),
            Command::Where(cell) => self.say(self.cell_line(&cell)),
            Command::Moves(cell) => self.move_lines(cell.as_deref()).into_iter().for_each(|line| self.say(line)),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Hint => self.request_hint(),
            Command::Lines => self.toggle_analysis(),
            Command::Level(level) => self.set_level(level),
            Command::Players(first, second) => self.set_players(PerPlayer([first, second])),
            Command::New(game) => self.new_game(game),
            Command::Save(file) => self.save(&file),
            Command::Open(file) => self.open(&file),
            Command::Link => match self.session().export(Form::Link) {
                Ok(link) => self.say(link),
                Err(problem) => self.say(sentence(&problem)),
            },
            Command::Go => self.toggle_pause(),
            Command::Resign => self.resign(),
            Command::Quit => self.quit(),
            Command::Act(action) => self.play(&action),
            command => self.execute_online(command),
        }
    }

    fn new_game(&mut self, game: Option<String>) {
        if self.is_online() {
            return self.say("Create a game on the server with host, for example: host hex 5+3.");
        }
        let game = game.unwrap_or_else(|| self.session().game().canonical_id());
        self.start(&game, self.players());
    }

    /// The game, its turn and its players.
    pub(crate) fn introduction(&self) -> String {
        let turn = match self.session().action_count() {
            0 => String::new(),
            _ => format!(" Turn {}.", self.session().state().turn()),
        };
        format!("{}.{turn} {}", self.title(), self.players_text())
    }

    /// "Blue is you, Red is level 3."
    pub(crate) fn players_text(&self) -> String {
        let who =
            |player: Player| format!("{} is {}", self.session().game().player_name(player), self.player_text(player));
        format!("{}, {}.", who(Player::First), who(Player::Second))
    }

    /// The pieces, the counters and the prompt.
    fn board_lines(&self) -> Vec<String> {
        let (game, view) = (self.session().game(), self.session().view());
        let mut lines = words::inventory(game, self.session().board(), view);
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
        lines.push(sentence(&self.prompt()));
        lines
    }

    pub(crate) fn label(&self, spot: Spot) -> String {
        self.session().board().cells.get(usize::from(spot.0)).map(|cell| cell.label.clone()).unwrap_or_default()
    }

    fn spot(&self, name: &str) -> Option<Spot> {
        let name = name.trim().to_lowercase();
        let cells = &self.session().board().cells;
        let at = cells.iter().position(|cell| !cell.label.is_empty() && cell.label.to_lowercase() == name)?;
        Some(Spot(at as u16))
    }

    fn no_such_cell(&self, name: &str) -> String {
        let labels: Vec<&str> =
            self.session().board().cells.iter().map(|cell| cell.label.as_str()).filter(|l| !l.is_empty()).collect();
        let (first, last) = (labels.first().unwrap_or(&""), labels.last().unwrap_or(&""));
        format!("Invalid cell {}: expected {first} to {last}.", hexarium_kernel::shortened(name))
    }

    fn cell_line(&self, name: &str) -> String {
        match self.spot(name) {
            Some(spot) => {
                words::surroundings(self.session().game(), self.session().board(), self.session().view(), spot)
            }
            None => self.no_such_cell(name),
        }
    }

    /// The legal actions: all of them, or those that begin with a cell, each with a sentence.
    fn move_lines(&self, cell: Option<&str>) -> Vec<String> {
        if self.ending().is_some() {
            return vec!["The game is over.".to_string()];
        }
        let (session, state) = (self.session(), self.session().state());
        let Some(name) = cell else {
            let names: Vec<&str> = state.legal_actions().iter().map(|action| action.text.as_str()).collect();
            return vec![format!("{} moves: {}", names.len(), names.join(" "))];
        };
        let Some(spot) = self.spot(name) else { return vec![self.no_such_cell(name)] };
        let starts = |inputs: &[Input]| inputs.first() == Some(&Input::Cell(spot));
        let uses = |inputs: &[Input]| inputs.contains(&Input::Cell(spot));
        let any_starts = state.input_sequences().iter().any(|inputs| starts(inputs));
        let actions = state.legal_actions().iter().zip(state.input_sequences());
        let fitting = actions.filter(|(_, inputs)| if any_starts { starts(inputs) } else { uses(inputs) });
        let lines: Vec<String> = fitting
            .map(|(action, _)| {
                let words = session.preview_of(action.id).map(|preview| preview.words).unwrap_or_default();
                format!("{}: {words}", action.text)
            })
            .collect();
        if lines.is_empty() { vec![format!("No moves with {}.", self.label(spot))] } else { lines }
    }

    /// The lines of the engine, best first.
    pub(crate) fn analysis_lines(&self) -> Vec<String> {
        self.analysis().lines().iter().take(LINES).map(line_text).collect()
    }
}

/// A line of the engine: `62 %  d4 e5 c3`, or `wins  d4 e5`.
pub(crate) fn line_text(line: &EngineLine) -> String {
    format!("{:>5}  {}", line.evaluation(), line.pv.join(" "))
}
