//! The panel beside the board: players, clocks, numbers, buttons, engine lines and moves.

use hexarium_kernel::{Mark, Player, art};
use hexarium_session::clock::time_left;
use hexarium_wire::Millis;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::wrap;
use super::palette::Role;
use super::{Focus, Screen};
use crate::app::line_text;

/// The number of engine lines that are shown.
const LINES: usize = 4;

/// A line of the panel: parts with their styles, and its button, if any.
#[derive(Default)]
pub(crate) struct PanelLine {
    pub(crate) parts: Vec<(String, Style)>,
    pub(crate) button: Option<&'static str>,
}

impl PanelLine {
    fn new(text: impl Into<String>, style: Style) -> Self {
        Self { parts: vec![(text.into(), style)], button: None }
    }
}

/// All lines that fit: the moves get the room that the others leave.
pub(crate) fn lines(screen: &Screen, area: Rect, now: Millis) -> Vec<PanelLine> {
    let width = area.width.saturating_sub(1);
    let mut lines: Vec<PanelLine> =
        Player::BOTH.into_iter().map(|player| player_line(screen, player, width, now)).collect();
    lines.extend(numbers(screen).into_iter().map(|text| PanelLine::new(text, screen.palette.style(Role::Ink))));
    lines.extend(
        screen.buttons().into_iter().filter(|_| screen.app.ending().is_none()).map(|word| button(screen, word)),
    );
    if screen.app.analysis().is_on() {
        lines.push(PanelLine::default());
        lines.extend(analysis(screen, width));
    }
    let left = usize::from(area.height).saturating_sub(lines.len() + 1);
    if left > 1 {
        lines.push(PanelLine::default());
        lines.extend(moves(screen, width, left));
    }
    lines.truncate(usize::from(area.height));
    lines
}

fn player_line(screen: &Screen, player: Player, width: u16, now: Millis) -> PanelLine {
    let app = &screen.app;
    let name = app.session().game().player_name(player);
    let to_move = app.ending().is_none() && app.session().state().to_move() == player;
    let clock = app.time_left(player, now).map(time_left).unwrap_or_default();
    let room = usize::from(width).saturating_sub(2 + clock.chars().count());
    let called: String = app.side_text(player).chars().take(room).collect();
    let style = screen.palette.player(Role::Piece, player, name);
    let rest: String = called.chars().skip(name.chars().count()).collect();
    let pad = " ".repeat(room.saturating_sub(called.chars().count()));
    let honey = screen.palette.style(Role::Honey);
    PanelLine {
        parts: vec![
            (if to_move { "> " } else { "  " }.to_string(), honey),
            (called.chars().take(name.chars().count()).collect(), style),
            (format!("{rest}{pad}"), screen.palette.style(Role::Ink)),
            (clock, honey),
        ],
        button: None,
    }
}

/// The counters, and the meaning of the marks on the board.
fn numbers(screen: &Screen) -> Vec<String> {
    let session = screen.app.session();
    let (game, view) = (session.game(), session.state().view());
    let mut lines: Vec<String> = view
        .counters
        .iter()
        .map(|counter| match counter.owner {
            Some(player) => format!("  {} {}: {}", game.player_name(player), counter.label, counter.value),
            None => format!("  {}: {}", counter.label, counter.value),
        })
        .collect();
    for player in Player::BOTH {
        let target = Mark::Target(player);
        if let Some(sign) = art::sign(target).filter(|_| view.marks.iter().any(|(_, mark)| *mark == target)) {
            lines.push(format!("{sign} {}'s targets", game.player_name(player)));
        }
    }
    lines
}

fn button(screen: &Screen, word: &'static str) -> PanelLine {
    let in_focus = screen.focus == Focus::Button(word);
    let mut style = screen.palette.style(Role::Honey);
    if in_focus {
        style = style.add_modifier(Modifier::REVERSED);
    }
    PanelLine { parts: vec![("  ".into(), Style::new()), (format!("[ {word} ]"), style)], button: Some(word) }
}

