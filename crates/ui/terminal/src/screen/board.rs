//! The board: pieces, marks, legal inputs and the last action.

use std::collections::{HashMap, HashSet};

use hexarium_kernel::{AnimationStep, Input, Mark, PieceView, Region, Spot, art};
use hexarium_session::{Animation, TargetKind, input_cell};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::Layout;
use super::palette::Role;
use super::{Focus, Screen};

/// The sign of a cell and the owner of its piece.
struct Sign<'a> {
    text: String,
    piece: Option<&'a PieceView>,
    decides: bool,
}

/// The signs of all cells of a view.
fn signs<'a>(screen: &Screen, view: &'a hexarium_kernel::View) -> Vec<Sign<'a>> {
    let cells = &screen.app.session().board().cells;
    let mut signs: Vec<Sign> =
        cells.iter().map(|cell| Sign { text: cell.blank.to_string(), piece: None, decides: false }).collect();
    for (spot, piece) in &view.pieces {
        if let Some(sign) = signs.get_mut(usize::from(spot.0)) {
            (sign.text, sign.piece) = (piece.glyph.clone(), Some(piece));
        }
    }
    for (spot, mark) in &view.marks {
        let Some(sign) = signs.get_mut(usize::from(spot.0)) else { continue };
        sign.decides |= *mark == Mark::Deciding;
        match (art::sign(*mark), sign.piece) {
            (Some(c), Some(_)) => sign.text.push(c),
            (Some(c), None) => sign.text = c.to_string(),
            (None, _) => {}
        }
    }
    signs
}

/// The length of the longest sign on the board.
pub(crate) fn longest_sign(screen: &Screen) -> u16 {
    let view = screen.app.session().view();
    signs(screen, view).iter().map(|sign| sign.text.chars().count() as u16).max().unwrap_or(1)
}

/// The brackets around a sign; of several, the last in this list is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Around {
    Last,
    Hint,
    Hit,
    Capture,
    Selected,
    Cursor,
}

impl Around {
    fn brackets(self) -> (&'static str, &'static str) {
        match self {
            Self::Last => ("<", ">"),
            Self::Hint => ("!", "!"),
            Self::Hit => ("}", "{"),
            Self::Capture => (">", "<"),
            Self::Selected => ("(", ")"),
            Self::Cursor => ("[", "]"),
        }
    }
}

