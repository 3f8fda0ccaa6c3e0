//! The full-screen front end: focus, keys, clicks and drawing.
//!
//! Pure: keys and events go in, a buffer comes out. It works for every game.

mod board;
mod chart;
mod drawing;
mod entry;
mod form;
mod keys;
mod layout;
mod palette;
mod panel;
#[cfg(test)]
mod tests;

use hexarium_kernel::{Input, Spot};
use ratatui::layout::Rect;

use crate::app::App;
use crate::effect::{Effect, Event};

pub(crate) use palette::Palette;

use entry::Entry;
use form::Form;

/// The meaning of the keys.
enum Mode {
    /// The board.
    Board,
    /// A text field is being edited.
    Entry(Entry),
    /// A new game is being chosen.
    Form(Form),
    /// One of several actions is being chosen.
    Choices(usize),
    /// The keys are explained, from this line on.
    Help(u16),
    /// The resignation is being confirmed.
    Resign,
    /// A game on the server is being chosen.
    Lobby(usize),
}

/// The element in focus, on the board or beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Focus {
    Cell(Spot),
    Button(&'static str),
}

/// The state of the screen.
pub(crate) struct Screen {
    app: App,
    palette: Palette,
    mode: Mode,
    focus: Focus,
    /// The preferred half column of the cursor, so that it does not drift sideways when moving up
    /// and down.
    goal: i16,
    notice: String,
    /// The area of the last drawing, for clicks.
    area: Rect,
    /// The game of the board that the cursor is on.
    game: String,
}

impl Screen {
    pub(crate) fn new(app: App, palette: Palette) -> Self {
        let mode = if app.is_online() { Mode::Lobby(0) } else { Mode::Board };
        let mut screen = Self {
            app,
            palette,
            mode,
            focus: Focus::Cell(Spot(0)),
            goal: 0,
            notice: String::new(),
            area: Rect::new(0, 0, 80, 24),
            game: String::new(),
        };
        screen.settle();
        screen
    }

    /// The effects since the last call.
    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        self.app.take_effects()
    }

    /// Handles an event from outside.
    pub(crate) fn handle(&mut self, event: Event) {
        self.app.handle(event);
        self.settle();
    }

    /// Updates the screen after any change: shows messages and moves the focus if its target is
    /// gone.
    fn settle(&mut self) {
        let said = self.app.take_messages();
        if !said.is_empty() {
            self.notice = said.join(" ");
        }
        let game = self.app.session().game().canonical_id();
        if game != self.game {
            self.game = game;
            self.focus_middle();
        }
        if let Focus::Button(word) = self.focus
            && !self.buttons().contains(&word)
        {
            self.focus_middle();
        }
        match (&self.mode, self.app.choices().is_empty()) {
            (Mode::Board, false) => self.mode = Mode::Choices(0),
            (Mode::Choices(_), true) => self.mode = Mode::Board,
            _ => {}
        }
        match (&self.mode, self.app.is_online(), self.app.remote().is_some()) {
            (Mode::Lobby(_), true, true) => self.mode = Mode::Board,
            (Mode::Board, true, false) => self.mode = Mode::Lobby(0),
            _ => {}
        }
    }

    /// The words of the buttons that can be pressed now.
    fn buttons(&self) -> Vec<&'static str> {
        self.app.session().buttons()
    }

    /// Puts the cursor on the cell in the middle of the board.
    fn focus_middle(&mut self) {
        let board = self.app.session().board();
        let playable = || board.cells.iter().enumerate().filter(|(_, cell)| !cell.label.is_empty());
        let count = playable().count().max(1) as i64;
        let sum =
            |of: fn(&hexarium_kernel::CellView) -> i16| playable().map(|(_, cell)| i64::from(of(cell))).sum::<i64>();
        let (x, y) = (sum(|cell| cell.place.half_columns()) / count, sum(|cell| cell.place.r) / count);
        let distance = |cell: &hexarium_kernel::CellView| {
            (i64::from(cell.place.half_columns()) - x).abs() + 2 * (i64::from(cell.place.r) - y).abs()
        };
        if let Some((n, cell)) = playable().min_by_key(|(_, cell)| distance(cell)) {
            self.goal = cell.place.half_columns();
            self.focus = Focus::Cell(Spot(n as u16));
        }
    }

    /// Moves the cursor by a step; beyond the last cell it stays.
    fn step(&mut self, dx: i16, dy: i16) {
        let Focus::Cell(spot) = self.focus else {
            return self.step_button(dx + dy);
        };
        let board = self.app.session().board();
        let Some(from) = board.cells.get(usize::from(spot.0)).map(|cell| cell.place) else { return };
        let cells = board.cells.iter().enumerate().filter(|(_, cell)| !cell.label.is_empty());
        let next = if dx != 0 {
            let ahead = |x: i16| (x - from.half_columns()) * dx > 0;
            cells
                .filter(|(_, cell)| cell.place.r == from.r && ahead(cell.place.half_columns()))
                .min_by_key(|(_, cell)| (cell.place.half_columns() - from.half_columns()).abs())
        } else {
            let rows = |row: i16| (row - from.r) * dy;
            cells
                .filter(|(_, cell)| rows(cell.place.r) > 0)
                .min_by_key(|(_, cell)| (rows(cell.place.r), (cell.place.half_columns() - self.goal).abs()))
        };
        if let Some((n, cell)) = next {
            if dx != 0 {
                self.goal = cell.place.half_columns();
            }
            self.focus = Focus::Cell(Spot(n as u16));
        }
    }

    fn step_button(&mut self, by: i16) {
        let buttons = self.buttons();
        let Focus::Button(word) = self.focus else { return };
        let at = buttons.iter().position(|button| *button == word).unwrap_or(0) as i16;
        match usize::try_from(at + by).ok().and_then(|n| buttons.get(n)) {
            Some(next) => self.focus = Focus::Button(next),
            None => self.focus_middle(),
        }
    }

    /// Moves the focus to the first or next button, or back to the board.
    fn next_focus(&mut self) {
        match (self.focus, self.buttons().first()) {
            (Focus::Cell(_), Some(word)) => self.focus = Focus::Button(word),
            (Focus::Cell(_), None) => self.notice = "No buttons are available.".to_string(),
            (Focus::Button(_), _) => self.step_button(1),
        }
    }

    /// The focus as an input.
    fn focused_input(&self) -> Input {
        match self.focus {
            Focus::Cell(spot) => Input::Cell(spot),
            Focus::Button(word) => Input::Button(word),
        }
    }
}
