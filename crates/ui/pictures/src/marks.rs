//! Marks on cells: targets, the cells of the last action, hints, the selection.

use std::fmt::Write;

use hexarium_kernel::{Mark, Player, Spot, View};

use crate::animation::piece_at;
use crate::colour::Colour;
use crate::hints::{Hint, HintKind};
use crate::layout::{CELL, Layout, PIECE};
use crate::palette::Palette;
use crate::svg::{Number, Point, write_circle};

/// Distance from the centre of a cell to the corners of a target's hexagon, which is visible around
/// a piece.
const TARGET: f64 = CELL - 4.0;

/// Opacity of the tint of highlighted cells.
pub(crate) const HALO: f64 = 0.25;

/// Draws the targets.
pub(crate) fn write_targets(out: &mut String, palette: &Palette, layout: &Layout, marks: &[(Spot, Mark)]) {
    for (spot, mark) in marks {
        if let Mark::Target(owner) = mark {
            write_target(out, palette, layout, layout.centre(*spot), *owner);
        }
    }
}

/// Draws a target as a hexagon, which differs from a piece in any colour: a full outline for the
/// first player, only the corners for the second, with the owner's sign in it.
fn write_target(out: &mut String, palette: &Palette, layout: &Layout, at: Point, owner: Player) {
    let mut path = String::new();
    layout.write_hexagon(&mut path, at, TARGET);
    // Half of each side is dashed, beginning in the middle of a dash.
    let (on, half) = (Number(TARGET / 2.0), Number(TARGET / 4.0));
    let broken = match owner {
        Player::First => String::new(),
        Player::Second => format!(r#" stroke-dasharray="{on}" stroke-dashoffset="{half}""#),
    };
    let (ground, line) = target_colours(palette, owner);
    let look = format_args!(r#"fill="{ground}" stroke="{line}" stroke-width="2.8" stroke-linejoin="round""#);
    let _ = write!(out, r#"<path class="target" d="{path}" {look}{broken}/>"#);
    let ink = ground.text();
    match owner {
        Player::First => write_circle(out, at, 6.0, format_args!(r#"fill="none" stroke="{ink}" stroke-width="2.2""#)),
        Player::Second => write_circle(out, at, 3.6, format_args!(r#"fill="{ink}""#)),
    }
}

/// Returns the colours of a target's ground and of its outline.
pub(crate) fn target_colours(palette: &Palette, owner: Player) -> (Colour, Colour) {
    let paint = palette.player(owner);
    (palette.cell.with(paint.fill, 40), palette.cell.farther_of(paint.fill, paint.rim))
}

/// Highlights cells with a soft tint.
pub(crate) fn write_halos(out: &mut String, palette: &Palette, layout: &Layout, spots: &[Spot]) {
    if spots.is_empty() {
        return;
    }
    let mut path = String::new();
    for spot in spots {
        layout.write_hexagon(&mut path, layout.centre(*spot), CELL - 1.6);
    }
    let (glow, honey) = (palette.glow, palette.honey);
    let look = format_args!(r#"fill="{glow}" fill-opacity="{HALO}" stroke="{honey}" stroke-width="1.6""#);
    let _ = write!(out, r#"<path class="halo" d="{path}" {look}/>"#);
}

/// Draws the border of the selected cell.
pub(crate) fn write_selection(out: &mut String, palette: &Palette, layout: &Layout, spot: Spot) {
    let mut path = String::new();
    layout.write_hexagon(&mut path, layout.centre(spot), CELL - 1.8);
    let _ =
        write!(out, r#"<path class="selected" d="{path}" fill="none" stroke="{}" stroke-width="3.6"/>"#, palette.honey);
}

/// Draws a dot, a ring or a dashed ring on every destination. On an occupied cell the dot is at the
/// edge of the piece, so that no sign is covered.
pub(crate) fn write_hints(out: &mut String, palette: &Palette, layout: &Layout, hints: &[Hint], view: &View) {
    let (guide, paper) = (palette.guide, palette.surface);
    for hint in hints {
        let at = layout.centre(hint.at);
        let mut ring = |class, dashes| {
            let look = format_args!(r#"class="{class}" fill="none" stroke="{guide}" stroke-width="3.2"{dashes}"#);
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
                let look = format_args!(r#"class="go" fill="{guide}" stroke="{paper}" stroke-width="1.2""#);
                write_circle(out, at + aside, 5.0, look);
            }
        }
    }
}