/// Draws the board.
pub(crate) fn draw(screen: &Screen, layout: &Layout, buf: &mut Buffer) {
    let session = screen.app.session();
    let view = session.view();
    let palette = screen.palette;
    for (x, y, text) in &layout.chart.rim {
        put(layout, buf, *x, *y, text, palette.style(Role::Quiet));
    }
    let offered: HashSet<Spot> = if screen.app.is_my_turn() {
        session.legal_inputs().into_iter().filter_map(input_cell).collect()
    } else {
        HashSet::new()
    };
    let around = around(screen);
    let signs = signs(screen, view);
    for (n, (cell, sign)) in session.board().cells.iter().zip(&signs).enumerate() {
        let spot = Spot(n as u16);
        let Some((x, y)) = layout.chart.place(spot) else { continue };
        let is_target = offered.contains(&spot);
        let is_blank = sign.piece.is_none() && sign.text == cell.blank.to_string();
        let text = if is_target && is_blank { palette.target_sign() } else { &sign.text };
        let mut style = ground(screen, cell.region);
        match sign.piece {
            Some(piece) => {
                style = match piece.owner {
                    Some(owner) => palette.player(Role::Piece, owner, session.game().player_name(owner)),
                    None => palette.style(Role::Piece),
                };
                if is_target {
                    style = style.add_modifier(Modifier::UNDERLINED);
                }
            }
            None => {
                let owner = view.marks.iter().find_map(|(at, mark)| match mark {
                    Mark::Target(player) if *at == spot => Some(*player),
                    _ => None,
                });
                if let Some(owner) = owner {
                    style = palette.player(Role::Own, owner, session.game().player_name(owner));
                }
                if is_target {
                    style = style.patch(palette.style(Role::Honey));
                }
            }
        }
        if sign.decides {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let length = text.chars().count() as u16;
        // If there is room, a cell is drawn as a tile.
        if layout.chart.half > 1 && !cell.label.is_empty() {
            put(layout, buf, x - 1, y, " ", style.remove_modifier(Modifier::UNDERLINED));
            put(layout, buf, x + length, y, " ", style.remove_modifier(Modifier::UNDERLINED));
        }
        put(layout, buf, x, y, text, style);
        if let Some(around) = around.get(&spot) {
            let (left, right) = around.brackets();
            let honey = palette.style(if *around == Around::Last { Role::Quiet } else { Role::Honey });
            put(layout, buf, x - 1, y, left, honey);
            put(layout, buf, x + length, y, right, honey);
        }
    }
    if layout.is_clipped() {
        arrows(layout, buf, palette.style(Role::Honey));
    }
}

fn ground(screen: &Screen, region: Region) -> Style {
    match region {
        Region::Plain => screen.palette.style(Role::Cell),
        Region::Shaded(_) => screen.palette.style(Role::Buffer),
        Region::EndZone(player) => {
            screen.palette.player(Role::Own, player, screen.app.session().game().player_name(player))
        }
    }
}

/// The brackets of each cell.
fn around(screen: &Screen) -> HashMap<Spot, Around> {
    let session = screen.app.session();
    let mut around: HashMap<Spot, Around> = HashMap::new();
    let mut add = |spot: Spot, what: Around| {
        let now = around.entry(spot).or_insert(what);
        *now = (*now).max(what);
    };
    if let Some((animation, _)) = session.last_animation() {
        cells_of(animation).into_iter().for_each(|spot| add(spot, Around::Last));
    }
    if let Some(hint) = screen.app.hint()
        && let Ok(inputs) = session.state().inputs_of(hint)
    {
        inputs.into_iter().filter_map(input_cell).for_each(|spot| add(spot, Around::Hint));
    }
    if !session.inputs().is_empty() {
        for target in session.targets() {
            let (Input::Cell(spot), TargetKind::Capture | TargetKind::Hit) = (target.input, target.kind) else {
                continue;
            };
            add(spot, if target.kind == TargetKind::Hit { Around::Hit } else { Around::Capture });
        }
    }
    // The pieces that the input in focus would capture or hit.
    if let Some(preview) = session.preview(screen.focused_input()).filter(|_| screen.app.is_my_turn()) {
        for step in preview.animation.iter().flatten() {
            match step {
                AnimationStep::Capture { at } => add(*at, Around::Capture),
                AnimationStep::Hit { at, .. } => add(*at, Around::Hit),
                AnimationStep::Split { cells } => cells.iter().for_each(|at| add(*at, Around::Capture)),
                _ => {}
            }
        }
    }
    session.inputs().iter().copied().filter_map(input_cell).for_each(|spot| add(spot, Around::Selected));
    if let Focus::Cell(spot) = screen.focus {
        add(spot, Around::Cursor);
    }
    around
}

/// The cells where the steps of an animation start and end.
fn cells_of(animation: &Animation) -> Vec<Spot> {
    let mut spots = Vec::new();
    for step in animation.iter().flatten() {
        match step {
            AnimationStep::Place { at, .. }
            | AnimationStep::Generate { at, .. }
            | AnimationStep::Capture { at }
            | AnimationStep::Hit { at, .. } => spots.push(*at),
            AnimationStep::Unstack { from, to, .. }
            | AnimationStep::Slide { from, to }
            | AnimationStep::Jump { from, to }
            | AnimationStep::Push { from, to }
            | AnimationStep::Wrap { from, to }
            | AnimationStep::Recolour { from, to, .. } => spots.extend([*from, *to]),
            AnimationStep::Split { cells } => spots.extend(cells),
        }
    }
    spots
}

/// Writes at a point of the chart, if that is visible.
fn put(layout: &Layout, buf: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let area = layout.board;
    let (dx, dy) = layout.offset;
    if y < dy || y - dy >= area.height {
        return;
    }
    for (n, c) in text.chars().enumerate() {
        let x = x + n as u16;
        if x >= dx && x - dx < area.width {
            let mut bytes = [0; 4];
            buf.set_string(area.x + x - dx, area.y + y - dy, c.encode_utf8(&mut bytes), style);
        }
    }
}

/// Draws arrows at the sides where the board extends beyond the visible part.
fn arrows(layout: &Layout, buf: &mut Buffer, style: Style) {
    let Rect { x, y, width, height } = layout.board;
    let (dx, dy) = layout.offset;
    if width == 0 || height == 0 {
        return;
    }
    if dy > 0 {
        buf.set_string(x + width / 2, y, "^", style);
    }
    if dy + height < layout.chart.height {
        buf.set_string(x + width / 2, y + height - 1, "v", style);
    }
    if dx > 0 {
        buf.set_string(x, y + height / 2, "<", style);
    }
    if dx + width < layout.chart.width {
        buf.set_string(x + width - 1, y + height / 2, ">", style);
    }
}
