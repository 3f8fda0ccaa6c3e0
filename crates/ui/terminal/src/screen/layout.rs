//! The layout of the screen.

use hexarium_kernel::{Input, Spot};
use ratatui::layout::Rect;

use super::chart::Chart;
use super::{Focus, Screen, board, panel};

/// The minimum size of the terminal.
pub(crate) const LEAST: (u16, u16) = (30, 10);

/// The size into which every default board fits.
pub(crate) const ENOUGH: (u16, u16) = (80, 24);

/// The minimum and the maximum width of the panel.
const PANEL: (u16, u16) = (27, 44);

/// The areas of the screen.
pub(crate) struct Layout {
    pub(crate) header: Rect,
    /// The visible part of the board.
    pub(crate) board: Rect,
    pub(crate) chart: Chart,
    /// The scroll offset of the board.
    pub(crate) offset: (u16, u16),
    /// The panel beside the board, if there is room.
    pub(crate) panel: Option<Rect>,
    /// The summary below the board, if there is no room for the panel.
    pub(crate) summary: Option<Rect>,
    pub(crate) prompt: Rect,
    pub(crate) cell: Rect,
    pub(crate) notice: Rect,
    pub(crate) keys: Rect,
}

impl Layout {
    pub(crate) fn of(screen: &Screen, area: Rect) -> Self {
        let line = |from: u16, lines: u16| Rect::new(area.x, area.y + from, area.width, lines).intersection(area);
        let longest = board::longest_sign(screen);
        let view = screen.app.session().board();
        let roomy = area.height >= ENOUGH.1;
        let prompt = if roomy { 2 } else { wrap(&screen.app.prompt(), area.width).len().clamp(1, 2) as u16 };
        let notice = if roomy { 2 } else { 1 };
        let below = prompt + 1 + notice + 1;
        let body = area.height.saturating_sub(below + 1);
        let beside = Chart::fitting(view, longest, (area.width.saturating_sub(PANEL.0), body));
        let has_panel = beside.width + PANEL.0 <= area.width && area.height >= LEAST.1 + 2;
        let (chart, body) = match has_panel {
            true => (beside, body),
            false => (Chart::fitting(view, longest, (area.width, body.saturating_sub(1))), body.saturating_sub(1)),
        };
        let panel = has_panel.then(|| {
            let width = (area.width - chart.width).clamp(PANEL.0, PANEL.1);
            // An empty column separates the board from the panel.
            Rect::new(area.right() - width + 1, area.y + 1, width - 1, body)
        });
        let free = area.width - panel.map_or(0, |panel| panel.width + 1);
        let (width, height) = (chart.width.min(free), chart.height.min(body));
        let (x, y) = (area.x + (free - width) / 2, area.y + 1 + (body - height) / 2);
        let focus = match screen.focus {
            Focus::Cell(spot) => chart.place(spot).unwrap_or_default(),
            Focus::Button(_) => chart.place(Spot(0)).unwrap_or_default(),
        };
        let offset = chart.offset(focus, (width, height));
        let from = area.height.saturating_sub(below);
        Self {
            header: line(0, 1),
            board: Rect::new(x, y, width, height),
            chart,
            offset,
            panel,
            summary: (!has_panel).then(|| line(from.saturating_sub(1), 1)),
            prompt: line(from, prompt),
            cell: line(from + prompt, 1),
            notice: line(from + prompt + 1, notice),
            keys: line(from + prompt + 1 + notice, 1),
        }
    }

    /// Whether a part of the board is not visible.
    pub(crate) fn is_clipped(&self) -> bool {
        self.board.width < self.chart.width || self.board.height < self.chart.height
    }

    /// The size of a terminal that shows the whole board.
    pub(crate) fn wanted(&self, screen: &Screen) -> (u16, u16) {
        let board = Chart::least(screen.app.session().board(), board::longest_sign(screen));
        // Lines other than the board, without a panel: one each for header, numbers, cell and keys,
        // two for prompt and notice.
        (board.0.max(ENOUGH.0), (board.1 + 8).max(ENOUGH.1))
    }

    /// The input of a click at a point.
    pub(crate) fn input_at(&self, screen: &Screen, x: u16, y: u16) -> Option<Input> {
        let inside = |area: Rect| x >= area.x && x < area.right() && y >= area.y && y < area.bottom();
        if inside(self.board) {
            let spot = self.chart.cell_at(x - self.board.x + self.offset.0, y - self.board.y + self.offset.1)?;
            let cell = screen.app.session().board().cells.get(usize::from(spot.0))?;
            return (!cell.label.is_empty()).then_some(Input::Cell(spot));
        }
        if let Some(area) = self.panel.filter(|area| inside(*area)) {
            return panel::lines(screen, area, 0).get(usize::from(y - area.y))?.button.map(Input::Button);
        }
        let area = self.summary.filter(|area| inside(*area))?;
        let (_, buttons) = panel::summary(screen);
        let hit = buttons.into_iter().find(|(from, length, _)| (*from..from + length).contains(&(x - area.x)));
        hit.map(|(_, _, word)| Input::Button(word))
    }
}

/// Wraps a text into lines of a width, between words where possible.
pub(crate) fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        loop {
            let line = lines.last_mut().expect("there is at least one");
            let used = line.chars().count();
            let space = usize::from(used > 0);
            if used + space + word.len() <= width {
                line.push_str(if used > 0 { " " } else { "" });
                line.extend(word);
                break;
            }
            if used == 0 {
                line.extend(word.drain(..width));
            }
            lines.push(String::new());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_long_words_anywhere() {
        assert_eq!(wrap("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrap("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }
}
