//! The story of an action on a still picture: where it began and ended, arrows for what moved, crosses for what went.

use std::fmt::Write;

use hexarium_kernel::{Movement, PieceView, Spot, View};

use crate::arrows::{Pen, Shaft};
use crate::layout::{CELL, Layout, corners};
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

/// One piece's way through the story.
struct Way {
    class: &'static str,
    from: Spot,
    to: Spot,
}

impl Story<'_> {
    fn movements(&self) -> impl Iterator<Item = &Movement> {
        self.beats.iter().flatten()
    }

    /// The straight ways; a flight that is told step by step is one way.
    fn slides(&self) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        for movement in self.movements() {
            if let Movement::Slide { from, to } = *movement {
                match ways.last_mut() {
                    Some(way) if way.to == from && self.beats.len() > 1 => way.to = to,
                    _ => ways.push(Way { class: "slide", from, to }),
                }
            }
        }
        ways.extend(self.laid_out());
        ways
    }

    /// The way of pieces that a stack lays out one by one, away from itself.
    fn laid_out(&self) -> Option<Way> {
        let place = |beat: &Vec<Movement>| {
            beat.iter().find_map(|m| if let Movement::Place { at, .. } = m { Some(*at) } else { None })
        };
        let to = self.beats.iter().rev().find_map(place)?;
        let height = |view: &View, spot| piece_at(view, spot).map_or(0, |piece| piece.height);
        let hit = |spot| self.movements().any(|m| matches!(m, Movement::Hit { at, .. } if *at == spot));
        let before = self.before?;
        let mut lower = before.pieces.iter().filter(|(spot, piece)| {
            let now = height(self.after, *spot);
            now > 0 && now < piece.height && !hit(*spot)
        });
        let (from, _) = lower.next()?;
        lower.next().is_none().then_some(Way { class: "unstack", from: *from, to })
    }

    /// Cells where the action began or ended.
    pub(crate) fn halos(&self) -> Vec<Spot> {
        let mut spots: Vec<Spot> = self.slides().iter().flat_map(|way| [way.from, way.to]).collect();
        for movement in self.movements() {
            match movement {
                Movement::Jump { from, to }
                | Movement::Push { from, to }
                | Movement::Wrap { from, to }
                | Movement::Recolour { from, to, .. } => spots.extend([*from, *to]),
                Movement::Place { at, .. } => spots.push(*at),
                Movement::Slide { .. } | Movement::Capture { .. } | Movement::Hit { .. } | Movement::Split { .. } => {}
            }
        }
        spots.sort_unstable();
        spots.dedup();
        spots
    }

    /// What stood on the cells of captures and splits, at 45 %, and the outlines of groups that were cut off.
    pub(crate) fn write_ghosts(&self, out: &mut String, palette: &Palette, layout: &Layout) {
        let mut ghosts = Vec::new();
        for movement in self.movements() {
            match movement {
                Movement::Capture { at } => ghosts.push(*at),
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

    /// The arrows, crosses and badges.
    pub(crate) fn write_strokes(&self, out: &mut String, palette: &Palette, layout: &Layout) {
        let centre = |spot: &Spot| layout.centre(*spot);
        let mut pen = Pen { out, palette };
        for Way { class, from, to } in self.slides() {
            pen.arrow(class, centre(&from), centre(&to), Shaft::Straight, false);
        }
        for movement in self.movements() {
            match movement {
                Movement::Slide { .. } => {}
                Movement::Jump { from, to } => pen.arrow("jump", centre(from), centre(to), Shaft::Bow, false),
                Movement::Push { from, to } => pen.arrow("push", centre(from), centre(to), Shaft::Barred, false),
                Movement::Wrap { from, to } => pen.wrap(centre(from), centre(to)),
                Movement::Place { at, .. } => pen.badge("place", centre(at), "+"),
                Movement::Recolour { from, to, .. } if from == to => pen.turn(centre(from)),
                Movement::Recolour { from, to, .. } => {
                    pen.arrow("recolour", centre(from), centre(to), Shaft::Bow, true);
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
                Movement::Hit { at, levels } => {
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
