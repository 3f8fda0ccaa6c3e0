//! Pieces, distinguished by signs as well as by colour.

use std::fmt::Write;

use hexarium_kernel::{PieceKind, PieceShape, PieceView, Player};

use crate::colour::Colour;
use crate::glyphs;
use crate::layout::{Layout, PIECE};
use crate::palette::{Paint, Palette};
use crate::style::PieceSet;
use crate::svg::{Point, write_circle, write_fade, write_use};

/// Vertical offset between the layers of a stack.
const LAYER: f64 = 3.8;
/// Maximum number of layers drawn below the top one; the number shows the full height.
const LAYERS: u16 = 3;

/// The outline of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Body {
    Disc,
    Hexagon,
    Stone,
    Counter,
    Sheaf,
    Ant,
    /// An ant with a larger abdomen.
    Queen,
    Cell,
}

impl Body {
    /// Returns the body of a piece. Figures without a flat top are stacked as discs.
    fn of(palette: &Palette, kind: PieceKind, stacked: bool) -> Self {
        match (palette.set, palette.shape) {
            (PieceSet::Discs | PieceSet::Letters, _) => Self::Disc,
            (PieceSet::Hexagons, _) => Self::Hexagon,
            (PieceSet::Figures, PieceShape::Stone) => Self::Stone,
            (PieceSet::Figures, PieceShape::Counter) => Self::Counter,
            (PieceSet::Figures, PieceShape::Cell) => Self::Cell,
            (PieceSet::Figures, PieceShape::Sheaf | PieceShape::Ant) if stacked => Self::Disc,
            (PieceSet::Figures, PieceShape::Sheaf) => Self::Sheaf,
            (PieceSet::Figures, PieceShape::Ant) if kind == PieceKind::Stone => Self::Ant,
            (PieceSet::Figures, PieceShape::Ant) => Self::Queen,
        }
    }

    /// Returns the middle of the signs and their scale.
    fn face(self) -> (Point, f64) {
        match self {
            Self::Ant => (Point::new(0.0, 6.2), 0.5),
            Self::Queen => (Point::new(0.0, 4.4), 0.66),
            Self::Hexagon => (Point::default(), 1.1),
            _ => (Point::default(), 1.0),
        }
    }
}

/// Returns the letter of an owner in ids.
fn owner_letter(owner: Option<Player>) -> char {
    match owner {
        Some(Player::First) => 'a',
        Some(Player::Second) => 'b',
        None => 'n',
    }
}

fn body_id(palette: &Palette, body: Body, owner: Option<Player>) -> String {
    palette.id(format_args!("{}{}", owner_letter(owner), body as u8))
}

/// Defines the bodies of all pieces around the origin.
pub(crate) fn write_bodies(out: &mut String, palette: &Palette, layout: &Layout) {
    let mut bodies: Vec<Body> = Vec::new();
    for kind in [PieceKind::Stone, PieceKind::Queen] {
        for stacked in [false, true] {
            let body = Body::of(palette, kind, stacked);
            if !bodies.contains(&body) {
                bodies.push(body);
            }
        }
    }
    if palette.material.is_some() {
        let black = Colour::of(0);
        let dark = if palette.dark { 0.6 } else { 0.36 };
        write_fade(out, &palette.id("h"), true, &[(0.6, black, dark), (1.0, black, 0.0)]);
    }
    for owner in [Some(Player::First), Some(Player::Second), None] {
        let paint = palette.owner(owner);
        let fill = if palette.material.is_some() {
            let id = palette.id(format_args!("{}g", owner_letter(owner)));
            write_fade(out, &id, true, &[(0.3, paint.fill, 1.0), (1.0, paint.shade, 1.0)]);
            format!("url(#{id})")
        } else {
            paint.fill.to_string()
        };
        for &body in &bodies {
            let _ = write!(out, r#"<g id="{}">"#, body_id(palette, body, owner));
            Figure { palette, layout, paint, fill: &fill }.write(out, body);
            *out += "</g>";
        }
    }
}

/// A writer of bodies in the colours of one owner.
struct Figure<'a> {
    palette: &'a Palette,
    layout: &'a Layout,
    paint: Paint,
    /// The fill: a colour or a gradient.
    fill: &'a str,
}

