//! Drawing of the screen and its dialogs.

use hexarium_kernel::Player;
use hexarium_wire::Millis;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::entry::Entry;
use super::form::Form;
use super::keys::{KEYS, SERVER_KEYS, SIGNS};
use super::layout::{ENOUGH, LEAST, Layout, wrap};
use super::palette::Role;
use super::{Focus, Mode, Screen, board, panel};
use crate::online::{numbered, summary};

impl Screen {
    /// Draws the screen at a given time.
    pub(crate) fn draw(&mut self, area: Rect, buf: &mut Buffer, now: Millis) {
        self.area = area;
        buf.set_style(area, self.palette.page());
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let (width, height) = ENOUGH;
            let text = format!("{} × {} is too small: expected at least {width} × {height}.", area.width, area.height);
            return text_in(buf, area, &wrap(&text, area.width), Style::new());
        }
        match &self.mode {
            Mode::Form(form) => self.draw_form(area, buf, form),
            Mode::Help(from) => self.draw_help(area, buf, *from),
            Mode::Lobby(at) => self.draw_lobby(area, buf, *at),
            _ => self.draw_table(area, buf, now),
        }
    }

    fn draw_table(&self, area: Rect, buf: &mut Buffer, now: Millis) {
        let layout = Layout::of(self, area);
        let (ink, quiet) = (self.palette.style(Role::Ink), self.palette.style(Role::Quiet));
        self.draw_header(&layout, buf, now);
        board::draw(self, &layout, buf);
        if let Some(area) = layout.panel {
            for (y, line) in (area.y..area.bottom()).zip(panel::lines(self, area, now)) {
                let mut x = area.x;
                for (text, style) in line.parts {
                    let room = usize::from(area.right().saturating_sub(x));
                    (x, _) = buf.set_stringn(x, y, text, room, style);
                }
            }
        }
        if let Some(area) = layout.summary {
            buf.set_stringn(area.x, area.y, panel::summary(self).0, usize::from(area.width), ink);
        }
        let prompt = self.palette.style(Role::Title);
        text_in(buf, layout.prompt, &panel::wrapped(&self.app.prompt(), layout.prompt), prompt);
        text_in(buf, layout.cell, &panel::wrapped(&self.cell_words(), layout.cell), quiet);
        let notice = match (self.app.lost(), &self.mode) {
            (Some(reason), _) => format!("Connection lost ({}). Reconnecting…", reason.trim_end_matches('.')),
            (None, Mode::Entry(entry)) if !entry.candidates.is_empty() => entry.candidates.join(" "),
            _ => self.notice.clone(),
        };
        text_in(buf, layout.notice, &panel::wrapped(&notice, layout.notice), self.palette.style(Role::Notice));
        match &self.mode {
            Mode::Entry(entry) => self.draw_entry(layout.keys, buf, entry),
            _ => text_in(buf, layout.keys, &[self.keys_line(&layout)], quiet),
        }
        if let Mode::Choices(at) = &self.mode {
            self.draw_choices(area, buf, *at);
        }
    }

    fn draw_header(&self, layout: &Layout, buf: &mut Buffer, now: Millis) {
        let title = self.app.title();
        let players = Player::BOTH.map(|player| self.app.side_text(player)).join(" vs ");
        let turn = format!("turn {}", self.app.session().state().turn());
        let clocks = if layout.panel.is_none() { panel::clocks(self, now) } else { String::new() };
        let area = layout.header;
        let style = self.palette.style(Role::Title).add_modifier(Modifier::REVERSED);
        buf.set_style(area, style);
        let text = format!(" {title}  {players}  {turn}{clocks}");
        buf.set_stringn(area.x, area.y, text, usize::from(area.width), style);
    }

    /// The cell in focus, and the effect of a click.
    fn cell_words(&self) -> String {
        let session = self.app.session();
        let preview = session.preview(self.focused_input()).filter(|_| !self.app.is_thinking());
        let what = match self.focus {
            Focus::Cell(spot) => session.describe(spot),
            Focus::Button(word) => format!("the button {word}"),
        };
        match preview {
            Some(preview) => format!("{what}. Enter, {}: {}", preview.action, preview.words),
            None => what,
        }
    }

    /// The most important keys, as many as fit.
    fn keys_line(&self, layout: &Layout) -> String {
        let online = self.app.is_online();
        let mut keys = vec!["F1 help", "q quit", "enter select", ": type"];
        if self.app.is_paused() {
            keys.insert(0, "g resume");
        }
        if self.app.offer_to_me().is_some() {
            keys.splice(0..0, ["y accept", "x decline"]);
        }
        if !self.buttons().is_empty() {
            keys.push("tab buttons");
        }
        keys.extend(["u undo", if online { "L games" } else { "n new" }]);
        keys.extend(if online { ["D draw", "R resign"] } else { ["? hint", "a analysis"] });
        keys.extend(["r redo", "s save", "o open"]);
        let (width, height) = layout.wanted(self);
        let wanted = format!("{width} × {height} shows all");
        if layout.is_clipped() {
            keys.insert(2, &wanted);
        }
        let mut line = String::new();
        for key in keys {
            let longer = if line.is_empty() { key.to_string() } else { format!("{line}   {key}") };
            if longer.chars().count() > usize::from(layout.keys.width) {
                break;
            }
            line = longer;
        }
        line
    }

    fn draw_entry(&self, area: Rect, buf: &mut Buffer, entry: &Entry) {
        let label = entry.purpose.label();
        let room = usize::from(area.width).saturating_sub(label.chars().count() + 1);
        // Of a line that is too long, the end is shown.
        let hidden = entry.text.chars().count().saturating_sub(room);
        let text: String = entry.text.chars().skip(hidden).collect();
        let (x, y) = buf.set_stringn(area.x, area.y, label, usize::from(area.width), self.palette.style(Role::Honey));
        let (x, y) = buf.set_stringn(x, y, text, room, self.palette.style(Role::Ink));
        if x < area.right() {
            buf.set_string(x, y, " ", Style::new().add_modifier(Modifier::REVERSED));
        }
    }

    /// Draws the choice between actions, over the board.
    fn draw_choices(&self, area: Rect, buf: &mut Buffer, at: usize) {
        let rows = self.app.choices().iter().enumerate();
        let lines: Vec<String> = rows.map(|(n, choice)| format!(" {}. {}", n + 1, choice.words)).collect();
        let inner = usize::from(area.height.saturating_sub(8));
        let from = (at + 1).saturating_sub(inner);
        let mut shown: Vec<(String, Style)> = vec![("Which move?".to_string(), self.palette.style(Role::Title))];
        for (n, line) in lines.into_iter().enumerate().skip(from).take(inner) {
            shown.push((line, self.row_style(n == at)));
        }
        let height = (shown.len() as u16).min(area.height);
        let place = Rect::new(area.x, area.y + 1, area.width, height).intersection(area);
        for (y, (line, style)) in (place.y..place.bottom()).zip(shown) {
            let width = usize::from(place.width);
            buf.set_stringn(place.x, y, format!("{line:<width$}"), width, self.palette.page().patch(style));
        }
    }

    fn row_style(&self, selected: bool) -> Style {
        match selected {
            true => self.palette.style(Role::Honey).add_modifier(Modifier::REVERSED),
            false => self.palette.style(Role::Ink),
        }
    }

    fn draw_form(&self, area: Rect, buf: &mut Buffer, form: &Form) {
        let rows = form.rows();
        let name = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        let lines: Vec<(String, Style)> = rows
            .iter()
            .enumerate()
            .map(|(n, row)| (format!("  {:<name$}   < {} >", row.name, row.value), self.row_style(n == form.selected)))
            .collect();
        let doc = rows.get(form.selected).map(|row| hexarium_session::words::sentence(&row.doc)).unwrap_or_default();
        self.draw_list(
            area,
            buf,
            "New game",
            &lines,
            form.selected,
            &doc,
            "up, down: line   left, right: value   digits: number   enter: start   esc: back",
        );
    }

    fn draw_help(&self, area: Rect, buf: &mut Buffer, from: u16) {
        let keys = KEYS.iter().chain(SERVER_KEYS.iter().filter(|_| self.app.is_online())).chain(SIGNS);
        let mut lines: Vec<(String, Style)> = Vec::new();
        for (key, does) in keys {
            let text = format!("{key:<20} {does}");
            lines.extend(wrap_keeping(&text, 21, area.width).into_iter().map(|l| (l, self.palette.style(Role::Ink))));
        }
        let target = format!(
            "{:<20} an empty cell that can be selected; such pieces are underlined",
            self.palette.target_sign()
        );
        lines.extend(wrap_keeping(&target, 21, area.width).into_iter().map(|l| (l, self.palette.style(Role::Ink))));
        let room = usize::from(area.height.saturating_sub(4));
        let from = usize::from(from).min(lines.len().saturating_sub(room));
        let lines: Vec<_> = lines.into_iter().skip(from).collect();
        self.draw_list(area, buf, "Keys and symbols", &lines, 0, "", "up, down: more   any other key: back");
    }

    fn draw_lobby(&self, area: Rect, buf: &mut Buffer, at: usize) {
        let games: Vec<String> = self
            .app
            .lobby()
            .map_or_else(Vec::new, |lobby| numbered(lobby).into_iter().map(|game| summary(lobby, game)).collect());
        let at = at.min(games.len().saturating_sub(1));
        let mut lines: Vec<(String, Style)> =
            games.iter().enumerate().map(|(n, text)| (format!(" {text}"), self.row_style(n == at))).collect();
        if lines.is_empty() {
            let text = if self.app.lobby().is_some() { " No games yet. Press n to create one." } else { " …" };
            lines.push((text.to_string(), self.palette.style(Role::Quiet)));
        }
        let notice = match self.app.lost() {
            Some(reason) => format!("Connection lost ({}). Reconnecting…", reason.trim_end_matches('.')),
            None => self.notice.clone(),
        };
        let keys = "up, down: game   enter: join or watch   n: new game   F1 help   q quit";
        self.draw_list(area, buf, "Games on the server", &lines, at, &notice, keys);
    }

    /// Draws a title, lines of which one is in focus, a text below and the keys.
    #[expect(clippy::too_many_arguments, reason = "a page has these parts, and three pages are made of them")]
    fn draw_list(
        &self,
        area: Rect,
        buf: &mut Buffer,
        title: &str,
        lines: &[(String, Style)],
        at: usize,
        below: &str,
        keys: &str,
    ) {
        let style = self.palette.style(Role::Title).add_modifier(Modifier::REVERSED);
        let header = Rect { height: 1, ..area };
        buf.set_style(header, style);
        buf.set_stringn(area.x, area.y, format!(" {title}"), usize::from(area.width), style);
        let below = wrap(below, area.width);
        let below: &[String] = if below == [""] { &[] } else { &below[..below.len().min(3)] };
        let foot = below.len() as u16 + 1;
        let body = Rect::new(area.x, area.y + 1, area.width, area.height.saturating_sub(foot + 1));
        let from = (at + 1).saturating_sub(usize::from(body.height));
        for (y, (line, style)) in (body.y..body.bottom()).zip(lines.iter().skip(from)) {
            buf.set_stringn(area.x, y, line, usize::from(area.width), *style);
        }
        let foot = Rect::new(area.x, body.bottom(), area.width, below.len() as u16);
        text_in(buf, foot, below, self.palette.style(Role::Notice));
        let last = Rect::new(area.x, area.bottom().saturating_sub(1), area.width, 1);
        text_in(buf, last, &[keys.to_string()], self.palette.style(Role::Quiet));
    }
}

/// Wraps a text; all lines but the first are indented to a column.
fn wrap_keeping(text: &str, column: usize, width: u16) -> Vec<String> {
    let (head, tail): (String, String) = (text.chars().take(column).collect(), text.chars().skip(column).collect());
    let rest = wrap(&tail, width.saturating_sub(column as u16).max(8));
    let line =
        |(n, part): (usize, String)| if n == 0 { format!("{head}{part}") } else { format!("{:column$}{part}", "") };
    rest.into_iter().enumerate().map(line).collect()
}

fn text_in(buf: &mut Buffer, area: Rect, lines: &[String], style: Style) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        buf.set_stringn(area.x, y, line, usize::from(area.width), style);
    }
}
