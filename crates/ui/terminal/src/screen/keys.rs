//! Keys, clicks and pasted text.

use hexarium_kernel::Input;
use hexarium_session::GameSession;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::entry::{Entry, Purpose};
use super::form::Form;
use super::layout::Layout;
use super::{Focus, Mode, Screen};
use crate::app::App;
use crate::command::WORDS;
use crate::online::numbered;

/// Every key on the board, with its effect.
pub(crate) const KEYS: &[(&str, &str)] = &[
    ("arrows, h j k l", "move the cursor over the board"),
    ("Enter, Space, click", "select the cell or press the button"),
    ("Tab", "switch between board and buttons"),
    ("Esc", "clear the selection"),
    (":", "type a move or a command; Tab completes"),
    ("u, r", "undo, redo a turn"),
    ("< > Home End", "step through the game"),
    ("?", "show a hint"),
    ("a", "turn analysis on or off"),
    ("n", "start a new game"),
    ("1 to 8", "set the level of the engine"),
    ("g", "pause or resume the engine"),
    ("s, o", "save to a file; open a file or link"),
    ("R", "resign"),
    ("q, Ctrl-C", "quit; the game is saved"),
];

/// The keys for games on a server.
pub(crate) const SERVER_KEYS: &[(&str, &str)] = &[
    ("L", "list the games on the server"),
    ("D", "offer or accept a draw"),
    ("y, x", "accept or decline an offer"),
    ("M", "offer or accept a rematch"),
];

/// The symbols on the board.
pub(crate) const SIGNS: &[(&str, &str)] = &[
    ("[x]", "the cursor"),
    ("(x)", "selected"),
    ("<x>", "the last action"),
    (">x<", "would be captured"),
    ("}x{", "would be hit"),
    ("!x!", "the hint"),
];

