//! Suggested actions on the board.

use std::fmt::Write;

use hexarium_kernel::{AnimationStep, PieceView, Spot, View};

use crate::animation::AnimatedAction;
use crate::canvas::Canvas;
use crate::colour::Colour;
use crate::glyphs;
use crate::layout::PIECE;
use crate::palette::{Paint, Palette};
use crate::pieces::{write_piece, write_text};
use crate::svg::{Point, write_circle};

/// A suggested action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Its animation, which begins in the state of the view.
    pub animation: Vec<Vec<AnimationStep>>,
    /// Its rank, from 1, and its win probability in percent.
    pub place: Option<(usize, u8)>,
}

/// Share of the piece's colour in suggestions after the first, in percent. The first looks like a
/// piece with a dashed rim.
const FAINT: u16 = 14;

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
            let put_down = |step: &AnimationStep| matches!(step, AnimationStep::Place { .. });
            let beats: Vec<Vec<AnimationStep>> =
                one.animation.iter().map(|beat| beat.iter().filter(|m| !put_down(m)).cloned().collect()).collect();
            let animation = AnimatedAction { beats: &beats, before: Some(view), after: view };
            animation.write_strokes(&mut layer, self.palette(), self.layout(), self.palette().guide);
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
                let palette = self.palette();
                let (fill, ink) = match rank {
                    1 => (palette.guide, palette.surface),
                    _ => (palette.surface, palette.ink),
                };
                write_number(&mut labels, "rank", at, rank, [fill, ink, palette.guide]);
            }
            // The boldest is on top.
            out.insert_str(0, &layer);
        }
        out + &labels
    }

    /// Draws an annotation symbol, such as `??`, beside the cell where an action ends.
    pub fn annotation(&self, animation: &[Vec<AnimationStep>], symbol: &str) -> String {
        let mut out = String::new();
        if let Some((_, to)) = ends(animation) {
            let at = self.layout().centre(to) + Point::new(15.0, -15.0);
            let palette = self.palette();
            let look = format_args!(
                r#"class="annotation" fill="{}" stroke="{}" stroke-width="1.5""#,
                palette.surface, palette.honey
            );
            write_circle(&mut out, at, 10.0, look);
            // Three characters are smaller, so that they fit as well.
            write_text(&mut out, symbol, at, if symbol.chars().count() > 2 { 0.9 } else { 1.2 }, palette.ink);
        }
        out
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
            true => (paint.fill, paint.sign),
            false => faint(palette, &paint),
        };
        let rim = if bold { palette.guide } else { palette.cell.with(paint.rim, 70) };
        let width = if bold { 3 } else { 2 };
        let look = format_args!(
            r#"class="ghost" fill="{fill}" stroke="{rim}" stroke-width="{width}" stroke-dasharray="5.2 4.2""#
        );
        write_circle(out, at, PIECE, look);
        *out += r#"<g class="share">"#;
        write_text(out, &share.to_string(), at, 1.6, ink);
        *out += "</g>";
    }
}

/// Draws a number in a small disc; the colours are those of the disc, the number and the rim.
pub(crate) fn write_number(out: &mut String, class: &str, at: Point, number: usize, colours: [Colour; 3]) {
    let [fill, ink, rim] = colours;
    let text = number.to_string();
    let mut path = String::new();
    glyphs::write_path(&mut path, &text, Point::new(-glyphs::width(&text) / 2.0, 3.5));
    let _ = write!(
        out,
        r#"<g class="{class}" transform="translate({at})" fill="none" stroke-linecap="round" stroke-linejoin="round"><circle r="7.5" fill="{fill}" stroke="{rim}" stroke-width="1.4"/><path d="{path}" stroke="{ink}" stroke-width="1.5"/></g>"#
    );
}

/// Returns the colours of a suggestion after the first: the piece and the number on it.
pub(crate) fn faint(palette: &Palette, paint: &Paint) -> (Colour, Colour) {
    let fill = palette.cell.with(paint.fill, FAINT);
    (fill, fill.text())
}

/// Returns the piece that a step puts on the board.
fn appearing(step: &AnimationStep) -> Option<(Spot, &PieceView)> {
    match step {
        AnimationStep::Place { at, piece } | AnimationStep::Generate { at, piece, .. } => Some((*at, piece)),
        _ => None,
    }
}

/// Returns the origin of the moved piece, if any, and its destination or the cell of the action.
pub(crate) fn ends(animation: &[Vec<AnimationStep>]) -> Option<(Option<Spot>, Spot)> {
    let mut ends = None;
    for step in animation.iter().flatten() {
        ends = match (ends, step) {
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
