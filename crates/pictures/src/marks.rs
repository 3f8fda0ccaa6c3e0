//! What is drawn on cells beside pieces: targets, the cells of the last action, hints, the selection.

use std::fmt::Write;

use hexarium_kernel::{Mark, Player, Spot, View};

use crate::hints::{Hint, HintKind};
use crate::layout::{CELL, Layout, PIECE, write_hexagon};
use crate::story::piece_at;
use crate::style::Palette;
use crate::svg::{Point, write_circle};

/// Targets: a ring in the owner's colour, wide enough to be seen around a piece, with the owner's sign in it.
pub(crate) fn write_marks(out: &mut String, palette: &Palette, layout: &Layout, marks: &[(Spot, Mark)]) {
    for (spot, Mark::Target(player)) in marks {
        let paint = palette.player(*player);
        let at = layout.centre(*spot);
        for (colour, width) in [(paint.rim, 4.6), (paint.fill, 2.8)] {
            let look = format_args!(r#"fill="none" stroke="{colour}" stroke-width="{width}""#);
            write_circle(out, at, PIECE + 2.6, look);
        }
        // The sign is drawn in ink: it has to be seen on the bare cell, whatever the owner's colour.
        let ink = palette.ink;
        match player {
            Player::First => {
                write_circle(out, at, 6.0, format_args!(r#"fill="none" stroke="{ink}" stroke-width="2.2""#));
            }
            Player::Second => write_circle(out, at, 3.6, format_args!(r#"fill="{ink}""#)),
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

/// A dot, a ring or a broken ring on every cell that can be reached. Where a piece stands, the dot is at its edge, so that
/// nothing on it is hidden.
pub(crate) fn write_hints(out: &mut String, palette: &Palette, layout: &Layout, hints: &[Hint], view: &View) {
    let (honey, paper) = (palette.honey, palette.surface);
    for hint in hints {
        let at = layout.centre(hint.at);
        let mut ring = |class, dashes| {
            let look = format_args!(r#"class="{class}" fill="none" stroke="{honey}" stroke-width="3"{dashes}"#);
            write_circle(out, at, PIECE + 3.6, look);
        };
        match hint.kind {
            HintKind::Capture => ring("take", ""),
            HintKind::Hit => ring("strike", r#" stroke-dasharray="8 5.7""#),
            HintKind::Go => {
                let aside = if piece_at(view, hint.at).is_some() {
                    Point::new(1.0, 1.0) * (PIECE * 0.7)
                } else {
                    Point::default()
                };
                let look = format_args!(r#"class="go" fill="{honey}" stroke="{paper}" stroke-width="1.2""#);
                write_circle(out, at + aside, 4.4, look);
            }
        }
    }
}
