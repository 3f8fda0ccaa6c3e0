//! What is drawn on cells beside pieces: targets, the cells of the last action, hints, the selection.

use std::fmt::Write;

use hexarium_kernel::{Mark, Player, Spot};

use crate::hints::{Hint, HintKind};
use crate::layout::{CELL, Layout, PIECE, write_hexagon};
use crate::style::Palette;
use crate::svg::{Number, Point};

/// Targets: a ring in the owner's colour, wide enough to be seen around a piece, with the owner's sign in it.
pub(crate) fn write_marks(out: &mut String, palette: &Palette, layout: &Layout, marks: &[(Spot, Mark)]) {
    for (spot, Mark::Target(player)) in marks {
        let paint = palette.player(*player);
        let at = layout.centre(*spot);
        let mut circle = |radius: f64, stroke: String| {
            let _ =
                write!(out, r#"<circle cx="{}" cy="{}" r="{}" {stroke}/>"#, Number(at.x), Number(at.y), Number(radius));
        };
        let line = |colour, width| format!(r#"fill="none" stroke="{colour}" stroke-width="{}""#, Number(width));
        circle(PIECE + 2.6, line(paint.rim, 4.6));
        circle(PIECE + 2.6, line(paint.fill, 2.8));
        // The sign is drawn in ink: it has to be seen on the bare cell, whatever the owner's colour.
        match player {
            Player::First => circle(6.0, line(palette.ink, 2.2)),
            Player::Second => circle(3.6, format!(r#"fill="{}""#, palette.ink)),
        }
    }
}

/// A soft tint on cells.
pub(crate) fn write_halos(out: &mut String, palette: &Palette, layout: &Layout, spots: &[Spot]) {
    if spots.is_empty() {
        return;
    }
    let mut path = String::new();
    for spot in spots {
        write_hexagon(&mut path, layout.centre(*spot), CELL - 1.0);
    }
    let _ = write!(out, r#"<path class="halo" d="{path}" fill="{}" fill-opacity=".34"/>"#, palette.honey);
}

/// The rim of the selected cell.
pub(crate) fn write_selection(out: &mut String, palette: &Palette, layout: &Layout, spot: Spot) {
    let mut path = String::new();
    write_hexagon(&mut path, layout.centre(spot), CELL - 1.5);
    let _ =
        write!(out, r#"<path class="selected" d="{path}" fill="none" stroke="{}" stroke-width="3"/>"#, palette.honey);
}

/// A dot, a ring or a broken ring on every cell that can be reached.
pub(crate) fn write_hints(out: &mut String, palette: &Palette, layout: &Layout, hints: &[Hint]) {
    for hint in hints {
        let Point { x, y } = layout.centre(hint.at);
        let (x, y, colour) = (Number(x), Number(y), palette.honey);
        let ring = format!(r#"cx="{x}" cy="{y}" r="{}" fill="none" stroke="{colour}""#, Number(PIECE + 2.4));
        let _ = match hint.kind {
            HintKind::Go => write!(
                out,
                r#"<circle class="go" cx="{x}" cy="{y}" r="4.4" fill="{colour}" stroke="{}" stroke-width="1.2"/>"#,
                palette.surface
            ),
            HintKind::Capture => write!(out, r#"<circle class="take" {ring} stroke-width="3"/>"#),
            HintKind::Hit => {
                write!(out, r#"<circle class="strike" {ring} stroke-width="3" stroke-dasharray="8 5.7"/>"#)
            }
        };
    }
}
