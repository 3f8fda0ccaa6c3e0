//! An action on a still picture: highlighted cells, arrows for moves, crosses for captures.

use std::fmt::Write;

use hexarium_kernel::{AnimationStep, PieceView, Spot, View};

use crate::arrows::{Arrow, Pen, Shaft, bow};
use crate::colour::Colour;
use crate::layout::{CELL, HALF, Layout, PIECE};
use crate::marks::write_halos;
use crate::palette::Palette;
use crate::pieces::write_piece;
use crate::svg::Point;

/// The animation steps between two states.
#[derive(Clone, Copy)]
pub(crate) struct AnimatedAction<'a> {
    pub(crate) beats: &'a [Vec<AnimationStep>],
    pub(crate) before: Option<&'a View>,
    pub(crate) after: &'a View,
}

/// Heights of a bow, relative to its length; the first one that covers the fewest pieces is used.
const BOWS: [f64; 8] = [0.3, -0.3, 0.2, -0.2, 0.42, -0.42, 0.12, -0.12];

/// A straight movement of one piece.
struct Way {
    class: &'static str,
    from: Spot,
    to: Spot,
}

impl AnimatedAction<'_> {
    fn steps(&self) -> impl Iterator<Item = &AnimationStep> {
        self.beats.iter().flatten()
    }

    /// Returns the straight movements. Consecutive slides are merged; pieces laid out from a stack
    /// are chained, so that no arrow runs over a piece.
    fn ways(&self) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        let mut laid: Option<(Spot, Spot)> = None;
        for beat in self.beats {
            let earlier = ways.len();
            for step in beat {
                match *step {
                    AnimationStep::Slide { from, to } => {
                        match ways[..earlier].iter_mut().find(|way| way.class == "slide" && way.to == from) {
                            Some(way) => way.to = to,
                            None => ways.push(Way { class: "slide", from, to }),
                        }
                    }
                    AnimationStep::Unstack { from: stack, to, .. } => {
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

    /// Draws the layer below the pieces: highlighted cells of the action, and arrows of distant
    /// effects, which may cross uninvolved pieces.
    pub(crate) fn write_ground(&self, out: &mut String, palette: &Palette, layout: &Layout) {
        write_halos(out, palette, layout, &self.halos());
        let mut pen = Pen { out, palette, ink: palette.ink };
        for step in self.steps() {
            let (class, by, at) = match step {
                AnimationStep::Generate { by, at, .. } => ("generate", by, at),
                AnimationStep::Hit { by, at, .. } if by.len() > 1 => ("hit", by, at),
                _ => continue,
            };
            for from in by {
                let (from, to) = (layout.centre(*from), layout.centre(*at));
                pen.arrow(&Arrow { class, from, to, leaves_piece: true, shaft: Shaft::Broken });
            }
        }
    }

    /// Returns the cells where the action began or ended.
    fn halos(&self) -> Vec<Spot> {
        let mut spots: Vec<Spot> = self.ways().iter().flat_map(|way| [way.from, way.to]).collect();
        for step in self.steps() {
            match step {
                AnimationStep::Jump { from, to }
                | AnimationStep::Push { from, to }
                | AnimationStep::Wrap { from, to }
                | AnimationStep::Recolour { from, to, .. } => spots.extend([*from, *to]),
                AnimationStep::Place { at, .. } | AnimationStep::Generate { at, .. } => spots.push(*at),
                AnimationStep::Slide { .. }
                | AnimationStep::Unstack { .. }
                | AnimationStep::Capture { .. }
                | AnimationStep::Hit { .. }
                | AnimationStep::Split { .. } => {}
            }
        }
        spots.sort_unstable();
        spots.dedup();
        spots
    }

    /// Draws removed pieces at 45 % opacity, and the outlines of groups that were cut off.
    pub(crate) fn write_ghosts(&self, out: &mut String, palette: &Palette, layout: &Layout) {
        let mut ghosts = Vec::new();
        for step in self.steps() {
            match step {
                AnimationStep::Capture { at } | AnimationStep::Hit { at, .. } => ghosts.push(*at),
                AnimationStep::Split { cells } => {
                    ghosts.extend(cells);
                    write_outline(out, palette, layout, cells);
                }
                AnimationStep::Recolour { from, .. } => ghosts.push(*from),
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

    /// Returns the piece that was removed from a cell: it was there before or arrived during the
    /// animation.
    fn gone_from(&self, spot: Spot) -> Option<&PieceView> {
        let before = self.before?;
        let came = self.steps().find_map(|m| match m {
            AnimationStep::Jump { from, to } | AnimationStep::Slide { from, to } if *to == spot => {
                piece_at(before, *from)
            }
            _ => None,
        });
        piece_at(before, spot).or(came)
    }

    /// Returns the height of a bow: it covers as few other pieces as possible and stays on the
    /// picture.
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

    /// Draws the arrows, crosses and badges in a colour.
    pub(crate) fn write_strokes(&self, out: &mut String, palette: &Palette, layout: &Layout, ink: Colour) {
        let centre = |spot: &Spot| layout.centre(*spot);
        let arrow = |class, from: &Spot, to: &Spot, shaft| {
            let leaves_piece = piece_at(self.after, *from).is_some();
            Arrow { class, from: centre(from), to: centre(to), leaves_piece, shaft }
        };
        let bow_height = |from, to| self.bow_height(layout, centre(from), centre(to));
        let mut pen = Pen { out, palette, ink };
        for Way { class, from, to } in self.ways() {
            pen.arrow(&arrow(class, &from, &to, Shaft::Straight));
        }
        for step in self.steps() {
            match step {
                AnimationStep::Slide { .. } | AnimationStep::Unstack { .. } => {}
                AnimationStep::Jump { from, to } => {
                    pen.arrow(&arrow("jump", from, to, Shaft::Bow(bow_height(from, to))))
                }
                AnimationStep::Push { from, to } => pen.arrow(&arrow("push", from, to, Shaft::Barred)),
                AnimationStep::Wrap { from, to } => pen.wrap(centre(from), centre(to)),
                AnimationStep::Place { at, .. } => pen.badge("place", centre(at), "+"),
                AnimationStep::Generate { at, .. } => pen.badge("generate", centre(at), "+"),
                AnimationStep::Recolour { from, to, .. } if from == to => pen.turn(centre(from)),
                AnimationStep::Recolour { from, to, .. } => {
                    pen.arrow(&arrow("recolour", from, to, Shaft::BrokenBow(bow_height(from, to))));
                }
                AnimationStep::Capture { at } if piece_at(self.after, *at).is_some() => {
                    // A new piece has its own badge on the right.
                    pen.badge("capture", centre(at) - Point::new(24.0, 0.0), "×");
                }
                AnimationStep::Capture { at } => pen.cross("capture", centre(at)),
                AnimationStep::Split { cells } => {
                    for cell in cells {
                        pen.cross("split", centre(cell));
                    }
                }
                AnimationStep::Hit { by, at, levels } => {
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

/// Returns the piece on a cell.
pub(crate) fn piece_at(view: &View, spot: Spot) -> Option<&PieceView> {
    view.pieces.iter().find(|(at, _)| *at == spot).map(|(_, piece)| piece)
}

/// Draws a dashed outline around a group of cells.
fn write_outline(out: &mut String, palette: &Palette, layout: &Layout, cells: &[Spot]) {
    let corner = layout.corners(CELL - 0.6);
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