impl Screen {
    /// Handles an input of the terminal.
    pub(crate) fn input(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => self.paste(text),
            _ => {}
        }
        self.settle();
    }

    fn key(&mut self, key: &KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'C')) {
            return self.app.quit();
        }
        match &mut self.mode {
            Mode::Board => self.key_on_board(key),
            Mode::Entry(_) => self.key_in_entry(key),
            Mode::Form(_) => self.key_in_form(key),
            Mode::Choices(_) => self.key_in_choices(key),
            Mode::Lobby(_) => self.key_in_lobby(key),
            Mode::Resign => {
                self.mode = Mode::Board;
                self.notice.clear();
                if matches!(key.code, KeyCode::Char('y' | 'Y')) {
                    self.app.resign();
                }
            }
            Mode::Help(line) => match key.code {
                KeyCode::Down | KeyCode::Char('j') => *line = line.saturating_add(1),
                KeyCode::Up | KeyCode::Char('k') => *line = line.saturating_sub(1),
                _ => self.mode = Mode::Board,
            },
        }
    }

    fn key_on_board(&mut self, key: &KeyEvent) {
        let online = self.app.is_online();
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.step(-1, 0),
            KeyCode::Right | KeyCode::Char('l') => self.step(1, 0),
            KeyCode::Up | KeyCode::Char('k') => self.step(0, -1),
            KeyCode::Down | KeyCode::Char('j') => self.step(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.click(),
            KeyCode::Tab => self.next_focus(),
            KeyCode::BackTab => self.focus_middle(),
            KeyCode::Esc => {
                self.app.clear();
                self.notice.clear();
            }
            KeyCode::Char(':') => self.mode = Mode::Entry(Entry::new(Purpose::Say, "")),
            KeyCode::Char('u') => self.app.undo(),
            KeyCode::Char('r') => self.app.redo(),
            KeyCode::Char('<') | KeyCode::PageUp => self.navigate(|session| _ = session.back()),
            KeyCode::Char('>') | KeyCode::PageDown => self.navigate(|session| _ = session.forward()),
            KeyCode::Home => self.navigate(GameSession::to_start),
            KeyCode::End => self.navigate(GameSession::to_end),
            KeyCode::Char('?') => {
                self.notice = "Searching for a hint…".to_string();
                self.app.request_hint();
            }
            KeyCode::Char('a') => self.app.toggle_analysis(),
            KeyCode::Char('n') if online => self.write(Purpose::Host),
            KeyCode::Char('n') => {
                let game = self.app.session().game().canonical_id();
                self.mode = Mode::Form(Form::new(self.app.games(), &game, self.app.players()));
            }
            KeyCode::Char(digit @ '1'..='8') => self.app.set_level(digit as u8 - b'0'),
            KeyCode::Char('g') => self.app.toggle_pause(),
            KeyCode::Char('s') => self.write(Purpose::Save),
            KeyCode::Char('o') => self.write(Purpose::Open),
            KeyCode::Char('R') => {
                self.mode = Mode::Resign;
                self.notice = "Resign? y: yes, any other key: no.".to_string();
            }
            KeyCode::Char('q') => self.app.quit(),
            KeyCode::Char('H') | KeyCode::F(1) => self.mode = Mode::Help(0),
            KeyCode::Char('L') if online => self.app.execute_line("games"),
            KeyCode::Char('D') if online => self.app.execute_line("draw"),
            KeyCode::Char('M') if online => self.app.execute_line("rematch"),
            KeyCode::Char('y') if self.app.offer_to_me().is_some() => self.app.execute_line("accept"),
            KeyCode::Char('x') if self.app.offer_to_me().is_some() => self.app.execute_line("decline"),
            // Letters without another meaning begin an action.
            KeyCode::Char(c) if c.is_alphabetic() || c == '@' => {
                self.mode = Mode::Entry(Entry::new(Purpose::Say, &c.to_string()));
            }
            _ => {}
        }
    }

    fn write(&mut self, purpose: Purpose) {
        let text = match purpose {
            Purpose::Save => format!("{}.txt", self.app.session().game().spec().id),
            Purpose::Host => self.app.games().specs()[0].id.to_string(),
            Purpose::Say | Purpose::Open => String::new(),
        };
        self.mode = Mode::Entry(Entry::new(purpose, &text));
    }

    fn navigate(&mut self, how: impl FnOnce(&mut GameSession)) {
        self.notice.clear();
        self.app.navigate(how);
    }

    fn click(&mut self) {
        self.notice.clear();
        if self.app.is_paused() {
            return self.app.toggle_pause();
        }
        self.app.click(self.focused_input());
    }

    fn key_in_entry(&mut self, key: &KeyEvent) {
        let Mode::Entry(entry) = &mut self.mode else { return };
        match key.code {
            KeyCode::Esc => self.mode = Mode::Board,
            KeyCode::Backspace if entry.text.is_empty() => self.mode = Mode::Board,
            KeyCode::Backspace => entry.erase(),
            KeyCode::Char('u' | 'U') if key.modifiers.contains(KeyModifiers::CONTROL) => entry.text.clear(),
            KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => entry.push(c),
            KeyCode::Tab if entry.purpose == Purpose::Say => {
                let mut words = self.app.session().state().legal();
                words.extend(WORDS.iter().map(|(word, ..)| (*word).to_string()));
                entry.complete(words);
            }
            KeyCode::Enter => {
                let entry = entry.clone();
                self.mode = Mode::Board;
                self.notice.clear();
                self.enter(&entry);
            }
            _ => {}
        }
    }

    /// Submits a text field.
    fn enter(&mut self, entry: &Entry) {
        let text = entry.text.trim();
        match entry.purpose {
            _ if text.is_empty() => {}
            Purpose::Say if text == "help" => self.mode = Mode::Help(0),
            Purpose::Say => self.app.execute_line(text),
            Purpose::Save => self.app.save(text),
            Purpose::Open => self.app.open(text),
            Purpose::Host => self.app.host(text),
        }
    }

    fn key_in_form(&mut self, key: &KeyEvent) {
        let Mode::Form(form) = &mut self.mode else { return };
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => self.mode = Mode::Board,
            KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => form.go(-1),
            KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => form.go(1),
            KeyCode::Left | KeyCode::Char('h') => form.turn(-1),
            KeyCode::Right | KeyCode::Char('l' | ' ') => form.turn(1),
            KeyCode::Char(digit) if digit.is_ascii_digit() => form.digit(digit),
            KeyCode::Enter => match (form.game(), form.players()) {
                (Ok(game), players) => {
                    self.mode = Mode::Board;
                    self.app.start(&game, players);
                }
                (Err(problem), _) => self.notice = hexarium_session::words::sentence(&problem),
            },
            _ => {}
        }
    }

    fn key_in_choices(&mut self, key: &KeyEvent) {
        let Mode::Choices(at) = &mut self.mode else { return };
        let choices = self.app.choices();
        let chosen = match key.code {
            KeyCode::Up | KeyCode::Char('k') => return *at = at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => return *at = (*at + 1).min(choices.len().saturating_sub(1)),
            KeyCode::Char(digit @ '1'..='9') => digit as usize - '1' as usize,
            KeyCode::Enter | KeyCode::Char(' ') => *at,
            _ => {
                self.mode = Mode::Board;
                return self.app.clear();
            }
        };
        if let Some(choice) = choices.get(chosen).cloned() {
            self.mode = Mode::Board;
            self.app.choose(choice.action);
        }
    }

    fn key_in_lobby(&mut self, key: &KeyEvent) {
        let Mode::Lobby(at) = &mut self.mode else { return };
        let count = self.app.lobby().map_or(0, |lobby| numbered(lobby).len());
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => *at = at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => *at = (*at + 1).min(count.saturating_sub(1)),
            KeyCode::Enter | KeyCode::Char(' ') => {
                let number = (*at + 1).to_string();
                self.app.join(&number);
            }
            KeyCode::Char('n') => self.write(Purpose::Host),
            KeyCode::Char(':') => self.mode = Mode::Entry(Entry::new(Purpose::Say, "")),
            KeyCode::Char('q') => self.app.quit(),
            KeyCode::Char('H') | KeyCode::F(1) => self.mode = Mode::Help(0),
            _ => {}
        }
    }

    fn mouse(&mut self, mouse: &MouseEvent) {
        if !matches!(mouse.kind, MouseEventKind::Down(MouseButton::Left)) {
            return;
        }
        let layout = Layout::of(self, self.area);
        match &self.mode {
            Mode::Board => {
                let input = layout.input_at(self, mouse.column, mouse.row);
                let Some(input) = input else { return };
                self.focus = match input {
                    Input::Cell(spot) => Focus::Cell(spot),
                    Input::Button(word) => Focus::Button(word),
                };
                if let Focus::Cell(spot) = self.focus
                    && let Some(cell) = self.app.session().board().cells.get(usize::from(spot.0))
                {
                    self.goal = cell.place.half_columns();
                }
                self.click();
            }
            Mode::Help(_) => self.mode = Mode::Board,
            _ => {}
        }
    }

    /// Pastes text into the text field, or opens a whole game.
    fn paste(&mut self, text: &str) {
        match &mut self.mode {
            Mode::Entry(entry) if entry.purpose != Purpose::Open || !App::is_game(text) => {
                text.trim().chars().for_each(|c| entry.push(c));
            }
            Mode::Entry(_) | Mode::Board => {
                self.mode = Mode::Board;
                self.app.load(text);
            }
            _ => {}
        }
    }
}
