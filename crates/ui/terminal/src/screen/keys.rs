//! What keys, clicks and pasted text do.

use hexarium_kernel::{Input, PerPlayer};
use hexarium_session::GameSession;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::entry::{Entry, Purpose};
use super::form::Form;
use super::layout::Layout;
use super::{Focus, Mode, Screen};
use crate::command::WORDS;
use crate::online::numbered;
use crate::sitting::{Sitting, first_game};

/// Every key on the board: the key, and what it does.
pub(crate) const KEYS: &[(&str, &str)] = &[
    ("arrows, h j k l", "move the cursor over the board"),
    ("Enter, Space, click", "touch the cell or press the button"),
    ("Tab", "to the buttons beside the board, and back"),
    ("Esc", "let go of what is touched"),
    (":", "write an action in notation, or a command in words; Tab completes"),
    ("u, r", "take a turn back, play it again"),
    ("< > Home End", "look through the game"),
    ("?", "a hint"),
    ("a", "analysis: what the engine expects"),
    ("n", "a new game: which one, its options, who plays"),
    ("1 to 8", "the engine's level"),
    ("g", "the engine waits, or plays on"),
    ("s, o", "save the game to a file; open a file, a link or SGF"),
    ("R", "give up"),
    ("q, Ctrl-C", "leave; the game is kept and taken up again"),
];

/// The keys that only make sense at a server.
pub(crate) const SERVER_KEYS: &[(&str, &str)] = &[
    ("L", "the games at the server"),
    ("D", "offer a draw, or agree to one"),
    ("y, x", "accept, decline what the other one asks"),
    ("M", "another game with sides changed"),
];

/// The signs on the board.
pub(crate) const SIGNS: &[(&str, &str)] = &[
    ("[x]", "the cursor"),
    ("(x)", "touched"),
    ("<x>", "the last action"),
    (">x<", "would be captured"),
    ("}x{", "would be hit"),
    ("!x!", "the hint"),
];