impl Figure<'_> {
    fn write(&self, out: &mut String, body: Body) {
        let (fill, Paint { rim, shade, .. }) = (self.fill, self.paint);
        let deep = self.palette.material.is_some();
        if deep {
            let (y, rx, ry) = match body {
                Body::Ant | Body::Queen => (4.0, 12.0, 14.0),
                Body::Sheaf => (11.0, 13.0, 7.0),
                _ => (2.8, 18.0, 17.2),
            };
            let shadow = self.palette.id("h");
            let _ = write!(out, r##"<ellipse cx=".8" cy="{y}" rx="{rx}" ry="{ry}" fill="url(#{shadow})"/>"##);
        }
        let disc = |out: &mut String, radius: f64, fill: &str| {
            write_circle(
                out,
                Point::default(),
                radius,
                format_args!(r#"fill="{fill}" stroke="{rim}" stroke-width="1.4""#),
            );
        };
        match body {
            Body::Disc if deep => {
                disc(out, PIECE, &shade.to_string());
                write_circle(out, Point::new(0.0, -0.4), PIECE - 2.4, format_args!(r#"fill="{fill}""#));
                self.write_gleam(out, PIECE - 1.3);
            }
            Body::Hexagon => {
                let hexagon = |radius| self.layout.hexagon(radius);
                let ground = if deep { shade.to_string() } else { fill.to_string() };
                let _ = write!(
                    out,
                    r#"<path d="{}" fill="{ground}" stroke="{rim}" stroke-width="1.4" stroke-linejoin="round"/>"#,
                    hexagon(17.6)
                );
                if deep {
                    let _ = write!(out, r#"<path d="{}" fill="{fill}"/>"#, hexagon(15.2));
                }
            }
            Body::Disc => disc(out, PIECE, fill),
            Body::Stone => {
                disc(out, PIECE, fill);
                if deep {
                    self.write_gleam(out, PIECE - 2.6);
                }
            }
            Body::Counter => {
                let brass = if deep { Colour::of(0xC9A24B) } else { self.paint.sign };
                let edge = brass.with(Colour::of(0), 55);
                let look = format_args!(r#"fill="{brass}" stroke="{edge}" stroke-width="1.2""#);
                write_circle(out, Point::default(), PIECE, look);
                disc(out, PIECE - 2.4, fill);
                if deep {
                    self.write_gleam(out, PIECE - 4.4);
                }
            }
            Body::Cell => {
                let _ = write!(
                    out,
                    r#"<path d="M-1-15c6-1 12 1.6 14.5 8s1 12-4 16.2-11 7-17 3.6-9-8-8.5-14 6-13 15-13.8z" fill="{fill}" stroke="{rim}" stroke-width="1.6"/>"#
                );
                if deep {
                    let (light, grain) = (self.paint.fill.with(Colour::of(0xFFFFFF), 55), self.paint.sign);
                    *out += r#"<g fill="none" stroke-linecap="round">"#;
                    let _ = write!(
                        out,
                        r#"<path d="M-12.5 1c-.6-6 4-12.6 11-13.4s10.6 3 12.6 8" stroke="{light}" stroke-opacity=".7" stroke-width="1.2"/>"#
                    );
                    let _ = write!(
                        out,
                        r#"<path d="M-9.5 6h.1M8.5 7.5h.1M9-5.5h.1M-6.5-9h.1M1 11.3h.1M-4.5 10h.1M3.5-11h.1" stroke="{grain}" stroke-opacity=".45" stroke-width="1.9"/></g>"#
                    );
                }
            }
            Body::Ant | Body::Queen => self.write_ant(out, body == Body::Queen),
            Body::Sheaf => self.write_sheaf(out),
        }
    }

    /// Draws the reflection of the light from above.
    fn write_gleam(&self, out: &mut String, radius: f64) {
        let (x, y) = (radius * 0.766, radius * 0.643);
        let white = Colour::of(0xFFFFFF);
        let _ = write!(
            out,
            r#"<path d="M-{x:.1}-{y:.1}A{radius:.1} {radius:.1} 0 0 1 {x:.1}-{y:.1}" fill="none" stroke="{white}" stroke-opacity=".6" stroke-width="1.5" stroke-linecap="round"/>"#
        );
    }

    fn write_ant(&self, out: &mut String, queen: bool) {
        let (fill, Paint { rim, shade, .. }) = (self.fill, self.paint);
        let legs = "M-2-5l-8-3-3-6M2-5l8-3 3-6M-2-3.5l-10 2.5-4 5M2-3.5l10 2.5 4 5M-2-2l-8 6-2 8M2-2l8 6 2 8M-1.6-13l-4-5M1.6-13l4-5";
        for (ink, width) in [(rim, 3.0), (shade, 1.4)] {
            let _ = write!(
                out,
                r#"<path d="{legs}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#
            );
        }
        let (y, rx, ry) = if queen { (4.4, 9.6, 10.6) } else { (6.2, 7.2, 8.2) };
        let _ = write!(
            out,
            r#"<g fill="{fill}" stroke="{rim}" stroke-width="1.3"><circle cy="-10.8" r="4.2"/><ellipse cy="-4.5" rx="3.6" ry="4.4"/><ellipse cy="{y}" rx="{rx}" ry="{ry}"/></g>"#
        );
    }

    fn write_sheaf(&self, out: &mut String) {
        let Paint { fill, rim, shade, .. } = self.paint;
        let (mut stalks, mut ears) = (String::new(), String::new());
        for i in -3..=3 {
            let x = f64::from(i);
            let top = Point::new(x * 3.1, x.abs() * 1.1 - 8.0);
            let _ = write!(stalks, "M{}Q{} {top}", Point::new(x * 2.3, 13.0 - x.abs() * 0.5), Point::new(x * 0.5, 4.0));
            let _ = write!(ears, "M{top}l{}", Point::new(x * 1.1, x.abs() * 0.4 - 6.0));
        }
        *out += r#"<g fill="none" stroke-linecap="round">"#;
        let edge = rim;
        let parts = [(&stalks, edge, 4.2), (&ears, edge, 6.6), (&stalks, shade, 1.9), (&ears, fill, 4.0)];
        for (path, ink, width) in parts {
            let _ = write!(out, r#"<path d="{path}" stroke="{ink}" stroke-width="{width}"/>"#);
        }
        let _ = write!(out, r#"<path d="M-5 4.5q5 2.6 10 0" stroke="{edge}" stroke-width="5"/>"#);
        let _ = write!(out, r#"<path d="M-4.6 4.5q4.6 2.5 9.2 0" stroke="{fill}" stroke-width="2"/></g>"#);
    }
}

/// Draws a piece around a point.
pub(crate) fn write_piece(out: &mut String, palette: &Palette, piece: &PieceView, centre: Point) {
    let paint = palette.piece(piece);
    let body = Body::of(palette, piece.kind, piece.height > 1);
    let below = piece.height.saturating_sub(1).min(LAYERS);
    let raise = f64::from(below) * LAYER / 2.0;
    let id = body_id(palette, body, piece.owner);
    for layer in (0..=below).rev() {
        write_use(out, &id, centre + Point::new(0.0, f64::from(layer) * LAYER - raise));
    }
    let (face, size) = body.face();
    let signs = Signs { paint, top: centre - Point::new(0.0, raise) + face, size };
    signs.write(out, piece, (palette.set == PieceSet::Letters).then_some(palette.initials));
}

/// A writer of the signs on a piece.
struct Signs {
    paint: Paint,
    /// The middle of the upper face.
    top: Point,
    size: f64,
}

impl Signs {
    /// Draws a ring or dot for the owner, a crown or star for the rank, a number for the height;
    /// in the set of letters the owner's initial too.
    fn write(&self, out: &mut String, piece: &PieceView, initials: Option<[char; 2]>) {
        let (sign, size) = (self.paint.sign, self.size);
        let tall = piece.height > 1;
        let ranked = piece.kind != PieceKind::Stone;
        let initial = piece.owner.and_then(|owner| Some(initials?[owner.index()]));
        let text = if tall { Some(piece.height.to_string()) } else { initial.map(String::from) };
        let aside = ranked || text.is_some();
        match piece.owner {
            Some(Player::First) => {
                let (radius, width) = if aside { (PIECE - 3.2, 1.6) } else { (8.6, 2.6) };
                let look = format_args!(r#"fill="none" stroke="{sign}" stroke-width="{:.1}""#, width * size.max(0.7));
                write_circle(out, self.top, radius * size, look);
            }
            Some(Player::Second) => {
                let (drop, radius) = if aside { (10.6, 1.9) } else { (0.0, 4.6) };
                let at = self.top + Point::new(0.0, drop * size);
                write_circle(out, at, radius * size, format_args!(r#"fill="{sign}""#));
            }
            None => {}
        }
        if ranked {
            let (lift, scale) = if text.is_some() { (-6.0, 0.55) } else { (0.0, 1.0) };
            let at = self.top + Point::new(0.0, lift);
            let shape = if piece.kind == PieceKind::Queen { crown(at, scale * size) } else { star(at, scale * size) };
            let _ = write!(out, r#"<path d="{shape}" fill="{sign}"/>"#);
        }
        if let Some(text) = text {
            let (drop, scale) = match (ranked, tall) {
                (true, _) => (3.4, 1.0),
                (false, true) => (0.0, 1.5),
                (false, false) => (-0.8, 1.7),
            };
            write_text(out, &text, self.top + Point::new(0.0, drop), scale, sign);
        }
    }
}

/// Draws text in the middle of a piece, in a size that fits.
pub(crate) fn write_text(out: &mut String, text: &str, middle: Point, scale: f64, ink: Colour) {
    let room = (PIECE - 4.5) * 2.0;
    let scale = scale.min(room / glyphs::width(text).max(1.0));
    let mut path = String::new();
    glyphs::write_path(&mut path, text, Point::new(-glyphs::width(text) / 2.0, 3.5));
    let _ = write!(
        out,
        r#"<path transform="translate({middle}) scale({scale:.2})" d="{path}" fill="none" stroke="{ink}" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>"#
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
