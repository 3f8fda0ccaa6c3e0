//! Arrows, crosses and badges: the strokes a story is told with.

use std::fmt::Write;

use crate::glyphs;
use crate::layout::{HALF, PIECE};
use crate::style::Palette;
use crate::svg::{Number, Point};

/// From the middle of the cell an arrow points at to its tip.
const TIP: f64 = 12.5;
/// From the middle of the cell an arrow comes from to its tail.
const TAIL: f64 = 8.0;

/// How the shaft of an arrow runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shaft {
    /// Straight on.
    Straight,
    /// Straight on, with a bar at the tail: something pushes from behind.
    Barred,
    /// In a bow, through the air.
    Bow,
}

/// A pen that draws strokes that can be seen on anything: dark ones on light paint, or the other way round.
pub(crate) struct Pen<'a> {
    pub(crate) out: &'a mut String,
    pub(crate) palette: &'a Palette,
}

impl Pen<'_> {
    /// Draws a path under a class name, in the ink of the picture.
    fn stroke(&mut self, class: &str, path: &str, broken: bool) {
        let (paper, ink) = (self.palette.surface, self.palette.ink);
        let dashes = if broken { r#" stroke-dasharray="3.5 4""# } else { "" };
        let _ = write!(
            self.out,
            r#"<g class="{class}" fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{path}" stroke="{paper}" stroke-width="5.4"/><path d="{path}" stroke="{ink}" stroke-width="2.2"{dashes}/></g>"#
        );
    }

    /// An arrow from the middle of one cell to the middle of another.
    pub(crate) fn arrow(&mut self, class: &str, from: Point, to: Point, shaft: Shaft, broken: bool) {
        let along = (to - from).unit();
        let mut path = String::new();
        match shaft {
            Shaft::Bow => {
                let side = along.left();
                let up = if side.y > 0.0 { side * -1.0 } else { side };
                let bow = (from + to) * 0.5 + up * ((to - from).length() * 0.3);
                let (start, end) = (from + (bow - from).unit() * TAIL, to + (bow - to).unit() * TIP);
                let _ = write!(path, "M{start}Q{bow} {end}");
                write_head(&mut path, end, (to - bow).unit());
            }
            Shaft::Straight | Shaft::Barred => {
                let (start, end) = (from + along * TAIL, to - along * TIP);
                if shaft == Shaft::Barred {
                    let bar = along.left() * 5.0;
                    let _ = write!(path, "M{}L{}", start + bar, start - bar);
                }
                let _ = write!(path, "M{start}L{end}");
                write_head(&mut path, end, along);
            }
        }
        self.stroke(class, &path, broken);
    }

    /// A piece leaves at one end of a line and comes in at the other.
    pub(crate) fn wrap(&mut self, from: Point, to: Point) {
        let along = (from - to).unit();
        let mut path = String::new();
        let mut leg = |start: Point, end: Point| {
            let _ = write!(path, "M{start}L{end}");
            write_head(&mut path, end, along);
        };
        leg(from + along * TAIL, from + along * (HALF + 10.0));
        leg(to - along * (HALF + 13.0), to - along * TIP);
        self.stroke("wrap", &path, true);
    }

    /// Two bent arrows around a piece that stays where it is and becomes another.
    pub(crate) fn turn(&mut self, at: Point) {
        let r = PIECE + 3.0;
        let (left, right) = (at - Point::new(r, 0.0), at + Point::new(r, 0.0));
        let mut path = format!("M{left}a{r} {r} 0 0 1 {} 0", Number(2.0 * r));
        write_head(&mut path, right, Point::new(0.0, 1.0));
        let _ = write!(path, "M{right}a{r} {r} 0 0 1 {} 0", Number(-2.0 * r));
        write_head(&mut path, left, Point::new(0.0, -1.0));
        self.stroke("recolour", &path, false);
    }

    /// A large cross over what is gone.
    pub(crate) fn cross(&mut self, class: &str, at: Point) {
        let path = format!("M{}l15 15m0-15l-15 15", at - Point::new(7.5, 7.5));
        self.stroke(class, &path, false);
    }

    /// A small disc at the upper right of a piece, with strokes or text in it.
    pub(crate) fn badge(&mut self, class: &str, at: Point, text: &str) {
        let at = at + Point::new(12.0, -12.0);
        let half = (glyphs::width(text) * 0.55 + 4.0).max(7.0);
        let (paper, ink) = (self.palette.surface, self.palette.ink);
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

    /// A broken ring around a stack that is hit.
    pub(crate) fn broken_ring(&mut self, class: &str, at: Point) {
        let _ = write!(
            self.out,
            r#"<circle class="{class}" cx="{}" cy="{}" r="{}" fill="none" stroke="{}" stroke-width="2.6" stroke-dasharray="8 5.5"/>"#,
            Number(at.x),
            Number(at.y),
            Number(PIECE + 4.0),
            self.palette.ink
        );
    }
}

fn write_head(path: &mut String, tip: Point, along: Point) {
    let (back, side) = (along * -5.6, along.left() * 4.0);
    let _ = write!(path, "M{}L{tip}L{}", tip + back + side, tip + back - side);
}
