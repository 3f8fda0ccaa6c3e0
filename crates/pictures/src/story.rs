//! The story of an action on a still picture: where it began and ended, arrows for what moved, crosses for what went.

use std::fmt::Write;

use hexarium_kernel::{Movement, PieceView, Spot, View};

use crate::arrows::{Arrow, Pen, Shaft, bow};
use crate::layout::{CELL, HALF, Layout, PIECE, corners};
use crate::marks::write_halos;
use crate::pieces::write_piece;
use crate::style::Palette;
use crate::svg::Point;

/// A story between two states.
#[derive(Clone, Copy)]
pub(crate) struct Story<'a> {
    pub(crate) beats: &'a [Vec<Movement>],
    pub(crate) before: Option<&'a View>,
    pub(crate) after: &'a View,
}

/// Heights of a bow, as parts of its length: the first that hides least of the pieces is taken.
const BOWS: [f64; 8] = [0.3, -0.3, 0.2, -0.2, 0.42, -0.42, 0.12, -0.12];

/// One piece's straight way through the story.
struct Way {
    class: &'static str,
    from: Spot,
    to: Spot,
}

impl Story<'_> {
    fn movements(&self) -> impl Iterator<Item = &Movement> {
        self.beats.iter().flatten()
    }

    /// The straight ways. A slide that is told step by step is one way; pieces that a stack lays out follow each other, so that
    /// no arrow runs over a piece.
    fn ways(&self) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        let mut laid: Option<(Spot, Spot)> = None;
        for beat in self.beats {
            let earlier = ways.len();
            for movement in beat {
                match *movement {
                    Movement::Slide { from, to } => {
                        match ways[..earlier].iter_mut().find(|way| way.class == "slide" && way.to == from) {
                            Some(way) => way.to = to,
                            None => ways.push(Way { class: "slide", from, to }),
                        }
                    }
                    Movement::Unstack { from: stack, to, .. } => {
                        let from = laid.filter(|(of, _)| *of == stack).map_or(stack, |(_, last)| last);
                        laid = Some((stack, to));
                        ways.push(Way { class: "unstack", from, to });
                    }
                    _ => {}
                }
            }
        }
        ways
    }

    /// What lies below the pieces: the cells where the action began and ended, and the ways from those that bring forth or hit
    /// something far away, which may lead over pieces that have no part in it.
    pub(crate) fn write_ground(&self, out: &mut String, palette: &Palette, layout: &Layout) {
        write_halos(out, palette, layout, &self.halos());
        let mut pen = Pen { out, palette };
        for movement in self.movements() {
            let (class, by, at) = match movement {
                Movement::Generate { by, at, .. } => ("generate", by, at),
                Movement::Hit { by, at, .. } if by.len() > 1 => ("hit", by, at),
                _ => continue,
            };
            for from in by {
                let (from, to) = (layout.centre(*from), layout.centre(*at));
                pen.arrow(&Arrow { class, from, to, leaves_piece: true, shaft: Shaft::Broken });
            }
        }
    }

    /// Cells where the action began or ended.
    fn halos(&self) -> Vec<Spot> {
        let mut spots: Vec<Spot> = self.ways().iter().flat_map(|way| [way.from, way.to]).collect();
        for movement in self.movements() {
            match movement {
                Movement::Jump { from, to }
                | Movement::Push { from, to }
                | Movement::Wrap { from, to }
                | Movement::Recolour { from, to, .. } => spots.extend([*from, *to]),
                Movement::Place { at, .. } | Movement::Generate { at, .. } => spots.push(*at),
                Movement::Slide { .. }
                | Movement::Unstack { .. }
                | Movement::Capture { .. }
                | Movement::Hit { .. }
                | Movement::Split { .. } => {}
            }
        }
        spots.sort_unstable();
        spots.dedup();
        spots
    }

    /// What was taken off its cell, at 45 %, and the outlines of groups that were cut off.
    pub(crate) fn write_ghosts(&self, out: &mut String, palette: &Palette, layout: &Layout) {
        let mut ghosts = Vec::new();
        for movement in self.movements() {
            match movement {
                Movement::Capture { at } | Movement::Hit { at, .. } => ghosts.push(*at),
                Movement::Split { cells } => {
                    ghosts.extend(cells);
                    write_outline(out, palette, layout, cells);
                }
                Movement::Recolour { from, .. } => ghosts.push(*from),
                _ => {}
            }
        }
        ghosts.retain(|spot| piece_at(self.after, *spot).is_none());
        if ghosts.is_empty() {
            return;
        }
        *out += r#"<g class="ghosts" opacity=".45">"#;
        for spot in ghosts {
            if let Some(piece) = self.gone_from(spot) {
                write_piece(out, palette, piece, layout.centre(spot));
            }
        }
        *out += "</g>";
    }

    /// The piece that was taken off a cell: it stood there before, or came there in the story.
    fn gone_from(&self, spot: Spot) -> Option<&PieceView> {
        let before = self.before?;
        let came = self.movements().find_map(|m| match m {
            Movement::Jump { from, to } | Movement::Slide { from, to } if *to == spot => piece_at(before, *from),
            _ => None,
        });
        piece_at(before, spot).or(came)
    }

    /// How high a bow is: it hides as little of other pieces as it can, and stays on the picture.
    fn bow_height(&self, layout: &Layout, from: Point, to: Point) -> f64 {
        let others: Vec<Point> = self.after.pieces.iter().map(|(spot, _)| layout.centre(*spot)).collect();
        let harm = |height: &f64| {
            let bend = bow(from, to, *height);
            let along = |i: i32| {
                let share = f64::from(i) / 24.0;
                from * (1.0 - share).powi(2) + bend * (2.0 * share * (1.0 - share)) + to * share.powi(2)
            };
            let curve: Vec<Point> = (1..24).map(along).collect();
            let outside = curve.iter().any(|p| p.x.min(p.y) < 0.0 || p.x > layout.size.x || p.y > layout.size.y);
            let hidden = |piece: &Point| {
                let is_end = (*piece - from).length() < HALF || (*piece - to).length() < HALF;
                let nearest = curve.iter().map(|p| (*p - *piece).length()).fold(PIECE, f64::min);
                if is_end { 0.0 } else { PIECE - nearest }
            };
            (outside, others.iter().map(hidden).sum::<f64>().round() as u32)
        };
        BOWS.into_iter().min_by_key(harm).unwrap_or(BOWS[0])
    }

    /// The arrows, crosses and badges.
    pub(crate) fn write_strokes(&self, out: &mut String, palette: &Palette, layout: &Layout) {
        let centre = |spot: &Spot| layout.centre(*spot);
        let arrow = |class, from: &Spot, to: &Spot, shaft| {
            let leaves_piece = piece_at(self.after, *from).is_some();
            Arrow { class, from: centre(from), to: centre(to), leaves_piece, shaft }
        };
        let bow_height = |from, to| self.bow_height(layout, centre(from), centre(to));
        let mut pen = Pen { out, palette };
        for Way { class, from, to } in self.ways() {
            pen.arrow(&arrow(class, &from, &to, Shaft::Straight));
        }
        for movement in self.movements() {
            match movement {
                Movement::Slide { .. } | Movement::Unstack { .. } => {}
                Movement::Jump { from, to } => pen.arrow(&arrow("jump", from, to, Shaft::Bow(bow_height(from, to)))),
                Movement::Push { from, to } => pen.arrow(&arrow("push", from, to, Shaft::Barred)),
                Movement::Wrap { from, to } => pen.wrap(centre(from), centre(to)),
                Movement::Place { at, .. } => pen.badge("place", centre(at), "+"),
                Movement::Generate { at, .. } => pen.badge("generate", centre(at), "+"),
                Movement::Recolour { from, to, .. } if from == to => pen.turn(centre(from)),
                Movement::Recolour { from, to, .. } => {
                    pen.arrow(&arrow("recolour", from, to, Shaft::BrokenBow(bow_height(from, to))));
                }
                Movement::Capture { at } if piece_at(self.after, *at).is_some() => {
                    // A new piece there carries its own badge on the right.
                    pen.badge("capture", centre(at) - Point::new(24.0, 0.0), "×");
                }
                Movement::Capture { at } => pen.cross("capture", centre(at)),
                Movement::Split { cells } => {
                    for cell in cells {
                        pen.cross("split", centre(cell));
                    }
                }
                Movement::Hit { by, at, levels } => {
                    if let [from] = by[..] {
                        pen.arrow(&arrow("hit", &from, at, Shaft::Short));
                    }
                    pen.broken_ring("hit", centre(at));
                    pen.badge("hit", centre(at), &format!("−{levels}"));
                }
            }
        }
    }
}

/// What stands on a cell.
pub(crate) fn piece_at(view: &View, spot: Spot) -> Option<&PieceView> {
    view.pieces.iter().find(|(at, _)| *at == spot).map(|(_, piece)| piece)
}

/// A broken line around a group of cells.
fn write_outline(out: &mut String, palette: &Palette, layout: &Layout, cells: &[Spot]) {
    let corner = corners(CELL - 0.6);
    let inside = |middle: Point| cells.iter().any(|cell| (layout.centre(*cell) - middle).length() < CELL / 2.0);
    let mut path = String::new();
    for cell in cells {
        let centre = layout.centre(*cell);
        for i in 0..6 {
            let (a, b) = (corner[i], corner[(i + 1) % 6]);
            if !inside(centre + a + b) {
                let _ = write!(path, "M{}L{}", centre + a, centre + b);
            }
        }
    }
    let _ = write!(
        out,
        r#"<path class="split" d="{path}" fill="none" stroke="{}" stroke-width="2.4" stroke-dasharray="5 4" stroke-linecap="round"/>"#,
        palette.ink
    );
}