fn analysis(screen: &Screen, width: u16) -> Vec<PanelLine> {
    let title = screen.palette.style(Role::Title);
    let analysis = screen.app.analysis();
    if analysis.lines().is_empty() {
        let text = if screen.app.is_thinking() { "Analysis on your turn" } else { "Analysis …" };
        return vec![PanelLine::new(text, title)];
    }
    let mut lines = vec![PanelLine::new(format!("Analysis, {} nodes", analysis.nodes()), title)];
    for line in analysis.lines().iter().take(LINES) {
        let text: String = line_text(line).chars().take(usize::from(width)).collect();
        lines.push(PanelLine::new(text, screen.palette.style(Role::Ink)));
    }
    lines
}

/// The moves, scrolled to the cursor. Only rows near the cursor are laid out: each takes a line or
/// more.
fn moves(screen: &Screen, width: u16, room: usize) -> Vec<PanelLine> {
    let (title, quiet) = (screen.palette.style(Role::Title), screen.palette.style(Role::Quiet));
    let session = screen.app.session();
    let rows = session.rows();
    let room = room.saturating_sub(1);
    let at = session.cursor_row().unwrap_or(0);
    let mut lines: Vec<PanelLine> = Vec::new();
    let mut cursor = 0;
    for row in &rows[at.saturating_sub(room)..rows.len().min(at + room + 1)] {
        let indent = " ".repeat(row.depth.min(4) * 2);
        let mut line = PanelLine::new(format!("{indent}{:>4} ", row.number()), quiet);
        let mut used = indent.len() + 5;
        for part in &row.parts {
            let length = part.text.chars().count() + 1;
            if used + length > usize::from(width) && line.parts.len() > 1 {
                lines.push(std::mem::take(&mut line));
                line = PanelLine::new(format!("{indent}     "), quiet);
                used = indent.len() + 5;
            }
            used += length;
            let style = if part.is_cursor {
                cursor = lines.len();
                title.add_modifier(Modifier::REVERSED)
            } else if part.on_line {
                screen.palette.style(Role::Ink)
            } else {
                quiet
            };
            line.parts.push((part.text.clone(), style));
            line.parts.push((" ".to_string(), quiet));
        }
        lines.push(line);
    }
    let from = (cursor + 1).saturating_sub(room).min(lines.len().saturating_sub(room));
    let heading = if lines.is_empty() { "No moves yet" } else { "Moves" };
    let mut shown = vec![PanelLine::new(heading, title)];
    shown.extend(lines.into_iter().skip(from).take(room));
    shown
}

/// The panel in one line, if there is no room for it: the text and the positions of the buttons in
/// it.
pub(crate) fn summary(screen: &Screen) -> (String, Vec<(u16, u16, &'static str)>) {
    let mut text = String::new();
    let mut places = Vec::new();
    for word in screen.buttons().into_iter().filter(|_| screen.app.ending().is_none()) {
        let from = text.chars().count() as u16;
        let label = if screen.focus == Focus::Button(word) { format!(">[ {word} ]< ") } else { format!("[ {word} ] ") };
        places.push((from, label.chars().count() as u16, word));
        text += &label;
    }
    if let Some(line) = screen.app.analysis().lines().first() {
        text += &format!("{}  ", line_text(line).trim());
    }
    text += &numbers(screen).iter().map(|line| line.trim()).collect::<Vec<_>>().join(", ");
    (text, places)
}

/// The clocks in one line, if there is no room for the panel.
pub(crate) fn clocks(screen: &Screen, now: Millis) -> String {
    let clock = |player| screen.app.time_left(player, now).map(time_left);
    match (clock(Player::First), clock(Player::Second)) {
        (Some(first), Some(second)) => format!("  {first} / {second}"),
        _ => String::new(),
    }
}

/// Wraps a text into lines of the width of an area.
pub(crate) fn wrapped(text: &str, area: Rect) -> Vec<String> {
    let mut lines = wrap(text, area.width);
    if lines.len() > usize::from(area.height) && area.height > 0 {
        lines.truncate(usize::from(area.height));
        if let Some(last) = lines.last_mut() {
            let room = usize::from(area.width).saturating_sub(2);
            *last = format!("{} …", last.chars().take(room).collect::<String>());
        }
    }
    lines
}
