//! Suggested actions on the board.

use std::fmt::Write;

use hexarium_kernel::{AnimationStep, PieceView, Spot, View};

use crate::animation::Story;
use crate::canvas::Canvas;
use crate::glyphs;
use crate::layout::PIECE;
use crate::pieces::write_piece;
use crate::svg::{Number, Point, write_circle};

/// A suggested action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Its animation, which begins in the state of the view.
    pub animation: Vec<Vec<AnimationStep>>,
    /// Its rank, from 1, and its win probability in percent.
    pub place: Option<(usize, u8)>,
}

/// Opacity of the first suggestion in percent: it looks almost like a piece, the others are faint.
const SOLID: u16 = 80;
const FAINT: u16 = 28;

impl Canvas {
    /// Draws the suggestions, the first one boldest: ghosts of placed pieces, arrows for moves.
    pub fn advice(&self, view: &View, advice: &[Advice]) -> String {
        let mut out = String::new();
        let mut labels = String::new();
        let mut taken: Vec<Spot> = Vec::new();
        for (i, one) in advice.iter().enumerate() {
            let mut layer = String::new();
            let opacity = if i == 0 { ".95" } else { ".5" };
            let _ = write!(layer, r#"<g class="advice" opacity="{opacity}">"#);
            // A placed piece is drawn as a ghost, so a plus badge would be redundant.
            let put_down = |movement: &AnimationStep| matches!(movement, AnimationStep::Place { .. });
            let beats: Vec<Vec<AnimationStep>> =
                one.animation.iter().map(|beat| beat.iter().filter(|m| !put_down(m)).cloned().collect()).collect();
            let animation = Story { beats: &beats, before: Some(view), after: view };
            animation.write_strokes(&mut layer, self.palette(), self.layout());
            layer += "</g>";
            for (at, piece) in one.animation.iter().flatten().filter_map(appearing) {
                self.write_ghost(
                    &mut layer,
                    piece,
                    self.layout().centre(at),
                    i == 0,
                    one.place.map(|(_, share)| share),
                );
            }
            if let Some((rank, _)) = one.place
                && let Some((from, to)) = ends(&one.animation)
            {
                // Suggestions that end on the same cell are drawn side by side.
                let before = taken.iter().filter(|other| **other == to).count();
                taken.push(to);
                let at = self.beside(from, to) + Point::new(14.0 * before as f64, 0.0);
                self.write_rank(&mut labels, at, rank);
            }
            // The boldest is on top.
            out.insert_str(0, &layer);
        }
        out + &labels
    }

    /// Returns the position of the rank: at the upper left, or at the upper side of an incoming
    /// arrow.
    fn beside(&self, from: Option<Spot>, to: Spot) -> Point {
        let to = self.layout().centre(to);
        let Some(from) = from.map(|from| self.layout().centre(from)) else { return to - Point::new(13.0, 13.0) };
        let side = (to - from).unit().left();
        to + side * if side.y > 0.0 { -18.0 } else { 18.0 }
    }

    /// Draws a ghost piece with the win probability in its middle, or with its own signs if that is
    /// unknown.
    fn write_ghost(&self, out: &mut String, piece: &PieceView, at: Point, bold: bool, share: Option<u8>) {
        let palette = self.palette();
        let Some(share) = share else {
            *out += r#"<g class="ghost" opacity=".6">"#;
            write_piece(out, palette, piece, at);
            *out += "</g>";
            return;
        };
        let paint = palette.piece(piece);
        let (fill, ink) = match bold {
            true => (palette.cell.with(paint.fill, SOLID), paint.sign),
            false => (palette.cell.with(paint.fill, FAINT), palette.ink),
        };
        let rim = if bold { palette.honey } else { palette.cell.with(paint.rim, 70) };
        let width = if bold { 3 } else { 2 };
        let look = format_args!(
            r#"class="ghost" fill="{fill}" stroke="{rim}" stroke-width="{width}" stroke-dasharray="5.2 4.2""#
        );
        write_circle(out, at, PIECE, look);
        let text = share.to_string();
        let scale = 1.6_f64.min((PIECE - 3.0) * 2.0 / glyphs::width(&text));
        let mut path = String::new();
        glyphs::write_path(&mut path, &text, Point::new(-glyphs::width(&text) / 2.0, 3.5));
        let _ = write!(
            out,
            r#"<path class="share" transform="translate({at}) scale({})" d="{path}" fill="none" stroke="{ink}" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>"#,
            Number(scale)
        );
    }

    /// Draws the rank in a small disc.
    fn write_rank(&self, out: &mut String, at: Point, rank: usize) {
        let palette = self.palette();
        let (fill, ink) = if rank == 1 { (palette.honey, palette.surface) } else { (palette.surface, palette.ink) };
        let text = rank.to_string();
        let mut path = String::new();
        glyphs::write_path(&mut path, &text, Point::new(-glyphs::width(&text) / 2.0, 3.5));
        let _ = write!(
            out,
            r#"<g class="rank" transform="translate({at})" fill="none" stroke-linecap="round" stroke-linejoin="round"><circle r="7.5" fill="{fill}" stroke="{}"/><path d="{path}" stroke="{ink}" stroke-width="1.6"/></g>"#,
            palette.ink
        );
    }
}

/// Returns the piece that a step puts on the board.
fn appearing(movement: &AnimationStep) -> Option<(Spot, &PieceView)> {
    match movement {
        AnimationStep::Place { at, piece } | AnimationStep::Generate { at, piece, .. } => Some((*at, piece)),
        _ => None,
    }
}

/// Returns the origin of the moved piece, if any, and its destination or the cell of the action.
fn ends(animation: &[Vec<AnimationStep>]) -> Option<(Option<Spot>, Spot)> {
    let mut ends = None;
    for movement in animation.iter().flatten() {
        ends = match (ends, movement) {
            (None, AnimationStep::Capture { at } | AnimationStep::Hit { at, .. }) => Some((None, *at)),
            (None, AnimationStep::Place { at, .. } | AnimationStep::Generate { at, .. }) => Some((None, *at)),
            (None, AnimationStep::Split { cells }) => cells.first().map(|at| (None, *at)),
            (
                None,
                AnimationStep::Slide { from, to }
                | AnimationStep::Jump { from, to }
                | AnimationStep::Push { from, to }
                | AnimationStep::Wrap { from, to }
                | AnimationStep::Unstack { from, to, .. }
                | AnimationStep::Recolour { from, to, .. },
            ) => Some((Some(*from), *to)),
            // A flight consists of several steps.
            (Some((start, here)), AnimationStep::Slide { from, to } | AnimationStep::Jump { from, to })
                if here == *from =>
            {
                Some((start, *to))
            }
            _ => ends,
        };
    }
    ends
}