impl Screen {
    /// Takes what comes from the terminal.
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
            return self.sitting.leave();
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
                    self.sitting.resign();
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
        let online = self.sitting.is_online();
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.step(-1, 0),
            KeyCode::Right | KeyCode::Char('l') => self.step(1, 0),
            KeyCode::Up | KeyCode::Char('k') => self.step(0, -1),
            KeyCode::Down | KeyCode::Char('j') => self.step(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.touch(),
            KeyCode::Tab => self.next_focus(),
            KeyCode::BackTab => self.focus_middle(),
            KeyCode::Esc => {
                self.sitting.clear();
                self.notice.clear();
            }
            KeyCode::Char(':') => self.mode = Mode::Entry(Entry::new(Purpose::Say, "")),
            KeyCode::Char('u') => self.sitting.undo(),
            KeyCode::Char('r') => self.sitting.redo(),
            KeyCode::Char('<') | KeyCode::PageUp => self.travel(|table| _ = table.back()),
            KeyCode::Char('>') | KeyCode::PageDown => self.travel(|table| _ = table.forward()),
            KeyCode::Home => self.travel(GameSession::to_start),
            KeyCode::End => self.travel(GameSession::to_end),
            KeyCode::Char('?') => {
                self.notice = "The engine looks for a good move.".to_string();
                self.sitting.ask_hint();
            }
            KeyCode::Char('a') => self.sitting.toggle_study(),
            KeyCode::Char('n') if online => self.write(Purpose::Host),
            KeyCode::Char('n') => {
                let game = self.sitting.table().game().canonical_id();
                self.mode = Mode::Form(Form::new(&game, self.sitting.seats()));
            }
            KeyCode::Char(digit @ '1'..='8') => self.sitting.set_level(digit as u8 - b'0'),
            KeyCode::Char('g') => self.sitting.toggle_pause(),
            KeyCode::Char('s') => self.write(Purpose::Save),
            KeyCode::Char('o') => self.write(Purpose::Open),
            KeyCode::Char('R') => {
                self.mode = Mode::Resign;
                self.notice = "Give the game up? y, or any other key to play on.".to_string();
            }
            KeyCode::Char('q') => self.sitting.leave(),
            KeyCode::Char('H') | KeyCode::F(1) => self.mode = Mode::Help(0),
            KeyCode::Char('L') if online => self.sitting.obey("games"),
            KeyCode::Char('D') if online => self.sitting.obey("draw"),
            KeyCode::Char('M') if online => self.sitting.obey("rematch"),
            KeyCode::Char('y') if self.sitting.asked_of_me().is_some() => self.sitting.obey("accept"),
            KeyCode::Char('x') if self.sitting.asked_of_me().is_some() => self.sitting.obey("decline"),
            // Letters that mean nothing else begin an action.
            KeyCode::Char(c) if c.is_alphabetic() || c == '@' => {
                self.mode = Mode::Entry(Entry::new(Purpose::Say, &c.to_string()));
            }
            _ => {}
        }
    }

    fn write(&mut self, purpose: Purpose) {
        let text = match purpose {
            Purpose::Save => format!("{}.txt", self.sitting.table().game().spec().id),
            Purpose::Host => first_game().to_string(),
            Purpose::Say | Purpose::Open => String::new(),
        };
        self.mode = Mode::Entry(Entry::new(purpose, &text));
    }

    fn travel(&mut self, how: impl FnOnce(&mut GameSession)) {
        self.notice.clear();
        self.sitting.travel(how);
    }

    fn touch(&mut self) {
        self.notice.clear();
        if self.sitting.is_paused() {
            return self.sitting.toggle_pause();
        }
        self.sitting.touch(self.touch_in_focus());
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
                let mut words = self.sitting.table().state().legal();
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

    /// A line is finished.
    fn enter(&mut self, entry: &Entry) {
        let text = entry.text.trim();
        match entry.purpose {
            _ if text.is_empty() => {}
            Purpose::Say if text == "help" => self.mode = Mode::Help(0),
            Purpose::Say => self.sitting.obey(text),
            Purpose::Save => self.sitting.save(text),
            Purpose::Open => self.sitting.open(text),
            Purpose::Host => self.sitting.host(text),
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
            KeyCode::Enter => match (form.game(), form.seats()) {
                (Ok(game), seats) => {
                    self.mode = Mode::Board;
                    self.sitting.begin(&game, PerPlayer(seats.0));
                }
                (Err(problem), _) => self.notice = crate::command::sentence(problem),
            },
            _ => {}
        }
    }

    fn key_in_choices(&mut self, key: &KeyEvent) {
        let Mode::Choices(at) = &mut self.mode else { return };
        let choices = self.sitting.choices();
        let chosen = match key.code {
            KeyCode::Up | KeyCode::Char('k') => return *at = at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => return *at = (*at + 1).min(choices.len().saturating_sub(1)),
            KeyCode::Char(digit @ '1'..='9') => digit as usize - '1' as usize,
            KeyCode::Enter | KeyCode::Char(' ') => *at,
            _ => {
                self.mode = Mode::Board;
                return self.sitting.clear();
            }
        };
        if let Some(choice) = choices.get(chosen).cloned() {
            self.mode = Mode::Board;
            self.sitting.play(&choice.action);
        }
    }

    fn key_in_lobby(&mut self, key: &KeyEvent) {
        let Mode::Lobby(at) = &mut self.mode else { return };
        let count = self.sitting.lobby().map_or(0, |lobby| numbered(lobby).len());
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => *at = at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => *at = (*at + 1).min(count.saturating_sub(1)),
            KeyCode::Enter | KeyCode::Char(' ') => {
                let number = (*at + 1).to_string();
                self.sitting.join(&number);
            }
            KeyCode::Char('n') => self.write(Purpose::Host),
            KeyCode::Char(':') => self.mode = Mode::Entry(Entry::new(Purpose::Say, "")),
            KeyCode::Char('q') => self.sitting.leave(),
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
                let touch = layout.touch_at(self, mouse.column, mouse.row);
                let Some(touch) = touch else { return };
                self.focus = match touch {
                    Input::Cell(spot) => Focus::Cell(spot),
                    Input::Button(word) => Focus::Button(word),
                };
                if let Focus::Cell(spot) = self.focus
                    && let Some(cell) = self.sitting.table().board().cells.get(usize::from(spot.0))
                {
                    self.goal = cell.place.half_columns();
                }
                self.touch();
            }
            Mode::Help(_) => self.mode = Mode::Board,
            _ => {}
        }
    }

    /// Text that was pasted: into the line that is being written, or a whole game.
    fn paste(&mut self, text: &str) {
        match &mut self.mode {
            Mode::Entry(entry) if entry.purpose != Purpose::Open || !Sitting::is_game(text) => {
                text.trim().chars().for_each(|c| entry.push(c));
            }
            Mode::Entry(_) | Mode::Board => {
                self.mode = Mode::Board;
                self.sitting.load(text);
            }
            _ => {}
        }
    }
}
