//! Pieces, distinguished by signs as well as by colour.

use std::fmt::Write;

use hexarium_kernel::{PieceKind, PieceView, Player};

use crate::glyphs;
use crate::layout::PIECE;
use crate::style::{Paint, Palette};
use crate::svg::{Point, write_circle};

/// Vertical offset between the layers of a stack.
const LAYER: f64 = 3.4;
/// Maximum number of layers drawn below the top one; the number shows the full height.
const LAYERS: u16 = 3;

/// Draws a piece around a point.
pub(crate) fn write_piece(out: &mut String, palette: &Palette, piece: &PieceView, centre: Point) {
    let paint = palette.piece(piece);
    let below = piece.height.saturating_sub(1).min(LAYERS);
    let raise = f64::from(below) * LAYER / 2.0;
    for layer in (0..=below).rev() {
        let at = centre + Point::new(0.0, f64::from(layer) * LAYER - raise);
        let (fill, rim) = (paint.fill, paint.rim);
        write_circle(out, at, PIECE, format_args!(r#"fill="{fill}" stroke="{rim}" stroke-width="1.4""#));
    }
    let top = centre - Point::new(0.0, raise);
    write_signs(out, &paint, piece, top);
}

/// Draws a ring or dot for the owner, a crown or star for the rank, a number for the height.
fn write_signs(out: &mut String, paint: &Paint, piece: &PieceView, top: Point) {
    let tall = piece.height > 1;
    let ranked = piece.kind != PieceKind::Stone;
    let sign = paint.sign;
    match piece.owner {
        Some(Player::First) => {
            let (radius, width) = if tall || ranked { (PIECE - 3.2, 1.6) } else { (PIECE - 6.0, 2.6) };
            let look = format_args!(r#"fill="none" stroke="{sign}" stroke-width="{width}""#);
            write_circle(out, top, radius, look);
        }
        Some(Player::Second) => {
            let (drop, radius) = if tall || ranked { (10.6, 1.9) } else { (0.0, 4.6) };
            write_circle(out, top + Point::new(0.0, drop), radius, format_args!(r#"fill="{sign}""#));
        }
        None => {}
    }
    if ranked {
        let (at, size) = if tall { (top + Point::new(0.0, -6.0), 0.55) } else { (top, 1.0) };
        let shape = if piece.kind == PieceKind::Queen { crown(at, size) } else { star(at, size) };
        let _ = write!(out, r#"<path d="{shape}" fill="{sign}"/>"#);
    }
    if tall {
        let (drop, scale) = if ranked { (3.4, 1.0) } else { (0.0, 1.5) };
        write_text(out, &piece.height.to_string(), top + Point::new(0.0, drop), scale, paint);
    }
}

fn write_text(out: &mut String, text: &str, middle: Point, scale: f64, paint: &Paint) {
    let room = (PIECE - 4.5) * 2.0;
    let scale = scale.min(room / glyphs::width(text).max(1.0));
    let mut path = String::new();
    glyphs::write_path(&mut path, text, Point::new(-glyphs::width(text) / 2.0, 3.5));
    let _ = write!(
        out,
        r#"<path transform="translate({middle}) scale({scale:.2})" d="{path}" fill="none" stroke="{}" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>"#,
        paint.sign
    );
}

/// Returns a path through points around a centre.
fn polygon(middle: Point, size: f64, points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        let _ = write!(path, "{}{}", if i == 0 { "M" } else { "L" }, middle + Point::new(x, y) * size);
    }
    path + "z"
}

fn crown(middle: Point, size: f64) -> String {
    polygon(middle, size, &[(-7.5, -4.5), (-3.6, -0.8), (0.0, -6.6), (3.6, -0.8), (7.5, -4.5), (6.0, 4.8), (-6.0, 4.8)])
}

fn star(middle: Point, size: f64) -> String {
    polygon(
        middle,
        size,
        &[
            (0.0, -8.0),
            (1.9, -2.6),
            (7.6, -2.5),
            (3.1, 1.0),
            (4.7, 6.5),
            (0.0, 3.3),
            (-4.7, 6.5),
            (-3.1, 1.0),
            (-7.6, -2.5),
            (-1.9, -2.6),
        ],
    )
}
