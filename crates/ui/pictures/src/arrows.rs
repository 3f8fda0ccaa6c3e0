//! Arrows, crosses and badges.

use std::fmt::Write;

use crate::colour::Colour;
use crate::glyphs;
use crate::layout::{HALF, PIECE};
use crate::palette::Palette;
use crate::svg::{Number, Point, write_circle};

/// Distance from the centre of a piece to the end of an arrow, so that no sign is covered.
const EDGE: f64 = 12.5;
/// Distance from the centre of an empty cell to the tail of an arrow.
const MIDDLE: f64 = 8.0;
/// Distance from the centre of a piece to an arrow below all pieces.
const BELOW: f64 = PIECE + 1.0;
/// Radius of the ring around a stack that is hit.
const RING: f64 = PIECE + 4.0;

/// The shape of an arrow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Shaft {
    /// A straight line.
    Straight,
    /// A straight line with a bar at the tail, for a push.
    Barred,
    /// A straight line to a ring around a piece.
    Short,
    /// A straight dashed line that begins and ends outside of pieces.
    Broken,
    /// A bow with this height relative to its length; negative heights bend downwards.
    Bow(f64),
    /// A dashed bow.
    BrokenBow(f64),
}

/// An arrow between the centres of two cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrow {
    pub(crate) class: &'static str,
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// Whether there is a piece at its origin.
    pub(crate) leaves_piece: bool,
    pub(crate) shaft: Shaft,
}

/// Returns the control point of a bow.
pub(crate) fn bow(from: Point, to: Point, height: f64) -> Point {
    let side = (to - from).left();
    let up = if side.y > 0.0 { side * -1.0 } else { side };
    (from + to) * 0.5 + up * height
}

/// A writer of strokes with a contrasting outline, visible on any background.
pub(crate) struct Pen<'a> {
    pub(crate) out: &'a mut String,
    pub(crate) palette: &'a Palette,
    pub(crate) ink: Colour,
}

impl Pen<'_> {
    /// Draws a line and its heads with a class name, in the ink of the pen. Only the line can be
    /// dashed.
    fn stroke(&mut self, class: &str, line: &str, heads: &str, broken: bool) {
        let (paper, ink) = (self.palette.surface, self.ink);
        let _ = write!(
            self.out,
            r#"<g class="{class}" fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{line}{heads}" stroke="{paper}" stroke-width="4.8"/>"#
        );
        let ink = format_args!(r#"stroke="{ink}" stroke-width="2""#);
        let _ = match broken {
            true => {
                write!(self.out, r#"<path d="{line}" {ink} stroke-dasharray="3.5 4"/><path d="{heads}" {ink}/></g>"#)
            }
            false => write!(self.out, r#"<path d="{line}{heads}" {ink}/></g>"#),
        };
    }

    /// Draws an arrow.
    pub(crate) fn arrow(&mut self, arrow: &Arrow) {
        let Arrow { class, from, to, leaves_piece, shaft } = *arrow;
        let (tail, tip) = match shaft {
            Shaft::Broken => (BELOW, BELOW),
            Shaft::Short => (EDGE, RING + 1.4),
            _ if leaves_piece => (EDGE, EDGE),
            _ => (MIDDLE, EDGE),
        };
        let (mut line, mut heads) = (String::new(), String::new());
        if let Shaft::Bow(height) | Shaft::BrokenBow(height) = shaft {
            let bend = bow(from, to, height);
            let (start, end) = (from + (bend - from).unit() * tail, to + (bend - to).unit() * tip);
            let _ = write!(line, "M{start}Q{bend} {end}");
            write_head(&mut heads, end, (to - bend).unit());
        } else {
            let along = (to - from).unit();
            let (start, end) = (from + along * tail, to - along * tip);
            if shaft == Shaft::Barred {
                let bar = along.left() * 5.0;
                let _ = write!(line, "M{}L{}", start + bar, start - bar);
            }
            let _ = write!(line, "M{start}L{end}");
            write_head(&mut heads, end, along);
        }
        self.stroke(class, &line, &heads, matches!(shaft, Shaft::Broken | Shaft::BrokenBow(_)));
    }

    /// Draws a piece that leaves at one end of a line and enters at the other.
    pub(crate) fn wrap(&mut self, from: Point, to: Point) {
        let along = (from - to).unit();
        let (mut line, mut heads) = (String::new(), String::new());
        let mut leg = |start: Point, end: Point| {
            let _ = write!(line, "M{start}L{end}");
            write_head(&mut heads, end, along);
        };
        leg(from + along * EDGE, from + along * (HALF + 10.0));
        leg(to - along * (HALF + 13.0), to - along * EDGE);
        self.stroke("wrap", &line, &heads, true);
    }

    /// Draws two bent arrows around a piece that changes in place.
    pub(crate) fn turn(&mut self, at: Point) {
        let r = PIECE + 3.0;
        let (left, right) = (at - Point::new(r, 0.0), at + Point::new(r, 0.0));
        let mut path = format!("M{left}a{r} {r} 0 0 1 {} 0", Number(2.0 * r));
        write_head(&mut path, right, Point::new(0.0, 1.0));
        let _ = write!(path, "M{right}a{r} {r} 0 0 1 {} 0", Number(-2.0 * r));
        write_head(&mut path, left, Point::new(0.0, -1.0));
        self.stroke("recolour", &path, "", false);
    }

    /// Draws a large cross over a removed piece.
    pub(crate) fn cross(&mut self, class: &str, at: Point) {
        let path = format!("M{}l15 15m0-15l-15 15", at - Point::new(7.5, 7.5));
        self.stroke(class, &path, "", false);
    }

    /// Draws a small disc at the upper right of a piece, with strokes or text in it.
    pub(crate) fn badge(&mut self, class: &str, at: Point, text: &str) {
        let at = at + Point::new(12.0, -12.0);
        let half = (glyphs::width(text) * 0.55 + 4.0).max(7.0);
        let (paper, ink) = (self.palette.surface, self.ink);
        let mut path = String::new();
        match text {
            "+" => path += "M-3.4 0h6.8M0-3.4v6.8",
            "×" => path += "M-2.7-2.7l5.4 5.4M-2.7 2.7l5.4-5.4",
            _ => glyphs::write_path(&mut path, text, Point::new(-glyphs::width(text) / 2.0, 3.5)),
        }
        let _ = write!(
            self.out,
            r#"<g class="{class}" transform="translate({at})" fill="none" stroke="{ink}" stroke-linecap="round" stroke-linejoin="round"><rect x="-{half}" y="-7" width="{}" height="14" rx="7" fill="{paper}"/><path d="{path}" stroke-width="1.6"/></g>"#,
            Number(2.0 * half),
            half = Number(half),
        );
    }

    /// Draws a dashed ring around a stack that is hit.
    pub(crate) fn broken_ring(&mut self, class: &str, at: Point) {
        let ink = self.ink;
        let look =
            format_args!(r#"class="{class}" fill="none" stroke="{ink}" stroke-width="2.6" stroke-dasharray="8 5.5""#);
        write_circle(self.out, at, RING, look);
    }
}

fn write_head(path: &mut String, tip: Point, along: Point) {
    let (back, side) = (along * -5.6, along.left() * 4.0);
    let _ = write!(path, "M{}L{tip}L{}", tip + back + side, tip + back - side);
}
